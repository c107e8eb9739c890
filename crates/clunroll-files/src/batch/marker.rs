//! A folder of outputs inside a folder of inputs.
//!
//! `clunroll kernels --out-dir kernels/out` must not take its own earlier outputs for inputs, and may replace them. But a folder in the
//! place of `kernels/out` may as well hold sources, which were not read and must not be lost. Neither names nor contents show which of
//! the two it is: an output looks like a source. So clunroll leaves a file, [`MARKER`], in each folder of outputs that it makes inside a
//! folder of inputs. A folder there without that file is taken only while it is empty.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::failure::Failure;
use crate::output;
use oclc_syntax::source::name_of_path;

/// The marker file. Hidden files are neither inputs nor outputs.
const MARKER: &str = ".clunroll-out";

/// Its text for people.
const TEXT: &[u8] =
    b"clunroll wrote the files of this folder (--out-dir). A later run with the same folder\ndoes not read them as inputs, and replaces them.\n";

/// Checks whether the folder `out_dir`, which is inside the inputs, may be written to.
pub(super) fn may_be_written(out_dir: &Path) -> Result<(), Failure> {
    if out_dir.join(MARKER).exists() {
        return Ok(());
    }
    let is_hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
    let entries = WalkDir::new(out_dir).min_depth(1).sort_by_file_name().into_iter();
    let mut entries = entries.filter_entry(|entry| !is_hidden(entry.file_name())).flatten();
    match entries.find(|entry| !entry.file_type().is_dir()) {
        None => Ok(()),
        Some(file) => Err(Failure::new(format!(
            "cannot write to {}: it is inside the inputs, and contains files that this version of clunroll did not write there, such as \
             {}; name another folder, or delete this one if it contains old outputs",
            name_of_path(out_dir),
            name_of_path(file.path())
        ))),
    }
}

/// Whether `out_dir`, a path without links, is inside one of the folders that were walked through, whether or not it was walked through
/// itself.
pub(super) fn is_inside(out_dir: &Path, walked: &[PathBuf]) -> bool {
    let walked: HashSet<_> = walked.iter().filter_map(|folder| fs::canonicalize(folder).ok()).collect();
    out_dir.ancestors().skip(1).any(|folder| walked.contains(folder))
}

/// Leaves the marker in a folder, which is created if it is missing.
pub(super) fn leave(out_dir: &Path) -> Result<(), Failure> {
    output::write_file(&out_dir.join(MARKER), TEXT)
}
