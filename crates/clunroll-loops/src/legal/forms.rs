//! Which rewritten forms there are, and the plan of a loop in one of them, or the reason against it.
//!
//! [`Planner::in_form`] is the only way to a plan: the rules of `choose/` ask it for one form after the other until one is right, and
//! `candidates.rs` asks it for all.

use std::cell::OnceCell;
use std::rc::Rc;

use super::assumption::HostedCount;
use super::checked::{KnownTrips, Promise};
use super::counted::{CopyCounters, CountedHeader};
use crate::facts::trip_count::TripCount;
use crate::plan::Unroll;
use crate::plan::shape::{RemainderShape, VariableStyle};
use crate::planner::{PlannedRequest, Planner};
use crate::terms::HostedTrips;
use clunroll_analysis::{Advance, HeaderNumbers, Induction, VariableType, non_constant_name};
use clunroll_rules::{Decline, Reason, RemainderReason};

/// A rewritten form of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopForm {
    /// All iterations, if nothing outside the source can change their number.
    Full,
    /// All iterations, under the condition that the macros of the host have the values that are known.
    Assumed,
    /// A main loop of so many copies over the number of iterations that the same condition gives, and the rest as copies.
    AssumedPasses(u32),
    /// A main loop of so many copies over a known number of iterations, and the rest as copies.
    Passes(u32),
    /// A main loop of so many copies with the author's own test, on the author's promise that no iteration remains.
    Exact(u32),
    /// A main loop of so many copies up to a computed end, and a remainder.
    Counted(u32, RemainderShape, CopyCounters),
    /// All iterations of a loop with several conditions, each inside the test of the one before.
    Guarded,
    /// A main loop of so many copies while the variable is far enough from zero, and the author's own loop.
    Countdown(u32),
    /// The author's loop over so many copies, with its own test before each but the first.
    Checked(u32, KnownTrips),
    /// So many copies with the author's test before each, and the author's loop for more iterations.
    Rechecked(u64),
    /// So many copies side by side in one inner loop.
    Jam(u32),
}

/// Why a form is not right for a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormRefusal {
    /// It would not compute the same, or would pass a limit.
    Declined(Decline),
    /// The remainder of its main loop cannot be written so.
    Remainder(RemainderReason),
    /// It is a form for other loops.
    OtherLoops(OtherLoops),
}

/// Which loops a form is for. This loop is not one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherLoops {
    /// Loops whose trip count nothing outside the source can change.
    FinalTrips,
    /// Loops with at least one pass of that factor.
    MoreTrips,
    /// Loops that count integers.
    Integers,
    /// Loops whose step adds a number.
    AddedStep,
    /// Loops whose last step stays within the variable's type.
    NoWrap,
    /// Loops whose trip count depends on macros of the host, inside a condition that pins them.
    PinnedTrips,
    /// Loops with a promise that the trip count is a multiple of the factor, and a test that a main loop can make.
    Promised,
    /// Loops with several conditions, one of which gives a small number of iterations.
    Conjunctions,
    /// Loops that count a variable down to zero, and end there only.
    Countdowns,
}

impl From<Decline> for FormRefusal {
    fn from(decline: Decline) -> Self {
        Self::Declined(decline)
    }
}

/// The facts about a loop, each computed on demand.
pub struct LoopFacts<'a, 'r, 'u, 't> {
    /// The request and its loop.
    pub planned: &'a PlannedRequest<'a, 'r, 'u, 't>,
    count: OnceCell<Result<TripCount, Decline>>,
    header: OnceCell<Result<CountedHeader<'t>, Decline>>,
}

impl<'a, 'r, 'u, 't> LoopFacts<'a, 'r, 'u, 't> {
    /// The facts of a loop: none is known yet.
    pub(crate) fn new(planned: &'a PlannedRequest<'a, 'r, 'u, 't>) -> Self {
        Self { planned, count: OnceCell::new(), header: OnceCell::new() }
    }

    /// The induction variable.
    pub(crate) fn counter(&self) -> Result<Rc<Induction<'t>>, Decline> {
        self.planned.site.counter.clone()
    }

    /// The trip count.
    pub(crate) fn count(&self, planner: &Planner<'_, 'u, 't>) -> Result<&TripCount, Decline> {
        let PlannedRequest { request, site, body, env, .. } = self.planned;
        let counter = self.counter()?;
        let count = self.count.get_or_init(|| planner.count(site, &counter, body, request.amount, env));
        count.as_ref().map_err(Clone::clone)
    }

    /// The facts about the header, if the trip count is known only at run time.
    pub(crate) fn header(&self, planner: &Planner<'_, 'u, 't>) -> Result<&CountedHeader<'t>, Decline> {
        let counter = self.counter()?;
        let header = self.header.get_or_init(|| planner.counted_header(self.planned, counter));
        header.as_ref().map_err(Clone::clone)
    }
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// The plan of a loop in a form.
    ///
    /// # Errors
    ///
    /// The reason why the form is not right for the loop.
    pub fn in_form(&self, facts: &LoopFacts<'_, '_, 'u, 't>, form: LoopForm) -> Result<Unroll<'t>, FormRefusal> {
        let planned = facts.planned;
        match form {
            LoopForm::Full => self.all_iterations(facts),
            LoopForm::Assumed => self.assumed(facts, None),
            LoopForm::AssumedPasses(factor) => self.assumed(facts, Some(factor)),
            LoopForm::Passes(factor) => match facts.count(self)? {
                TripCount::Final(header, trips) if *trips >= u64::from(factor) => {
                    self.passes(facts, header, *trips, factor)
                }
                TripCount::Final(..) => Err(FormRefusal::OtherLoops(OtherLoops::MoreTrips)),
                _ => Err(FormRefusal::OtherLoops(OtherLoops::FinalTrips)),
            },
            LoopForm::Exact(factor) => {
                let header = self.header_of(facts)?;
                if self.promise_of(facts, header, factor)? != Promise::Kept {
                    return Err(FormRefusal::OtherLoops(OtherLoops::Promised));
                }
                self.check_meetings(planned, u64::from(factor))?;
                let numbers = Self::exact_numbers(header).ok_or(FormRefusal::OtherLoops(OtherLoops::Promised))?;
                Ok(self.exact(planned, header, numbers, factor)?)
            }
            LoopForm::Counted(factor, rest, counters) => {
                let header = self.header_of(facts)?;
                let promise = self.promise_of(facts, header, factor)?;
                self.check_counted(planned, header, factor)?;
                if let Some(why) = self.against_rest(planned, header, rest, factor) {
                    return Err(FormRefusal::Remainder(why));
                }
                let copies = self.with_rest(planned, header, rest, factor)?;
                Ok(Unroll {
                    checks_promise: promise == Promise::Checked,
                    ..self.counted(planned, header, copies, factor, counters)
                })
            }
            LoopForm::Guarded => self.guarded(facts),
            LoopForm::Countdown(factor) => self.countdown(facts, factor),
            LoopForm::Checked(factor, trips) => Ok(self.checked(planned, factor, trips)?),
            LoopForm::Rechecked(trips) => Ok(self.rechecked(planned, trips)?),
            LoopForm::Jam(factor) => Ok(self.jam(planned, factor)?),
        }
    }

    /// All iterations of a loop whose trip count nothing outside the source can change.
    fn all_iterations(&self, facts: &LoopFacts<'_, '_, 'u, 't>) -> Result<Unroll<'t>, FormRefusal> {
        let (planned, counter) = (facts.planned, facts.counter()?);
        match facts.count(self)? {
            TripCount::Final(header, trips) => Ok(self.full(planned, counter, header.clone(), *trips)?),
            TripCount::Ranged(range) => {
                let least = range.least.clone();
                Ok(self.full_in_style(planned, counter, VariableStyle::Stepped, least, range.trips)?)
            }
            TripCount::Hosted(..) | TripCount::HostedRange(_) => Err(FormRefusal::OtherLoops(OtherLoops::FinalTrips)),
            TripCount::Runtime(range) => {
                let (text, culprit) = (self.function.text_of(range), non_constant_name(self.function, range));
                Ok(self.decline(Reason::RuntimeTrips { text, non_constant: culprit }, range.start)?)
            }
        }
    }

    /// All iterations, or passes of a factor, under a condition, in the branch of that condition.
    fn assumed(&self, facts: &LoopFacts<'_, '_, 'u, 't>, passes: Option<u32>) -> Result<Unroll<'t>, FormRefusal> {
        let (planned, counter) = (facts.planned, facts.counter()?);
        let is_branch = matches!(planned.terms.hosted_trips, HostedTrips::Assumed | HostedTrips::AsWritten);
        let (count, header, trips, style) = match facts.count(self)? {
            TripCount::Hosted(header, trips) => (HostedCount::Known(header, *trips), header, *trips, None),
            TripCount::HostedRange(range) => {
                (HostedCount::Range(range), &range.least, range.trips, Some(VariableStyle::Stepped))
            }
            _ => return Err(FormRefusal::OtherLoops(OtherLoops::PinnedTrips)),
        };
        let has_passes = passes.is_none_or(|factor| style.is_none() && trips >= u64::from(factor));
        let may_assume = is_branch && trips > 0 && has_passes;
        let assumption =
            if may_assume { self.assumption(&planned.site, &counter, &planned.body, &count) } else { None };
        let assumption = assumption.ok_or(FormRefusal::OtherLoops(OtherLoops::PinnedTrips))?;
        if planned.terms.hosted_trips == HostedTrips::AsWritten {
            return Ok(self.decline(Reason::InOtherBranch, planned.request.token)?);
        }
        let plan = match (passes, style) {
            (Some(factor), _) => self.passes(facts, header, trips, factor)?,
            (None, None) => self.full(planned, counter, header.clone(), trips)?,
            (None, Some(style)) => self.full_in_style(planned, counter, style, header.clone(), trips)?,
        };
        Ok(Unroll { assumption: Some(assumption), ..plan })
    }

    /// Passes of a factor, where their number is known.
    pub(crate) fn passes(
        &self,
        facts: &LoopFacts<'_, '_, 'u, 't>,
        header: &HeaderNumbers,
        trips: u64,
        factor: u32,
    ) -> Result<Unroll<'t>, FormRefusal> {
        let counter = facts.counter()?;
        let stride = match header.advance {
            // No end can be written of a main loop that counts in elements.
            _ if counter.kind == VariableType::Pointer => return Err(FormRefusal::OtherLoops(OtherLoops::Integers)),
            Advance::Add(stride) => stride,
            Advance::Scale(..) => return Err(FormRefusal::OtherLoops(OtherLoops::AddedStep)),
        };
        let last = header.start + i128::from(trips) * stride;
        if header.kind.is_some_and(|kind| !kind.holds(last)) {
            // No end of the main loop can be written.
            return Err(FormRefusal::OtherLoops(OtherLoops::NoWrap));
        }
        Ok(self.blocks(facts.planned, counter, header.clone(), stride, trips, factor)?)
    }

    /// The facts about the header of a loop that can be counted when it starts.
    fn header_of<'f>(&self, facts: &'f LoopFacts<'_, '_, 'u, 't>) -> Result<&'f CountedHeader<'t>, FormRefusal> {
        let counter = facts.counter()?;
        facts.count(self)?;
        if let Some(token) = facts.planned.body.changes_variable {
            return Ok(self.variable_changes(&counter, token)?);
        }
        Ok(facts.header(self)?)
    }

    /// The author's promise, if a main loop may have so many copies.
    pub(crate) fn promise_of(
        &self,
        facts: &LoopFacts<'_, '_, 'u, 't>,
        header: &CountedHeader<'t>,
        factor: u32,
    ) -> Result<Promise, Decline> {
        header.stride().map_or(Ok(()), |stride| self.check_pass(&header.counter, stride, factor))?;
        self.promise(facts.planned.request, &facts.planned.site)
    }
}
