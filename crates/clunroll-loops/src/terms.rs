//! On which terms a loop is planned: what its caller allows and assumes.
//!
//! A plan is computed from facts about the function and from these terms, and from nothing else. They are handed down: from the
//! function to its outermost loops, and from a loop to the loops in its copies. Whoever plans under other terms hands down others.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::limits::{MAX_CONDITIONAL_MEETINGS, MAX_TESTED_MEETINGS};
use crate::settings::{FormSettings, Guard, LoadsFirst};
use clunroll_rules::Decline;

/// What is done about a trip count that macros of the host decide.
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

/// What the caller of a planner allows and assumes.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// What is left of the limits on the file and on the function.
    pub room: Room,
    /// What is done about trip counts that the host decides.
    pub hosted_trips: HostedTrips,
    /// Whether loads of unrolled loops run before their stores.
    pub loads_first: LoadsFirst,
    /// The loops that were too large in some copy.
    pub too_large: &'a TooLarge,
}

impl<'a> Terms<'a> {
    /// What the user sets, with that room.
    #[must_use]
    pub fn new(settings: &FormSettings, room: Room, too_large: &'a TooLarge) -> Self {
        Self { room, hosted_trips: settings.guard.into(), loads_first: settings.loads_first, too_large }
    }

    /// The same with other trip counts of the host.
    pub const fn with_hosted_trips(self, hosted_trips: HostedTrips) -> Self {
        Self { hosted_trips, ..self }
    }

    /// The same where all loads stay in their places.
    #[must_use]
    pub const fn with_loads_in_place(self) -> Self {
        Self { loads_first: LoadsFirst::Never, ..self }
    }
}

/// The loops of a function that passed the limit on growth in a copy. Each is left in all later copies: planning it again for each
/// would take time that grows with the product of the nest.
#[derive(Debug, Default)]
pub struct TooLarge(RefCell<HashMap<usize, Decline>>);

impl TooLarge {
    /// Why the loop at a token is left, if it was too large.
    pub fn decline(&self, token: usize) -> Option<Decline> {
        self.0.borrow().get(&token).cloned()
    }

    pub(crate) fn note(&self, token: usize, decline: &Decline) {
        self.0.borrow_mut().insert(token, decline.clone());
    }
}

/// What is left of the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Bytes by which the file may grow.
    pub bytes: u64,
    /// What the barriers of the function leave.
    pub barriers: BarrierRoom,
}

/// What is left of the limits on the barriers of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarrierRoom {
    /// Copies that the function may have of a barrier with a test before it.
    pub tested: u64,
    /// Barriers that an iteration may skip, which the loops of the function may have.
    pub conditional: u64,
}

impl BarrierRoom {
    /// That of a function in which no loop is written yet.
    pub const ALL: Self = Self { tested: MAX_TESTED_MEETINGS, conditional: MAX_CONDITIONAL_MEETINGS };

    /// What both leave.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self { tested: self.tested.min(other.tested), conditional: self.conditional.min(other.conditional) }
    }
}

impl Room {
    /// The same at the beginning of another function.
    #[must_use]
    pub const fn for_function(bytes: u64) -> Self {
        Self { bytes, barriers: BarrierRoom::ALL }
    }

    /// What both leave.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self { bytes: self.bytes.min(other.bytes), barriers: self.barriers.least(other.barriers) }
    }
}
