//! Operations that work-items must reach together, and whether the counted form keeps them together.
//!
//! The counted form runs an iteration in the main loop for one work-item and in the remainder for another, if their
//! trip counts differ. That is sound where every iteration reaches the barrier (differing trip counts were
//! undefined to begin with) or where all work-items make the same number of trips. The other forms keep iteration k
//! at one place in the code for everybody.

use super::decline::{Decline, Reason};
use super::hazards::Body;
use super::symbols::{Function, place_of_token};

/// Whether a body may stand in the counted form.
///
/// # Errors
///
/// Declines at the operation.
pub fn check_convergence(function: &Function<'_, '_>, body: &Body, trips_are_uniform: bool) -> Result<(), Decline> {
    match body.convergent {
        Some((_, token)) if !trips_are_uniform && !body.converges_always => {
            let name = function.parsed.expansion.tokens[token].text.to_string();
            Err(Decline { reason: Reason::Divergent(name), place: place_of_token(function, token) })
        }
        _ => Ok(()),
    }
}
