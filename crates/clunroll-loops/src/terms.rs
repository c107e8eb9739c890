//! The terms on which a loop is planned: the limits and assumptions of its caller.
//!
//! A plan depends only on facts about the function and on these terms. The function passes them to its outermost loops, and a loop
//! passes them to the loops in its copies, with changes where the copies differ.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::limits::{MAX_CONDITIONAL_MEETINGS, MAX_TESTED_MEETINGS};
use crate::settings::{FormSettings, Guard};
use clunroll_rules::Decline;

/// How to treat a trip count that depends on macros of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostedTrips {
    /// A choice is planned for the outermost loop.
    Chosen,
    /// It is the one that is known: in the branch that pins it.
    Assumed,
    /// The loop stays as written: in the other branch.
    AsWritten,
    /// Each copy tests again.
    Tested,
}

impl From<Guard> for HostedTrips {
    fn from(guard: Guard) -> Self {
        match guard {
            Guard::Preprocessor => Self::Chosen,
            Guard::Tests => Self::Tested,
        }
    }
}

/// The limits and assumptions of a planner's caller.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// The rest of the limits on the file and on the function.
    pub remaining: RemainingLimits,
    /// How to treat trip counts that depend on the host.
    pub hosted_trips: HostedTrips,
    /// Whether all loads stay in their places.
    pub keeps_loads: bool,
    /// The loops that were too large in some copy.
    pub too_large: &'a TooLarge,
}

impl<'a> Terms<'a> {
    /// The user's settings, with these limits.
    #[must_use]
    pub fn new(settings: &FormSettings, remaining: RemainingLimits, too_large: &'a TooLarge) -> Self {
        Self { remaining, hosted_trips: settings.guard.into(), keeps_loads: false, too_large }
    }

    /// The same with other trip counts of the host.
    pub(crate) const fn with_hosted_trips(self, hosted_trips: HostedTrips) -> Self {
        Self { hosted_trips, ..self }
    }

    /// The same where all loads stay in their places.
    #[must_use]
    pub const fn with_loads_in_place(self) -> Self {
        Self { keeps_loads: true, ..self }
    }
}

/// The loops of a function that passed the limit on growth in a copy. Each stays as written in all later copies: planning it again
/// for each would take time that grows with the product of the nest.
#[derive(Debug, Default)]
pub struct TooLarge(RefCell<HashMap<usize, Decline>>);

impl TooLarge {
    /// Why the loop at a token stays as written, if it was too large.
    pub fn decline(&self, token: usize) -> Option<Decline> {
        self.0.borrow().get(&token).cloned()
    }

    pub(crate) fn note(&self, token: usize, decline: &Decline) {
        self.0.borrow_mut().insert(token, decline.clone());
    }
}

/// The rest of the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemainingLimits {
    /// Bytes by which the file may grow.
    pub bytes: u64,
    /// The rest of the limits on the function's barriers.
    pub barriers: RemainingBarriers,
}

/// The rest of the limits on the barriers of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemainingBarriers {
    /// Copies that the function may have of a barrier with a test before it.
    pub tested: u64,
    /// Barriers that an iteration may skip, which the loops of the function may have.
    pub conditional: u64,
}

impl RemainingBarriers {
    /// The limits of a function without any unrolled loop.
    pub const ALL: Self = Self { tested: MAX_TESTED_MEETINGS, conditional: MAX_CONDITIONAL_MEETINGS };

    /// The smaller one of each limit.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self { tested: self.tested.min(other.tested), conditional: self.conditional.min(other.conditional) }
    }
}

impl RemainingLimits {
    /// The same at the beginning of another function.
    #[must_use]
    pub const fn for_function(bytes: u64) -> Self {
        Self { bytes, barriers: RemainingBarriers::ALL }
    }

    /// The smaller one of each limit.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self { bytes: self.bytes.min(other.bytes), barriers: self.barriers.least(other.barriers) }
    }
}
