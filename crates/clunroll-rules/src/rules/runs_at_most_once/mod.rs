//! CLU121: a requested loop that runs once, or not at all.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The loop runs once, or never.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RunsAtMostOnce {
    /// Whether the loop runs once.
    pub runs: bool,
}

impl Violation for RunsAtMostOnce {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.runs)
    }

    fn is_advice(&self) -> bool {
        true
    }
}
