//! Programs in the string literals of a host, each rewritten separately.

use super::{Changes, Front, is_of_interest, with_room_for_marks};
use crate::dialects::literals::{
    HostFile, LiteralMacros, LiteralProgram, file_with_programs, hole_of_format, unmatched_brace,
};
use crate::dialects::string_literals;
use crate::flatten;
use crate::line_directives::TextStart;
use crate::lower::LoopMacros;
use crate::marks::Unmarked;
use crate::outcome::{Done, Promotion, ReportedFinding};
use clunroll_rules::{ArgumentEnds, Cause, Finding, LiteralEnds, LiteralNeighbour};
use oclc_syntax::host::{HostOptions, MacroElsewhere};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{Composed, FileId, Place, replaced_bytes, spent};

/// A program that is rewritten.
struct ReadProgram<'p> {
    program: &'p LiteralProgram,
    text: Composed,
    unit: Unit,
    macros: LoopMacros,
    unmarked: Unmarked,
    /// The possible effects of other literals on its macros.
    elsewhere: Vec<MacroElsewhere>,
}

impl Front<'_, '_, '_> {
    /// Reports that an include of a literal stays, if a flat text is requested.
    fn not_flattened(&mut self, text: &Composed) {
        if self.options.flatten && text.bytes().contains(&b'#') {
            let unit = self.reader.read(text.shared(), &self.options.host());
            if let Some(mut finding) = flatten::in_raw_string(&unit) {
                finding.visit(&mut |place| *place = text.origin(place.span).unwrap_or(*place));
                self.found.push(ReportedFinding::new(finding));
            }
        }
    }

    /// Reads a program of a host, with the possible effects of the other literals on its macros. If these are unknown, or if other text
    /// may be joined to the program, adds a finding.
    fn literal_unit(
        &mut self,
        program: &LiteralProgram,
        text: &Composed,
        macros: &mut LiteralMacros,
    ) -> Option<(Unit, Vec<MacroElsewhere>)> {
        if let Some(finding) = program.joined() {
            self.found.push(ReportedFinding::new(finding));
            return None;
        }
        let brace = unmatched_brace(text.bytes()).map(|span| (span, LiteralNeighbour::OpenBrace));
        let hole = || hole_of_format(text.bytes()).map(|span| (span, LiteralNeighbour::Format));
        if let Some((span, why)) = brace.or_else(hole) {
            let by = text.origin(span).unwrap_or(Place { file: FileId::MAIN, span });
            self.found.push(ReportedFinding::new(program.declined(by, why)));
            return None;
        }
        let options = self.options;
        let host = options.host();
        let unit = self.reader.read(text.shared(), &host);
        match macros.beside(program, &unit, &host, self.reader) {
            Ok(elsewhere) if elsewhere.is_empty() => Some((unit, elsewhere)),
            Ok(elsewhere) => {
                let host = HostOptions { elsewhere: &elsewhere, ..host };
                Some((self.reader.read(text.shared(), &host), elsewhere))
            }
            Err((span, why)) => {
                self.found.push(ReportedFinding::new(program.declined(Place { file: FileId::MAIN, span }, why)));
                None
            }
        }
    }

    /// Rewrites the programs in the literals of a host, each separately.
    pub(super) fn literals(&mut self, source: &[u8], file: &HostFile<'_>) -> Option<Vec<u8>> {
        // Only the text shows whether the programs can stay in their literals.
        let mut options = self.options.clone().stops_after_choice(false);
        let mut read = Vec::new();
        let mut literal_macros = file.macros();
        for span in file.requests_in_strings() {
            let finding = string_literals::finding(Place { file: FileId::MAIN, span });
            self.found.push(ReportedFinding::new(finding));
        }
        for program in &file.programs {
            let text = program.text(&self.files, FileId::MAIN);
            self.not_flattened(&text);
            if is_of_interest(text.bytes(), &options, self.reader.headers)
                && let Some((unit, elsewhere)) = self.literal_unit(program, &text, &mut literal_macros)
            {
                let macros = LoopMacros::of(&unit);
                let unmarked = Unmarked::of(&unit, &macros);
                read.push(ReadProgram { program, text, unit, macros, unmarked, elsewhere });
            }
        }
        options = with_room_for_marks(&options, read.iter().map(|one| one.unmarked.most_marks()).sum());
        let mut texts = Vec::new();
        for ReadProgram { program, text, unit, macros, unmarked, elsewhere } in read {
            let is_alone = elsewhere.is_empty();
            options = options.elsewhere(elsewhere);
            let before = Reported::of(self);
            let mut changes = self.program(&text, unit, &macros, &options);
            for found in &mut self.found[before.found..] {
                found.is_correctable &= found.finding.corrections().iter().all(|right| program.takes(&right.text));
            }
            if program.has_argument() && !file.fits_argument(program, &text, &changes.replacements) {
                self.leave_literals(&before, |pragma| Finding::of_request(pragma, pragma, ArgumentEnds));
                changes = Changes::default();
            }
            // For markers, the output must be read without the other literals.
            changes.output = changes.output.filter(|_| is_alone);
            // The limit applies to the whole file.
            options.limits = options.limits.less(spent(&changes.replacements));
            texts.push((program, text, unmarked, changes));
        }
        if texts.iter().any(|(.., changes)| !changes.replacements.is_empty()) {
            for (_, text, unmarked, changes) in &mut texts {
                self.mark(text, changes, unmarked);
            }
        }
        let in_file =
            |program: &LiteralProgram, changes: &Changes| program.in_file(source, changes.replacements.clone());
        let grown: Vec<_> = texts.iter().flat_map(|(program, .., changes)| in_file(program, changes)).collect();
        self.grown(grown.iter());
        let mut replacements = Vec::new();
        let mut written: Vec<(&LiteralProgram, Vec<u8>)> = Vec::new();
        for (program, text, _, changes) in texts {
            // The argument of a macro has no directive.
            let own = if program.has_argument() {
                changes.replacements
            } else {
                self.numbered(&text, changes.replacements, TextStart::InLiteral)
            };
            if !own.is_empty() {
                written.push((program, replaced_bytes(text.bytes(), &own)));
            }
            replacements.extend(program.in_file(source, own));
        }
        let output = file_with_programs(source, &replacements, &written);
        if output.is_none() {
            self.leave_literals(&Reported::default(), |pragma| Finding::of_request(pragma, pragma, LiteralEnds));
        }
        output
    }

    /// Undoes the changes since then, because the file would get other literals.
    fn leave_literals(&mut self, since: &Reported, finding: impl Fn(Place) -> Finding) {
        for pointer in &mut self.pointers[since.pointers..] {
            pointer.is_restrict = false;
        }
        let requests = self.requests[since.requests..].iter().map(|request| request.place);
        let promotions = self.promotions[since.promotions..].iter().map(|promotion| promotion.place);
        let Some(pragma) = requests.chain(promotions).min() else {
            return;
        };
        let finding = finding(pragma);
        for request in &mut self.requests[since.requests..] {
            if let Done::Unrolled { .. } = request.done {
                request.done = Done::Left { cause: Cause::from(&finding) };
            }
            request.growth = Some(0);
        }
        for promotion in &mut self.promotions[since.promotions..] {
            if promotion.done.is_promoted() {
                promotion.done = Promotion::Left { cause: Cause::from(&finding) };
            }
            promotion.growth = Some(0);
        }
        self.found.push(ReportedFinding::new(finding));
    }
}

/// How much was reported at some time.
#[derive(Default)]
struct Reported {
    found: usize,
    requests: usize,
    promotions: usize,
    pointers: usize,
}

impl Reported {
    const fn of(front: &Front<'_, '_, '_>) -> Self {
        Self {
            found: front.found.len(),
            requests: front.requests.len(),
            promotions: front.promotions.len(),
            pointers: front.pointers.len(),
        }
    }
}
