//! CLU241: a factor of one word in parentheses.

pub(crate) mod words;

use crate::correction::Correction;
use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A factor of one word in parentheses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParenthesisedFactor {
    /// The factor without parentheses.
    pub correction: Correction,
}

impl Violation for ParenthesisedFactor {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.correction)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        visit(&mut self.correction.place);
    }

    fn corrections(&self) -> &[Correction] {
        std::slice::from_ref(&self.correction)
    }
}
