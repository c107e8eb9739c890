//! CLU223: a template with placeholders.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The file is a template, so nothing in it is rewritten.
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
