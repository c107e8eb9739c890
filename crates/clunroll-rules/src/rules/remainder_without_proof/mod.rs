//! CLU226: a remainder that is not written as requested.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The remainder is not written as requested.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RemainderWithoutProof {
    /// The requested remainder.
    pub wanted: WantedRemainder,
    /// The reason why it is not written.
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
    /// Nested tests.
    Nested,
    /// A `switch`.
    Switch,
    /// One version of the loop for each number of remaining iterations.
    Versions,
}

/// The reason why the remainder is the author's own loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemainderReason {
    /// There is no proof that less than a pass remains.
    Unproven(RemainderDoubt),
    /// There would be too many copies of the loop.
    TooManyCopies {
        /// The copies of the main loop and of the remainder.
        copies: u64,
        /// The limit.
        limit: u64,
    },
    /// There would be too many versions of the loop.
    TooManyVersions {
        /// The number of versions, which is the factor.
        versions: u32,
        /// The limit.
        limit: u32,
    },
    /// The loop has a barrier, and compilers cannot handle this many copies of it.
    Barrier,
    /// The trip count cannot be computed before the loop.
    NotKnownBefore,
    /// The loop is jammed.
    Jam,
}

/// The reason why there is no proof that less than a pass remains after the main loop.
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
