//! CLU106: a `#pragma clunroll` without a requested loop.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// Clauses without a requested loop after them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StrayClause;

impl Violation for StrayClause {
    fn words(&self, place: Place) -> Wording {
        words::wording(place)
    }
}
