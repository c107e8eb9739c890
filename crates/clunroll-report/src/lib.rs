//! Findings in words, and the formats in which they are written.
//!
//! [`in_words`] turns each finding of the engine into a [`Diagnostic`]. The formats write diagnostics; each format has a file.
//!
//! A renderer takes the result of [`in_words`] and writes to any [`std::io::Write`]. It decides nothing, and it knows neither terminals nor
//! standard error, so a build script can use it as well as the command line. All formats share one view of the source, `text`. It replaces
//! bytes that are not UTF-8 and bytes that a terminal would obey, and it counts columns.
//!
//! The formats of `clunroll check` are [`Renderer`]s. They get the files one by one, so that users see findings while other files are still
//! being checked, and no finding is kept in memory:
//!
//! - [`full`]: a diagnostic with its lines of source and carets.
//! - [`short`]: a diagnostic in one line, for editors.
//! - `json_lines`: the whole report about a file in one line, for programs.
//! - `sarif`: a SARIF log, for services that collect the findings of many tools.
//! - [`github`]: annotations of a GitHub workflow.
//! - `gitlab`: a code quality report of GitLab.
//! - `junit`: a file of JUnit, which most CI servers read.
//!
//! The other modules:
//!
//! - `baseline`: the findings that a project accepts for now (`--baseline`).
//! - [`effect`]: the result of one request, for editors.
//! - `json`: the whole report, for programs (`--report`).
//! - [`pointers`]: one line for each pointer that lacked `restrict` (`--verbose`).
//! - [`promotions`]: one line for each array with a request for promotion (`--verbose`).
//! - [`requests`]: one line with the result of each request (`--verbose`).
//! - [`statistics`]: how often each rule was broken (`--statistics`).
//! - [`summary`]: the counts of findings, for one line at the end.
//! - [`totals`]: the totals of a run, for one line at the end.
//! - [`wrap`]: texts that are broken at blanks, for a terminal.
//! - [`xml`]: texts in XML, SVG and HTML.
//!
//! The modules for programs need the feature `data`.

#![forbid(unsafe_code)]

#[cfg(feature = "data")]
pub mod baseline;
mod diagnostic;
pub mod effect;
#[cfg(feature = "data")]
mod fingerprint;
mod formats;
pub mod full;
pub mod github;
#[cfg(feature = "data")]
pub mod gitlab;
#[cfg(feature = "data")]
pub mod json;
#[cfg(feature = "data")]
pub mod json_lines;
#[cfg(feature = "data")]
pub mod junit;
mod lines;
mod loads;
mod location;
mod outcome;
mod path;
pub mod pointers;
pub mod promotions;
pub mod requests;
#[cfg(feature = "data")]
pub mod sarif;
mod shared_cause;
pub mod short;
pub mod statistics;
pub mod summary;
mod text;
pub mod totals;
#[cfg(feature = "data")]
pub mod verdict;
pub mod wrap;
pub mod xml;

pub use diagnostic::{Diagnostic, Edit, Fix, Label};
pub use formats::{Checked, Colour, Renderer};
pub use location::{LineColumn, Location, Locations};
pub use outcome::{Outcome, in_words};

use formats::labels;
#[cfg(feature = "data")]
use formats::places;

/// The name of the program in formats for programs.
#[cfg(feature = "data")]
const TOOL: &str = "clunroll";
