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
//! - [`summary`]: one line with the counts.

pub mod full;
#[cfg(feature = "cli")]
pub mod json;
pub mod promotions;
pub mod requests;
pub mod summary;

mod text;

/// Whether a report may hold ANSI escape sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// Plain text.
    #[default]
    Off,
    /// Colours, for a terminal.
    On,
}
