//! The destinations of `--report`, `--depfile`, `--output-file` and `--write-baseline`.
//!
//! They are written like the output: as a whole or not at all. None may be an output, an input or another one of them, since one of the
//! files would be lost. The system decides whether two names mean one file, since links and `./` give one file many names.

use std::io;
use std::path::{Path, PathBuf};

use clunroll_files::destination::{self, Destination};
use clunroll_files::failure::Failure;
use clunroll_files::output;

/// A file that is written beside the outputs.
#[derive(Debug)]
pub(super) struct SideFile {
    /// Its name in messages.
    name: String,
    /// Its kind, for messages.
    what: &'static str,
    /// The option that names it.
    option: &'static str,
    destination: Destination,
}

/// A destination that another file of this run uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct UsedDestination<'a> {
    pub(super) destination: &'a Destination,
    /// Its kind, for messages.
    pub(super) what: &'a str,
    /// The option that would send it to a file, if there is one.
    pub(super) option: Option<&'a str>,
}

impl SideFile {
    /// The side file for `what`, if an option names one.
    ///
    /// Fails if nothing can be written there, or if it is the place of an output or of an input.
    pub(super) fn of<'a>(
        what: &'static str,
        option: &'static str,
        argument: Option<&Path>,
        taken: impl IntoIterator<Item = UsedDestination<'a>>,
        inputs: impl IntoIterator<Item = &'a Path>,
    ) -> Result<Option<Self>, Failure> {
        let Some(path) = argument else { return Ok(None) };
        let file =
            Self { name: destination::name(Some(path)), what, option, destination: Destination::of(Some(path))? };
        if let Some(taken) = taken.into_iter().find(|taken| file.destination.is_same(taken.destination)) {
            return Err(file.refused(&file.taken_already(&taken)));
        }
        if inputs.into_iter().any(|input| file.destination.is_file(input)) {
            return Err(file.refused("it is the input"));
        }
        Ok(Some(file))
    }

    /// Fails if this is one of the files to be written, or one that was read.
    pub(super) fn check_against<'a>(
        &self,
        outputs: &[PathBuf],
        read: &[&[PathBuf]],
        configurations: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<(), Failure> {
        if outputs.iter().any(|output| self.destination.is_file(output)) {
            return Err(self.refused("an output is written there"));
        }
        if read.iter().copied().flatten().any(|read| self.destination.is_file(read)) {
            return Err(self.refused("an input includes it"));
        }
        if configurations.into_iter().any(|file| self.destination.is_file(file)) {
            return Err(self.refused("it is a configuration file"));
        }
        Ok(())
    }

    /// The message that another file uses this destination, and which option to give instead.
    fn taken_already(&self, UsedDestination { what, option, .. }: &UsedDestination<'_>) -> String {
        if !matches!(self.destination, Destination::Stdout) {
            return format!("the {what} is written there");
        }
        let other = option.map(|option| format!("`{option} FILE` or ")).unwrap_or_default();
        format!("standard output already gets the {what}; give {other}`{} FILE`", self.option)
    }

    fn refused(&self, why: &str) -> Failure {
        Failure::new(format!("cannot write the {} to {}: {why}", self.what, self.name))
    }

    /// Its destination, for checks of other files.
    pub(super) const fn taken(&self) -> UsedDestination<'_> {
        UsedDestination { destination: &self.destination, what: self.what, option: Some(self.option) }
    }

    /// Its name in messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Writes the file.
    ///
    /// Fails if not all of it can be written; a regular file then has its old content.
    pub(super) fn write(&self, text: &[u8]) -> Result<(), Failure> {
        output::write(&self.destination, text).map_err(|error| self.failure(&error))
    }

    /// A failure to write it.
    pub(super) fn failure(&self, error: &io::Error) -> Failure {
        Failure::of_system("write", &self.name, error)
    }
}
