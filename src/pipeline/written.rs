//! What was done: one report for each request, and the replacements.

use super::{Outcomes, Run};
use crate::directive::{MARKER, asks_for_extension, extension_definition, extension_pragmas};
use crate::outcome::{Done, Form};
use crate::rules::Finding;
use crate::source::{FileId, Replacement, Span};
use crate::unroll::{Fallback, Plan, Region, Shape, Text, Wanted, directive_extent, write};

impl Run<'_> {
    /// Turns what happened in all copies into one report for each request.
    pub(super) fn settle(&mut self, numbers: &[usize], outcomes: Outcomes) {
        for (at, outcome) in outcomes {
            match outcome {
                Ok(done) => {
                    // Unrolled in one copy, it has been of use, whatever is left in another.
                    if matches!(done, Done::Unrolled { .. }) {
                        self.candidates[at].done = Some(done);
                    }
                    self.candidates[at].done.get_or_insert(done);
                    self.note_dropped(at, done);
                }
                Err(decline) => self.decline(at, decline),
            }
        }
        for &at in numbers {
            // A request in a loop that runs not once is gone with it.
            let gone = Done::Unrolled { form: Form::Full, factor: None, trips: Some(0), copies: 0 };
            self.candidates[at].done.get_or_insert(gone);
        }
    }

    /// Tells what stood before the loop and is not in the output.
    pub(super) fn note_dropped(&mut self, at: usize, done: Done) {
        let Done::Unrolled { form, .. } = done else { return };
        let candidate = &mut self.candidates[at];
        let pragma = candidate.request.place;
        let keeps_loop = form != Form::Full;
        for place in candidate.request.prefix.dropped(keeps_loop) {
            if !candidate.dropped.contains(&place) {
                candidate.dropped.push(place);
                self.findings.push(Finding::Dropped { pragma, place, keeps_loop });
            }
        }
    }

    /// Tells of remainders that are not written as they were asked for, once for each request.
    pub(super) fn note_fallbacks(&mut self, fallbacks: Vec<(usize, Fallback)>) {
        for (at, Fallback { wanted, why }) in fallbacks {
            let pragma = self.candidates[at].request.place;
            let finding = Finding::RemainderIsLoop { pragma, wanted, why };
            if !self.findings.contains(&finding) {
                self.findings.push(finding);
            }
        }
    }

    /// Where the file speaks of the extension itself.
    pub(super) fn extension(&mut self) {
        let (unit, file) = (self.unit, &self.unit.sources[FileId::MAIN]);
        if self.options.provide_extension {
            let directives = extension_pragmas(unit).into_iter();
            self.edits.extend(directives.map(|span| (directive_extent(file, span), Text::made(""))));
            let definition = extension_definition(unit);
            self.edits.extend(definition.map(|(at, text)| (Span::new(at, at), Text::Made(text))));
            return;
        }
        let requests = self.candidates.iter().map(|candidate| &candidate.request);
        let asking = asks_for_extension(unit, requests);
        self.findings.extend(
            asking.into_iter().map(|(condition, request)| Finding::ExtensionNotProvided { condition, request }),
        );
    }

    pub(super) fn write(&mut self) -> Vec<Replacement> {
        let unit = self.unit;
        let file = &unit.sources[FileId::MAIN];
        let protected = |offset: u32| unit.is_inside_spliced(offset);
        let mut edits = std::mem::take(&mut self.edits);
        if !edits.is_empty() {
            let ends = self.marked.iter().map(|&request| self.candidates[request].request.place.span.end);
            edits.extend(ends.map(|end| (Span::new(end, end), Text::Made(format!(" /* {MARKER} */")))));
        }
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        let mut replacements: Vec<Replacement> = Vec::new();
        for (span, text) in edits {
            let at = replacements.last().map_or(0, |last| last.span.end);
            let span = Span::new(span.start.max(at), span.end.max(at));
            replacements.push(Replacement { span, bytes: write(&text, file, self.layout.line_end, &protected) });
        }
        replacements
    }
}

/// What the plans of a region did about each request, in all copies; `wanted` are those that they were made for.
pub(super) fn outcomes(region: &Region<'_>, wanted: &[Wanted<'_, '_>]) -> Outcomes {
    let mut outcomes = Vec::new();
    collect(region, wanted, &mut outcomes);
    outcomes
}

/// The remainders of a region, in all copies, that are not written as they were asked for.
pub(super) fn fallbacks(region: &Region<'_>, wanted: &[Wanted<'_, '_>]) -> Vec<(usize, Fallback)> {
    let mut found = Vec::new();
    for (index, plan) in region {
        if let Plan::Unroll(unroll) = plan {
            found.extend(unroll.fallback.map(|fallback| (wanted[*index].number, fallback)));
            found.extend(unroll.shape.regions().flat_map(|inner| fallbacks(inner, wanted)));
        }
    }
    found.dedup();
    found
}

fn collect(region: &Region<'_>, wanted: &[Wanted<'_, '_>], outcomes: &mut Outcomes) {
    for (index, plan) in region {
        let request = wanted[*index].number;
        let unroll = match plan {
            Plan::NotAsked => {
                outcomes.push((request, Ok(Done::NotAsked)));
                continue;
            }
            Plan::Left(decline) => {
                outcomes.push((request, Err(decline.clone())));
                continue;
            }
            Plan::Unroll(unroll) => unroll,
        };
        let (form, factor) = match &unroll.shape {
            Shape::Full { .. } => (Form::Full, None),
            Shape::Blocks { factor, .. } | Shape::Counted { factor, .. } | Shape::Exact { factor, .. } => {
                (Form::Counted, Some(*factor))
            }
            Shape::Rechecked { .. } => (Form::Rechecked, None),
            Shape::Checked { factor, .. } => (Form::Checked, Some(*factor)),
        };
        let done = Done::Unrolled { form, factor, trips: unroll.trips, copies: unroll.copies };
        outcomes.push((request, Ok(done)));
        for inner in unroll.shape.regions() {
            collect(inner, wanted, outcomes);
        }
    }
}
