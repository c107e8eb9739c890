//! CLU259: a factor that is not a power of two.

pub(crate) mod words;

use crate::finding::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The factor is not a power of two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OddFactor {
    /// The factor.
    pub factor: u32,
}

impl Violation for OddFactor {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.factor)
    }

    fn is_advice(&self) -> bool {
        true
    }
}
