//! CLU101: a factor of 0.

pub(crate) mod words;

use crate::correction::Correction;
use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A factor of 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ZeroFactor {
    /// The correction, if the lint can determine it.
    pub correction: Option<Correction>,
}

impl Violation for ZeroFactor {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.correction.as_ref())
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        self.correction.iter_mut().for_each(|right| visit(&mut right.place));
    }

    fn corrections(&self) -> &[Correction] {
        self.correction.as_slice()
    }
}
