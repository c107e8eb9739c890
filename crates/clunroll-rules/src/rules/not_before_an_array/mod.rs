//! CLU107: a request for promotion without an array.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// No array follows a request for promotion.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NotBeforeAnArray {
    /// The text of the token that follows instead; `None` at the end of the file.
    pub found: Option<String>,
}

impl Violation for NotBeforeAnArray {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.found.as_deref())
    }
}
