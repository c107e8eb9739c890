//! Actions that change a factor: to give one to a request without a factor whose trip count is unknown (CLU102, CLU219), and to lower one
//! that is above the trip count (CLU120).
//!
//! `clunroll check --fix` makes no such change, since only the author can choose a factor. So they are offered in the editor only, and none
//! is preferred. A request that a macro makes is not changed: its text is not here.

use std::ops::Range as Offsets;

use lsp_types::{CodeAction, TextEdit};

use super::actions::Offer;
use clunroll::Done;
use clunroll::rules;
use clunroll_rules::table::{FACTOR_ABOVE_TRIP_COUNT, FULL_UNROLL_WITHOUT_TRIP_COUNT, LEFT_TO_COMPILER};
use oclc_syntax::source::{FileId, Place};

/// The factors to choose from.
const OFFERED: [u32; 3] = [2, 4, 8];

/// The word of all requests.
const UNROLL: &str = "unroll";

/// How a request begins that is spelled out, and not the use of a macro, whose name may hold that word.
const BEGINNINGS: [&str; 4] = ["#", "%:", "_Pragma", "__attribute__"];

/// What clang's form has after it.
const FULL: &str = "(full)";

impl Offer<'_> {
    /// The actions for a finding here.
    pub(super) fn factors(&self, found: &rules::Diagnostic, shown: &lsp_types::Diagnostic) -> Vec<CodeAction> {
        let action = |title: String, edits: Vec<TextEdit>| self.quick_fix(shown, title, edits);
        if [&FULL_UNROLL_WITHOUT_TRIP_COUNT, &LEFT_TO_COMPILER].contains(&found.rule) {
            let given = |factor| Some(action(format!("Give the factor {factor}"), self.given(found, factor)?));
            return OFFERED.into_iter().filter_map(given).collect();
        }
        if found.rule == &FACTOR_ABOVE_TRIP_COUNT {
            let lowered = self.lowered(found);
            return lowered
                .map(|(trips, edit)| action(format!("Lower the factor to {trips}"), vec![edit]))
                .into_iter()
                .collect();
        }
        Vec::new()
    }

    /// The factor for the requests of a finding that are selected, or for all of them if the reason is selected.
    fn given(&self, found: &rules::Diagnostic, factor: u32) -> Option<Vec<TextEdit>> {
        let own = found.requests.iter().copied().filter(|place| place.file == FileId::MAIN);
        let all: Vec<Place> = own.collect();
        let selected: Vec<Place> = all.iter().copied().filter(|place| self.is_on_line(*place)).collect();
        let places = if selected.is_empty() { all } else { selected };
        let edit = |place: Place| {
            let span = place.span.range();
            let (replaced, text) = factor_of(self.document.text.get(span.clone())?, factor)?;
            Some(self.text_edit(span.start + replaced.start..span.start + replaced.end, text))
        };
        let edits: Option<Vec<_>> = places.into_iter().map(edit).collect();
        edits.filter(|edits| !edits.is_empty())
    }

    /// The trip count, and the change of the factor to it.
    fn lowered(&self, found: &rules::Diagnostic) -> Option<(u64, TextEdit)> {
        let mut reports = self.outcome.requests.iter().filter(|report| found.requests.contains(&report.place));
        let trips = reports.find_map(|report| match report.done {
            Done::Unrolled { trips, .. } => trips,
            _ => None,
        })?;
        let place = Some(found.primary.place).filter(|place| place.file == FileId::MAIN)?;
        let span = place.span.range();
        let is_number = self.document.text.get(span.clone())?.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| (trips, self.text_edit(span, trips.to_string())))
    }

    fn text_edit(&self, offsets: Offsets<usize>, text: String) -> TextEdit {
        TextEdit::new(self.document.lines.range_of(self.document.text.as_bytes(), offsets), text)
    }
}

/// The text that gives a factor to a request, and what it replaces in the request; `None` if the request is written in another way.
fn factor_of(request: &str, factor: u32) -> Option<(Offsets<usize>, String)> {
    let is_spelled = BEGINNINGS.iter().any(|beginning| request.starts_with(beginning));
    let end = request.rfind(UNROLL).filter(|_| is_spelled)? + UNROLL.len();
    let closes = |rest: &str, marks: &str| rest.chars().all(|mark| marks.contains(mark));
    if let Some(rest) = request[end..].strip_prefix("_hint") {
        let end = request.len() - rest.len();
        return closes(rest, ") ").then(|| (end..end, format!("({factor})")));
    }
    if let Some(rest) = request[end..].strip_prefix(FULL) {
        return closes(rest, "\") ").then(|| (end..end + FULL.len(), format!("_count({factor})")));
    }
    closes(&request[end..], "\") ").then(|| (end..end, format!(" {factor}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_is_put_after_the_word() {
        let with = |request: &str| {
            let (replaced, text) = factor_of(request, 4)?;
            Some(format!("{}{text}{}", &request[..replaced.start], &request[replaced.end..]))
        };
        for (request, expected) in [
            ("#pragma unroll", Some("#pragma unroll 4")),
            ("_Pragma(\"unroll\")", Some("_Pragma(\"unroll 4\")")),
            ("__attribute__((opencl_unroll_hint))", Some("__attribute__((opencl_unroll_hint(4)))")),
            ("__attribute__ (( opencl_unroll_hint ))", Some("__attribute__ (( opencl_unroll_hint(4) ))")),
            ("#pragma unroll 4", None),
            ("#pragma unroll /* all */", None),
            ("#pragma clang loop unroll(full)", Some("#pragma clang loop unroll_count(4)")),
            ("#pragma clang loop unroll(enable)", None),
            ("UNROLL", None),
            ("DO_unroll", None),
            ("MY_opencl_unroll_hint", None),
        ] {
            assert_eq!(with(request).as_deref(), expected, "{request}");
        }
    }
}
