//! CLU105: a request that an attribute overrides.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// An attribute on the same loop overrides the request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OverruledRequest {
    /// The attribute that applies.
    pub hint: Place,
}

impl Violation for OverruledRequest {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.hint)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        visit(&mut self.hint);
    }
}
