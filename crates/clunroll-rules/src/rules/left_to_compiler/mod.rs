//! CLU219: a hint without a factor, and a trip count that is known only at run time.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A hint without a factor, and a trip count that is known only at run time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LeftToCompiler {
    /// The part of the header that is not a constant.
    pub text: String,
}

impl Violation for LeftToCompiler {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.text)
    }
}
