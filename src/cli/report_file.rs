//! Where `--report` goes.
//!
//! It is written like the output: as a whole or not at all. It must not be the output, nor the input: one of them would be
//! lost. Whether two names stand for one file is asked of the system, since links and `./` make many names for one.

use std::fs;
use std::io;
use std::path::Path;

use crate::files::destination::{self, Destination};
use crate::files::failure::Failure;
use crate::files::output;
use crate::report::json;

/// The file that the report is written to.
#[derive(Debug)]
pub(super) struct ReportFile {
    /// What it is called in messages.
    name: String,
    destination: Destination,
}

impl ReportFile {
    /// Finds out where the report goes, if one is asked for.
    ///
    /// Fails where nothing can be written there, and where the output goes there, or the input comes from there.
    pub(super) fn of(argument: Option<&Path>, output: &Destination, input: &Path) -> Result<Option<Self>, Failure> {
        let Some(path) = argument else { return Ok(None) };
        let destination = Destination::of(Some(path))?;
        let name = destination::name(Some(path));
        if is_same(&destination, output) {
            return Err(Failure::new(format!("cannot write the report to {name}: the output goes there")));
        }
        if is_file(&destination, input) {
            return Err(Failure::new(format!("cannot write the report to {name}: it is the input")));
        }
        Ok(Some(Self { name, destination }))
    }

    /// Writes the report.
    ///
    /// Fails where not all of it can be written; a regular file then has its old content.
    pub(super) fn write(&self, input: &json::Input<'_>) -> Result<(), Failure> {
        let mut text = Vec::new();
        json::write(&mut text, std::slice::from_ref(input))
            .and_then(|()| output::write(&self.destination, &text))
            .map_err(|error: io::Error| Failure::of_system("write", &self.name, &error))
    }
}

fn is_same(one: &Destination, other: &Destination) -> bool {
    match (one, other) {
        (Destination::Stdout, Destination::Stdout) => true,
        (Destination::File { path, .. }, other) => is_file(other, path),
        _ => false,
    }
}

/// Whether a destination is the regular file of that name.
fn is_file(destination: &Destination, name: &Path) -> bool {
    let Destination::File { path, .. } = destination else { return false };
    path == name || fs::canonicalize(name).is_ok_and(|name| fs::canonicalize(path).is_ok_and(|path| path == name))
}
