//! CLU114: a comment that suppresses nothing, since clunroll cannot read it.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A comment that looks like a suppression, and names no rule or has another form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownSuppression {
    /// What is wrong.
    pub problem: SuppressionProblem,
}

impl Violation for UnknownSuppression {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.problem)
    }
}

/// What is wrong with a comment that begins like a suppression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SuppressionProblem {
    /// No rule has that code or name.
    UnknownRule(String),
    /// No such word after `clunroll:`.
    UnknownWord(String),
    /// No rules in parentheses after it.
    NamesNoRule,
}
