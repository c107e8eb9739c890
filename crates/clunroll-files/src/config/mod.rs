//! `clunroll.toml`: how it is found and read, and its table `[layer]`.
//!
//! The program reads all tables of the file, and the OpenCL layer its own. Nothing is guessed: an unknown key and a value of another type
//! are errors, with line and column.
//!
//! - `find` looks for the file, and reads it.
//! - `table` has tables of keys.
//! - `value` reads strings, lists and numbers, or reports what is wrong with them; `size` reads numbers of bytes.
//! - `layer` is the table `[layer]`, and `names` its lists of names.

mod find;
mod layer;
mod names;
pub mod size;
mod table;
mod value;

use std::path::Path;

use clunroll_report::Location;
use oclc_syntax::source::{Place, Sources, Span};

pub use self::find::{in_folder, own_file, read_config_bytes, searched_folder};
pub use self::layer::{LAYER, LayerConfig};
pub use self::names::NameList;
pub use self::table::{ConfigKey, KeyTable, did_you_mean, file_name, in_order, key, parsed, setting_value};
pub use self::value::{ConfigProblem, ConfigValue};

/// The text of a configuration.
///
/// # Errors
///
/// If it is not UTF-8.
pub fn text_of(bytes: &[u8]) -> Result<&str, ConfigProblem> {
    std::str::from_utf8(bytes).map_err(|error| ConfigProblem::new(error.valid_up_to(), "not valid UTF-8"))
}

/// The message about a mistake in a file with these bytes, with its line and column.
#[must_use]
pub fn located(problem: &ConfigProblem, file: &Path, bytes: &[u8]) -> String {
    let mut sources = Sources::default();
    let (file, offset) = (sources.add(file.display().to_string(), bytes), problem.offset as u32);
    let place = Place { file, span: Span::new(offset, offset) };
    let location = Location::of(place, &sources).map(|location| format!("{location}: "));
    location.unwrap_or_default() + &problem.message
}
