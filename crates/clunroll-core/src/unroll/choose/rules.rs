//! Which form a loop takes, and its plan in that form.
//!
//! The trip count decides: final, it is baked in; resting on the host, it only sizes the re-checked form; known only to
//! the run, it is computed in the output, if everything that it is computed from stays the same while the loop runs
//! (`choose/counted.rs`). Where it cannot be computed, a loop that is asked for by a factor keeps its own test before each copy,
//! which is right for every loop there is.

use std::rc::Rc;

use crate::analysis::{Advance, Body, Env, HeaderNumbers, Induction, Loop, VariableType, non_constant_name};
use crate::limits::MAX_STRAIGHT_COPIES;
use crate::outcome::Amount;
use crate::unroll::facts::trip_count::TripCount;
use crate::unroll::legal::assumption::HostedCount;
use crate::unroll::plan::Unroll;
use crate::unroll::plan::shape::{Fallback, VariableStyle};
use crate::unroll::planner::{BoundRequest, PlannedRequest, Planner, Settled};
use crate::unroll::terms::Terms;
use clunroll_rules::{Decline, Reason};

impl<'u, 't> Planner<'_, 'u, 't> {
    /// The plan of one loop.
    pub fn unroll(&self, wanted: &BoundRequest<'_, 'u>, env: &Env, terms: Terms<'_>) -> Result<Unroll<'t>, Decline> {
        let (site, body) = self.examined(wanted, terms)?;
        let asked = &PlannedRequest { wanted, site, body, env, terms };
        Ok(self.with_loads_first(asked, self.in_form(asked)?))
    }

    /// The same, before anything is moved in it.
    fn in_form(&self, asked: &PlannedRequest<'_, '_, 'u, 't>) -> Result<Unroll<'t>, Decline> {
        let wanted = asked.wanted;
        let settled = match self.settled.get(&wanted.number) {
            Some(&Settled::Copies(trips)) => Some(Some(trips)),
            Some(Settled::Passes) => Some(None),
            Some(Settled::Left(_)) | None => None,
        };
        match (wanted.amount, settled) {
            (Amount::Jam(factor), _) => self.jam(asked, factor, settled.is_some()),
            (Amount::By(factor), Some(trips)) => self.hosted(asked, factor, trips),
            (Amount::By(factor), None) => match self.by(asked, factor) {
                Err(decline) if keeps_its_test(&decline.reason, &asked.body) => {
                    let plan = self.checked(asked, factor, None);
                    let is_divergent = matches!(decline.reason, Reason::Divergent(_) | Reason::DivergentStep(_));
                    if is_divergent
                        && matches!(&plan, Err(tests) if matches!(tests.reason, Reason::TestsBetweenBarriers(_)))
                    {
                        // What keeps it from being counted tells more than that it would have to be tested.
                        return Err(decline);
                    }
                    // Nobody expects the trips of a loop without a step to be counted.
                    let fallback = asked.site.has_step.then_some(Fallback::Tests(decline));
                    Ok(Unroll { fallback, ..plan? })
                }
                plan => plan,
            },
            (_, Some(Some(trips))) => self.rechecked(asked, trips),
            (_, _) => self.fully(asked),
        }
    }

    /// Fully, as often as it runs.
    fn fully(&self, asked: &PlannedRequest<'_, '_, 'u, 't>) -> Result<Unroll<'t>, Decline> {
        if let Some(decline) = &asked.site.no_trip_count {
            return Err(decline.clone());
        }
        let counter = asked.site.counter.clone()?;
        match self.count(&asked.site, &counter, &asked.body, asked.wanted.amount, asked.env)? {
            TripCount::Final(header, trips) => self.full(asked, counter, header, trips),
            TripCount::Ranged(range) => {
                self.full_in_style(asked, counter, VariableStyle::Stepped, range.least, range.trips)
            }
            TripCount::Hosted(header, trips) => self.hosted_fully(asked, counter, &HostedCount::Known(&header, trips)),
            TripCount::HostedRange(range) => self.hosted_fully(asked, counter, &HostedCount::Range(&range)),
            TripCount::Runtime(range) => {
                let (text, culprit) = (self.function.text_of(&range), non_constant_name(self.function, &range));
                self.decline(Reason::RuntimeTrips { text, non_constant: culprit }, range.start)
            }
        }
    }

    /// By a factor, with as few tests as can be.
    fn by(&self, asked: &PlannedRequest<'_, '_, 'u, 't>, factor: u32) -> Result<Unroll<'t>, Decline> {
        let counter = asked.site.counter.clone()?;
        match self.count(&asked.site, &counter, &asked.body, asked.wanted.amount, asked.env)? {
            TripCount::Final(header, trips)
                if trips == 2 * u64::from(factor) && trips <= MAX_STRAIGHT_COPIES && self.stands_alone(&asked.site) =>
            {
                let straight = self.full(asked, Rc::clone(&counter), header.clone(), trips);
                straight.or_else(|_| self.whole_passes(asked, counter, header, trips, factor))
            }
            TripCount::Final(header, trips) if trips >= 2 * u64::from(factor) => {
                self.whole_passes(asked, counter, header, trips, factor)
            }
            TripCount::Final(header, trips) => self.full(asked, counter, header, trips),
            TripCount::Ranged(range) if range.trips <= u64::from(factor) => {
                self.full_in_style(asked, counter, VariableStyle::Stepped, range.least, range.trips)
            }
            TripCount::HostedRange(range) if range.trips <= u64::from(factor) => {
                self.hosted_fully(asked, counter, &HostedCount::Range(&range))
            }
            TripCount::Hosted(_, trips) if trips > u64::from(factor) && asked.body.changes_variable.is_none() => {
                // The host may be behind the value of a variable, or of a launch: a run knows these before the loop starts.
                match self.runtime(asked, counter, factor) {
                    Err(decline) if keeps_its_test(&decline.reason, &asked.body) => {
                        self.checked(asked, factor, Some(trips))
                    }
                    plan => plan,
                }
            }
            TripCount::Hosted(header, trips) if trips <= u64::from(factor) => {
                self.hosted_fully(asked, counter, &HostedCount::Known(&header, trips))
            }
            TripCount::Hosted(_, trips) => self.checked(asked, factor, Some(trips)),
            TripCount::Ranged(_) | TripCount::HostedRange(_) | TripCount::Runtime(_) => {
                self.runtime(asked, counter, factor)
            }
        }
    }

    /// Two or more passes of a factor, where their number is known.
    pub fn whole_passes(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        counter: Rc<Induction<'t>>,
        header: HeaderNumbers,
        trips: u64,
        factor: u32,
    ) -> Result<Unroll<'t>, Decline> {
        match header.advance {
            // No end can be written of a main loop that counts in elements.
            _ if counter.kind == VariableType::Pointer => self.runtime(asked, counter, factor),
            Advance::Add(stride) => self.blocks(asked, counter, header, stride, trips, factor),
            Advance::Scale(..) => self.checked_final(asked, factor, trips),
        }
    }

    /// Whether no other request stands in the loop, and no other loop around it.
    fn stands_alone(&self, site: &Loop<'_>) -> bool {
        self.is_innermost(site) && !self.function.loops_around.contains_key(&site.tokens.start)
    }

    /// Whether no other request stands in the loop.
    pub fn is_innermost(&self, site: &Loop<'_>) -> bool {
        let body = self.function.tokens(site.body);
        let at = self.wanted.partition_point(|wanted| wanted.token < body.start);
        self.wanted.get(at).is_none_or(|next| next.token >= body.end)
    }
}

/// Whether a loop may be written with its own test before each copy where that is the reason against anything better.
/// A limit holds for that form as well, and so does what is against tests; a loop that runs once, or that another branch of a
/// choice unrolls, stays; and of a loop that does not end, the author should
/// hear.
fn keeps_its_test(reason: &Reason, body: &Body) -> bool {
    match reason {
        Reason::TooManyCopies(..)
        | Reason::TooMuchText { .. }
        | Reason::TestsBetweenBarriers(_)
        | Reason::ManyMeetings(..)
        | Reason::TestedMeetings { .. }
        | Reason::ConditionalMeetings { .. }
        | Reason::OneTrip
        | Reason::InOtherBranch => false,
        Reason::NeverEnds(_) => body.exits.may_end(),
        _ => true,
    }
}
