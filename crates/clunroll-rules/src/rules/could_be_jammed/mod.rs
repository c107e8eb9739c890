//! CLU234: an outer loop that is unrolled and could be jammed.

pub(crate) mod words;

use crate::correction::Correction;
use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// Copies of an outer loop would load the same values in their inner loops, and a jam would load them once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CouldBeJammed {
    /// The requested number of copies.
    pub factor: u32,
    /// A load that is the same in all iterations of the outer loop.
    pub load: Place,
    /// Its text.
    pub text: String,
    /// The request for a jam, if the lint can determine it.
    pub correction: Option<Correction>,
}

impl Violation for CouldBeJammed {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.factor, self.load, &self.text, self.correction.as_ref())
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        visit(&mut self.load);
        self.correction.iter_mut().for_each(|right| visit(&mut right.place));
    }

    fn corrections(&self) -> &[Correction] {
        self.correction.as_slice()
    }

    fn is_advice(&self) -> bool {
        true
    }
}
