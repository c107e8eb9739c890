//! CLU258: a signed induction variable.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The induction variable is an `int`, and could be a `uint`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SignedInductionVariable {
    /// Its name.
    pub name: String,
}

impl Violation for SignedInductionVariable {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.name)
    }

    fn is_advice(&self) -> bool {
        true
    }
}
