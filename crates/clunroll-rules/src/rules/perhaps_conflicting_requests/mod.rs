//! CLU108: two requests for one loop in some configurations.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// Two requests apply to one loop, but only in some configurations. The finding is at the second one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PerhapsConflictingRequests {
    /// The first request.
    pub first: Place,
}

impl Violation for PerhapsConflictingRequests {
    fn words(&self, place: Place) -> Wording {
        words::wording(self.first, place)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        visit(&mut self.first);
    }
}
