//! What is found about requested loops, in facts.

/// Something about a requested loop that could be better.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Advice {
    /// The factor is larger than the trip count.
    FactorAboveTrips {
        /// What is asked for.
        factor: u32,
        /// How often the loop runs.
        trips: u64,
    },
    /// Iterations are left over behind the main loop.
    FactorDoesNotDivide {
        /// What is asked for.
        factor: u32,
        /// How often the loop runs.
        trips: u64,
    },
    /// The main loop would be entered once, and leave some iterations.
    FewPasses {
        /// What is asked for.
        factor: u32,
        /// How often the loop runs.
        trips: u64,
    },
    /// The loop runs once, or not at all.
    RunsAtMostOnce {
        /// Whether it runs.
        runs: bool,
    },
    /// The same address of global memory in each iteration.
    SameAddress {
        /// The access as it is written.
        text: String,
        /// What is done there.
        kind: AccessKind,
    },
    /// The induction variable is an `int`, and may well be a `uint`.
    SignedVariable {
        /// Its name.
        name: String,
    },
}

/// What is done at an address, over all of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// Its value is taken.
    Read,
    /// It is given a value.
    Write,
    /// Both.
    Update,
}

impl AccessKind {
    /// Whether memory changes.
    #[must_use]
    pub const fn writes(self) -> bool {
        matches!(self, Self::Write | Self::Update)
    }

    /// What both do together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self == other { self } else { Self::Update }
    }
}
