//! CLU003: a pragma without a loop.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// No loop follows the request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NotBeforeALoop {
    /// The text of the token that follows instead; `None` at the end of the file.
    pub found: Option<String>,
}

impl Violation for NotBeforeALoop {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.found.as_deref())
    }
}
