//! CLU252: the same address of global memory in every iteration.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The same address of global memory in each iteration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SameGlobalAddress {
    /// The access as it is written.
    pub text: String,
    /// What is done there.
    pub kind: AccessKind,
}

impl Violation for SameGlobalAddress {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.text, self.kind)
    }

    fn is_advice(&self) -> bool {
        true
    }
}

/// What is done at an address, over all of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// Its value is taken.
    Read,
    /// It is given a value.
    Write,
    /// Both.
    Update,
}

impl AccessKind {
    /// Whether memory changes.
    #[must_use]
    pub const fn writes(self) -> bool {
        matches!(self, Self::Write | Self::Update)
    }

    /// What both do together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self == other { self } else { Self::Update }
    }
}
