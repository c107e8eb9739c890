//! Who takes one of the legal forms of a loop.

use std::fmt::Debug;

use crate::plan::Unroll;
use crate::planner::{PlannedRequest, Planner};
use clunroll_rules::Decline;

/// Takes the form of each loop: by rules ([`Rules`](crate::Rules)), by a profile, or by a measurement.
///
/// A policy gets plans from `Planner::in_form` alone, so no policy can take a form that is not legal.
pub trait Policy: Debug {
    /// The plan of a loop in the form that is taken.
    ///
    /// # Errors
    ///
    /// Gives the reason for the user if the loop stays as written.
    fn choose<'u, 't>(
        &self,
        planner: &Planner<'_, 'u, 't>,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
    ) -> Result<Unroll<'t>, Decline>;
}
