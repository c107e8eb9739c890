//! Loops that keep the author's own test before each copy.
//!
//! `write/checked.rs` shows what they look like, and why they are right for every loop.

use crate::limits::MAX_MEETINGS;
use crate::plan::Unroll;
use crate::plan::shape::Shape;
use crate::planner::{BoundRequest, PlannedRequest, Planner};
use clunroll_analysis::{Loop, has_effects};
use clunroll_rules::{Decline, Reason};

/// What the author promises: that the trip count is a multiple of the factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Nothing.
    None,
    /// That, and he is believed.
    Kept,
    /// That, and it is put to the test.
    Checked,
}

/// What is known of the trip count of a loop that keeps its tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownTrips {
    /// Nothing.
    Unknown,
    /// It is that, but the tests are made.
    Likely(u64),
    /// It is that, and nobody can change it. If it is a multiple of the factor, only the loop's own test can fail.
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
    pub fn checked(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        factor: u32,
        known: KnownTrips,
    ) -> Result<Unroll<'t>, Decline> {
        let PlannedRequest { wanted, site, body, .. } = asked;
        let copies = u64::from(factor);
        let (trips, never_fails) = match known {
            KnownTrips::Unknown => (None, false),
            KnownTrips::Likely(trips) => (Some(trips), false),
            KnownTrips::Final(trips) => (Some(trips), trips.is_multiple_of(copies)),
        };
        self.check_copies(wanted, copies)?;
        let promise = self.promise(wanted, site)?;
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
        let (inner_plans, size) = self.uniform_copies(asked, copies, 0)?;
        let shape = Shape::Checked { factor, is_promised, inner_plans };
        let checks_promise = promise == Promise::Checked;
        Ok(Unroll { checks_promise, ..asked.unrolled(shape, trips, copies, size) })
    }

    /// Whether a test that does not fail may be left out: one that does something is made as often as ever.
    fn may_leave_out_test(&self, site: &Loop<'_>) -> bool {
        site.test.is_none_or(|test| !has_effects(self.function, &self.function.tokens(test)))
    }

    /// What the author promises of the trip count, and what is to be made of it.
    pub fn promise(&self, wanted: &BoundRequest<'_, 'u>, site: &Loop<'_>) -> Result<Promise, Decline> {
        let clauses = wanted.request.prefix.clauses.clone().unwrap_or_default();
        if clauses.exact.is_none() || !wanted.has_final_factor {
            return Ok(Promise::None);
        }
        if !self.settings.checks_promises {
            return Ok(Promise::Kept);
        }
        self.check_meanings(&["printf"], &site.tokens)?;
        Ok(Promise::Checked)
    }

    /// With the author's own test before each of so many copies, and his loop for more iterations.
    pub fn rechecked(&self, asked: &PlannedRequest<'_, '_, 'u, 't>, trips: u64) -> Result<Unroll<'t>, Decline> {
        let PlannedRequest { wanted, site, .. } = asked;
        if trips == 0 {
            let range = site.tokens.start..self.function.tokens(site.body).start;
            let tokens = &self.function.parsed.expansion.tokens;
            let host = range.clone().find(|&at| tokens[at].open).unwrap_or(range.start);
            return self.decline(Reason::RunsNot(tokens[host].text.to_string()), host);
        }
        self.check_copies(wanted, trips)?;
        if !site.initializer.is_empty() {
            self.check_text(&site.initializer)?;
        }
        let (inner_plans, size) = self.uniform_copies(asked, trips + 1, trips)?;
        let shape = Shape::Rechecked { copies: trips as u32, inner_plans };
        let pin = Self::pin_of_remainder(wanted);
        Ok(Unroll { pin, ..asked.unrolled(shape, Some(trips), trips + 1, size) })
    }
}
