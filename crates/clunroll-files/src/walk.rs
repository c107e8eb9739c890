//! From the files and folders that somebody names to the files that are meant, in a fixed order.
//!
//! A file that is named is meant, whatever it is called. Of a folder it is the files with certain extensions, in all
//! folders below, by name; what is hidden (`.git`, `.cache`) is left alone, unless it is itself the folder that was named.
//! Links are followed, and what two names lead to, a file or a folder, is taken once, by the first of them, or by each of them
//! ([`SameFile`]); one that leads back up ends there. What is neither a file nor a folder, a pipe perhaps, is only read where it is named.
//!
//! Unreadable entries are collected and reported at the end.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::failure::Failure;
use super::input;
use oclc_syntax::source::name_of_path;

/// The extensions that OpenCL C is kept under.
pub const EXTENSIONS: [&str; 4] = ["cl", "clh", "opencl", "ocl"];

/// Which files of a folder are taken.
pub trait Choice {
    /// The extensions of the files that are taken from a folder that was named, without their first dot; nothing for
    /// [`EXTENSIONS`].
    fn extensions(&self, _folder: &Path) -> Option<Vec<String>> {
        None
    }

    /// Whether a file or a folder is left out.
    fn excludes(&self, _path: &Path, _is_folder: bool) -> bool {
        false
    }
}

/// All OpenCL sources.
pub struct OpenClFiles;

impl Choice for OpenClFiles {}

/// How often a file or a folder with several names is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SameFile {
    /// It is taken once, by the first of them.
    First,
    /// It is taken by each of them.
    All,
}

/// A file that was found.
#[derive(Debug)]
pub struct FoundFile {
    /// As it was named, or by its way from the folder that was.
    pub path: PathBuf,
    /// Without links.
    pub real: PathBuf,
}

/// What was found.
#[derive(Debug, Default)]
pub struct FoundSources {
    /// The files, in order.
    pub files: Vec<FoundFile>,
    /// The folders that were walked through.
    pub folders: Vec<PathBuf>,
    /// The named folders in which nothing was found.
    pub empty: Vec<PathBuf>,
    /// Unreadable files and folders.
    pub failures: Vec<Failure>,
}

/// Finds the files that `paths` stand for: those that are named, and in folders those that are chosen.
pub fn find_sources<'a>(
    paths: impl IntoIterator<Item = &'a PathBuf>,
    choice: &dyn Choice,
    names: SameFile,
) -> FoundSources {
    let mut walk = FolderWalk {
        choice,
        names,
        extensions: Vec::new(),
        found: FoundSources::default(),
        taken: HashSet::new(),
        entered: HashSet::new(),
        real_folders: HashMap::new(),
    };
    for path in paths {
        walk.named(path);
    }
    walk.found
}

struct FolderWalk<'a> {
    choice: &'a dyn Choice,
    names: SameFile,
    /// The extensions for the folder that is walked through.
    extensions: Vec<String>,
    found: FoundSources,
    /// The files that were taken, without links.
    taken: HashSet<PathBuf>,
    /// The folders that were walked through, without links.
    entered: HashSet<PathBuf>,
    /// The same by their names.
    real_folders: HashMap<PathBuf, PathBuf>,
}

impl FolderWalk<'_> {
    fn named(&mut self, path: &Path) {
        match fs::metadata(path) {
            _ if input::is_standard_input(path) => {
                if !self.choice.excludes(path, false) {
                    self.take(path, PathBuf::from("-"));
                }
            }
            Ok(metadata) if metadata.is_dir() => self.folder(path),
            Ok(_) if self.choice.excludes(path, false) => {}
            Ok(_) => {
                let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
                self.take(path, real);
            }
            Err(error) => self.fail(path, &error),
        }
    }

    fn folder(&mut self, folder: &Path) {
        let chosen = self.choice.extensions(folder);
        self.extensions = chosen.unwrap_or_else(|| EXTENSIONS.map(str::to_owned).to_vec());
        let before = (self.found.files.len(), self.found.failures.len());
        let mut is_met_again = false;
        let mut walk = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.error(folder, &error);
                    continue;
                }
            };
            let is_folder = entry.file_type().is_dir();
            let is_meant = self.is_meant(&entry);
            if is_folder && !(is_meant && self.enter(&entry)) {
                is_met_again |= is_meant;
                walk.skip_current_dir();
            } else if is_meant && entry.file_type().is_file() && self.has_extension(entry.path()) {
                let real = self.real(&entry);
                is_met_again |= self.taken.contains(&real);
                self.take(shown(folder, entry.path()), real);
            }
        }
        if before == (self.found.files.len(), self.found.failures.len()) && !is_met_again {
            self.found.empty.push(folder.to_path_buf());
        }
    }

    fn is_meant(&self, entry: &DirEntry) -> bool {
        let is_named = entry.depth() == 0;
        (is_named || !is_hidden(entry.path())) && !self.choice.excludes(entry.path(), entry.file_type().is_dir())
    }

    /// Whether a folder has not been walked through, by this name or by another one. With links among folders there may be
    /// far more ways to a folder than there are folders.
    fn enter(&mut self, folder: &DirEntry) -> bool {
        let real = self.real(folder);
        self.real_folders.insert(folder.path().to_path_buf(), real.clone());
        let is_entered = self.entered.insert(real) || self.names == SameFile::All;
        if is_entered {
            self.found.folders.push(folder.path().to_path_buf());
        }
        is_entered
    }

    fn error(&mut self, folder: &Path, error: &walkdir::Error) {
        // A link that leads back up: all that is there is walked through anyway.
        let Some(system) = error.io_error() else { return };
        let path = error.path().unwrap_or(folder);
        let is_below = error.depth() > 0;
        if is_below && (is_hidden(path) || self.choice.excludes(path, false)) {
            return;
        }
        // A link to nothing, or to itself, is not a source unless it is called like one. An entry without permission may be a
        // folder.
        let is_link = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
        if is_link && system.kind() != io::ErrorKind::PermissionDenied && !self.has_extension(path) {
            return;
        }
        self.fail(shown(folder, path), system);
    }

    fn take(&mut self, path: &Path, real: PathBuf) {
        if self.taken.insert(real.clone()) || self.names == SameFile::All {
            self.found.files.push(FoundFile { path: path.to_path_buf(), real });
        }
    }

    fn fail(&mut self, path: &Path, error: &io::Error) {
        self.found.failures.push(Failure::of_system("read", &name_of_path(path), error));
    }

    /// The file or folder itself, without links. The system is asked about links alone: what lies in a folder that has been
    /// entered is where that folder is.
    fn real(&self, entry: &DirEntry) -> PathBuf {
        let path = entry.path();
        let folder =
            path.parent().and_then(|folder| self.real_folders.get(folder)).filter(|_| !entry.path_is_symlink());
        match folder {
            Some(folder) if entry.depth() > 0 => folder.join(entry.file_name()),
            _ => fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()),
        }
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

/// A path without `.` and `..`; links are not followed.
#[must_use]
pub fn resolved(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                resolved.pop();
            }
            other => resolved.push(other),
        }
    }
    resolved
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// Names in the current folder have no `./`, except a file `-`.
fn shown<'a>(folder: &Path, path: &'a Path) -> &'a Path {
    let short = if folder == Path::new(".") { path.strip_prefix(folder).ok() } else { None };
    short.filter(|short| !short.as_os_str().is_empty() && !input::is_standard_input(short)).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files with these extensions.
    struct With<'a>(&'a [&'a str]);

    impl Choice for With<'_> {
        fn extensions(&self, _: &Path) -> Option<Vec<String>> {
            Some(self.0.iter().map(|&extension| extension.to_owned()).collect())
        }
    }

    /// The files found in a folder that holds these files, by their names in it.
    fn found(files: &[&str], named: &[&str], extensions: &[&str]) -> Vec<String> {
        let sandbox = tempfile::tempdir().unwrap();
        for file in files {
            let path = sandbox.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let named: Vec<_> = named.iter().map(|name| sandbox.path().join(name)).collect();
        let found = find_sources(&named, &With(extensions), SameFile::First);
        assert!(found.failures.is_empty(), "{:?}", found.failures);
        let short = |file: FoundFile| file.path.strip_prefix(sandbox.path()).unwrap().to_str().unwrap().to_owned();
        found.files.into_iter().map(short).collect()
    }

    #[test]
    fn folders_are_walked_by_name() {
        let files = ["b.cl", "a/z.CL", "a/b.clh", "c.h", ".git/x.cl", ".x.cl", "a/.y/z.cl", "x.cl/k.ocl", "n.opencl"];
        assert_eq!(found(&files, &[""], &EXTENSIONS), ["a/b.clh", "a/z.CL", "b.cl", "n.opencl", "x.cl/k.ocl"]);
        assert_eq!(found(&files, &[".git"], &EXTENSIONS), [".git/x.cl"]);
        assert_eq!(found(&files, &["b.cl", "c.h", "", "b.cl"], &["h", "clh"]), ["b.cl", "c.h", "a/b.clh"]);
    }

    /// Ten folders with links to each other: there are millions of ways through them.
    #[cfg(unix)]
    #[test]
    fn each_folder_is_walked_through_once() {
        let sandbox = tempfile::tempdir().unwrap();
        let folder = |number: usize| sandbox.path().join(format!("{number}"));
        for from in 0..10 {
            fs::create_dir(folder(from)).unwrap();
            fs::write(folder(from).join("k.cl"), "").unwrap();
            for to in (0..10).filter(|to| *to != from) {
                std::os::unix::fs::symlink(folder(to), folder(from).join(format!("{to}"))).unwrap();
            }
        }
        let paths = [sandbox.path().to_path_buf(), folder(3)];
        let found = find_sources(&paths, &OpenClFiles, SameFile::First);
        assert_eq!((found.files.len(), found.failures.len(), found.empty.len()), (10, 0, 0));
    }

    #[test]
    fn an_extension_follows_a_dot() {
        let files = ["a.cl.in", "b.in", "clin", "c.cl", "cl"];
        assert_eq!(found(&files, &[""], &["cl.in"]), ["a.cl.in"]);
        assert_eq!(found(&files, &[""], &["cl"]), ["c.cl"]);
    }
}
