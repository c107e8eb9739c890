//! CLU008: a factor of 0 in a hint, which allows only positive factors.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A factor of 0 in a hint, which allows only positive factors.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ZeroHint;

impl Violation for ZeroHint {
    fn words(&self, place: Place) -> Wording {
        words::wording(place)
    }
}
