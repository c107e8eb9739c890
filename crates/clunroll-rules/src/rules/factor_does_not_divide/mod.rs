//! CLU250: a known trip count that the factor does not divide.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The factor does not divide the trip count.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FactorDoesNotDivide {
    /// The factor.
    pub factor: u32,
    /// The trip count.
    pub trips: u64,
}

impl Violation for FactorDoesNotDivide {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.factor, self.trips)
    }

    fn is_advice(&self) -> bool {
        true
    }
}
