//! The OpenCL sources in a folder, in a fixed order.
//!
//! A folder's files come sorted by name, each folder at its place among them, so that two runs see the same order on every
//! file system. What is hidden is skipped, but for the folder that was named. Links are followed; one that leads back into
//! its own folder ends there. A folder that is called `x.cl` is a folder.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::failure::Failure;

/// The extensions of OpenCL sources.
pub(crate) const EXTENSIONS: [&str; 4] = ["cl", "clh", "opencl", "ocl"];

/// What was found in a folder.
#[derive(Debug, Default)]
pub(crate) struct Walked {
    /// The sources, by the folder's name as it was given and their path in it.
    pub(crate) files: Vec<PathBuf>,
    /// The folders that were walked, the named one first.
    pub(crate) folders: Vec<PathBuf>,
    /// What could not be looked into.
    pub(crate) failures: Vec<Failure>,
}

/// Walks a folder, but not into `except`, in which earlier outputs lie.
pub(crate) fn sources(folder: &Path, except: Option<&Path>) -> Walked {
    let except = except.and_then(|except| fs::canonicalize(except).ok());
    let is_wanted = |entry: &DirEntry| {
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let is_except = || except.is_some() && entry.path().canonicalize().ok() == except;
        entry.depth() == 0 || !(is_hidden || entry.file_type().is_dir() && is_except())
    };
    let mut walked = Walked::default();
    for entry in WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter().filter_entry(is_wanted) {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => walked.folders.push(entry.into_path()),
            Ok(entry) if is_source(entry.path()) => walked.files.push(entry.into_path()),
            Ok(_) => {}
            Err(error) => {
                // A link that goes nowhere is a failure only where it is called like a source.
                let path = error.path().unwrap_or(folder);
                let is_dangling = || fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
                if error.loop_ancestor().is_some() || is_dangling() && !is_source(path) {
                    continue;
                }
                let name = path.display().to_string();
                walked.failures.push(match error.io_error() {
                    Some(error) => Failure::of_system("read", &name, error),
                    None => Failure::new(format!("cannot read {name}")),
                });
            }
        }
    }
    walked
}

fn is_source(path: &Path) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|extension| EXTENSIONS.contains(&extension))
}
