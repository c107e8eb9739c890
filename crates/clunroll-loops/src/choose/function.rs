//! The plans of a function, from the inner loops out.
//!
//! The plan of a loop holds, for each of its copies, the plans of the requested loops in its body. In a copy where the induction variable
//! is a constant, inner loops are planned with that value known ([`Env`]), so that a bound that depends on it is constant too. Sizes are
//! added up on the way and checked against the rest of the file's limit. A loop that exceeds it stays as written, and its inner loops are
//! planned on their own.

use std::rc::Rc;

use crate::plan::{InnerPlans, RequestPlan};
use crate::planner::{BoundRequest, PlannedRequest, Planner, Settled};
use crate::terms::{HostedTrips, RemainingLimits, Terms};
use clunroll_analysis::{Env, Loop};
use clunroll_rules::{Decline, Reason};
use oclc_syntax::tree::TokenRange;

/// The plans of a function.
pub struct FunctionPlan<'t> {
    /// The plans of its requests.
    pub plans: InnerPlans<'t>,
    /// The limits that remain after these plans.
    pub remaining: RemainingLimits,
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Plans all requests of the function, each with the limits that remain after those before it.
    #[must_use]
    pub fn function(&self, mut terms: Terms<'_>) -> FunctionPlan<'t> {
        let (mut plans, env) = (InnerPlans::new(), Env::default());
        let mut at = 0;
        while at < self.requests.len() {
            let last = plans.len();
            at = self.plan_next(at, &env, terms, &mut plans);
            terms.remaining = self.remaining_after_plan(terms, &plans[last].1);
        }
        FunctionPlan { plans, remaining: terms.remaining }
    }

    /// Plans all requests whose loops are in `range`.
    #[must_use]
    pub fn plan_inside(&self, range: &TokenRange, env: &Env, terms: Terms<'_>) -> InnerPlans<'t> {
        let mut plans = InnerPlans::new();
        let mut at = self.requests.partition_point(|request| request.token < range.start);
        while self.requests.get(at).is_some_and(|request| request.token < range.end) {
            at = self.plan_next(at, env, terms, &mut plans);
        }
        plans
    }

    /// Plans one request, and adds its plan first; returns the next request that is not in its loop.
    fn plan_next(&self, at: usize, env: &Env, terms: Terms<'_>, plans: &mut InnerPlans<'t>) -> usize {
        let request = &self.requests[at];
        let plan = match terms.hosted_trips {
            HostedTrips::Chosen => self.chosen(request, at, env, terms),
            _ => self.plan(request, env, terms),
        };
        let end = plan.unrolled().map_or(request.token + 1, |unroll| unroll.site.tokens.end);
        let is_in_other_branch = matches!(&plan, RequestPlan::Left(decline) if decline.reason == Reason::InOtherBranch);
        plans.push((at, plan));
        if is_in_other_branch && let Ok((site, _)) = self.examined(request, terms) {
            return self.leave_all_inside(&site, at + 1, plans);
        }
        self.requests.partition_point(|request| request.token < end)
    }

    /// Leaves all requests inside a loop that is as the author wrote it, from one of them on; returns the first after the loop.
    fn leave_all_inside(&self, site: &Loop<'t>, first: usize, plans: &mut InnerPlans<'t>) -> usize {
        let end = self.requests.partition_point(|request| request.token < site.tokens.end);
        for (at, request) in self.requests.iter().enumerate().take(end).skip(first) {
            let decline = Decline { reason: Reason::InOtherBranch, place: request.as_written.place };
            plans.push((at, if request.asks() { RequestPlan::Left(decline) } else { RequestPlan::NotAsked }));
        }
        end.max(first)
    }

    /// Plans a request that is bound to its loop, in this environment and on these terms.
    pub fn plan(&self, request: &BoundRequest<'_, 'u>, env: &Env, terms: Terms<'_>) -> RequestPlan<'t> {
        if !request.asks() {
            return RequestPlan::NotAsked;
        }
        if let Some(Settled::Left(decline)) = self.settled.get(&request.number) {
            return RequestPlan::Left(decline.clone());
        }
        let chosen = self.examined(request, terms).and_then(|(site, body)| {
            let planned = &PlannedRequest { request, site, body, env, terms };
            self.policy.choose(self, planned)
        });
        match chosen {
            Ok(unroll) => RequestPlan::Unroll(Rc::new(unroll)),
            Err(decline) => {
                if matches!(decline.reason, Reason::TooMuchText { .. }) {
                    terms.too_large.note(request.token, &decline);
                }
                RequestPlan::Left(decline)
            }
        }
    }
}
