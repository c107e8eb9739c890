//! CLU009: an unknown clause of `#pragma clunroll`.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A wrong clause.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownClause {
    /// The problem.
    pub problem: ClauseProblem,
}

impl Violation for UnknownClause {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.problem)
    }
}

/// A wrong clause and its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BadClause {
    /// The wrong word.
    pub place: Place,
    /// The problem.
    pub problem: ClauseProblem,
}

/// The problems with a clause.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ClauseProblem {
    /// No clause has this name.
    UnknownClause {
        /// The name.
        word: String,
        /// The names of the clauses.
        known: &'static [&'static str],
    },
    /// `remainder(…)` or `loads_first(…)` with another word in it.
    UnknownWord {
        /// The name of the clause.
        clause: String,
        /// The word.
        word: String,
        /// The words that it may have.
        known: Vec<&'static str>,
    },
    /// `#pragma clunroll` without a clause.
    NoClause,
    /// A clause that takes no argument has one, as in `exact(…)`.
    NeedlessArgument(String),
    /// `remainder` or `loads_first` without one word in parentheses.
    WithoutWord {
        /// The name of the clause.
        clause: String,
    },
}
