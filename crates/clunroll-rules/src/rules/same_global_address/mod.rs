//! CLU252: the same address of global memory in every iteration.

pub(crate) mod words;

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
}

impl Violation for SameGlobalAddress {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.text, self.kind)
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
