//! Settings that have no effect, most often since a name is misspelt: a folder of `-I` that is not there, and a table for files that no
//! file has.
//!
//! They are warnings: a build may make the folder later, and one `clunroll.toml` may serve several checkouts.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::config::PerFile;
use super::settings::{Resolver, Settings};
use crate::cli::globs::PathGlobs;
use clunroll_files::failure;
use oclc_syntax::source::name_of_path;

/// The most files and folders that are looked at for the globs of one configuration. In a larger tree, nothing is reported.
const MAX_ENTRIES: usize = 20_000;

/// Warns of odd settings for these files, each once.
pub(super) fn say<'a>(resolver: &Resolver, files: impl Iterator<Item = &'a Path>) {
    let mut folders = HashSet::new();
    let mut configurations = HashSet::new();
    let mut said = HashSet::new();
    for file in files {
        let folder = file.parent().unwrap_or(Path::new(""));
        if !folders.insert(folder.to_path_buf()) {
            continue;
        }
        let Ok(settings) = resolver.settings_in(folder) else { continue };
        if configurations.insert(settings.config_file.clone()) {
            for message in messages(&settings) {
                if said.insert(message.clone()) {
                    let _ = writeln!(io::stderr(), "clunroll: warning: {}", failure::printable_name(&message));
                }
            }
        }
    }
}

fn messages(settings: &Arc<Settings>) -> Vec<String> {
    let configured = settings.configured_folders();
    let missing = settings.include_folders().iter().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
    let of_folder = |folder: &PathBuf| {
        let from = match &settings.config_file {
            Some(file) if configured.contains(folder) => format!("`include-folders` of {}", name_of_path(file)),
            _ => "-I".to_owned(),
        };
        format!("there is no folder {}, which {from} names", name_of_path(folder))
    };
    let mut messages: Vec<_> = missing.map(of_folder).collect();
    if let Some(file) = &settings.config_file {
        let unmatched = unmatched(settings.per_file(), settings.base());
        messages.extend(
            unmatched.iter().map(|glob| format!("{}: no file matches [per-file.\"{glob}\"]", name_of_path(file))),
        );
    }
    messages
}

/// The globs of tables that match no file below a folder; none if the tree is too large to say.
fn unmatched(tables: &[PerFile], base: &Path) -> Vec<String> {
    let mut open: Vec<_> =
        tables.iter().map(|table| PathGlobs::new(base.to_path_buf(), vec![table.glob.clone()])).collect();
    let mut folders = vec![base.to_path_buf()];
    let mut seen = 0;
    while let Some(folder) = folders.pop().filter(|_| !open.is_empty()) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            seen += 1;
            if seen > MAX_ENTRIES {
                return Vec::new();
            }
            let (path, is_folder) = (entry.path(), entry.file_type().is_ok_and(|kind| kind.is_dir()));
            open.retain(|glob| is_folder || !glob.matches(&path, false));
            if is_folder {
                folders.push(path);
            }
        }
    }
    open.into_iter().flat_map(|glob| glob.patterns).map(|pattern| pattern.text).collect()
}
