//! The results: one report for each request, and the replacements.

use super::{FileRewriter, Outcomes};
use crate::outcome::{Arrangement, Done, Form, LoadOrder, RemainderForm};
use clunroll_loops::directive::{asks_for_extension, extension_definition, extension_pragmas};
use clunroll_loops::{
    BoundRequest, Fallback, InnerPlans, Planner, RemainderShape, RequestPlan, Shape, Text, TextEdits, directive_extent,
    write,
};
use clunroll_rules::{DroppedWithLoop, ExtensionNotProvided, Finding, RemainderWithoutProof, TestedBeforeEachCopy};
use oclc_syntax::source::{FileId, Place, Replacement, SourceFile, Span};

impl FileRewriter<'_, '_> {
    /// Combines the results in all copies into one report for each request.
    pub(super) fn settle(&mut self, numbers: &[usize], outcomes: Outcomes) {
        for (at, outcome) in outcomes {
            match outcome {
                Ok(done) => {
                    // A request counts as unrolled if one copy is, even if another copy declines.
                    self.note_dropped(at, &done);
                    if matches!(done, Done::Unrolled { .. }) {
                        self.pending[at].done = Some(done);
                    } else {
                        self.pending[at].done.get_or_insert(done);
                    }
                }
                Err(decline) => self.decline(at, decline),
            }
        }
        for &at in numbers {
            // A request in a loop without iterations is removed with it.
            let gone = || Done::Unrolled {
                form: Form::Full,
                arrangement: Arrangement::InTurn,
                factor: None,
                trips: Some(0),
                copies: 0,
                remainder: RemainderForm::None,
                loads: LoadOrder::InPlace,
                guards: Vec::new(),
                condition: None,
            };
            self.pending[at].done.get_or_insert_with(gone);
        }
    }

    /// Notes the text before the loop that is not in the output.
    pub(super) fn note_dropped(&mut self, at: usize, done: &Done) {
        let Done::Unrolled { form, .. } = done else { return };
        let pending_request = &mut self.pending[at];
        let pragma = pending_request.request.place;
        let keeps_loop = *form != Form::Full;
        for place in pending_request.request.prefix.dropped(keeps_loop) {
            if !pending_request.dropped.contains(&place) {
                pending_request.dropped.push(place);
                self.findings.push(Finding::of_request(pragma, place, DroppedWithLoop { keeps_loop }));
            }
        }
    }

    /// Reports loops that are not written in a better form, once for each request and reason.
    pub(super) fn note_fallbacks(&mut self, fallbacks: Vec<(usize, Fallback)>) {
        for (at, fallback) in fallbacks {
            let pragma = self.pending[at].request.place;
            let finding = match fallback {
                Fallback::Remainder { wanted, why } => {
                    Finding::of_request(pragma, pragma, RemainderWithoutProof { wanted, why })
                }
                Fallback::Tests(decline) => {
                    let unread = self.unread_definer(at, &decline);
                    Finding::of_request(pragma, decline.place, TestedBeforeEachCopy { reason: decline.reason, unread })
                }
            };
            if !self.findings.contains(&finding) {
                self.findings.push(finding);
            }
        }
    }

    /// The edits to text about the extension itself; reports a request for the extension that nothing provides.
    fn extension(&mut self) -> TextEdits {
        let (unit, file) = (self.unit, &self.unit.sources[FileId::MAIN]);
        if self.file.options.provide_extension {
            let directives = extension_pragmas(unit).into_iter();
            let taken_out = directives.map(|span| (directive_extent(file, span), Text::made("")));
            let definition = extension_definition(unit);
            return taken_out.chain(definition.map(|(at, text)| (Span::new(at, at), Text::Made(text)))).collect();
        }
        let requests = self.pending.iter().map(|pending_request| &pending_request.request);
        let asking = asks_for_extension(unit, requests);
        self.findings.extend(
            asking
                .into_iter()
                .map(|(condition, request)| Finding::of_request(request, condition, ExtensionNotProvided { request })),
        );
        TextEdits::new()
    }

    /// All edits, in rising order; none if the run stops before.
    pub(super) fn write(&mut self) -> Vec<Replacement> {
        let unit = self.unit;
        let file = &unit.sources[FileId::MAIN];
        let protected = |offset: u32| unit.may_begin_inside(offset);
        let mut others = self.extension();
        if self.file.options.stops_after_choice {
            return Vec::new();
        }
        let mut edits = std::mem::take(&mut self.edits);
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        // A request in a written loop belongs to that loop's text.
        others.retain(|(span, _)| {
            let behind = edits.partition_point(|(edit, _)| edit.start < span.start || edit == span);
            behind.checked_sub(1).is_none_or(|last| edits[last].0.end < span.end)
        });
        edits.extend(others);
        edits.sort_by_key(|(span, _)| (span.start, span.end));
        let owners = self.owners();
        let mut replacements: Vec<Replacement> = Vec::new();
        for (span, text) in edits {
            let choice = self.choice_meeting(span).map(|(_, request)| request);
            let request = choice.or_else(|| owner(&owners, file, span));
            let end = replacements.last().map_or(0, |last| last.span.end);
            debug_assert!(end <= span.start, "{span:?} is written twice");
            let written = write(&text, span, file, self.file.layout.line_end, &protected);
            replacements.push(Replacement { request, ..written });
        }
        replacements
    }

    /// The spans of each request with the tokens between it and its loop, including the first byte of the loop.
    fn owners(&self) -> Vec<(Span, Place)> {
        let of = |at: usize| {
            let request = &self.pending[at].request;
            let head = self.unit.code.get(request.prefix.head).filter(|head| head.file == FileId::MAIN);
            // The pieces are in their order, and many requests may share them.
            let first = request.prefix.pieces.first().map(|piece| piece.place);
            let places = first.into_iter().chain([request.place]).filter(|place| place.file == FileId::MAIN);
            let span = places.map(|place| place.span).reduce(Span::to)?;
            Some((Span::new(span.start, head.map_or(span.end, |head| head.span.start.max(span.end))), request.place))
        };
        // If several requests are for one loop, the one that was carried out comes last.
        let is_unrolled = |&at: &usize| matches!(self.pending[at].done, Some(Done::Unrolled { .. }));
        let (unrolled, others): (Vec<_>, Vec<_>) = (0..self.pending.len()).partition(is_unrolled);
        let mut owners: Vec<_> = others.into_iter().chain(unrolled).filter_map(of).collect();
        owners.sort_by_key(|(span, _)| span.start);
        owners
    }
}

/// The request that a replacement is made for.
fn owner(owners: &[(Span, Place)], file: &SourceFile, replaced: Span) -> Option<Place> {
    // The white space before a directive belongs to it.
    let blanks = file.slice(replaced).iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let start = replaced.start + blanks as u32;
    let next = owners.partition_point(|(span, _)| span.start <= start);
    let before = next.checked_sub(1).map(|last| owners[last]).filter(|(span, _)| start <= span.end);
    // A loop that is written in versions begins before its request.
    let inside = || owners.get(next).copied().filter(|(span, _)| span.end <= replaced.end);
    before.or_else(inside).map(|(_, request)| request)
}

/// The results of the inner plans for each request, in all copies.
pub(super) fn outcomes<'t>(inner_plans: &InnerPlans<'t>, planner: &Planner<'_, '_, 't>) -> Outcomes {
    let mut outcomes = Vec::new();
    collect(inner_plans, planner, None, &mut outcomes);
    outcomes
}

/// The loops of inner plans, in all copies, that are not written in a better form, by the numbers of their requests.
pub(super) fn fallbacks(inner_plans: &InnerPlans<'_>, wanted: &[BoundRequest<'_, '_>]) -> Vec<(usize, Fallback)> {
    let mut found = Vec::new();
    for (index, plan) in inner_plans {
        if let RequestPlan::Choice(choice) = plan {
            found.extend(fallbacks(&choice.assumed, wanted));
        }
        if let RequestPlan::Unroll(unroll) = plan {
            found.extend(unroll.fallback.clone().map(|fallback| (wanted[*index].number, fallback)));
            found.extend(unroll.shape.inner_plans().flat_map(|inner| fallbacks(inner, wanted)));
        }
    }
    found.dedup();
    found
}

/// Adds the result for each request; `condition` is the condition of a choice around them. The other branch of the choice is not reported.
fn collect<'t>(
    inner_plans: &InnerPlans<'t>,
    planner: &Planner<'_, '_, 't>,
    condition: Option<&str>,
    outcomes: &mut Outcomes,
) {
    for (index, plan) in inner_plans {
        let request = planner.requests[*index].number;
        let unroll = match plan {
            RequestPlan::NotAsked => {
                outcomes.push((request, Ok(Done::NotAsked)));
                continue;
            }
            RequestPlan::Left(decline) => {
                outcomes.push((request, Err(decline.clone())));
                continue;
            }
            RequestPlan::Choice(choice) => {
                collect(&choice.assumed, planner, Some(&choice.condition().to_string()), outcomes);
                continue;
            }
            RequestPlan::Unroll(unroll) => unroll,
        };
        let (form, factor, remainder) = match &unroll.shape {
            Shape::Full { .. } | Shape::Guarded { .. } => (Form::Full, None, RemainderForm::None),
            Shape::Blocks { factor, rest, .. } if rest.is_empty() => {
                (Form::Counted, Some(*factor), RemainderForm::None)
            }
            Shape::Blocks { factor, .. } => (Form::Counted, Some(*factor), RemainderForm::Straight),
            Shape::Exact { factor, .. } => (Form::Counted, Some(*factor), RemainderForm::None),
            Shape::Counted { factor, rest, .. } => {
                let remainder = match rest {
                    RemainderShape::Loop => RemainderForm::Loop,
                    RemainderShape::Nested => RemainderForm::Nested,
                    RemainderShape::Switch => RemainderForm::Switch,
                    RemainderShape::Versions => RemainderForm::Versions,
                };
                (Form::Counted, Some(*factor), remainder)
            }
            Shape::Countdown { factor, .. } => (Form::Counted, Some(*factor), RemainderForm::Loop),
            Shape::Rechecked { .. } => (Form::Rechecked, None, RemainderForm::Loop),
            Shape::Checked { factor, .. } => (Form::Checked, Some(*factor), RemainderForm::None),
        };
        let guards =
            if matches!(form, Form::Rechecked | Form::Checked) { planner.guards(&unroll.site) } else { Vec::new() };
        let loads = match &unroll.loads_problem {
            _ if unroll.loads.is_some() => LoadOrder::First,
            Some(problem) => LoadOrder::Blocked(problem.clone()),
            None => LoadOrder::InPlace,
        };
        let (trips, copies) = (unroll.trips, unroll.copies);
        let under = condition.map(str::to_owned);
        let arrangement = if unroll.jam.is_some() { Arrangement::Jammed } else { Arrangement::InTurn };
        let done =
            Done::Unrolled { form, arrangement, factor, trips, copies, remainder, loads, guards, condition: under };
        outcomes.push((request, Ok(done)));
        for inner in unroll.shape.inner_plans() {
            collect(inner, planner, condition, outcomes);
        }
    }
}
