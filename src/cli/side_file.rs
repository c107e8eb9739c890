//! Where `--report` and `--depfile` go.
//!
//! They are written like the output: as a whole or not at all. None must be an output, or an input, or the other one: one
//! of them would be lost. Whether two names stand for one file is asked of the system, since links and `./` make many
//! names for one.

use std::fs;
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
        if outputs.into_iter().any(|output| is_same(&file.destination, output)) {
            return Err(file.refused("the output goes there"));
        }
        if inputs.into_iter().any(|input| is_file(&file.destination, input)) {
            return Err(file.refused("it is the input"));
        }
        Ok(Some(file))
    }

    /// Fails where one of these files, which are going to be written, is this one.
    pub(super) fn check_against<'a>(&self, mut outputs: impl Iterator<Item = &'a Path>) -> Result<(), Failure> {
        if outputs.any(|output| is_file(&self.destination, output)) {
            return Err(self.refused("the output goes there"));
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

/// Whether both are one.
fn is_same(one: &Destination, other: &Destination) -> bool {
    match (one, other) {
        (Destination::Stdout, Destination::Stdout) => true,
        (Destination::File { path, .. }, other) => is_file(other, path),
        _ => false,
    }
}

/// Whether a destination is the regular file of that name, by whatever name, also where that is still to be made.
fn is_file(destination: &Destination, name: &Path) -> bool {
    let Destination::File { path, .. } = destination else { return false };
    let real = fs::canonicalize(name).or_else(|_| {
        let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok::<_, io::Error>(fs::canonicalize(folder)?.join(name.file_name().unwrap_or_default()))
    });
    path == name || real.is_ok_and(|real| real == *path)
}
