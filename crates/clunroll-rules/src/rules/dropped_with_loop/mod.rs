//! CLU218: what was said of a loop that is gone.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// Something that describes the loop is not in the output.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DroppedWithLoop {
    /// Whether a loop is written.
    pub keeps_loop: bool,
}

impl Violation for DroppedWithLoop {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.keeps_loop)
    }
}
