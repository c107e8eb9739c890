//! CLU115: a suppression that suppresses nothing.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A comment allows a rule that is not broken there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnusedSuppression {
    /// The rule's code or name in the comment.
    pub word: String,
    /// The text to replace, and the text without that rule.
    pub without: (Place, String),
}

impl Violation for UnusedSuppression {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.word, &self.without)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        visit(&mut self.without.0);
    }
}
