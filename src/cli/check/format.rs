//! The formats of findings.

use clap::ValueEnum;

use crate::report::{Colour, Renderer, full};

/// What findings look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// With the lines of source
    Full,
}

impl Format {
    /// What writes it.
    pub(super) fn renderer(self, colour: Colour) -> Box<dyn Renderer> {
        match self {
            Self::Full => Box::new(full::Full { colour }),
        }
    }

    /// Whether it is for people, who want to be told how it has ended.
    pub(super) fn is_for_people(self) -> bool {
        match self {
            Self::Full => true,
        }
    }
}
