//! CLU008: a factor of 0 where only positive ones exist.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// Factor 0 where only positive factors exist.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ZeroHint;

impl Violation for ZeroHint {
    fn words(&self, place: Place) -> Wording {
        words::wording(place)
    }
}
