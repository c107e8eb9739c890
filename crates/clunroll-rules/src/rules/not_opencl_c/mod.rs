//! CLU223: a template, whose placeholders are filled later.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The file is a template, and nothing in it is rewritten.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NotOpenclC {
    /// The text of its first placeholder.
    pub placeholder: String,
}

impl Violation for NotOpenclC {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.placeholder)
    }
}
