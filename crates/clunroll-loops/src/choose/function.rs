//! The plans of a function, from the inner loops out.
//!
//! The plan of a loop holds, for each of its copies, the plans of the requested loops in its body. In a copy where the induction variable
//! is a constant, inner loops are planned with that value known ([`Env`]), so that a bound that depends on it is one too. Sizes are
//! added up on the way and checked against what is left of the file's limit; as soon as a loop passes it, the loop stays as written and
//! the inner ones are planned for themselves.

use std::rc::Rc;

use crate::amount::Amount;
use crate::legal::forms::LoopFacts;
use crate::plan::{InnerPlans, RequestPlan};
use crate::planner::{BoundRequest, PlannedRequest, Planner, Settled};
use crate::terms::{HostedTrips, Room, Terms};
use clunroll_analysis::{Env, Loop};
use clunroll_rules::{Decline, Reason};
use oclc_syntax::tree::TokenRange;

/// The plans of a function.
pub struct FunctionPlan<'t> {
    /// The plans of its requests.
    pub plans: InnerPlans<'t>,
    /// What they leave of the limits.
    pub room: Room,
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Plans all requests of the function, each with the room that those before it leave.
    #[must_use]
    pub fn function(&self, mut terms: Terms<'_>) -> FunctionPlan<'t> {
        let (mut plans, env) = (InnerPlans::new(), Env::default());
        let mut at = 0;
        while at < self.wanted.len() {
            let planned = plans.len();
            at = self.plan_next(at, &env, terms, &mut plans);
            terms.room = self.room_behind(terms, &plans[planned].1);
        }
        FunctionPlan { plans, room: terms.room }
    }

    /// Plans all requests whose loops lie in `range`.
    #[must_use]
    pub fn plan_inside(&self, range: &TokenRange, env: &Env, terms: Terms<'_>) -> InnerPlans<'t> {
        let mut plans = InnerPlans::new();
        let mut at = self.wanted.partition_point(|wanted| wanted.token < range.start);
        while self.wanted.get(at).is_some_and(|wanted| wanted.token < range.end) {
            at = self.plan_next(at, env, terms, &mut plans);
        }
        plans
    }

    /// Plans one request, which comes first in what is added to the plans, and gives the next one that is not in its loop.
    fn plan_next(&self, at: usize, env: &Env, terms: Terms<'_>, plans: &mut InnerPlans<'t>) -> usize {
        let wanted = &self.wanted[at];
        let plan = match terms.hosted_trips {
            HostedTrips::Chosen => self.chosen(wanted, at, env, terms),
            _ => self.plan(wanted, env, terms),
        };
        let end = plan.unrolled().map_or(wanted.token + 1, |unroll| unroll.site.tokens.end);
        let is_in_other_branch = matches!(&plan, RequestPlan::Left(decline) if decline.reason == Reason::InOtherBranch);
        plans.push((at, plan));
        if is_in_other_branch && let Ok((site, _)) = self.examined(wanted, terms) {
            return self.leave_all_inside(&site, at + 1, plans);
        }
        self.wanted.partition_point(|wanted| wanted.token < end)
    }

    /// Leaves all requests inside a loop that is as the author wrote it, from one of them on; gives the first after the loop.
    fn leave_all_inside(&self, site: &Loop<'t>, first: usize, plans: &mut InnerPlans<'t>) -> usize {
        let end = self.wanted.partition_point(|wanted| wanted.token < site.tokens.end);
        for (at, wanted) in self.wanted.iter().enumerate().take(end).skip(first) {
            let decline = Decline { reason: Reason::InOtherBranch, place: wanted.request.place };
            let is_asked = wanted.amount != Amount::No;
            plans.push((at, if is_asked { RequestPlan::Left(decline) } else { RequestPlan::NotAsked }));
        }
        end.max(first)
    }

    /// What becomes of a request that is bound to its loop, in this environment and on these terms.
    pub fn plan(&self, wanted: &BoundRequest<'_, 'u>, env: &Env, terms: Terms<'_>) -> RequestPlan<'t> {
        if wanted.amount == Amount::No {
            return RequestPlan::NotAsked;
        }
        if let Some(Settled::Left(decline)) = self.settled.get(&wanted.number) {
            return RequestPlan::Left(decline.clone());
        }
        let planned = self.examined(wanted, terms).and_then(|(site, body)| {
            let asked = &PlannedRequest { wanted, site, body, env, terms };
            self.policy.choose(self, &LoopFacts::new(asked))
        });
        match planned {
            Ok(unroll) => RequestPlan::Unroll(Rc::new(unroll)),
            Err(decline) => {
                if matches!(decline.reason, Reason::TooMuchText { .. }) {
                    terms.too_large.note(wanted.token, &decline);
                }
                RequestPlan::Left(decline)
            }
        }
    }
}
