//! CLU104: a label where a request does not reach past it.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A label where compilers do not look past it for the loop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LabelBeforeLoop;

impl Violation for LabelBeforeLoop {
    fn words(&self, place: Place) -> Wording {
        words::wording(place)
    }
}
