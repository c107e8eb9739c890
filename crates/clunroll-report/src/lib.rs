//! What clunroll tells its users: findings in words, and the formats that they are written in.
//!
//! [`in_words`] puts what the engine has found into words: a [`Diagnostic`] for each finding. The formats write
//! diagnostics; there is one file per format.
//!
//! A renderer takes what [`in_words`] gave back and writes to any [`std::io::Write`]; it decides nothing,
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
//! - `gitlab`: a code quality report of GitLab.
//! - `junit`: a file of JUnit, which most CI servers read.
//!
//! What stands beside and behind them:
//!
//! - `baseline`: the findings that a project knows of (`--baseline`).
//! - [`effect`]: what becomes of one request, for editors.
//! - `json`: all there is to say, for programs (`--report`).
//! - [`pointers`]: one line for each pointer that lacked `restrict` (`--verbose`).
//! - [`promotions`]: one line for each array that was to become scalars (`--verbose`).
//! - [`requests`]: one line for each request, saying what was done (`--verbose`).
//! - [`statistics`]: how often each rule was broken (`--statistics`).
//! - [`summary`]: the counts of findings, for one line at the end.
//! - [`totals`]: what was done, for one line at the end.
//!
//! Those for programs are there with the feature `data` only.

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
