//! Loops whose trip count rests on what the host decides: which form they take.
//!
//! Where a condition of the final compile can pin the values (`assumption.rs`), the loop is written fully in the branch of a
//! choice. Elsewhere the author's own test stands before each copy, and the trip count only says how many copies there are.

use std::rc::Rc;

use super::assumption::HostedCount;
use super::forms::PlannedRequest;
use super::plan::{Planner, Unroll};
use super::shape::{Shape, VariableStyle};
use super::terms::HostedTrips;
use crate::analysis::Induction;
use clunroll_rules::{Decline, Reason};

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Fully, as often as it runs with what is known of the host's macros: in the branch of a choice that pins them, or else with
    /// the author's own test before each copy.
    pub(super) fn hosted_fully(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        counter: Rc<Induction<'t>>,
        count: &HostedCount<'_>,
    ) -> Result<Unroll<'t>, Decline> {
        let hosted_trips = asked.terms.hosted_trips;
        let trips = match count {
            HostedCount::Known(_, trips) => *trips,
            HostedCount::Range(range) => range.trips,
        };
        let may_assume = matches!(hosted_trips, HostedTrips::Assumed | HostedTrips::Left) && trips > 0;
        let assumption = if may_assume { self.assumption(&asked.site, &counter, &asked.body, count) } else { None };
        match assumption {
            _ if trips == 1 && asked.env.is_empty() => self.decline(Reason::OneTrip, asked.wanted.token),
            None => self.rechecked(asked, trips),
            Some(_) if hosted_trips == HostedTrips::Left => self.decline(Reason::InOtherBranch, asked.wanted.token),
            assumption => {
                let full = match *count {
                    HostedCount::Known(header, trips) => self.full(asked, counter, header.clone(), trips),
                    HostedCount::Range(range) => {
                        self.full_in_style(asked, counter, VariableStyle::Stepped, range.least.clone(), trips)
                    }
                };
                Ok(Unroll { assumption, ..full? })
            }
        }
    }

    /// With the author's own test before each copy, since the host may change how often the loop runs.
    pub(super) fn hosted(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        factor: u32,
        trips: Option<u64>,
    ) -> Result<Unroll<'t>, Decline> {
        match trips {
            Some(trips) if trips <= u64::from(factor) => self.rechecked(asked, trips),
            _ => self.checked(asked, factor, trips),
        }
    }

    /// With the author's own test before each of so many copies, and his loop for more iterations.
    pub(super) fn rechecked(&self, asked: &PlannedRequest<'_, '_, 'u, 't>, trips: u64) -> Result<Unroll<'t>, Decline> {
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
