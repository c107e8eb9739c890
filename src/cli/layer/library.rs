//! Finds the library of the layer.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use clunroll_files::failure::Failure;

/// The name of the file.
pub(super) const NAME: &str = "libclunroll_layer.so";

/// Where it is, seen from the folder of the program: in a build or an archive, and in a system.
const FOLDERS: [&str; 4] = [".", "../lib", "../lib/clunroll", "../lib64"];

/// The absolute path of the library: the given one, or the one that belongs to this program.
pub(super) fn find(given: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(given) = given {
        let name = given.display().to_string();
        return fs::canonicalize(given).map_err(|error| Failure::of_system("find", &name, &error));
    }
    let program = env::current_exe().and_then(fs::canonicalize);
    let program = program.map_err(|error| Failure::of_system("find", "this program", &error))?;
    let beside = program.parent().unwrap_or(Path::new("/"));
    let found = FOLDERS.iter().find_map(|folder| fs::canonicalize(beside.join(folder).join(NAME)).ok());
    found.ok_or_else(|| {
        Failure::new(format!(
            "{NAME} is neither beside {} nor in ../lib: copy it there, or name it with --library; releases contain it, and in a clone \
             `cargo build --release -p clunroll-layer` builds it in target/release",
            program.display()
        ))
    })
}
