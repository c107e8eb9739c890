//! What is found about requested loops, in facts.

use super::accesses::AccessKind;

/// Something about a requested loop that could be better.
#[derive(Clone, Debug, PartialEq, Eq)]
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
