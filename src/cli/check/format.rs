//! The formats of findings.

use clap::ValueEnum;

use clunroll_report::{Colour, Renderer, full, github, gitlab, json_lines, junit, sarif, short};

/// What findings look like.
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

/// What a format shows of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormatContent {
    /// What was found.
    Findings,
    /// Also what each request does, and how long the text becomes.
    Effects,
}

impl Format {
    /// What writes it.
    pub(super) fn renderer(self, colour: Colour) -> Box<dyn Renderer> {
        match self {
            Self::Full => Box::new(full::Full::new(colour)),
            Self::Short => Box::<short::Short>::default(),
            Self::Json => Box::new(json_lines::JsonLines),
            Self::Sarif => Box::<sarif::Sarif>::default(),
            Self::Github => Box::<github::GitHub>::default(),
            Self::Gitlab => Box::<gitlab::GitLab>::default(),
            Self::Junit => Box::<junit::JUnit>::default(),
        }
    }

    /// What it shows of a file.
    pub(super) fn content(self) -> FormatContent {
        match self {
            Self::Json => FormatContent::Effects,
            Self::Full | Self::Short | Self::Sarif | Self::Github | Self::Gitlab | Self::Junit => {
                FormatContent::Findings
            }
        }
    }

    /// Whether it is for people, who want to be told how it has ended.
    pub(super) fn is_for_people(self) -> bool {
        matches!(self, Self::Full | Self::Short)
    }
}
