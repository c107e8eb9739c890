//! What can be wrong with a pragma: its form, its factor, its clauses.

use super::header::RemainderDoubt;
use oclc_syntax::source::Place;

/// How a request's own form can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Malformed {
    /// `unroll(4`
    Unclosed,
    /// `unroll()`
    Empty,
    /// `clang loop unroll(…)` with something other than `full`, `enable` and `disable`
    UnknownOption,
    /// `clang loop unroll`
    NoOption,
    /// `clang loop unroll_count()`
    NoCount,
    /// `nounroll 4`
    NeedlessFactor,
    /// `clang loop unroll(full) unroll_count(4)`
    AsksTwice,
}

/// How a factor can be wrong; a name is the one that has no constant value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FactorProblem {
    /// Less than 0.
    Negative(i128),
    /// A variable, a call, or a name that looks like a variable's.
    NotConstant(String),
    /// Division by zero or overflow.
    Undefinable,
    /// A floating-point number or a string.
    NotInteger,
    /// More than 2^31 - 1; the number may fit no type at all.
    TooLarge(String),
    /// No expression at all.
    Malformed,
    /// A name that could be a macro of the host's, or declared where clunroll does not see it.
    Unknown(String),
    /// A constant whose value is not known here.
    NotKnown,
}

/// What is wrong with a clause, and where.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BadClause {
    /// The word that is wrong.
    pub place: Place,
    /// What is wrong with it.
    pub problem: ClauseProblem,
}

/// How a clause can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ClauseProblem {
    /// No clause of that name.
    UnknownClause(String),
    /// `remainder(…)` with another word in it.
    UnknownRemainder(String),
    /// `#pragma clunroll` without a clause.
    NoClause,
    /// A clause without arguments that has one, as in `exact(…)`.
    NeedlessArgument(String),
    /// `remainder` without one word in parentheses.
    RemainderWithoutWord,
}

/// What was asked for as remainder and is not written.
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

/// Why what remains is the author's own loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemainderReason {
    /// There is no proof that less than a pass is left, for that reason.
    Unproven(RemainderDoubt),
    /// So many copies of the loop are more than there may be.
    TooManyCopies {
        /// Those of the main loop and of what remains.
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
