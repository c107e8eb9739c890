//! Where `--report` and `--depfile` go.
//!
//! They are written like the output: as a whole or not at all. None must be an output, or an input, or the other one: one
//! of them would be lost. Whether two names stand for one file is asked of the system, since links and `./` make many
//! names for one.

use std::io;
use std::path::{Path, PathBuf};

use crate::files::destination::{self, Destination};
use crate::files::failure::Failure;
use crate::files::output;

/// A file that is written beside the outputs.
#[derive(Debug)]
pub(super) struct SideFile {
    /// What it is called in messages.
    name: String,
    /// What it is.
    what: &'static str,
    destination: Destination,
}

impl SideFile {
    /// Finds out where `what` goes, if one is asked for.
    ///
    /// Fails where nothing can be written there, and where an output goes there, or an input comes from there.
    pub(super) fn of<'a>(
        what: &'static str,
        argument: Option<&Path>,
        outputs: impl IntoIterator<Item = &'a Destination>,
        inputs: impl IntoIterator<Item = &'a Path>,
    ) -> Result<Option<Self>, Failure> {
        let Some(path) = argument else { return Ok(None) };
        let file = Self { name: destination::name(Some(path)), what, destination: Destination::of(Some(path))? };
        if outputs.into_iter().any(|output| file.destination.is_same(output)) {
            return Err(file.refused("something else is written there"));
        }
        if inputs.into_iter().any(|input| file.destination.is_file(input)) {
            return Err(file.refused("it is the input"));
        }
        Ok(Some(file))
    }

    /// Fails where this is one of the files that are going to be written, or one that was read.
    pub(super) fn check_against<'a>(
        &self,
        outputs: &[PathBuf],
        read: &[&[PathBuf]],
        configurations: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<(), Failure> {
        if outputs.iter().any(|output| self.destination.is_file(output)) {
            return Err(self.refused("something else is written there"));
        }
        if read.iter().copied().flatten().any(|read| self.destination.is_file(read)) {
            return Err(self.refused("an input includes it"));
        }
        if configurations.into_iter().any(|file| self.destination.is_file(file)) {
            return Err(self.refused("it is the configuration"));
        }
        Ok(())
    }

    fn refused(&self, why: &str) -> Failure {
        Failure::new(format!("cannot write the {} to {}: {why}", self.what, self.name))
    }

    /// Where it goes.
    pub(super) const fn destination(&self) -> &Destination {
        &self.destination
    }

    /// Writes it.
    ///
    /// Fails where not all of it can be written; a regular file then has its old content.
    pub(super) fn write(&self, text: &[u8]) -> Result<(), Failure> {
        output::write(&self.destination, text).map_err(|error| self.failure(&error))
    }

    /// That it could not be written.
    pub(super) fn failure(&self, error: &io::Error) -> Failure {
        Failure::of_system("write", &self.name, error)
    }
}
