//! CLU007: two requests for one loop.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// Two requests apply to one loop. The finding is at the second one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConflictingRequests {
    /// The first request.
    pub first: Place,
}

impl Violation for ConflictingRequests {
    fn words(&self, place: Place) -> Wording {
        words::wording(self.first, place)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        visit(&mut self.first);
    }
}
