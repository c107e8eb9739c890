//! CLU226: a remainder that is not written as it was asked for.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The remainder is not written as requested.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RemainderWithoutProof {
    /// What was requested.
    pub wanted: WantedRemainder,
    /// Why it is not written.
    pub why: RemainderReason,
}

impl Violation for RemainderWithoutProof {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.wanted, self.why)
    }
}

/// The requested remainder that is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WantedRemainder {
    /// No remainder, by the author's promise.
    Nothing,
    /// Tests in one another.
    Nested,
    /// A `switch`.
    Switch,
    /// One version of the loop for each number of iterations that may remain.
    Versions,
}

/// Why the remainder is the author's own loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemainderReason {
    /// There is no proof that less than a pass remains, for that reason.
    Unproven(RemainderDoubt),
    /// So many copies of the loop are more than there may be.
    TooManyCopies {
        /// The copies of the main loop and of the remainder.
        copies: u64,
        /// The limit.
        limit: u64,
    },
    /// So many versions of the loop are more than there may be.
    TooManyVersions {
        /// As many as the factor.
        versions: u32,
        /// The limit.
        limit: u32,
    },
    /// Work-items meet in the loop, and compilers do not take so many copies of a barrier.
    Barrier,
    /// The number of trips cannot be computed before the loop.
    NotKnownBefore,
    /// The loop is jammed.
    Jam,
}

/// Why it is not proven that the iterations after the main loop are fewer than a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemainderDoubt {
    /// The author promises a multiple of the factor, and the final compile may use another factor.
    HostFactor,
    /// No integer variable counts the trips.
    NoInteger,
    /// The step is above one, so the last value may exceed the limits of its type.
    StepAboveOne,
    /// The test is `<=` or `>=`, and the bound may be the limit of its type.
    BoundAtLimit,
    /// The variable may wrap around before it reaches the bound.
    WrapsAround,
}
