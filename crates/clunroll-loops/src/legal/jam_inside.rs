//! The requests inside a jam.
//!
//! All copies of a jam share each inner loop. An innermost loop is unrolled with all copies as its body. A loop with others in it is jammed
//! as if the outer jam were written already: each copy of the inner jam then contains all copies of the outer one, and their accesses
//! must keep their order from whichever two copies of the outer jam they are. Any other request stays before the loop that the copies
//! share, for the compiler.

use std::rc::Rc;

use crate::amount::Amount;
use crate::plan::jam::Jam;
use crate::plan::shape::Shape;
use crate::plan::{InnerPlans, RequestPlan, Unroll};
use crate::planner::{BoundRequest, Planner};
use clunroll_analysis::conflict_inside;
use clunroll_rules::{Decline, JamProblem, Reason};
use oclc_syntax::source::FileId;

impl<'t> Planner<'_, '_, 't> {
    /// Decides which plans of inner loops the copies share. The other requests stay as they are written.
    pub(super) fn share_inner_loops(&self, unroll: &mut Unroll<'t>, jam: &mut Jam<'t>, copies: u32) {
        let plans = unroll.shape.inner_plans().next().cloned().unwrap_or_default();
        for (index, plan) in &plans {
            match plan {
                RequestPlan::Unroll(inner) if self.is_shared(jam, inner, copies) => {
                    jam.inner.push(Rc::clone(inner));
                    // They are shared in the rest of the inner loop as well.
                    jam.inner.extend(inner.jam.iter().flat_map(|of_inner| of_inner.inner.iter().cloned()));
                }
                RequestPlan::Unroll(_) | RequestPlan::Choice(_) => {
                    for of_copy in unroll.shape.inner_plans_mut() {
                        self.leave_request(of_copy, *index);
                    }
                }
                RequestPlan::Left(_) | RequestPlan::NotAsked => {}
            }
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
        if inner.around.is_some() || inner.assumption.is_some() || inner.independence.is_some() {
            return false;
        }
        let Some(of_inner) = &inner.jam else { return levels[place].loops.is_empty() };
        let copies_of_inner = match &inner.shape {
            Shape::Full { copies, .. } => copies.len() as u64,
            Shape::Blocks { factor, .. } | Shape::Exact { factor, .. } | Shape::Counted { factor, .. } => {
                u64::from(*factor)
            }
            Shape::Rechecked { .. } | Shape::Checked { .. } => return false,
        };
        // A third jam would need evidence for each two of the three loops.
        of_inner.inner.iter().all(|deeper| deeper.jam.is_none())
            && self.values_alive(jam, u64::from(copies) * copies_of_inner) <= u64::from(self.settings.max_live)
            && matches!(conflict_inside(self.function, &jam.nest, place, copies_of_inner), Ok(None))
    }

    /// Leaves a request, and those inside its loop.
    fn leave_request(&self, plans: &mut InnerPlans<'t>, index: usize) {
        let Some(at) = plans.iter().position(|(of, _)| *of == index) else { return };
        let (_, plan) = plans.remove(at);
        let end = plan.unrolled().map_or(self.requests[index].token + 1, |unroll| unroll.site.tokens.end);
        let inside = self.requests.iter().enumerate().skip(index).take_while(|(_, request)| request.token < end);
        let left = inside.map(|(of, request)| match request.amount {
            Amount::No => (of, RequestPlan::NotAsked),
            _ => {
                let (reason, place) = (Reason::Jam(JamProblem::Request), request.as_written.place);
                (of, RequestPlan::Left(Decline { reason, place }))
            }
        });
        let left: Vec<_> = left.collect();
        plans.splice(at..at, left);
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
