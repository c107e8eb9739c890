//! Findings as text for people; one file per format.
//!
//! A renderer takes what [`crate::unroll`] gave back and writes to any [`std::io::Write`]; it decides nothing,
//! and it knows neither terminals nor standard error, so that a build script can use it as well as the
//! command line. The formats share one view of the source, `text`, which is where bytes that are no UTF-8 and
//! bytes that a terminal would obey are dealt with.
//!
//! - [`full`]: a diagnostic with its lines of source and carets.
//! - [`json`]: all there is to say, for programs (`--report`).
//! - [`promotions`]: one line for each array that was to become scalars (`--verbose`).
//! - [`requests`]: one line for each request, saying what was done (`--verbose`).
//! - [`statistics`]: how often each rule was broken (`--statistics`).
//! - [`summary`]: one line with the counts.

pub mod full;
#[cfg(feature = "cli")]
pub mod json;
pub mod promotions;
pub mod requests;
pub mod statistics;
pub mod summary;

mod text;

use std::io;

use crate::outcome::Outcome;

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
