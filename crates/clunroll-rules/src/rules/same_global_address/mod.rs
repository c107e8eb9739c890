//! CLU252: the same address of global memory in every iteration.

pub(crate) mod words;

use crate::correction::Correction;
use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The same address of global memory in each iteration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SameGlobalAddress {
    /// The text of the access.
    pub text: String,
    /// The kind of the access.
    pub kind: AccessKind,
    /// The edits that make a private variable of it, where that certainly computes the same. The lint adds these later.
    pub corrections: Vec<Correction>,
}

impl Violation for SameGlobalAddress {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.text, self.kind, &self.corrections)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        self.corrections.iter_mut().for_each(|right| visit(&mut right.place));
    }

    fn corrections(&self) -> &[Correction] {
        &self.corrections
    }

    fn is_advice(&self) -> bool {
        true
    }
}

/// The accesses to an address in one iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// It is read.
    Read,
    /// It is written.
    Write,
    /// It is read and written.
    Update,
}

impl AccessKind {
    /// Whether it changes memory.
    #[must_use]
    pub const fn writes(self) -> bool {
        matches!(self, Self::Write | Self::Update)
    }

    /// The combination of two kinds.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self == other { self } else { Self::Update }
    }
}
