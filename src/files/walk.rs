//! From the files and folders that somebody names to the files that are meant, in a fixed order.
//!
//! A file that is named is meant, whatever it is called. Of a folder it is the files with certain extensions, in all
//! folders below, by name; what is hidden (`.git`, `.cache`) is left alone, unless it is itself the folder that was named.
//! Links are followed: one that leads back up ends there, and what two names lead to is taken once, by the first of
//! them. What is neither a file nor a folder, a pipe perhaps, is only read where it is named.
//!
//! What cannot be looked into stops nothing: it is remembered, and told with the rest.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::failure::Failure;
use super::input;

/// The extensions that OpenCL C is kept under.
pub(crate) const EXTENSIONS: [&str; 4] = ["cl", "clh", "opencl", "ocl"];

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The files, in order.
    pub(crate) files: Vec<PathBuf>,
    /// The named folders in which nothing was found.
    pub(crate) empty: Vec<PathBuf>,
    /// What could not be looked into.
    pub(crate) failures: Vec<Failure>,
}

/// Finds the files that `paths` stand for: in folders those with one of `extensions`, which are written without their
/// first dot. `is_excluded` is asked of each file and folder, and told whether it is a folder.
pub(crate) fn files<'a>(
    paths: impl IntoIterator<Item = &'a PathBuf>,
    extensions: &[impl AsRef<str>],
    is_excluded: &dyn Fn(&Path, bool) -> bool,
) -> Found {
    let mut walk = Walk { extensions: extensions.iter().map(AsRef::as_ref).collect(), is_excluded, ..Walk::default() };
    for path in paths {
        walk.named(path);
    }
    walk.found
}

struct Walk<'a> {
    extensions: Vec<&'a str>,
    is_excluded: &'a dyn Fn(&Path, bool) -> bool,
    found: Found,
    /// The files that were taken, without links.
    taken: HashSet<PathBuf>,
    /// Folders without links, by their names.
    folders: HashMap<PathBuf, PathBuf>,
}

impl Default for Walk<'_> {
    fn default() -> Self {
        Self {
            extensions: Vec::new(),
            is_excluded: &|_, _| false,
            found: Found::default(),
            taken: HashSet::new(),
            folders: HashMap::new(),
        }
    }
}

impl Walk<'_> {
    fn named(&mut self, path: &Path) {
        match fs::metadata(path) {
            _ if input::is_standard_input(path) => {
                if !(self.is_excluded)(path, false) {
                    self.take(path, PathBuf::from("-"));
                }
            }
            Ok(metadata) if metadata.is_dir() => self.folder(path),
            Ok(_) if (self.is_excluded)(path, false) => {}
            Ok(_) => {
                let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
                self.take(path, real);
            }
            Err(error) => self.fail(path, &error),
        }
    }

    fn folder(&mut self, folder: &Path) {
        let before = (self.found.files.len(), self.found.failures.len());
        let mut is_met_again = false;
        let is_excluded = self.is_excluded;
        let is_meant = |entry: &DirEntry| {
            (entry.depth() == 0 || !is_hidden(entry.path())) && !is_excluded(entry.path(), entry.file_type().is_dir())
        };
        for entry in WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter().filter_entry(is_meant) {
            match entry {
                Ok(entry) if entry.file_type().is_file() && self.has_extension(entry.path()) => {
                    let real = self.real(&entry);
                    is_met_again |= self.taken.contains(&real);
                    self.take(shown(folder, entry.path()), real);
                }
                Ok(_) => {}
                Err(error) => self.error(folder, &error),
            }
        }
        if before == (self.found.files.len(), self.found.failures.len()) && !is_met_again {
            self.found.empty.push(folder.to_path_buf());
        }
    }

    fn error(&mut self, folder: &Path, error: &walkdir::Error) {
        // A link that leads back up: all that is there is walked through anyway.
        let Some(system) = error.io_error() else { return };
        let path = error.path().unwrap_or(folder);
        let is_below = error.depth() > 0;
        if is_below && (is_hidden(path) || (self.is_excluded)(path, false)) {
            return;
        }
        // A link to nothing is nobody's source unless it is called like one.
        let is_link = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
        if is_link && system.kind() == io::ErrorKind::NotFound && !self.has_extension(path) {
            return;
        }
        self.fail(shown(folder, path), system);
    }

    fn take(&mut self, path: &Path, real: PathBuf) {
        if self.taken.insert(real) {
            self.found.files.push(path.to_path_buf());
        }
    }

    fn fail(&mut self, path: &Path, error: &io::Error) {
        self.found.failures.push(Failure::of_system("read", &path.display().to_string(), error));
    }

    /// The file itself, without links. A folder is asked for once, since this is asked of each file in it.
    fn real(&mut self, entry: &DirEntry) -> PathBuf {
        let path = entry.path();
        let (Some(folder), false) = (path.parent(), entry.path_is_symlink()) else {
            return fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        };
        if let Some(real) = self.folders.get(folder) {
            return real.join(entry.file_name());
        }
        let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        let file = real.join(entry.file_name());
        self.folders.insert(folder.to_path_buf(), real);
        file
    }

    /// Whether a name ends in a dot and one of the extensions, in either case; an extension may have dots of its own.
    fn has_extension(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        self.extensions.iter().any(|extension| {
            let Some(dot) = name.len().checked_sub(extension.len() + 1) else { return false };
            name[dot] == b'.' && name[dot + 1..].eq_ignore_ascii_case(extension.as_bytes())
        })
    }
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// What is found in the current folder is called as somebody in it would, without `./`; but for a file `-`.
fn shown<'a>(folder: &Path, path: &'a Path) -> &'a Path {
    let short = if folder == Path::new(".") { path.strip_prefix(folder).ok() } else { None };
    short.filter(|short| !short.as_os_str().is_empty() && !input::is_standard_input(short)).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files found in a folder that holds these files, by their names in it.
    fn found(files: &[&str], named: &[&str], extensions: &[&str]) -> Vec<String> {
        let sandbox = tempfile::tempdir().unwrap();
        for file in files {
            let path = sandbox.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let named: Vec<_> = named.iter().map(|name| sandbox.path().join(name)).collect();
        let found = super::files(&named, extensions, &|_, _| false);
        assert!(found.failures.is_empty(), "{:?}", found.failures);
        let short = |path: PathBuf| path.strip_prefix(sandbox.path()).unwrap().to_str().unwrap().to_owned();
        found.files.into_iter().map(short).collect()
    }

    #[test]
    fn folders_are_walked_by_name() {
        let files = ["b.cl", "a/z.CL", "a/b.clh", "c.h", ".git/x.cl", ".x.cl", "a/.y/z.cl", "x.cl/k.ocl", "n.opencl"];
        assert_eq!(found(&files, &[""], &EXTENSIONS), ["a/b.clh", "a/z.CL", "b.cl", "n.opencl", "x.cl/k.ocl"]);
        assert_eq!(found(&files, &[".git"], &EXTENSIONS), [".git/x.cl"]);
        assert_eq!(found(&files, &["b.cl", "c.h", "", "b.cl"], &["h", "clh"]), ["b.cl", "c.h", "a/b.clh"]);
    }

    #[test]
    fn an_extension_is_what_stands_behind_a_dot() {
        let files = ["a.cl.in", "b.in", "clin", "c.cl", "cl"];
        assert_eq!(found(&files, &[""], &["cl.in"]), ["a.cl.in"]);
        assert_eq!(found(&files, &[""], &["cl"]), ["c.cl"]);
    }
}
