//! CLU240: different requests for one loop in different configurations.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// Two requests for one loop, and no configuration has both. The finding is at the second one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DifferentRequests {
    /// The first request, which differs.
    pub first: Place,
}

impl Violation for DifferentRequests {
    fn words(&self, place: Place) -> Wording {
        words::wording(self.first, place)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        visit(&mut self.first);
    }
}
