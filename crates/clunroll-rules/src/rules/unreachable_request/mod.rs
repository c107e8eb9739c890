//! CLU112: a request in code that is never compiled.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A request in a branch that no configuration takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnreachableRequest {
    /// The directive that begins the branch.
    pub branch: Place,
}

impl Violation for UnreachableRequest {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.branch)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        visit(&mut self.branch);
    }
}
