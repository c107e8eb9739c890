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
    /// All iterations, where nobody can change how many there are.
    Full,
    /// All iterations, under the condition that the macros of the host have the values that are known.
    Assumed,
    /// A main loop of so many copies over a known number of iterations, and the rest as copies.
    Passes(u32),
    /// A main loop of so many copies with the author's own test, of which the author promises that nothing remains.
    Exact(u32),
    /// A main loop of so many copies up to a computed end, and a remainder.
    Counted(u32, RemainderShape, CopyCounters),
    /// The author's loop over so many copies, with its own test before each but the first.
    Checked(u32, KnownTrips),
    /// So many copies with the author's test before each, and the author's loop for more iterations.
    Rechecked(u64),
    /// So many copies side by side in one inner loop.
    Jam(u32),
}

/// Why a form is not right for a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It would not compute the same, or would pass a limit.
    Declined(Decline),
    /// What its main loop leaves cannot be written so.
    Remainder(RemainderReason),
    /// It is a form for other loops.
    OtherLoops(OtherLoops),
}

/// Which loops a form is for. This loop is not one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherLoops {
    /// Those whose trip count nobody can change.
    FinalTrips,
    /// Those with at least one pass of that factor.
    MoreTrips,
    /// Those that count integers.
    Integers,
    /// Those whose step adds a number.
    AddedStep,
    /// Those whose last step stays within the variable's type.
    NoWrap,
    /// Those whose trip count macros of the host decide, in the branch of a condition that pins them.
    PinnedTrips,
    /// Those with a promise that the trip count is a multiple of the factor, and a test that a main loop can make.
    Promised,
    /// Those whose header holds nothing that the host decides.
    OwnHeader,
}

impl From<Decline> for Refusal {
    fn from(decline: Decline) -> Self {
        Self::Declined(decline)
    }
}

/// What is known of a loop, each fact once it is asked for.
pub struct LoopFacts<'a, 'r, 'u, 't> {
    /// The request and its loop.
    pub asked: &'a PlannedRequest<'a, 'r, 'u, 't>,
    count: OnceCell<Result<TripCount, Decline>>,
    by_host: OnceCell<Option<Decline>>,
    header: OnceCell<Result<CountedHeader<'t>, Decline>>,
}

impl<'a, 'r, 'u, 't> LoopFacts<'a, 'r, 'u, 't> {
    /// The facts of a loop: none is known yet.
    pub fn new(asked: &'a PlannedRequest<'a, 'r, 'u, 't>) -> Self {
        Self { asked, count: OnceCell::new(), by_host: OnceCell::new(), header: OnceCell::new() }
    }

    /// The induction variable.
    pub fn counter(&self) -> Result<Rc<Induction<'t>>, Decline> {
        self.asked.site.counter.clone()
    }

    /// The trip count.
    pub fn count(&self, planner: &Planner<'_, 'u, 't>) -> Result<&TripCount, Decline> {
        let PlannedRequest { wanted, site, body, env, .. } = self.asked;
        let counter = self.counter()?;
        let count = self.count.get_or_init(|| planner.count(site, &counter, body, wanted.amount, env));
        count.as_ref().map_err(Clone::clone)
    }

    /// Why the header, or the value of its step, may be any expression, if it may.
    pub fn decided_by_host(&self, planner: &Planner<'_, 'u, 't>) -> Result<Option<&Decline>, Decline> {
        let counter = self.counter()?;
        Ok(self.by_host.get_or_init(|| planner.decided_by_host(self.asked, &counter)).as_ref())
    }

    /// What the header comes to, if only the run knows the trip count.
    pub fn header(&self, planner: &Planner<'_, 'u, 't>) -> Result<&CountedHeader<'t>, Decline> {
        let counter = self.counter()?;
        let header = self.header.get_or_init(|| planner.counted_header(self.asked, counter));
        header.as_ref().map_err(Clone::clone)
    }
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// The plan of a loop in a form.
    ///
    /// # Errors
    ///
    /// Says why the form is not right for the loop.
    pub fn in_form(&self, facts: &LoopFacts<'_, '_, 'u, 't>, form: LoopForm) -> Result<Unroll<'t>, Refusal> {
        let asked = facts.asked;
        match form {
            LoopForm::Full => self.all_iterations(facts),
            LoopForm::Assumed => self.assumed(facts),
            LoopForm::Passes(factor) => match facts.count(self)? {
                TripCount::Final(header, trips) if *trips >= u64::from(factor) => {
                    self.passes(facts, header, *trips, factor)
                }
                TripCount::Final(..) => Err(Refusal::OtherLoops(OtherLoops::MoreTrips)),
                _ => Err(Refusal::OtherLoops(OtherLoops::FinalTrips)),
            },
            LoopForm::Exact(factor) => {
                let header = self.header_of(facts)?;
                if self.promise_of(facts, header, factor)? != Promise::Kept {
                    return Err(Refusal::OtherLoops(OtherLoops::Promised));
                }
                self.check_meetings(asked, u64::from(factor))?;
                let numbers = Self::exact_numbers(header).ok_or(Refusal::OtherLoops(OtherLoops::Promised))?;
                Ok(self.exact(asked, header, numbers, factor)?)
            }
            LoopForm::Counted(factor, rest, counters) => {
                let header = self.header_of(facts)?;
                let promise = self.promise_of(facts, header, factor)?;
                self.check_counted(asked, header, factor)?;
                if let Some(why) = self.against_rest(asked, header, rest, factor) {
                    return Err(Refusal::Remainder(why));
                }
                let copies = self.with_rest(asked, header, rest, factor)?;
                Ok(Unroll {
                    checks_promise: promise == Promise::Checked,
                    ..self.counted(asked, header, copies, factor, counters)
                })
            }
            LoopForm::Checked(factor, trips) => Ok(self.checked(asked, factor, trips)?),
            LoopForm::Rechecked(trips) => Ok(self.rechecked(asked, trips)?),
            LoopForm::Jam(factor) => Ok(self.jam(asked, factor)?),
        }
    }

    /// All iterations of a loop whose trip count nobody can change.
    fn all_iterations(&self, facts: &LoopFacts<'_, '_, 'u, 't>) -> Result<Unroll<'t>, Refusal> {
        let (asked, counter) = (facts.asked, facts.counter()?);
        match facts.count(self)? {
            TripCount::Final(header, trips) => Ok(self.full(asked, counter, header.clone(), *trips)?),
            TripCount::Ranged(range) => {
                let least = range.least.clone();
                Ok(self.full_in_style(asked, counter, VariableStyle::Stepped, least, range.trips)?)
            }
            TripCount::Hosted(..) | TripCount::HostedRange(_) => Err(Refusal::OtherLoops(OtherLoops::FinalTrips)),
            TripCount::Runtime(range) => {
                let (text, culprit) = (self.function.text_of(range), non_constant_name(self.function, range));
                Ok(self.decline(Reason::RuntimeTrips { text, non_constant: culprit }, range.start)?)
            }
        }
    }

    /// All iterations under a condition, in the branch of that condition.
    fn assumed(&self, facts: &LoopFacts<'_, '_, 'u, 't>) -> Result<Unroll<'t>, Refusal> {
        let (asked, counter) = (facts.asked, facts.counter()?);
        let is_branch = matches!(asked.terms.hosted_trips, HostedTrips::Assumed | HostedTrips::AsWritten);
        let (count, header, trips, style) = match facts.count(self)? {
            TripCount::Hosted(header, trips) => (HostedCount::Known(header, *trips), header, *trips, None),
            TripCount::HostedRange(range) => {
                (HostedCount::Range(range), &range.least, range.trips, Some(VariableStyle::Stepped))
            }
            _ => return Err(Refusal::OtherLoops(OtherLoops::PinnedTrips)),
        };
        let may_assume = is_branch && trips > 0;
        let assumption = if may_assume { self.assumption(&asked.site, &counter, &asked.body, &count) } else { None };
        let assumption = assumption.ok_or(Refusal::OtherLoops(OtherLoops::PinnedTrips))?;
        if asked.terms.hosted_trips == HostedTrips::AsWritten {
            return Ok(self.decline(Reason::InOtherBranch, asked.wanted.token)?);
        }
        let full = match style {
            None => self.full(asked, counter, header.clone(), trips),
            Some(style) => self.full_in_style(asked, counter, style, header.clone(), trips),
        };
        Ok(Unroll { assumption: Some(assumption), ..full? })
    }

    /// Passes of a factor, where their number is known.
    pub fn passes(
        &self,
        facts: &LoopFacts<'_, '_, 'u, 't>,
        header: &HeaderNumbers,
        trips: u64,
        factor: u32,
    ) -> Result<Unroll<'t>, Refusal> {
        let counter = facts.counter()?;
        let stride = match header.advance {
            // No end can be written of a main loop that counts in elements.
            _ if counter.kind == VariableType::Pointer => return Err(Refusal::OtherLoops(OtherLoops::Integers)),
            Advance::Add(stride) => stride,
            Advance::Scale(..) => return Err(Refusal::OtherLoops(OtherLoops::AddedStep)),
        };
        let last = header.start + i128::from(trips) * stride;
        if header.kind.is_some_and(|kind| !kind.holds(last)) {
            // No end of the main loop can be written.
            return Err(Refusal::OtherLoops(OtherLoops::NoWrap));
        }
        Ok(self.blocks(facts.asked, counter, header.clone(), stride, trips, factor)?)
    }

    /// What the header of a loop comes to that can be counted when it starts.
    fn header_of<'f>(&self, facts: &'f LoopFacts<'_, '_, 'u, 't>) -> Result<&'f CountedHeader<'t>, Refusal> {
        let counter = facts.counter()?;
        facts.count(self)?;
        if let Some(token) = facts.asked.body.changes_variable {
            return Ok(self.variable_changes(&counter, token)?);
        }
        if facts.decided_by_host(self)?.is_some() {
            return Err(Refusal::OtherLoops(OtherLoops::OwnHeader));
        }
        Ok(facts.header(self)?)
    }

    /// What the author promises, if a main loop may have so many copies.
    pub fn promise_of(
        &self,
        facts: &LoopFacts<'_, '_, 'u, 't>,
        header: &CountedHeader<'t>,
        factor: u32,
    ) -> Result<Promise, Decline> {
        header.stride().map_or(Ok(()), |stride| self.check_pass(&header.counter, stride, factor))?;
        self.promise(facts.asked.wanted, &facts.asked.site)
    }
}
