//! Where `--report` and `--depfile` go.
//!
//! They are written like the output: as a whole or not at all. None must be an output, or an input, or the other one: one
//! of them would be lost. Whether two names stand for one file is asked of the system, since links and `./` make many
//! names for one.

use std::io;
use std::path::Path;

use crate::files::destination::{self, Destination};
use crate::files::failure::Failure;
use crate::files::output;

/// A file that is written beside the outputs.
#[derive(Debug)]
pub(super) struct SideFile {
    /// What it is called in messages.
    name: String,
    destination: Destination,
}

impl SideFile {
    /// Finds out where `what` goes, if one is asked for.
    ///
    /// Fails where nothing can be written there, and where an output goes there, or an input comes from there.
    pub(super) fn of<'a>(
        what: &str,
        argument: Option<&Path>,
        outputs: impl IntoIterator<Item = &'a Destination>,
        inputs: impl IntoIterator<Item = &'a Path>,
    ) -> Result<Option<Self>, Failure> {
        let Some(path) = argument else { return Ok(None) };
        let destination = Destination::of(Some(path))?;
        let name = destination::name(Some(path));
        let refused = |why| Err(Failure::new(format!("cannot write the {what} to {name}: {why}")));
        if outputs.into_iter().any(|output| destination.is_same(output)) {
            return refused("the output goes there");
        }
        if inputs.into_iter().any(|input| destination.is_file(input)) {
            return refused("it is the input");
        }
        Ok(Some(Self { name, destination }))
    }

    /// Where it goes.
    pub(super) const fn destination(&self) -> &Destination {
        &self.destination
    }

    /// Writes it.
    ///
    /// Fails where not all of it can be written; a regular file then has its old content.
    pub(super) fn write(&self, text: &[u8]) -> Result<(), Failure> {
        match output::write(&self.destination, text) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.failure(&error)),
        }
    }

    /// That it could not be written.
    pub(super) fn failure(&self, error: &io::Error) -> Failure {
        Failure::of_system("write", &self.name, error)
    }
}
