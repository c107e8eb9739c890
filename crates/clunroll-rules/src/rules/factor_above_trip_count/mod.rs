//! CLU120: a factor larger than the trip count.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The factor is larger than the trip count.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FactorAboveTripCount {
    /// The factor.
    pub factor: u32,
    /// The trip count.
    pub trips: u64,
}

impl Violation for FactorAboveTripCount {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.factor, self.trips)
    }

    fn is_advice(&self) -> bool {
        true
    }
}
