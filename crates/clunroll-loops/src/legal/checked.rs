//! Loops that keep the author's own test before each copy.
//!
//! `write/checked.rs` shows what they look like, and why they are right for every loop.

use crate::limits::MAX_MEETINGS;
use crate::plan::Unroll;
use crate::plan::shape::Shape;
use crate::planner::{BoundRequest, PlannedRequest, Planner};
use clunroll_analysis::{Loop, has_effects};
use clunroll_rules::{Decline, Reason};

/// The author's promise that the trip count is a multiple of the factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Nothing.
    None,
    /// That, and he is believed.
    Kept,
    /// That, and it is put to the test.
    Checked,
}

/// What clunroll knows of the trip count of a loop that keeps its tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownTrips {
    /// Nothing.
    Unknown,
    /// It is that, but the tests are made.
    Likely(u64),
    /// This number, which nothing outside the source can change. If it is a multiple of the factor, only the loop's own test can fail.
    Final(u64),
}

impl From<Option<u64>> for KnownTrips {
    fn from(trips: Option<u64>) -> Self {
        trips.map_or(Self::Unknown, Self::Likely)
    }
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// With the author's own test before each copy, unless he promises that it does not fail there. Where only the loop's own test can
    /// fail, those between the copies may be left out.
    pub(crate) fn checked(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        factor: u32,
        known: KnownTrips,
    ) -> Result<Unroll<'t>, Decline> {
        let copies = u64::from(factor);
        let trips = match known {
            KnownTrips::Unknown => None,
            KnownTrips::Likely(trips) | KnownTrips::Final(trips) => Some(trips),
        };
        let (is_promised, promise) = self.tests_of_checked(planned, factor, known)?;
        let (inner_plans, size) = self.uniform_copies(planned, copies, 0)?;
        let shape = Shape::Checked { factor, is_promised, inner_plans };
        let checks_promise = promise == Promise::Checked;
        Ok(Unroll { checks_promise, ..planned.unrolled(shape, trips, copies, size) })
    }

    /// Whether the tests between the copies are left out, and the promise about the trip count. No inner loop is planned for this.
    pub(crate) fn tests_of_checked(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        factor: u32,
        known: KnownTrips,
    ) -> Result<(bool, Promise), Decline> {
        let PlannedRequest { request, site, body, .. } = planned;
        let copies = u64::from(factor);
        let never_fails = matches!(known, KnownTrips::Final(trips) if trips.is_multiple_of(copies));
        self.check_copies(request, copies)?;
        let promise = self.promise(request, site)?;
        let is_kept = promise == Promise::Kept || (never_fails && promise == Promise::None);
        let is_promised = is_kept && self.may_leave_out_test(site);
        let meets = !is_promised && body.convergent.is_some();
        if meets
            && (factor > MAX_MEETINGS || !body.meets_always)
            && let Some(token) = self.meeting_in(site)
        {
            let name = self.function.parsed.expansion.tokens[token].text.to_string();
            let reason = if body.meets_always { Reason::TestsBetweenBarriers } else { Reason::Divergent };
            return self.decline(reason(name), token);
        }
        Ok((is_promised, promise))
    }

    /// Whether a test that does not fail may be left out: a test with side effects is made as often as before.
    fn may_leave_out_test(&self, site: &Loop<'_>) -> bool {
        site.test.is_none_or(|test| !has_effects(self.function, &self.function.tokens(test)))
    }

    /// The author's promise about the trip count, and whether it is used or checked.
    pub(crate) fn promise(&self, request: &BoundRequest<'_, 'u>, site: &Loop<'_>) -> Result<Promise, Decline> {
        let clauses = request.as_written.prefix.clauses.clone().unwrap_or_default();
        if clauses.exact.is_none() || !request.has_final_factor {
            return Ok(Promise::None);
        }
        if !self.settings.checks_promises {
            return Ok(Promise::Kept);
        }
        self.check_meanings(&["printf"], &site.tokens)?;
        Ok(Promise::Checked)
    }

    /// With the author's own test before each of so many copies, and his loop for more iterations.
    pub(crate) fn rechecked(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        trips: u64,
    ) -> Result<Unroll<'t>, Decline> {
        self.check_rechecked(planned, trips)?;
        let (inner_plans, size) = self.uniform_copies(planned, trips + 1, trips)?;
        let shape = Shape::Rechecked { copies: trips as u32, inner_plans };
        let pin = Self::pin_of_remainder(planned.request);
        Ok(Unroll { pin, ..planned.unrolled(shape, Some(trips), trips + 1, size) })
    }

    /// Whether so many copies with tests may be written. No inner loop is planned for this.
    pub(crate) fn check_rechecked(&self, planned: &PlannedRequest<'_, '_, 'u, 't>, trips: u64) -> Result<(), Decline> {
        let PlannedRequest { request, site, .. } = planned;
        if trips == 0 {
            let range = site.tokens.start..self.function.tokens(site.body).start;
            let tokens = &self.function.parsed.expansion.tokens;
            let host = range.clone().find(|&at| tokens[at].open).unwrap_or(range.start);
            return self.decline(Reason::RunsNot(tokens[host].text.to_string()), host);
        }
        self.check_copies(request, trips)?;
        if !site.initializer.is_empty() {
            self.check_text(&site.initializer)?;
        }
        Ok(())
    }
}
