//! CLU218: text about a loop that is dropped with the loop.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// Text that describes the loop is not in the output.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DroppedWithLoop {
    /// Whether the output has a loop.
    pub keeps_loop: bool,
}

impl Violation for DroppedWithLoop {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.keeps_loop)
    }
}
