//! The requests inside a jam.
//!
//! All copies of a jam share each inner loop. An innermost loop is unrolled with all copies as its body. A loop with others in it is jammed
//! as if the outer jam were written already: each copy of the inner jam then contains all copies of the outer one, and their accesses
//! must keep their order from whichever two copies of the outer jam they are. Any other request stays before the loop that the copies
//! share, for the compiler.

use std::rc::Rc;

use crate::plan::jam::Jam;
use crate::plan::shape::Shape;
use crate::plan::{InnerPlans, RequestPlan, Unroll};
use crate::planner::{BoundRequest, PlannedRequest, Planner};
use clunroll_analysis::conflict_inside;
use clunroll_rules::{Decline, JamProblem, Reason};
use oclc_syntax::source::FileId;

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Decides which plans of inner loops the copies share. The other requests stay as they are written.
    pub(super) fn share_inner_loops(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        unroll: &mut Unroll<'t>,
        jam: &mut Jam<'t>,
        copies: u32,
    ) {
        let plans = unroll.shape.inner_plans().next().cloned().unwrap_or_default();
        let plans = self.shared(planned, jam, copies, plans);
        let is_left = |plan: &RequestPlan<'t>| matches!(plan, RequestPlan::Left(decline) if decline.reason == Reason::Jam(JamProblem::Request));
        if plans.iter().any(|(_, plan)| is_left(plan)) {
            unroll.shape.inner_plans_mut().for_each(|of_copy| of_copy.clone_from(&plans));
        }
        for level in &jam.nest.levels[1..] {
            let token = level.site.tokens.start;
            let of_loop = self.requests.iter().filter(|request| request.token == token);
            let starts = of_loop.flat_map(|request| request.as_written.prefix.taken_out(self.function.unit));
            let start = starts.map(|span| span.start).min();
            if let Some(start) = start.filter(|_| !jam.inner.iter().any(|inner| inner.site.tokens.start == token)) {
                jam.staying.insert(token, start);
            }
        }
    }

    /// Whether all copies can share an inner loop in this form.
    fn is_shared(&self, jam: &Jam<'t>, inner: &Unroll<'t>, copies: u32) -> bool {
        let levels = &jam.nest.levels;
        let Some(place) = levels.iter().position(|level| level.site.tokens == inner.site.tokens) else { return false };
        if inner.around.is_some()
            || inner.assumption.is_some()
            || inner.independence.is_some()
            || inner.strides.is_some()
        {
            return false;
        }
        let Some(of_inner) = &inner.jam else { return levels[place].loops.is_empty() };
        let copies_of_inner = match &inner.shape {
            Shape::Full { copies, .. } => copies.len() as u64,
            Shape::Blocks { factor, .. } | Shape::Exact { factor, .. } | Shape::Counted { factor, .. } => {
                u64::from(*factor)
            }
            Shape::Rechecked { .. } | Shape::Checked { .. } | Shape::Guarded { .. } | Shape::Countdown { .. } => {
                return false;
            }
        };
        // A third jam would need evidence for each two of the three loops.
        of_inner.inner.iter().all(|deeper| deeper.jam.is_none())
            && self.values_alive(jam, u64::from(copies) * copies_of_inner) <= u64::from(self.settings.max_live)
            && matches!(conflict_inside(self.function, &jam.nest, place, copies_of_inner), Ok(None))
    }

    /// The plans that the copies share, and the others as requests that stay; loops in these have plans of their own.
    fn shared(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        jam: &mut Jam<'t>,
        copies: u32,
        plans: InnerPlans<'t>,
    ) -> InnerPlans<'t> {
        let mut result = InnerPlans::new();
        for (index, plan) in plans {
            let site = match &plan {
                RequestPlan::Unroll(inner) if self.is_shared(jam, inner, copies) => {
                    jam.inner.push(Rc::clone(inner));
                    // They are shared in the rest of the inner loop as well.
                    jam.inner.extend(inner.jam.iter().flat_map(|of_inner| of_inner.inner.iter().cloned()));
                    None
                }
                RequestPlan::Left(_) | RequestPlan::NotAsked => None,
                RequestPlan::Unroll(_) | RequestPlan::Choice(_) => plan.unrolled().map(|inner| Rc::clone(&inner.site)),
            };
            let Some(site) = site else {
                result.push((index, plan));
                continue;
            };
            let (reason, place) = (Reason::Jam(JamProblem::Request), self.requests[index].as_written.place);
            result.push((index, RequestPlan::Left(Decline { reason, place })));
            let deeper = self.plan_inside(&self.function.tokens(site.body), planned.env, planned.terms);
            result.extend(self.shared(planned, jam, copies, deeper));
        }
        result
    }

    /// Whether the text of each request inside is in the main file, so that it can stay before its loop.
    pub(super) fn check_places_of_requests(&self, jam: &Jam<'t>) -> Result<(), Decline> {
        let inside = self.requests_in(jam.nest.tokens());
        let is_elsewhere = |request: &&BoundRequest<'_, '_>| {
            request.as_written.prefix.pieces.iter().any(|piece| piece.place.file != FileId::MAIN)
        };
        match inside.iter().find(is_elsewhere) {
            Some(request) => self.decline(Reason::Jam(JamProblem::Request), request.token),
            None => Ok(()),
        }
    }
}
