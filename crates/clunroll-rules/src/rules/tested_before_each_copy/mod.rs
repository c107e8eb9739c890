//! CLU230: a loop whose trips cannot be counted.

pub(crate) mod words;

use crate::rules::Reason;
use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A loop keeps its own test before each copy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TestedBeforeEachCopy {
    /// The reason why its trips are not counted.
    pub reason: Reason,
    /// The unread include that may define the name in the reason.
    pub unread: Option<Place>,
}

impl Violation for TestedBeforeEachCopy {
    fn words(&self, place: Place) -> Wording {
        words::wording(self.reason.words(place), &self.reason)
    }

    fn unread(&self) -> Option<Place> {
        self.unread
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        self.unread.iter_mut().for_each(visit);
    }
}
