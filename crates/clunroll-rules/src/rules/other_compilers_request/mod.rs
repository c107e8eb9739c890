//! CLU242: a request in the spelling of another compiler.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A request in the spelling of another compiler.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OtherCompilersRequest {
    /// The text of the pragma or attribute.
    pub text: String,
    /// The text of its factor, if it has one.
    pub factor: Option<String>,
}

impl Violation for OtherCompilersRequest {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.text, self.factor.as_deref())
    }
}
