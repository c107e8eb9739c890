//! Programs in the raw strings of a C++ file, each rewritten separately.

use super::{Front, is_of_interest, with_room_for_marks};
use crate::dialects::raw_strings::{CppFile, LiteralMacros, RawStringProgram, file_with_programs, unmatched_brace};
use crate::dialects::string_literals;
use crate::flatten;
use crate::line_directives::TextStart;
use crate::lower::LoopMacros;
use crate::marks::Unmarked;
use crate::outcome::{Done, Promotion, ReportedFinding};
use clunroll_rules::{Cause, Finding, RawStringEnds, RawStringNeighbour};
use oclc_syntax::host::{HostOptions, MacroElsewhere};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{Composed, FileId, Place, replaced_bytes, spent};

/// A program that is rewritten.
struct ReadProgram<'p> {
    program: &'p RawStringProgram,
    text: Composed,
    unit: Unit,
    macros: LoopMacros,
    unmarked: Unmarked,
    /// The possible effects of other literals on its macros.
    elsewhere: Vec<MacroElsewhere>,
}

impl Front<'_, '_, '_> {
    /// Reports that an include of a raw string stays, if a flat text is requested.
    fn not_flattened(&mut self, text: &Composed) {
        if self.options.flatten && text.bytes().contains(&b'#') {
            let unit = self.reader.read(text.shared(), &self.options.host());
            if let Some(mut finding) = flatten::in_raw_string(&unit) {
                finding.visit(&mut |place| *place = text.origin(place.span).unwrap_or(*place));
                self.found.push(ReportedFinding::new(finding));
            }
        }
    }

    /// Reads a program of a C++ file, with the possible effects of the other literals on its macros. If these are unknown, or if other text
    /// may be joined to the program, adds a finding.
    fn raw_string_unit(
        &mut self,
        program: &RawStringProgram,
        text: &Composed,
        macros: &mut LiteralMacros,
    ) -> Option<(Unit, Vec<MacroElsewhere>)> {
        if let Some(finding) = program.joined() {
            self.found.push(ReportedFinding::new(finding));
            return None;
        }
        if let Some(brace) = unmatched_brace(text.bytes()) {
            let by = text.origin(brace).unwrap_or(Place { file: FileId::MAIN, span: brace });
            self.found.push(ReportedFinding::new(program.declined(by, RawStringNeighbour::OpenBrace)));
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

    /// Rewrites the programs in the raw strings of a C++ file, each separately.
    pub(super) fn raw_strings(&mut self, source: &[u8], file: &CppFile<'_>) -> Option<Vec<u8>> {
        // Only the text shows whether the programs can stay raw strings.
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
                && let Some((unit, elsewhere)) = self.raw_string_unit(program, &text, &mut literal_macros)
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
            let mut changes = self.program(&text, unit, &macros, &options);
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
        self.grown(texts.iter().flat_map(|(.., changes)| &changes.replacements));
        let mut replacements = Vec::new();
        let mut written: Vec<(&RawStringProgram, Vec<u8>)> = Vec::new();
        for (program, text, _, changes) in texts {
            let own = self.numbered(&text, changes.replacements, TextStart::InRawString);
            if !own.is_empty() {
                written.push((program, replaced_bytes(text.bytes(), &own)));
            }
            replacements.extend(program.in_file(source, own));
        }
        let output = file_with_programs(source, &replacements, &written);
        if output.is_none() {
            self.leave_raw_strings();
        }
        output
    }

    /// Undoes the changes in raw strings, because the file would get other literals.
    fn leave_raw_strings(&mut self) {
        for pointer in &mut self.pointers {
            pointer.is_restrict = false;
        }
        let requests = self.requests.iter().map(|request| request.place);
        let Some(pragma) = requests.chain(self.promotions.iter().map(|promotion| promotion.place)).min() else {
            return;
        };
        let finding = Finding::of_request(pragma, pragma, RawStringEnds);
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
        self.found.push(ReportedFinding::new(finding));
    }
}
