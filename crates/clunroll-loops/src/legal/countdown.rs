//! Loops that count down to zero without a trip count: a main loop while enough is left, and the author's own loop.
//!
//! `write/countdown.rs` shows what they look like, and why they are right.

use std::rc::Rc;

use crate::legal::checked::Promise;
use crate::legal::forms::{FormRefusal, LoopFacts, OtherLoops};
use crate::legal::size::Size;
use crate::limits::MAX_PASS;
use crate::plan::Unroll;
use crate::plan::shape::{RemainderLength, RemainderShape, Shape};
use crate::planner::Planner;
use clunroll_analysis::{Paths, check_convergence};
use clunroll_rules::{HeaderProblem, Reason};

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Copies in a main loop, as long as so many tests are sure to hold.
    pub(crate) fn countdown(&self, facts: &LoopFacts<'_, '_, 'u, 't>, factor: u32) -> Result<Unroll<'t>, FormRefusal> {
        let planned = facts.planned;
        let (request, site, body) = (planned.request, &planned.site, &planned.body);
        let countdown = site.countdown.as_ref().ok_or(FormRefusal::OtherLoops(OtherLoops::Countdowns))?;
        // After a `break` in the last pass, the test of the main loop may fail, as it does after a whole pass.
        if !body.exits.breaks.is_empty() || self.promise(request, site)? != Promise::None {
            return Err(FormRefusal::OtherLoops(OtherLoops::Countdowns));
        }
        let least = countdown.least(factor);
        if least > MAX_PASS || !countdown.kind.holds(least) {
            return Ok(self.decline(Reason::Header(HeaderProblem::PassTooLarge), countdown.name_token)?);
        }
        check_convergence(self.function, body, Paths::ByTrips)?;
        let copies = u64::from(factor);
        self.check_meetings(planned, copies)?;
        self.check_copies(request, copies)?;
        if !site.initializer.is_empty() {
            self.check_text(&site.initializer)?;
        }
        let inner_plans = self.plan_inside(&self.function.tokens(site.body), planned.env, planned.terms);
        let pin = self.pin(request, RemainderShape::Loop, RemainderLength::Any, factor);
        let mut size = Size::new(self, planned, copies + 1);
        size.add_bounds(site, &pin, &inner_plans)?;
        for _ in 0..=copies {
            size.add(&inner_plans)?;
        }
        let shape = Shape::Countdown { countdown: Rc::clone(countdown), factor, inner_plans };
        Ok(Unroll { pin, ..planned.unrolled(shape, None, copies + 1, size.total) })
    }
}
