//! Loops with a known largest number of iterations that another condition may end earlier: copies inside the tests of those before them.
//!
//! `write/guarded.rs` shows what they look like, and why they are right.

use crate::facts::trip_count::TripCount;
use crate::legal::forms::{FormRefusal, LoopFacts, OtherLoops};
use crate::legal::size::Size;
use crate::limits::MAX_GUARDED_COPIES;
use crate::plan::Unroll;
use crate::plan::shape::{Fallback, Shape};
use crate::planner::Planner;
use clunroll_analysis::{Access, is_shallow_nest};

impl<'u, 't> Planner<'_, 'u, 't> {
    /// All iterations, each inside the test of the one before.
    pub(crate) fn guarded(&self, facts: &LoopFacts<'_, '_, 'u, 't>) -> Result<Unroll<'t>, FormRefusal> {
        let other = || FormRefusal::OtherLoops(OtherLoops::Conjunctions);
        let planned = facts.planned;
        let (function, request, site, body) = (self.function, planned.request, &planned.site, &planned.body);
        let conjunction = site.conjunction.as_ref().ok_or_else(other)?;
        let counter = &conjunction.counter;
        // The other conditions, and the body, only read the variable, whatever a host defines.
        let after_start = site.initializer.end..site.tokens.end;
        let changes = function.uses_in(after_start.clone()).iter();
        let changes = changes.filter(|used| used.symbol == Some(counter.variable) && used.access != Access::Read);
        let is_certain = !function.has_open_names(site.tokens.clone())
            && changes.map(|used| used.token).all(|token| counter.step_tokens.contains(&token))
            && function.address_taken(counter.variable).is_none();
        let count = self.count(site, counter, body, request.amount, planned.env)?;
        let TripCount::Final(_, trips) = count else { return Err(other()) };
        let may_nest = (1..=MAX_GUARDED_COPIES).contains(&trips)
            && self.is_innermost(site)
            && body.convergent.is_none()
            && is_shallow_nest(function, site, trips as u32);
        if !is_certain || !may_nest {
            return Err(other());
        }
        self.check_copies(request, trips)?;
        self.check_text(&site.initializer)?;
        let inner_plans = self.plan_inside(&function.tokens(site.body), planned.env, planned.terms);
        let mut size = Size::new(self, planned, trips);
        for _ in 0..trips {
            size.add(&inner_plans)?;
        }
        size.add_tests(site, trips, &inner_plans)?;
        let shape =
            Shape::Guarded { copies: trips as u32, is_tested_once_more: conjunction.is_tested_once_more, inner_plans };
        let fallback = site.counter.as_ref().err().cloned().map(Fallback::Tests);
        Ok(Unroll { fallback, ..planned.unrolled(shape, None, trips, size.total) })
    }
}
