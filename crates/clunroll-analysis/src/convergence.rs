//! Operations that work-items must reach together, and whether the counted form keeps them together.
//!
//! The counted form runs an iteration in the main loop for one work-item and in the remainder for another, if their trip counts differ.
//! That is sound if every iteration reaches the barrier (differing trip counts were undefined already) or if all work-items have the same
//! trip count. It is not sound if the step also decides how far the main loop goes, unless the step is the same for all: with a large step,
//! the main loop has no passes. The other forms run iteration k at the same place in the code for all work-items.

use super::hazards::Body;
use super::symbols::{Function, place_of_token};
use clunroll_rules::{Decline, Reason};

/// How similar the paths of work-items through the counted form are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paths {
    /// All of them have the same header.
    Same,
    /// Work-items with the same trip count take the same path.
    ByTrips,
    /// Each may take a path of its own.
    Any,
}

/// Checks that the counted form keeps together the work-items of a body.
///
/// # Errors
///
/// Declines at the convergent operation.
pub fn check_convergence(function: &Function<'_, '_>, body: &Body, paths: Paths) -> Result<(), Decline> {
    let meet = match paths {
        Paths::Same => true,
        Paths::ByTrips => body.converges_always,
        Paths::Any => false,
    };
    match body.convergent {
        Some((_, token)) if !meet => {
            let name = function.parsed.expansion.tokens[token].text.to_string();
            let reason = if paths == Paths::Any { Reason::DivergentStep(name) } else { Reason::Divergent(name) };
            Err(Decline { reason, place: place_of_token(function, token) })
        }
        _ => Ok(()),
    }
}
