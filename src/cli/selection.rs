//! The files of a folder that a run processes, according to options and configurations.
//!
//! The extensions come from the configuration for the folder that was named, the exclusions from the configuration for each file. Typed
//! extensions replace the first, and typed exclusions are added to the second. A configuration with a mistake is ignored here: it is
//! reported with its files.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::settings::Resolver;
use crate::cli::globs::{PathGlobs, Pattern};
use clunroll_files::failure;
use clunroll_files::input;
use clunroll_files::walk::Choice;

/// The files that a run processes.
#[derive(Debug)]
pub(super) struct Selection<'a> {
    resolver: &'a Resolver,
    extensions: &'a [String],
    exclusions: PathGlobs,
    /// The name of standard input, if it has one.
    stdin_name: Option<&'a Path>,
}

impl<'a> Selection<'a> {
    /// A selection by configurations alone.
    pub(super) fn new(resolver: &'a Resolver) -> Self {
        Self { resolver, extensions: &[], exclusions: PathGlobs::default(), stdin_name: None }
    }

    /// Adds the options of the command line.
    pub(super) fn typed(self, extensions: &'a [String], exclude: &[Pattern], stdin_name: Option<&'a PathBuf>) -> Self {
        // Without a current folder, only names are compared.
        let exclusions = PathGlobs::new(env::current_dir().unwrap_or_default(), exclude.to_vec());
        Self { extensions, exclusions, stdin_name: stdin_name.map(PathBuf::as_path), ..self }
    }
}

/// Reports the named folders in which no file was found.
pub(super) fn say_empty(folders: &[PathBuf]) {
    for folder in folders {
        let folder = oclc_syntax::source::name_of_path(folder);
        let _ = writeln!(io::stderr(), "clunroll: warning: no OpenCL files in {}", failure::printable_name(&folder));
    }
}

impl Choice for Selection<'_> {
    fn extensions(&self, folder: &Path) -> Option<Vec<String>> {
        if !self.extensions.is_empty() {
            return Some(self.extensions.to_vec());
        }
        self.resolver.settings_in(folder).ok()?.extensions.clone()
    }

    fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        let called = self.stdin_name.filter(|_| input::is_standard_input(path)).unwrap_or(path);
        if input::is_standard_input(called) {
            return false;
        }
        let settings = || self.resolver.settings(called).ok();
        self.exclusions.matches(called, is_folder)
            || settings().is_some_and(|settings| settings.exclude.matches(called, is_folder))
    }
}

/// An extension as typed, with its dot or without.
///
/// # Errors
///
/// Fails with the reason if no file could ever have this extension.
pub(super) fn extension(text: &str) -> Result<String, String> {
    let extension = text.strip_prefix('.').unwrap_or(text);
    let is_odd =
        |character: char| std::path::is_separator(character) || character.is_whitespace() || "*?[".contains(character);
    if extension.is_empty() || extension.contains(is_odd) {
        return Err(format!("`{text}` is not a file extension such as `cl`"));
    }
    Ok(extension.to_owned())
}
