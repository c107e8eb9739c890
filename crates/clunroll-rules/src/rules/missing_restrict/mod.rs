//! CLU233: a load that waits for a store, since neither pointer is `restrict`.

pub(crate) mod words;

use crate::correction::Correction;
use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A store through one pointer may change the value of a load through another one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MissingRestrict {
    /// The load.
    pub load: PointerAccess,
    /// The store.
    pub store: PointerAccess,
    /// The word `restrict` for each pointer parameter that may get it. The lint adds these later.
    pub corrections: Vec<Correction>,
}

impl Violation for MissingRestrict {
    fn words(&self, _: Place) -> Wording {
        words::wording(&self.load, &self.store, &self.corrections)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        for access in [&mut self.load, &mut self.store] {
            visit(&mut access.place);
            visit(&mut access.parameter);
        }
        self.corrections.iter_mut().for_each(|right| visit(&mut right.place));
    }

    fn corrections(&self) -> &[Correction] {
        &self.corrections
    }

    fn is_advice(&self) -> bool {
        true
    }
}

/// An access through a pointer parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PointerAccess {
    /// Its place.
    pub place: Place,
    /// Its text.
    pub text: String,
    /// The name of the parameter.
    pub name: String,
    /// The place of the parameter's declaration.
    pub parameter: Place,
}
