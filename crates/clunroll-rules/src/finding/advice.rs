//! What is found about requested loops, in facts.

use super::Correction;
use oclc_syntax::source::Place;

/// Something about a requested loop that could be better.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Advice {
    /// The factor is larger than the trip count.
    FactorAboveTrips {
        /// What is asked for.
        factor: u32,
        /// How often the loop runs.
        trips: u64,
    },
    /// Iterations are left over behind the main loop.
    FactorDoesNotDivide {
        /// What is asked for.
        factor: u32,
        /// How often the loop runs.
        trips: u64,
    },
    /// The main loop would be entered once, and leave some iterations.
    FewPasses {
        /// What is asked for.
        factor: u32,
        /// How often the loop runs.
        trips: u64,
    },
    /// The loop runs once, or not at all.
    RunsAtMostOnce {
        /// Whether it runs.
        runs: bool,
    },
    /// The same address of global memory in each iteration.
    SameAddress {
        /// The access as it is written.
        text: String,
        /// What is done there.
        kind: AccessKind,
    },
    /// A store through one pointer may change what a load through another one reads.
    MissingRestrict {
        /// The load.
        load: PointerAccess,
        /// The store.
        store: PointerAccess,
        /// The word at each pointer parameter that may get it, once the lint has found that out.
        corrections: Vec<Correction>,
    },
    /// Copies of an outer loop would load the same values in their inner loops, and a jam would load them once.
    CouldBeJammed {
        /// How many copies are asked for.
        factor: u32,
        /// A load that is the same in all iterations of the outer loop.
        load: Place,
        /// The same as text.
        text: String,
        /// The request for a jam, if the lint can tell.
        correction: Option<Correction>,
    },
    /// The induction variable is an `int`, and may well be a `uint`.
    SignedVariable {
        /// Its name.
        name: String,
    },
}

/// An access through a pointer parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PointerAccess {
    /// Where it is.
    pub place: Place,
    /// Its text.
    pub text: String,
    /// The name of the parameter.
    pub name: String,
    /// Where that is declared.
    pub parameter: Place,
}

impl Advice {
    /// All further places that it speaks of.
    pub fn places_mut(&mut self) -> Vec<&mut Place> {
        match self {
            Self::MissingRestrict { load, store, corrections } => {
                let accesses = [load, store].into_iter().flat_map(|access| [&mut access.place, &mut access.parameter]);
                accesses.chain(corrections.iter_mut().map(|right| &mut right.place)).collect()
            }
            Self::CouldBeJammed { load, correction, .. } => {
                std::iter::once(load).chain(correction.as_mut().map(|right| &mut right.place)).collect()
            }
            Self::FactorAboveTrips { .. }
            | Self::FactorDoesNotDivide { .. }
            | Self::FewPasses { .. }
            | Self::RunsAtMostOnce { .. }
            | Self::SameAddress { .. }
            | Self::SignedVariable { .. } => Vec::new(),
        }
    }

    /// What is right, as far as that is known.
    #[must_use]
    pub fn corrections(&self) -> &[Correction] {
        match self {
            Self::MissingRestrict { corrections, .. } => corrections,
            Self::CouldBeJammed { correction, .. } => correction.as_slice(),
            _ => &[],
        }
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
