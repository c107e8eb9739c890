//! CLU104: a label between a request and its loop.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A label at which compilers stop searching for the loop of a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LabelBeforeLoop;

impl Violation for LabelBeforeLoop {
    fn words(&self, place: Place) -> Wording {
        words::wording(place)
    }
}
