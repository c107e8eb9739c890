//! CLU249: `kernel` as a name.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A keyword of OpenCL C as a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeywordAsName {
    /// The keyword.
    pub text: String,
}

impl Violation for KeywordAsName {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.text)
    }
}
