//! Which form a loop takes, and its plan in that form.
//!
//! The trip count decides: final, it is baked in; resting on the host, it only sizes the re-checked form; known only to the run, it is
//! computed in the output, if everything that it is computed from stays the same while the loop runs (`choose/counted.rs`). A loop that only
//! counts down to zero needs no trip count. Where none can be computed otherwise, a loop with a factor keeps its own test before each copy,
//! which is right for every loop.

use crate::amount::Amount;
use crate::facts::trip_count::{RangedTrips, TripCount};
use crate::legal::checked::KnownTrips;
use crate::legal::forms::{FormRefusal, LoopFacts, LoopForm, OtherLoops};
use crate::limits::MAX_STRAIGHT_COPIES;
use crate::plan::Unroll;
use crate::plan::shape::Fallback;
use crate::planner::{PlannedRequest, Planner, Settled};
use crate::policy::Policy;
use clunroll_analysis::{Body, HeaderNumbers, Loop};
use clunroll_rules::{Decline, Reason};

/// The rules of today: the form follows from the request, the trip count and the settings alone.
#[derive(Clone, Copy, Debug)]
pub struct Rules;

impl Policy for Rules {
    fn choose<'u, 't>(
        &self,
        planner: &Planner<'_, 'u, 't>,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
    ) -> Result<Unroll<'t>, Decline> {
        Ok(planner.with_loads_first(planned, planner.by_rules(&LoopFacts::new(planned))?))
    }
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// The plan of a loop, before any load moves in it.
    fn by_rules(&self, facts: &LoopFacts<'_, '_, 'u, 't>) -> Result<Unroll<'t>, Decline> {
        let planned = facts.planned;
        let settled = match self.settled.get(&planned.request.number) {
            Some(&Settled::Copies(trips)) => Some(Some(trips)),
            Some(Settled::Passes) => Some(None),
            Some(Settled::Left(_) | Settled::Stepped) | None => None,
        };
        match (planned.request.amount, settled) {
            (Amount::Jam(factor), _) => self.sure_form(facts, LoopForm::Jam(factor)),
            (Amount::By(factor), Some(trips)) => self.hosted(facts, factor, trips),
            (Amount::By(factor), None) => match self.by(facts, factor) {
                Err(decline) if keeps_its_test(&decline.reason, &planned.body) => {
                    if let Ok(plan) = self.in_form(facts, LoopForm::Countdown(factor)) {
                        return Ok(plan);
                    }
                    let uncounted = planned.site.has_step.then_some(&decline);
                    let plan = self.worthwhile_form(facts, LoopForm::Checked(factor, KnownTrips::Unknown), uncounted);
                    let is_divergent = matches!(decline.reason, Reason::Divergent(_) | Reason::DivergentStep(_));
                    if is_divergent
                        && matches!(&plan, Err(tests) if matches!(tests.reason, Reason::TestsBetweenBarriers(_)))
                    {
                        // The reason why the loop cannot be counted explains more than the fact that it needs tests.
                        return Err(decline);
                    }
                    // Users do not expect clunroll to count the iterations of a loop without a step.
                    let fallback = planned.site.has_step.then_some(Fallback::Tests(decline));
                    Ok(Unroll { fallback, ..plan? })
                }
                plan => plan,
            },
            (_, Some(Some(trips))) => self.sure_form(facts, LoopForm::Rechecked(trips)),
            (_, _) => self.fully(facts),
        }
    }

    /// Fully, as often as it runs.
    fn fully(&self, facts: &LoopFacts<'_, '_, 'u, 't>) -> Result<Unroll<'t>, Decline> {
        if let Ok(plan) = self.in_form(facts, LoopForm::Guarded) {
            return Ok(plan);
        }
        if let Some(decline) = &facts.planned.site.no_trip_count {
            return Err(decline.clone());
        }
        match *facts.count(self)? {
            TripCount::Hosted(_, trips) | TripCount::HostedRange(RangedTrips { trips, .. }) => {
                self.hosted_fully(facts, trips)
            }
            _ => self.sure_form(facts, LoopForm::Full),
        }
    }

    /// By a factor, with as few tests as can be.
    fn by(&self, facts: &LoopFacts<'_, '_, 'u, 't>, factor: u32) -> Result<Unroll<'t>, Decline> {
        let (planned, copies) = (facts.planned, u64::from(factor));
        match facts.count(self)? {
            TripCount::Final(header, trips) if *trips >= 2 * copies => {
                let is_short = self.is_straight(&planned.site, *trips, factor);
                let straight = is_short.then(|| self.in_form(facts, LoopForm::Full));
                straight.and_then(Result::ok).map_or_else(|| self.whole_passes(facts, header, *trips, factor), Ok)
            }
            TripCount::Final(..) => self.sure_form(facts, LoopForm::Full),
            TripCount::Ranged(range) if range.trips <= copies => self.sure_form(facts, LoopForm::Full),
            &(TripCount::Hosted(_, trips) | TripCount::HostedRange(RangedTrips { trips, .. })) if trips <= copies => {
                self.hosted_fully(facts, trips)
            }
            TripCount::Hosted(_, trips) if planned.body.changes_variable.is_none() => {
                if let Some(plan) = self.hosted_passes(facts, factor, *trips) {
                    return plan;
                }
                // The host may decide the value of a variable, or of a launch: a run knows these before the loop starts.
                match self.runtime(facts, factor) {
                    Err(decline)
                        if keeps_its_test(&decline.reason, &planned.body)
                            && !matches!(decline.reason, Reason::HostDecides(_)) =>
                    {
                        self.sure_form(facts, LoopForm::Checked(factor, KnownTrips::Likely(*trips)))
                    }
                    plan => plan,
                }
            }
            TripCount::Hosted(_, trips) => self.sure_form(facts, LoopForm::Checked(factor, KnownTrips::Likely(*trips))),
            TripCount::Ranged(_) | TripCount::HostedRange(_) | TripCount::Runtime(_) => self.runtime(facts, factor),
        }
    }

    /// Two or more passes of a factor, where their number is known.
    pub(crate) fn whole_passes(
        &self,
        facts: &LoopFacts<'_, '_, 'u, 't>,
        header: &HeaderNumbers,
        trips: u64,
        factor: u32,
    ) -> Result<Unroll<'t>, Decline> {
        let checked = |trips| self.sure_form(facts, LoopForm::Checked(factor, trips));
        match self.passes(facts, header, trips, factor) {
            Err(FormRefusal::OtherLoops(OtherLoops::Integers)) => self.runtime(facts, factor),
            Err(FormRefusal::OtherLoops(OtherLoops::AddedStep)) => checked(KnownTrips::Final(trips)),
            Err(FormRefusal::OtherLoops(OtherLoops::NoWrap)) => checked(KnownTrips::Likely(trips)),
            plan => plan.map_err(|refusal| self.reason_of(facts, refusal)),
        }
    }

    /// The first of some forms that is not for other loops; the last one is for all loops that come here.
    pub(crate) fn first_form(
        &self,
        facts: &LoopFacts<'_, '_, 'u, 't>,
        order: &[LoopForm],
    ) -> Result<Unroll<'t>, Decline> {
        let (last, first) = order.split_last().unwrap_or((&LoopForm::Full, &[]));
        for form in first {
            match self.in_form(facts, *form) {
                Err(FormRefusal::OtherLoops(_)) => {}
                plan => return plan.map_err(|refusal| self.reason_of(facts, refusal)),
            }
        }
        self.sure_form(facts, *last)
    }

    /// A form that is for all loops that come here.
    pub(crate) fn sure_form(&self, facts: &LoopFacts<'_, '_, 'u, 't>, form: LoopForm) -> Result<Unroll<'t>, Decline> {
        self.worthwhile_form(facts, form, None)
    }

    /// The same, if tests before the copies cost nothing.
    fn worthwhile_form(
        &self,
        facts: &LoopFacts<'_, '_, 'u, 't>,
        form: LoopForm,
        uncounted: Option<&Decline>,
    ) -> Result<Unroll<'t>, Decline> {
        self.check_cost_of_tests(facts, form, uncounted)?;
        self.in_form(facts, form).map_err(|refusal| self.reason_of(facts, refusal))
    }

    /// The reason that a user reads. The last form that the rules try is never one for other loops; if it were, the loop would stay as
    /// written, with a generic reason.
    pub fn reason_of(&self, facts: &LoopFacts<'_, '_, 'u, 't>, refusal: FormRefusal) -> Decline {
        match refusal {
            FormRefusal::Declined(decline) => decline,
            FormRefusal::Remainder(_) | FormRefusal::OtherLoops(_) => {
                self.function.unreadable(facts.planned.request.token)
            }
        }
    }

    /// Whether so many iterations are written one after the other rather than as two passes.
    pub(crate) fn is_straight(&self, site: &Loop<'_>, trips: u64, factor: u32) -> bool {
        trips == 2 * u64::from(factor) && trips <= MAX_STRAIGHT_COPIES && self.stands_alone(site)
    }

    /// Whether the loop neither contains nor is inside another requested loop.
    fn stands_alone(&self, site: &Loop<'_>) -> bool {
        self.is_innermost(site) && !self.function.loops_around.contains_key(&site.tokens.start)
    }

    /// Whether the loop contains no other request.
    pub fn is_innermost(&self, site: &Loop<'_>) -> bool {
        let body = self.function.tokens(site.body);
        let at = self.requests.partition_point(|request| request.token < body.start);
        self.requests.get(at).is_none_or(|next| next.token >= body.end)
    }
}

/// Whether a loop may be written with its own test before each copy if this is the reason against all better forms. A limit is against that
/// form too, and so is the cost of its tests. A loop that runs once, or that another branch of a choice unrolls, stays. A loop that never
/// ends is reported.
fn keeps_its_test(reason: &Reason, body: &Body) -> bool {
    match reason {
        Reason::TooManyCopies(..)
        | Reason::TooMuchText { .. }
        | Reason::TestsBetweenBarriers(_)
        | Reason::ManyMeetings(..)
        | Reason::TestedMeetings { .. }
        | Reason::ConditionalMeetings { .. }
        | Reason::OneTrip
        | Reason::InOtherBranch
        | Reason::NotCounted(_) => false,
        Reason::NeverEnds(_) => body.exits.may_end(),
        _ => true,
    }
}
