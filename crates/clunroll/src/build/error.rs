//! Why kernels could not be rewritten: one problem for each kernel or file.

use std::path::PathBuf;
use std::{error, fmt};

use super::script;
use crate::{MacroError, Outcome};
use clunroll_files::failure::Failure;

/// Why not all kernels could be rewritten. Its text says of each problem what is wrong and where.
#[derive(Debug)]
pub struct Error(Vec<Problem>);

impl Error {
    pub(super) const fn of(problems: Vec<Problem>) -> Self {
        Self(problems)
    }

    /// All that is wrong: at least one problem.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.0
    }
}

/// One thing that is wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The script defines a macro that no compiler takes.
    Macro(MacroError),
    /// `OUT_DIR` is not set, and the script names no other folder.
    NoOutDir,
    /// A kernel is invalid. Nothing was written for it.
    #[non_exhaustive]
    Kernel {
        /// Where the kernel was read.
        source: PathBuf,
        /// What was found. Some of its diagnostics are errors.
        outcome: Box<Outcome>,
    },
    /// A file could not be read or written, or a kernel could not be processed. The text names the file and the reason.
    File(String),
}

impl Problem {
    pub(super) fn of(failure: &Failure) -> Self {
        Self::File(failure.message())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Macro(error) => error.fmt(formatter),
            Self::NoOutDir => formatter
                .write_str("OUT_DIR is not set: only Cargo sets it, for build scripts; elsewhere, call out_dir"),
            Self::Kernel { outcome, .. } => formatter.write_str(script::error_text(outcome).trim_end()),
            Self::File(message) => formatter.write_str(message),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(formatter)?;
            }
            problem.fmt(formatter)?;
        }
        Ok(())
    }
}

impl error::Error for Error {}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}
