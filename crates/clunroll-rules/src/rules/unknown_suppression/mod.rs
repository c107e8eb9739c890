//! CLU114: a comment that suppresses nothing, since clunroll cannot read it.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A comment that looks like a suppression, but names no rule or has another form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownSuppression {
    /// The problem.
    pub problem: SuppressionProblem,
}

impl Violation for UnknownSuppression {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.problem)
    }
}

/// The problem with a comment that begins like a suppression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SuppressionProblem {
    /// No rule has this code or name.
    UnknownRule(String),
    /// The word before `allow` is not `clunroll:`.
    WrongMark {
        /// The word.
        mark: String,
        /// The word after it.
        name: String,
    },
    /// The word after `clunroll:` is unknown.
    UnknownWord(String),
    /// The word has no rules in parentheses after it.
    NamesNoRule,
}
