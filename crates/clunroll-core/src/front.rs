//! From the user's file to the texts that are rewritten, and back.
//!
//! ```text
//! file (-> flat text | the texts in its raw strings)
//!      -> text -> Unit -> pipeline -> replacements and findings in the text -> the same in the file
//! ```
//!
//! The stages behind read one self-contained text as their main file. It is mostly the user's file itself. Whatever
//! else it is, a [`Composed`] holds it and knows the place in the user's files that each byte stands for; so nothing
//! behind this module knows that there is a difference, and all diagnostics point into files that the user has.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::Amount;
use crate::assume_restrict::{may_hold_kernel, restrict_words};
use crate::directive;
use crate::flatten::{self, flatten};
use crate::include_search;
use crate::line_directives::{self, TextStart};
use crate::lint;
use crate::lower::LoopMacros;
use crate::marks::{MacroRequests, Unmarked, with_marks};
use crate::options::Options;
use crate::outcome::{Done, Found, PointerReport, Promotion, PromotionReport, RequestReport, Rewritten};
use crate::pipeline;
use crate::points::{Point, points};
use crate::promote;
use crate::raw_strings::{self, CppFile, LiteralMacros, RawStringProgram};
use crate::suppress;
use crate::unroll::FileStyle;
use clunroll_loops::settings::Limits;
use clunroll_rules::{Cause, Finding, RawStringNeighbour};
use oclc_syntax::host::{HostOptions, MacroElsewhere};
use oclc_syntax::preprocess::{IncludedFiles, Unit};
use oclc_syntax::source::{Composed, FileId, Place, Replacement, Sources, replaced_bytes, spent};
use oclc_syntax::tree::Trees;

/// The bytes of the user's file.
#[derive(Clone, Debug)]
pub enum Source<'s> {
    /// The caller's. They are copied where there is anything to be done.
    Borrowed(&'s [u8]),
    /// Bytes that need no copy.
    Shared(&'s Arc<[u8]>),
}

impl Source<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Shared(bytes) => bytes,
        }
    }

    fn shared(&self) -> Arc<[u8]> {
        match self {
            Self::Borrowed(bytes) => (*bytes).into(),
            Self::Shared(bytes) => Arc::clone(bytes),
        }
    }
}

/// See [`Session::unroll`](crate::Session::unroll).
pub fn unroll(source: &Source<'_>, options: &Options, headers: &mut IncludedFiles<'_>, trees: &Trees) -> Rewritten {
    // Offsets of what is written are 32 bits wide too; what a loop takes is estimated before.
    let most = u64::from(u32::MAX).saturating_sub(source.bytes().len() as u64) / 2;
    let most = most.min(Limits::MOST_GROWTH);
    let bounded;
    let options = if options.limits.max_growth > most {
        bounded = Options { limits: options.limits.max_growth(most), ..options.clone() };
        &bounded
    } else {
        options
    };
    let mut front = Front {
        options,
        trees,
        headers,
        files: Sources::default(),
        found: Vec::new(),
        requests: Vec::new(),
        promotions: Vec::new(),
        pointers: Vec::new(),
        points: Vec::new(),
        is_complete: true,
    };
    let bytes = source.bytes();
    let text = if u32::try_from(bytes.len()).is_err() { None } else { front.file(source) };
    let mut allowed = suppress::apply(&mut front.found, &front.files, options);
    let is_off = |found: &mut Found| match options.levels.of(found.finding.rule()) {
        Some(severity) => {
            found.severity = severity;
            false
        }
        None => true,
    };
    allowed.extend(front.found.extract_if(.., is_off));
    front.found.sort_by_key(|found| (found.finding.caret(), found.finding.rule().code));
    // An include that stays in a flat text is met twice.
    front.found.dedup();
    Rewritten {
        text: text.unwrap_or_else(|| bytes.to_vec()),
        found: front.found,
        allowed,
        requests: front.requests,
        promotions: front.promotions,
        pointers: front.pointers,
        points: front.points,
        sources: front.files,
        is_complete: front.is_complete,
    }
}

/// Whether there may be something to say about a text, or to rewrite in it: it may hold a request, or use a macro of another
/// file that makes one.
fn is_of_interest(text: &[u8], options: &Options, headers: &mut IncludedFiles<'_>) -> bool {
    let may_hold_request =
        |text: &[u8]| directive::may_mention_unrolling(text) || promote::may_hold_promotion_request(text);
    let may_get_words = options.assume_restrict && may_hold_kernel(text);
    let may_be_told = || options.told_macros().iter().any(|told| may_hold_request(told.definition().as_bytes()));
    if may_get_words || may_hold_request(text) || may_be_told() || lint::may_find(text, options) {
        return true;
    }
    if options.lint {
        include_search::may_reach(text, options, headers, may_hold_request)
    } else {
        // What it includes is a part of what is told of its output, and is found by reading it.
        include_search::may_reach_others(text, options, headers)
    }
}

/// One run: the user's files, and what there is to say about them.
struct Front<'a, 'i> {
    options: &'a Options,
    trees: &'a Trees,
    headers: &'a mut IncludedFiles<'i>,
    files: Sources,
    found: Vec<Found>,
    requests: Vec<RequestReport>,
    promotions: Vec<PromotionReport>,
    pointers: Vec<PointerReport>,
    points: Vec<Point>,
    is_complete: bool,
}

impl Front<'_, '_> {
    /// Rewrites a file; `None` where it stays as it is.
    fn file(&mut self, given: &Source<'_>) -> Option<Vec<u8>> {
        let source = given.bytes();
        if !self.options.flatten && !is_of_interest(source, self.options, self.headers) {
            if self.options.lint && suppress::may_hold_suppression(source) {
                self.files.add(self.options.name.clone(), given.shared());
            }
            return None;
        }
        if let Some(file) = CppFile::read(source) {
            self.files.add(self.options.name.clone(), given.shared());
            return self.raw_strings(source, &file);
        }
        let text = if self.options.flatten {
            self.flat(given)
        } else {
            let main = self.files.add(self.options.name.clone(), given.shared());
            Composed::verbatim(&self.files, main)
        };
        // Of the source as it is, that is known.
        if self.options.flatten && !is_of_interest(text.bytes(), self.options, self.headers) {
            return Some(text.bytes().to_vec());
        }
        let unit = Unit::read(text.shared(), &self.options.host(), self.headers);
        let macros = LoopMacros::of(&unit);
        let unmarked = Unmarked::of(&unit, &macros);
        let options = with_room_for_marks(self.options, unmarked.most_marks);
        let mut replacements = self.program(&text, unit, &macros, &options);
        if !replacements.is_empty() {
            replacements = self.marked(&text, replacements, unmarked.by_macros);
        }
        self.grown(replacements.iter());
        let replacements = self.numbered(&text, replacements, TextStart::OfFile);
        self.points = points(&replacements);
        Some(replaced_bytes(text.bytes(), &replacements))
    }

    /// The file with its quoted includes put in place.
    fn flat(&mut self, source: &Source<'_>) -> Composed {
        let unit = Unit::read(source.shared(), &self.options.host(), self.headers);
        let line_end = FileStyle::of(&unit.sources[FileId::MAIN]).line_end;
        let (text, findings) = flatten(&unit, line_end);
        self.found.extend(pipeline::unread_includes(&unit).into_iter().chain(findings).map(Found::new));
        self.files = unit.sources;
        text
    }

    /// Says that an include of a raw string stays, where a flat text is asked for.
    fn not_flattened(&mut self, text: &Composed) {
        if self.options.flatten && text.bytes().contains(&b'#') {
            let unit = Unit::read(text.shared(), &self.options.host(), self.headers);
            if let Some(mut finding) = flatten::in_raw_string(&unit) {
                finding.places_mut().into_iter().for_each(|place| *place = text.origin(place.span).unwrap_or(*place));
                self.found.push(Found::new(finding));
            }
        }
    }

    /// Reads a program of a C++ file, with what the other literals may do to its macros. Where that is not known, or where other
    /// text may be joined to the program, a finding says so.
    fn raw_string_unit(
        &mut self,
        program: &RawStringProgram,
        text: &Composed,
        macros: &mut LiteralMacros,
    ) -> Option<(Unit, Vec<MacroElsewhere>)> {
        if let Some(finding) = program.joined() {
            self.found.push(Found::new(finding));
            return None;
        }
        if let Some(brace) = raw_strings::unmatched_brace(text.bytes()) {
            let by = text.origin(brace).unwrap_or(Place { file: FileId::MAIN, span: brace });
            self.found.push(Found::new(program.left(by, RawStringNeighbour::OpenBrace)));
            return None;
        }
        let options = self.options;
        let host = options.host();
        let unit = Unit::read(text.shared(), &host, self.headers);
        match macros.beside(program, &unit, &host, self.headers) {
            Ok(elsewhere) if elsewhere.is_empty() => Some((unit, elsewhere)),
            Ok(elsewhere) => {
                let host = HostOptions { elsewhere: &elsewhere, ..host };
                Some((Unit::read(text.shared(), &host, self.headers), elsewhere))
            }
            Err((span, why)) => {
                self.found.push(Found::new(program.left(Place { file: FileId::MAIN, span }, why)));
                None
            }
        }
    }

    /// Rewrites the programs in the raw strings of a C++ file, each by itself.
    fn raw_strings(&mut self, source: &[u8], file: &CppFile<'_>) -> Option<Vec<u8>> {
        let mut replacements = Vec::new();
        // Only the text shows whether the programs can stay raw strings.
        let mut options = self.options.clone().stops_after_choice(false);
        let mut units = Vec::new();
        let mut macros = file.macros();
        for program in &file.programs {
            let text = program.text(&self.files, FileId::MAIN);
            self.not_flattened(&text);
            if is_of_interest(text.bytes(), &options, self.headers)
                && let Some((unit, elsewhere)) = self.raw_string_unit(program, &text, &mut macros)
            {
                units.push((program, text, unit, elsewhere));
            }
        }
        options = with_room_for_marks(
            &options,
            units.iter().map(|(_, _, unit, _)| Unmarked::of(unit, &LoopMacros::of(unit)).most_marks).sum(),
        );
        let mut texts = Vec::new();
        for (program, text, unit, elsewhere) in units {
            options = options.elsewhere(elsewhere);
            let macros = LoopMacros::of(&unit);
            let own = self.program(&text, unit, &macros, &options);
            // The limit is the file's.
            options.limits = options.limits.less(spent(&own));
            texts.push((program, text, own));
        }
        if texts.iter().any(|(_, _, own)| !own.is_empty()) {
            for (_, text, own) in &mut texts {
                // The other literals may change macros, and are not known where the output is read.
                *own = self.marked(text, std::mem::take(own), MacroRequests::Possible);
            }
        }
        self.grown(texts.iter().flat_map(|(_, _, own)| own));
        let mut written: Vec<(&RawStringProgram, Vec<u8>)> = Vec::new();
        for (program, text, own) in texts {
            let own = self.numbered(&text, own, TextStart::InRawString);
            if !own.is_empty() {
                written.push((program, replaced_bytes(text.bytes(), &own)));
            }
            replacements.extend(program.in_file(source, own));
        }
        let output = raw_strings::file_with_programs(source, &replacements, &written);
        for pointer in &mut self.pointers {
            pointer.is_restrict &= output.is_some();
        }
        let unrolled = self.requests.iter().map(|request| request.place);
        let first = unrolled.chain(self.promotions.iter().map(|promotion| promotion.place)).min();
        if let (None, Some(pragma)) = (&output, first) {
            let finding = Finding::RawStringEnds { pragma };
            for request in &mut self.requests {
                if let Done::Unrolled { .. } = request.done {
                    request.done = Done::Left { cause: Cause::from(&finding) };
                }
                request.growth = Some(0);
            }
            for promotion in &mut self.promotions {
                if promotion.done.is_promoted() {
                    promotion.done = Promotion::Left { cause: Cause::from(&finding) };
                }
                promotion.growth = Some(0);
            }
            self.found.push(Found::new(finding));
        }
        output
    }

    /// Rewrites one text: the replacements are in it, all that is said is said of the user's files.
    fn program(&mut self, text: &Composed, unit: Unit, macros: &LoopMacros, options: &Options) -> Vec<Replacement> {
        let mut rewrite = promote::rewrite(&unit, macros, options, self.headers, self.trees);
        if let Some(rewrite) = rewrite.as_mut().filter(|_| options.lint) {
            lint::correct(&unit, &mut rewrite.findings);
            self.look_for_more(&unit, options, &mut rewrite.findings);
        }
        let mut pointers = Vec::new();
        if let Some(rewrite) = &mut rewrite {
            rewrite.findings.extend(directive::foreign_requests(&unit));
            if options.assume_restrict {
                pointers = restrict_words(&unit, &mut rewrite.replacements, &mut rewrite.findings);
            }
        }
        let adopted = self.files.adopt(unit.sources);
        let Some(rewrite) = rewrite else {
            self.is_complete = false;
            return Vec::new();
        };
        let home = |place: &mut Place| {
            *place = match place.file {
                FileId::MAIN => text.origin(place.span).unwrap_or(*place),
                file => Place { file: adopted.file(file), ..*place },
            };
        };
        let mut advised = HashSet::new();
        for mut finding in rewrite.findings {
            // What is made, or put together from several places, cannot be corrected in one. And nobody but its author knows
            // where a comment in it belongs.
            let is_correctable = finding.corrections().iter().all(|right| {
                let is_copy = right.place.file == FileId::MAIN && text.is_copy(right.place.span);
                is_copy && !holds_comment(&text.bytes()[right.place.span.range()])
            });
            finding.places_mut().into_iter().for_each(home);
            // Two loops around one place, or one loop in two branches, give the same advice.
            if let Finding::Advice { place, advice, .. } = &finding
                && !advised.insert((*place, advice.clone()))
            {
                continue;
            }
            self.found.push(Found { is_correctable, ..Found::new(finding) });
        }
        for mut request in rewrite.requests {
            home(&mut request.place);
            self.requests.push(request);
        }
        for mut promotion in rewrite.promotions {
            home(&mut promotion.place);
            self.promotions.push(promotion);
        }
        for mut pointer in pointers {
            home(&mut pointer.place);
            self.pointers.push(pointer);
        }
        let mut replacements = rewrite.replacements;
        for replacement in &mut replacements {
            replacement.text = std::mem::take(&mut replacement.text).through(text);
            replacement.request.as_mut().into_iter().for_each(home);
        }
        replacements
    }

    /// With marks after all that stays and asks for something.
    fn marked(
        &mut self,
        text: &Composed,
        replacements: Vec<Replacement>,
        by_macros: MacroRequests,
    ) -> Vec<Replacement> {
        let (asking, not): (Vec<_>, Vec<_>) =
            self.requests.iter().partition(|request| request.amount != Some(Amount::No));
        let asking: HashSet<Place> = asking.into_iter().map(|request| request.place).collect();
        let not: HashSet<Place> = not.into_iter().map(|request| request.place).collect();
        let asks_nothing = |place: Place| not.contains(&place) && !asking.contains(&place);
        let promotions = self.promotions.iter().map(|promotion| promotion.place);
        let mut reported: Vec<Place> = self.requests.iter().map(|request| request.place).chain(promotions).collect();
        reported.sort_unstable();
        // That of an invocation may be told of together with another one before it.
        let request = |place: Place| {
            let before = reported.partition_point(|one| *one <= place);
            reported.get(before.saturating_sub(1)).copied()
        };
        with_marks(text, replacements, by_macros, asks_nothing, request, &self.options.host(), self.headers)
    }

    /// Adds what the lint finds in a unit. The lint judges the text for every set of macros, whatever this run is told.
    fn look_for_more(&mut self, unit: &Unit, options: &Options, findings: &mut Vec<Finding>) {
        let reread = (options.trust_defines || options.provide_extension).then(|| {
            let open = Options { trust_defines: false, provide_extension: false, ..options.clone() };
            Unit::read(Arc::clone(&unit.sources[FileId::MAIN].bytes), &open.host(), self.headers)
        });
        let unit = reread.as_ref().unwrap_or(unit);
        findings.extend(lint::findings(unit, options, findings));
        lint::keep_allowed(unit, findings);
    }

    /// Notes by how much the text has grown for each request.
    fn grown<'r>(&mut self, replacements: impl Iterator<Item = &'r Replacement>) {
        let mut growth: HashMap<Place, i64> = HashMap::new();
        for replacement in replacements {
            if let Some(request) = replacement.request {
                *growth.entry(request).or_default() += replacement.growth();
            }
        }
        for request in &mut self.requests {
            let is_unrolled = matches!(request.done, Done::Unrolled { .. });
            request.growth = growth.remove(&request.place).or((!is_unrolled).then_some(0));
        }
        for promotion in &mut self.promotions {
            let is_promoted = promotion.done.is_promoted();
            promotion.growth = growth.remove(&promotion.place).or((!is_promoted).then_some(0));
        }
    }

    /// With the `#line` lines that were asked for.
    fn numbered(&self, text: &Composed, replacements: Vec<Replacement>, start: TextStart) -> Vec<Replacement> {
        if !self.options.line_directives || replacements.is_empty() {
            return replacements;
        }
        line_directives::with_line_directives(&self.files, text, replacements, start)
    }
}

/// Whether a comment may begin in a text.
fn holds_comment(text: &[u8]) -> bool {
    [&b"/*"[..], b"//"].iter().any(|mark| memchr::memmem::find(text, mark).is_some())
}

/// The options with less room, so that the marks behind requests fit into it too. Where anything is rewritten, one request at
/// least needs none.
fn with_room_for_marks(options: &Options, requests: usize) -> Options {
    let marks = requests.saturating_sub(1) * directive::marker_text().len();
    Options { limits: options.limits.less(marks as u64), ..options.clone() }
}
