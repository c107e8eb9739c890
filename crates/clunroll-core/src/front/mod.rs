//! From the user's file to the texts that are rewritten, and back.
//!
//! ```text
//! file (-> flat text | the texts in its raw strings)
//!      -> text -> Unit -> pipeline -> replacements and findings in the text -> the same in the file
//! ```
//!
//! The later stages read one self-contained text as their main file. Mostly, that is the user's file itself. Otherwise, a [`Composed`]
//! contains the text and maps each byte to its place in the user's files. So the later stages need not handle both cases, and all
//! diagnostics point into files of the user.

mod literals;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use crate::assume_restrict::{may_hold_kernel, restrict_words};
use crate::dialects::literals::HostFile;
use crate::dialects::string_literals;
use crate::flatten::flatten;
use crate::include_search;
use crate::line_directives::{self, TextStart};
use crate::lint;
use crate::loop_choices::{ChosenLoop, FoundRequest, of_file, with_choices};
use crate::lower::{self, LoopMacros};
use crate::marks::{self, ReportedRequests, Unmarked, with_marks};
use crate::options::Limits;
use crate::options::Options;
use crate::outcome::{Done, EngineOutcome, Fault, PointerReport, PromotionReport, ReportedFinding, RequestReport};
use crate::pipeline::{self, Rewrite, on_large_stack};
use crate::promote;
use crate::suppress;
use crate::unit_reader::UnitReader;
use clunroll_loops::FileStyle;
use clunroll_loops::directive::{self, RequestSearch};
use clunroll_loops::points::{Point, points};
use clunroll_rules::{Declined, Finding, Payload, Reason};
use oclc_syntax::lex;
use oclc_syntax::preprocess::{IncludedFiles, Unit};
use oclc_syntax::source::{Composed, FileId, Place, Replacement, Sources, replaced_bytes};

/// The bytes of the user's file.
#[derive(Clone, Debug)]
pub enum Source<'s> {
    /// The bytes of the caller. They are copied only if there is work to do.
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

/// See [`EngineSession::unroll`](crate::EngineSession::unroll).
pub fn unroll(source: &Source<'_>, options: &Options, reader: &mut UnitReader<'_, '_>) -> EngineOutcome {
    // Offsets in the output have 32 bits too. The size of a loop is only an estimate.
    let most = u64::from(u32::MAX).saturating_sub(source.bytes().len() as u64) / 2;
    let most = most.min(Limits::MOST_GROWTH);
    let bounded;
    let options = if options.limits.max_growth > most {
        bounded = Options { limits: options.limits.max_growth(most), ..options.clone() };
        &bounded
    } else {
        options
    };
    let with_lint;
    let looks_for_all = options.lint;
    let options = if !options.lint && lint::is_any_named(&options.levels) {
        with_lint = Options { lint: true, ..options.clone() };
        &with_lint
    } else {
        options
    };
    let mut front = Front {
        options,
        reader,
        files: Sources::default(),
        found: Vec::new(),
        requests: Vec::new(),
        promotions: Vec::new(),
        pointers: Vec::new(),
        points: Vec::new(),
        unfit: Vec::new(),
        has_choices: false,
        fault: None,
    };
    let bytes = source.bytes();
    let text = if u32::try_from(bytes.len()).is_err() { None } else { front.file(source) };
    say_enough_growth(&mut front.found, options.limits);
    let mut allowed = suppress::apply(&mut front.found, &front.files, options);
    if !looks_for_all {
        front.found.retain(|found| lint::is_wanted(found.finding.rule(), &options.levels));
    }
    let is_off = |found: &mut ReportedFinding| match options.levels.of(found.finding.rule()) {
        Some(severity) => {
            found.severity = severity;
            false
        }
        None => true,
    };
    allowed.extend(front.found.extract_if(.., is_off));
    front.found.sort_by_key(|found| (found.finding.place, found.finding.rule().code));
    // An include that stays in a flat text is found twice.
    front.found.dedup();
    EngineOutcome {
        text: text.unwrap_or_else(|| bytes.to_vec()),
        findings: front.found,
        allowed,
        requests: front.requests,
        promotions: front.promotions,
        pointers: front.pointers,
        points: front.points,
        unfit: front.unfit,
        sources: front.files,
        fault: front.fault,
    }
}

/// Adds the growth that is enough for all requests of the file to the findings about loops that exceed the limit.
fn say_enough_growth(found: &mut [ReportedFinding], limits: Limits) {
    let mut too_large = Vec::new();
    for found in found {
        if let Payload::Declined(Declined { reason: Reason::TooMuchText { growth, left, enough, .. }, .. }) =
            &mut found.finding.payload
        {
            too_large.push((*growth, *left, enough));
        }
    }
    let spent = too_large.iter().map(|(_, left, _)| limits.max_growth.saturating_sub(*left)).max();
    let needed = too_large.iter().fold(spent.unwrap_or_default(), |sum, (growth, ..)| sum.saturating_add(*growth));
    // Each size is an estimate.
    let needed = needed.saturating_add(needed / 16);
    for (_, _, enough) in too_large.into_iter().filter(|_| needed <= Limits::MOST_GROWTH) {
        *enough = needed;
    }
}

/// Whether a text may contain anything to report or to rewrite: it may contain a request, or use a macro of another file that makes one.
fn is_of_interest(text: &[u8], options: &Options, headers: &mut IncludedFiles<'_>) -> bool {
    let may_get_words = options.assume_restrict && may_hold_kernel(text);
    let has_choices = !of_file(&options.chosen_loops, &options.name).is_empty();
    if has_choices || may_get_words {
        return true;
    }
    let given: Vec<String> = options.defined_macros().iter().map(|given| given.definition()).collect();
    let mut given = given.iter().map(String::as_bytes);
    if options.only_requests && !options.lint {
        let mut search = RequestSearch::default();
        let mut counts = |code: &[u8]| promote::may_hold_promotion_request(code) || search.may_request_with(code);
        let code = lex::without_comments(text);
        return given.any(&mut counts) || counts(&code) || include_search::may_reach(&code, options, headers, counts);
    }
    let may_hold_request =
        |text: &[u8]| directive::may_mention_unrolling(text) || promote::may_hold_promotion_request(text);
    if given.any(may_hold_request) || may_hold_request(text) || lint::may_find(text, options) {
        return true;
    }
    if options.lint {
        include_search::may_reach(text, options, headers, may_hold_request)
    } else {
        // The run also reports what its includes contain, and finds it only by reading them.
        include_search::may_reach_others(text, options, headers)
    }
}

/// The changes to a text.
#[derive(Default)]
struct Changes {
    replacements: Vec<Replacement>,
    /// Whether macros are expanded in them.
    is_expanded: bool,
    /// The text with the changes, if it was already read.
    output: Option<Unit>,
}

/// One run: the user's files, and the results for them.
struct Front<'a, 'r, 'i> {
    options: &'a Options,
    reader: &'a mut UnitReader<'r, 'i>,
    files: Sources,
    found: Vec<ReportedFinding>,
    requests: Vec<RequestReport>,
    promotions: Vec<PromotionReport>,
    pointers: Vec<PointerReport>,
    points: Vec<Point>,
    unfit: Vec<ChosenLoop>,
    /// Whether chosen pragmas change the text.
    has_choices: bool,
    fault: Option<Fault>,
}

impl Front<'_, '_, '_> {
    /// Rewrites a file; `None` if it stays as it is.
    fn file(&mut self, given: &Source<'_>) -> Option<Vec<u8>> {
        let source = given.bytes();
        if !self.options.flatten && !is_of_interest(source, self.options, self.reader.headers) {
            if self.options.lint && suppress::may_hold_suppression(source) {
                self.files.add(self.options.name.clone(), given.shared());
            }
            return None;
        }
        if let Some(file) = HostFile::read(source) {
            self.files.add(self.options.name.clone(), given.shared());
            // Each string is a text of its own, and the choices are for the whole file.
            self.unfit.extend(of_file(&self.options.chosen_loops, &self.options.name).into_iter().cloned());
            return self.literals(source, &file);
        }
        let text = if self.options.flatten {
            self.flat(given)
        } else {
            let main = self.files.add(self.options.name.clone(), given.shared());
            Composed::verbatim(&self.files, main)
        };
        // The source itself was checked already.
        if self.options.flatten && !is_of_interest(text.bytes(), self.options, self.reader.headers) {
            return Some(text.bytes().to_vec());
        }
        let text = self.chosen(text);
        let unit = self.reader.read(text.shared(), &self.options.host());
        let macros = LoopMacros::of(&unit);
        let unmarked = Unmarked::of(&unit, &macros);
        let options = with_room_for_marks(self.options, unmarked.most_marks());
        let mut changes = self.program(&text, unit, &macros, &options);
        if !changes.replacements.is_empty() || self.has_choices {
            self.mark(&text, &mut changes, &unmarked);
        }
        let replacements = changes.replacements;
        self.grown(replacements.iter());
        let replacements = self.numbered(&text, replacements, TextStart::OfFile);
        self.points = points(&replacements);
        self.written(&replacements);
        Some(replaced_bytes(text.bytes(), &replacements))
    }

    /// The file with its quoted includes put in place.
    fn flat(&mut self, source: &Source<'_>) -> Composed {
        let unit = self.reader.read(source.shared(), &self.options.host());
        let line_end = FileStyle::of(&unit.sources[FileId::MAIN]).line_end;
        let (text, findings) = flatten(&unit, line_end);
        self.found.extend(pipeline::unread_includes(&unit).into_iter().chain(findings).map(ReportedFinding::new));
        self.files = unit.sources;
        text
    }

    /// The text with the chosen pragmas of the options.
    fn chosen(&mut self, text: Composed) -> Composed {
        let chosen = of_file(&self.options.chosen_loops, &self.options.name);
        if chosen.is_empty() {
            return text;
        }
        // The requests are those that a run without choices reports, also the ones that macros make.
        let options = Options { chosen_loops: Vec::new(), flatten: false, lint: false, ..self.options.clone() };
        let outcome = unroll(&Source::Shared(&text.shared()), &options, self.reader);
        let requests = outcome.requests.into_iter();
        let requests: Vec<_> = requests
            .map(|RequestReport { place, amount, is_exact, .. }| FoundRequest { place, amount, is_exact })
            .collect();
        let chosen = with_choices(text, &requests, &chosen);
        self.unfit = chosen.unfit;
        self.has_choices = chosen.is_changed;
        chosen.text
    }

    /// Rewrites one text: the changes are in the text, and the findings have places in the user's files.
    fn program(&mut self, text: &Composed, unit: Unit, macros: &LoopMacros, options: &Options) -> Changes {
        let mut rewrite = rewrite(&unit, macros, options, self.reader);
        if let Some(rewrite) = rewrite.as_mut().ok().filter(|_| options.lint) {
            lint::correct(&unit, &mut rewrite.findings);
            self.look_for_more(&unit, options, &mut rewrite.findings);
        } else if let Ok(rewrite) = &mut rewrite {
            rewrite.findings.extend(lint::misspelt_requests(&unit, options));
        }
        if let Ok(rewrite) = &mut rewrite {
            rewrite.findings.extend(directive::foreign_requests(&unit));
            rewrite.findings.extend(string_literals::requests(&unit));
            rewrite.findings.extend(lint::replaced_defines(&unit, &options.defined_macros()));
            if options.assume_restrict {
                restrict_words(&unit, rewrite);
            }
        }
        let adopted = self.files.adopt(unit.sources);
        let mut rewrite = match rewrite {
            Ok(rewrite) => rewrite,
            Err(fault) => {
                self.fault.get_or_insert(fault);
                return Changes::default();
            }
        };
        // Text that clunroll makes, or that comes from several places, cannot be corrected in one place. And only its author knows to which
        // part of it a comment belongs.
        let is_correctable = |finding: &Finding| {
            finding.corrections().iter().all(|right| {
                let is_copy = right.place.file == FileId::MAIN && text.is_copy(right.place.span);
                is_copy && !holds_comment(&text.bytes()[right.place.span.range()])
            })
        };
        let correctable: Vec<bool> = rewrite.findings.iter().map(is_correctable).collect();
        rewrite.map_to_files(text, &adopted);
        let mut advised = HashSet::new();
        for (finding, is_correctable) in rewrite.findings.into_iter().zip(correctable) {
            // Two loops around one place, or one loop in two branches, get the same advice.
            if finding.is_advice() && !advised.insert((finding.place, finding.payload.clone())) {
                continue;
            }
            self.found.push(ReportedFinding { is_correctable, ..ReportedFinding::new(finding) });
        }
        self.requests.extend(rewrite.requests);
        self.promotions.extend(rewrite.promotions);
        self.pointers.extend(rewrite.pointers);
        let Rewrite { replacements, is_expanded, output, .. } = rewrite;
        Changes { replacements, is_expanded, output }
    }

    /// Adds markers after all requests that remain in the output.
    fn mark(&mut self, text: &Composed, changes: &mut Changes, unmarked: &Unmarked) {
        let replacements = std::mem::take(&mut changes.replacements);
        // Chosen pragmas for several devices share the place of one request.
        let is_read = changes.is_expanded || self.has_choices;
        let staying = if !is_read && !unmarked.are_made {
            unmarked.copies(text, &replacements)
        } else if is_read || marks::may_ask(text, &replacements) {
            let written = marks::output_of(text, &replacements);
            let output = changes.output.take();
            let unit = output.unwrap_or_else(|| self.reader.read(written.shared(), &self.options.host()));
            marks::in_output(&written, &unit)
        } else {
            Vec::new()
        };
        changes.replacements =
            with_marks(text, replacements, staying, &ReportedRequests::of(&self.requests, &self.promotions));
    }

    /// Adds the findings of the lint in a unit. The lint judges the text for every set of macros, whatever macros this run gets.
    fn look_for_more(&mut self, unit: &Unit, options: &Options, findings: &mut Vec<Finding>) {
        let reread = (options.trust_defines || options.provide_extension).then(|| {
            let open = Options { trust_defines: false, provide_extension: false, ..options.clone() };
            self.reader.read(Arc::clone(&unit.sources[FileId::MAIN].bytes), &open.host())
        });
        let unit = reread.as_ref().unwrap_or(unit);
        findings.extend(lint::findings(unit, options, findings));
        lint::keep_allowed(unit, findings);
        let trees = self.reader.trees;
        if let Err(fault) = on_large_stack(|| lint::add_private_variables(unit, options, trees, findings)) {
            self.fault.get_or_insert(fault);
        }
    }

    /// Adds the growth of the text to the report of each request.
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

    /// Adds to the report of each request where its loop is in the output.
    fn written(&mut self, replacements: &[Replacement]) {
        let mut written: HashMap<Place, Range<usize>> = HashMap::new();
        let mut moved = 0_i64;
        for replacement in replacements {
            let start = usize::try_from(i64::from(replacement.span.start) + moved).unwrap_or_default();
            let end = start + replacement.text.len();
            if let Some(request) = replacement.request {
                written.entry(request).or_insert(start..end).end = end;
            }
            moved += replacement.growth();
        }
        for request in self.requests.iter_mut().filter(|request| matches!(request.done, Done::Unrolled { .. })) {
            request.written = written.remove(&request.place);
        }
    }

    /// Adds `#line` lines to the replacements, if these are requested.
    fn numbered(&self, text: &Composed, replacements: Vec<Replacement>, start: TextStart) -> Vec<Replacement> {
        if !self.options.line_directives || (replacements.is_empty() && !self.has_choices) {
            return replacements;
        }
        line_directives::with_line_directives(&self.files, text, replacements, start)
    }
}

/// Rewrites the main file of a unit: its arrays with its loops, or its loops alone.
fn rewrite(
    unit: &Unit,
    macros: &LoopMacros,
    options: &Options,
    reader: &mut UnitReader<'_, '_>,
) -> Result<Rewrite, Fault> {
    if unit.sources.iter().any(promote::file_may_hold_promotion_request) {
        on_large_stack(|| promote::rewrite(unit, macros, options, reader))
    } else if unit.sources.iter().any(directive::file_may_mention_unrolling) {
        on_large_stack(|| lower::rewrite(unit, macros, options, reader))
    } else {
        Ok(Rewrite::default())
    }
}

/// Whether a comment may begin in a text.
fn holds_comment(text: &[u8]) -> bool {
    [&b"/*"[..], b"//"].iter().any(|mark| memchr::memmem::find(text, mark).is_some())
}

/// The options with less remaining growth, so that there is space for the markers after requests. If anything is rewritten, at least one
/// request needs no marker.
fn with_room_for_marks(options: &Options, requests: usize) -> Options {
    let marks = requests.saturating_sub(1) * directive::marker_text().len();
    Options { limits: options.limits.less(marks as u64), ..options.clone() }
}
