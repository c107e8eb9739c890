//! The errors of a build script: one problem for each kernel or file.

use std::path::PathBuf;
use std::{error, fmt};

use super::script;
use crate::{MacroError, Outcome};
use clunroll_files::failure::Failure;

/// The problems that kept kernels from being rewritten. Its text says for each problem what is wrong, and where.
#[derive(Debug)]
pub struct Error(Vec<Problem>);

impl Error {
    pub(super) const fn of(problems: Vec<Problem>) -> Self {
        Self(problems)
    }

    /// All problems: at least one.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.0
    }
}

/// One problem.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The script defines a macro that no compiler accepts.
    Macro(MacroError),
    /// `OUT_DIR` is not set, and the script names no other folder.
    NoOutDir,
    /// A kernel is invalid. Nothing was written for it.
    #[non_exhaustive]
    Kernel {
        /// The path of the kernel.
        source: PathBuf,
        /// The outcome. Some of its diagnostics are errors.
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
