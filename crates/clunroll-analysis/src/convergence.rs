//! Operations that work-items must reach together, and whether the counted form keeps them together.
//!
//! The counted form runs an iteration in the main loop for one work-item and in the remainder for another, if their
//! trip counts differ. That is sound where every iteration reaches the barrier (differing trip counts were
//! undefined to begin with) or where all work-items make the same number of trips. It is not where the step has a say of its
//! own in how far the main loop goes, unless that is the same for all: with a large step there is no main loop. The other
//! forms keep iteration k at one place in the code for everybody.

use super::hazards::Body;
use super::symbols::{Function, place_of_token};
use clunroll_rules::{Decline, Reason};

/// How alike work-items go through the counted form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paths {
    /// All of them have the same header.
    Same,
    /// Those that make the same number of trips make them in the same places.
    ByTrips,
    /// Each may go its own way.
    Any,
}

/// Whether a body may stand in the counted form.
///
/// # Errors
///
/// Declines at the operation.
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
