//! CLU253: a factor for a loop whose main loop would run once.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The main loop would run once, and some iterations would remain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SmallTripCount {
    /// The factor.
    pub factor: u32,
    /// The trip count.
    pub trips: u64,
}

impl Violation for SmallTripCount {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.factor, self.trips)
    }

    fn is_advice(&self) -> bool {
        true
    }
}
