//! The parts that all formats share.

use std::io;

use crate::diagnostic::{Diagnostic, Label};
use crate::outcome::Outcome;
#[cfg(feature = "data")]
use oclc_syntax::source::Place;

/// One file that was checked.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Checked<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its length.
    pub bytes: usize,
    /// Its findings and results.
    pub outcome: &'a Outcome,
}

impl<'a> Checked<'a> {
    /// A file with its name and its length.
    #[must_use]
    pub const fn new(name: &'a str, bytes: usize, outcome: &'a Outcome) -> Self {
        Self { name, bytes, outcome }
    }
}

/// A format of findings.
pub trait Renderer {
    /// Writes the findings of one file. Files are passed in the order of the report.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn file(&mut self, out: &mut dyn io::Write, checked: &Checked<'_>) -> io::Result<()>;

    /// Reports that a file could not be checked, and why. A format for people does nothing here: the message goes to standard error.
    fn failed(&mut self, _why: &str) {}

    /// Writes the end of the report, after the last file.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn finish(self: Box<Self>, _out: &mut dyn io::Write) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a report may contain ANSI escape sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    #[default]
    Off,
    /// Colours, for a terminal.
    On,
}

/// All labels of a diagnostic, the primary one first.
pub(crate) fn labels(diagnostic: &Diagnostic) -> impl Iterator<Item = &Label> {
    std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary).chain(&diagnostic.also)
}

/// All places in a diagnostic, including those of its fix.
#[cfg(feature = "data")]
pub(crate) fn places(diagnostic: &Diagnostic) -> impl Iterator<Item = Place> {
    let edits = diagnostic.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.place);
    labels(diagnostic).map(|label| label.place).chain(edits)
}
