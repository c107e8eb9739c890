//! The candidates of a loop: every form that it could take, each with its cost, or with the reason against it.
//!
//! Nothing is written for this, and nothing is preferred. The rules of `choose/` take from the same list, one form after the other.
//! A measurement needs all of it.

use super::checked::KnownTrips;
use super::forms::{FormRefusal, LoopFacts, LoopForm};
use super::loads_first::LoadsRefusal;
use crate::directive::marker_text;
use crate::facts::trip_count::{RangedTrips, TripCount};
use crate::host_values::Assumption;
use crate::legal::counted::CopyCounters;
use crate::plan::Unroll;
use crate::plan::shape::{RemainderShape, Shape};
use crate::planner::Planner;
use oclc_syntax::source::Span;

/// A form that a loop could take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateForm {
    /// The loop and no request.
    AsWritten,
    /// The loop and its request, for the compiler of the output.
    LeftToCompiler,
    /// Another form.
    Rewritten(LoopForm),
    /// The same, and the loads of all copies run before the first store.
    LoadsFirst(LoopForm),
}

/// The cost of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Copies of the body.
    pub copies: u64,
    /// About how many bytes are written.
    pub bytes: u64,
    /// Values that it keeps at once beside those of the author's loop.
    pub live: u64,
    /// The conditions on the host's macros; if they fail, the loop stays as written.
    pub condition: Option<Assumption>,
}

/// Why a form is not a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Against {
    /// The form is not right.
    Form(FormRefusal),
    /// The form is right, but its loads stay.
    Loads(LoadsRefusal),
}

/// A form, and whether the loop may take it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The form.
    pub form: CandidateForm,
    /// The cost of the form, or the reason against it.
    pub verdict: Result<Cost, Against>,
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// All candidates of a loop, by these factors. The inner loops of its copies take the forms that the rules give them.
    pub fn candidates(&self, facts: &LoopFacts<'_, '_, 'u, 't>, factors: &[u32]) -> Vec<Candidate> {
        let original = self.function.source_span(&facts.planned.site.tokens).map_or(0, Span::len) as u64;
        let as_it_is = |form, more: usize| {
            let cost = Cost { copies: 1, bytes: original + more as u64, live: 0, condition: None };
            Candidate { form, verdict: Ok(cost) }
        };
        let mut found =
            vec![as_it_is(CandidateForm::AsWritten, 0), as_it_is(CandidateForm::LeftToCompiler, marker_text().len())];
        for form in self.forms(facts, factors) {
            let plan = self.in_form(facts, form);
            let moved = plan.as_ref().ok().map(|plan| self.with_loads_moved(facts.planned, plan));
            let verdict = plan.map(|plan| self.cost(&plan)).map_err(Against::Form);
            found.push(Candidate { form: CandidateForm::Rewritten(form), verdict });
            if let Some(moved) = moved.filter(|moved| !matches!(moved, Err(LoadsRefusal::OtherForms))) {
                let verdict = moved.map(|plan| self.cost(&plan)).map_err(Against::Loads);
                found.push(Candidate { form: CandidateForm::LoadsFirst(form), verdict });
            }
        }
        found
    }

    /// The rewritten forms to examine.
    fn forms(&self, facts: &LoopFacts<'_, '_, 'u, 't>, factors: &[u32]) -> Vec<LoopForm> {
        let trips = match facts.count(self) {
            Ok(TripCount::Final(_, trips) | TripCount::Ranged(RangedTrips { trips, .. })) => KnownTrips::Final(*trips),
            Ok(TripCount::Hosted(_, trips) | TripCount::HostedRange(RangedTrips { trips, .. })) => {
                KnownTrips::Likely(*trips)
            }
            Ok(TripCount::Runtime(_)) | Err(_) => KnownTrips::Unknown,
        };
        let mut forms = vec![LoopForm::Full, LoopForm::Assumed];
        forms.extend(facts.planned.site.conjunction.as_ref().map(|_| LoopForm::Guarded));
        if let KnownTrips::Likely(trips) | KnownTrips::Final(trips) = trips {
            forms.push(LoopForm::Rechecked(trips));
        }
        for &factor in factors {
            forms.extend([LoopForm::Passes(factor), LoopForm::AssumedPasses(factor), LoopForm::Exact(factor)]);
            let rests =
                [RemainderShape::Loop, RemainderShape::Nested, RemainderShape::Switch, RemainderShape::Versions];
            forms.extend(rests.map(|rest| LoopForm::Counted(factor, rest, CopyCounters::OfMainLoop)));
            forms.extend(facts.planned.site.countdown.as_ref().map(|_| LoopForm::Countdown(factor)));
            forms.extend([LoopForm::Checked(factor, trips), LoopForm::Jam(factor)]);
        }
        forms
    }

    /// The cost of a plan.
    fn cost(&self, unroll: &Unroll<'t>) -> Cost {
        let of_jam = unroll.jam.as_ref().map(|jam| {
            let copies = match &unroll.shape {
                Shape::Full { copies, .. } => copies.len() as u64,
                Shape::Blocks { factor, .. } | Shape::Exact { factor, .. } | Shape::Counted { factor, .. } => {
                    u64::from(*factor)
                }
                Shape::Countdown { .. } | Shape::Guarded { .. } | Shape::Rechecked { .. } | Shape::Checked { .. } => 1,
            };
            self.values_alive(jam, copies)
        });
        let of_loads = unroll.loads.as_ref().map(|moved| moved.arrays.iter().map(|array| array.constants).sum());
        Cost {
            copies: unroll.copies,
            bytes: unroll.size.bytes,
            live: of_jam.or(of_loads).unwrap_or(0),
            condition: unroll.assumption.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
