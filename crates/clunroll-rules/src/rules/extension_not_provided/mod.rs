//! CLU220: requests that only some compilers see.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A condition that tests for the extension.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExtensionNotProvided {
    /// The first request under it.
    pub request: Place,
}

impl Violation for ExtensionNotProvided {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.request)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        visit(&mut self.request);
    }
}
