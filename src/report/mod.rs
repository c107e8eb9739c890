//! Findings for people and for programs; one file per format.
//!
//! A renderer takes what [`crate::unroll`] gave back and writes to any [`std::io::Write`]; it decides nothing,
//! and it knows neither terminals nor standard error, so that a build script can use it as well as the
//! command line. The formats share one view of the source, `text`, which is where bytes that are no UTF-8 and
//! bytes that a terminal would obey are dealt with, and where columns are counted.
//!
//! The formats of `clunroll check` are [`Renderer`]s, which are given the files one by one, so that findings are seen
//! while other files are still being checked, and nothing has to be kept:
//!
//! - [`full`]: a diagnostic with its lines of source and carets.
//! - [`short`]: a diagnostic in one line, for editors.
//! - `json_lines`: all there is to say about a file in one line, for programs.
//! - `sarif`: a SARIF log, for what collects the findings of many tools.
//! - [`github`]: annotations of a GitHub workflow.
//!
//! What stands beside and behind them:
//!
//! - `json`: all there is to say, for programs (`--report`).
//! - [`promotions`]: one line for each array that was to become scalars (`--verbose`).
//! - [`requests`]: one line for each request, saying what was done (`--verbose`).
//! - [`statistics`]: how often each rule was broken (`--statistics`).
//! - [`summary`]: the counts, for one line at the end.
//!
//! Those for programs are there with the feature `cli` only.

pub mod full;
pub mod github;
#[cfg(feature = "cli")]
pub mod json;
#[cfg(feature = "cli")]
pub mod json_lines;
pub mod promotions;
pub mod requests;
#[cfg(feature = "cli")]
pub mod sarif;
pub mod short;
pub mod statistics;
pub mod summary;

mod lines;
mod path;
mod text;

use std::io;

use crate::outcome::Outcome;
use crate::rules::{Diagnostic, Label};
#[cfg(feature = "cli")]
use crate::source::Place;

/// One file that was checked.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    /// Its name.
    pub name: &'a str,
    /// How long it is.
    pub bytes: usize,
    /// What was found.
    pub outcome: &'a Outcome,
}

/// A format that findings are written in.
pub trait Renderer {
    /// Writes what was found in one file. The files come in the order in which they are reported.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn file(&mut self, out: &mut dyn io::Write, checked: &Checked<'_>) -> io::Result<()>;

    /// Says that some of what was to be checked could not be, and why; a format for people leaves that to standard error.
    fn failed(&mut self, _why: &str) {}

    /// Writes what stands behind the last file.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn finish(self: Box<Self>, _out: &mut dyn io::Write) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a report may hold ANSI escape sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    #[default]
    Off,
    /// Colours, for a terminal.
    On,
}

/// All labels of a diagnostic, the primary one first.
fn labels(diagnostic: &Diagnostic) -> impl Iterator<Item = &Label> {
    std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary)
}

/// All places that a diagnostic speaks of, those of its fix included.
#[cfg(feature = "cli")]
fn places(diagnostic: &Diagnostic) -> impl Iterator<Item = Place> {
    let edits = diagnostic.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.place);
    labels(diagnostic).map(|label| label.place).chain(edits)
}
