//! CLU110: a pragma or attribute that is nearly a request.

pub(crate) mod words;

use crate::correction::Correction;
use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A pragma or an attribute whose name differs in one or two letters from that of a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MisspeltPragma {
    /// The text of the word, or words.
    pub text: String,
    /// The names that may be meant; never empty.
    pub meant: Vec<&'static str>,
    /// The correction, if it is certain.
    pub correction: Option<Correction>,
}

impl Violation for MisspeltPragma {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.text, &self.meant, self.correction.as_ref())
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        self.correction.iter_mut().for_each(|right| visit(&mut right.place));
    }

    fn corrections(&self) -> &[Correction] {
        self.correction.as_slice()
    }
}
