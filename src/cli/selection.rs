//! Which files of a folder a run means: what is typed and what configurations say.
//!
//! The extensions are those of the configuration that holds for the folder that was named; what is left out, that of the
//! configuration that holds for each file. What is typed replaces the first, and adds to the second. A configuration that
//! cannot be understood says nothing here: it is told with the files that it holds for.

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::settings::Resolver;
use crate::cli::globs::{PathGlobs, Pattern};
use clunroll_files::failure;
use clunroll_files::input;
use clunroll_files::walk::SourceChoice;

/// The files that a run means.
#[derive(Debug)]
pub(super) struct Selection<'a> {
    resolver: &'a Resolver,
    extensions: &'a [String],
    exclusions: PathGlobs,
    /// What standard input is called, if it is called anything.
    stdin_name: Option<&'a Path>,
}

impl<'a> Selection<'a> {
    /// What configurations say.
    pub(super) fn new(resolver: &'a Resolver) -> Self {
        Self { resolver, extensions: &[], exclusions: PathGlobs::default(), stdin_name: None }
    }

    /// With what is typed.
    pub(super) fn typed(self, extensions: &'a [String], exclude: &[Pattern], stdin_name: Option<&'a PathBuf>) -> Self {
        // Without a current folder there are no paths from it; names are compared all the same.
        let exclusions = PathGlobs::new(env::current_dir().unwrap_or_default(), exclude.to_vec());
        Self { extensions, exclusions, stdin_name: stdin_name.map(PathBuf::as_path), ..self }
    }
}

/// Says in which of the folders that were named there is nothing to do.
pub(super) fn say_empty(folders: &[PathBuf]) {
    for folder in folders {
        let folder = oclc_syntax::source::name_of_path(folder);
        let _ = writeln!(io::stderr(), "clunroll: warning: no OpenCL files in {}", failure::printable_name(&folder));
    }
}

impl SourceChoice for Selection<'_> {
    fn extensions(&self, folder: &Path) -> Option<Vec<String>> {
        if !self.extensions.is_empty() {
            return Some(self.extensions.to_vec());
        }
        self.resolver.settings_in(folder).ok()?.extensions.clone()
    }

    fn excludes_file(&self, path: &Path) -> bool {
        self.excludes(path, false)
    }

    fn excludes_folder(&self, path: &Path) -> bool {
        self.excludes(path, true)
    }
}

impl Selection<'_> {
    fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        let called = self.stdin_name.filter(|_| input::is_standard_input(path)).unwrap_or(path);
        if input::is_standard_input(called) {
            return false;
        }
        let settings = || self.resolver.settings(called).ok();
        self.exclusions.matches(called, is_folder)
            || settings().is_some_and(|settings| settings.exclude.excludes(called, is_folder))
    }
}

/// An extension as somebody types it, with its dot or without.
///
/// # Errors
///
/// Says why it is none: no file would ever have it.
pub(super) fn extension(text: &str) -> Result<String, String> {
    let extension = text.strip_prefix('.').unwrap_or(text);
    let is_odd =
        |character: char| std::path::is_separator(character) || character.is_whitespace() || "*?[".contains(character);
    if extension.is_empty() || extension.contains(is_odd) {
        return Err(format!("`{text}` is not a file extension such as `cl`"));
    }
    Ok(extension.to_owned())
}
