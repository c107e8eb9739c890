//! The formats of findings.

use clap::ValueEnum;

use clunroll_report::{Colour, Renderer, full, github, gitlab, json_lines, junit, sarif, short};

/// The format of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// With the lines of source
    Full,
    /// One line each
    Short,
    /// JSON, one line for each file
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub workflows
    Github,
    /// A code quality report of GitLab
    Gitlab,
    /// A file of JUnit
    Junit,
}

impl Format {
    /// The renderer of this format, for a terminal of this many columns.
    pub(super) fn renderer(self, colour: Colour, width: Option<usize>) -> Box<dyn Renderer> {
        match self {
            Self::Full => Box::new(full::Full::new(colour).width(width)),
            Self::Short => Box::<short::Short>::default(),
            Self::Json => Box::new(json_lines::JsonLines),
            Self::Sarif => Box::<sarif::Sarif>::default(),
            Self::Github => Box::<github::GitHub>::default(),
            Self::Gitlab => Box::<gitlab::GitLab>::default(),
            Self::Junit => Box::<junit::JUnit>::default(),
        }
    }

    /// Whether the format also shows what each request does, and the length of the output.
    pub(super) fn shows_effects(self) -> bool {
        self == Self::Json
    }

    /// Whether the format is for people, who want a summary at the end.
    pub(super) fn is_for_people(self) -> bool {
        matches!(self, Self::Full | Self::Short)
    }
}
