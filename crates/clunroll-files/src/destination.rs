//! The destination that the name of the output means.
//!
//! Replacing a file atomically means to write a new file beside it and to rename that over the old one. This
//! would replace a symbolic link by a file, and `/dev/null` too, so before any text is written the name is
//! followed, link by link, to one of these:
//!
//! - a regular file, or a name that is not taken: replaced;
//! - an open descriptor of this process (`/dev/stdout`, `/dev/fd/3`): written to. Links lead from there to the
//!   file that the shell has opened, so the walk has to stop at the descriptor. Standard output and standard
//!   error are written through their own handles, at their current position in the file;
//! - a pipe or a device: opened and written to.

use std::fs::{self, Metadata, OpenOptions};
use std::io;
use std::path::{Component, Path, PathBuf};

use super::failure::Failure;
use oclc_syntax::source::name_of_path;

/// Links that are followed at most; as many as Linux follows.
const MOST_LINKS: u32 = 40;

/// Where the output goes.
#[derive(Debug)]
pub enum Destination {
    /// This process's standard output.
    Stdout,
    /// This process's standard error.
    Stderr,
    /// Another open descriptor, by its name under `/proc`.
    Descriptor(PathBuf),
    /// A pipe or a device.
    Special(PathBuf),
    /// A regular file, to be replaced or to be made.
    File {
        /// Its name, with no link in it.
        path: PathBuf,
        /// The metadata of the old file.
        old: Option<Metadata>,
    },
}

impl Destination {
    /// Finds the destination for the argument of `-o`; standard output if there is none.
    ///
    /// # Errors
    ///
    /// If nothing can be written there: in a missing folder, at a directory, over a file that may not be written,
    /// or at links that go round in a circle.
    pub fn of(argument: Option<&Path>) -> Result<Self, Failure> {
        match argument {
            None => Ok(Self::Stdout),
            Some(path) if path == Path::new("-") => Ok(Self::Stdout),
            Some(path) => follow(path).map_err(|error| Failure::of_system("write", &name_of_path(path), &error)),
        }
    }
}

impl Destination {
    /// Whether both are one.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Stdout, Self::Stdout) => true,
            (Self::File { path, .. }, other) => other.is_file(path),
            _ => false,
        }
    }

    /// Whether it is the regular file of that name, under any name, also if the file is still to be created.
    #[must_use]
    pub fn is_file(&self, name: &Path) -> bool {
        let Self::File { path, .. } = self else { return false };
        let real = fs::canonicalize(name).or_else(|_| {
            let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            Ok::<_, io::Error>(fs::canonicalize(folder)?.join(name.file_name().unwrap_or_default()))
        });
        path == name || real.is_ok_and(|real| real == *path)
    }
}

/// Its name in messages: the name that was given, not the one that its links lead to.
#[must_use]
pub fn name(argument: Option<&Path>) -> String {
    argument.map_or_else(|| "<stdout>".to_owned(), name_of_path)
}

fn follow(given: &Path) -> io::Result<Destination> {
    let mut path = given.to_path_buf();
    for _ in 0..=MOST_LINKS {
        if let Some(stream) = standard_stream(&path) {
            return Ok(stream);
        }
        let (Some(name), false) = (path.file_name(), ends_in_separator(&path)) else {
            // `..`, `/`, `out/`
            return Err(io::ErrorKind::IsADirectory.into());
        };
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => fs::canonicalize(parent)?,
            _ => fs::canonicalize(".")?,
        };
        let place = folder.join(name);
        if let Some(process) = descriptors_of(&folder) {
            return Ok(match name.to_str() {
                Some("1") if process == std::process::id() => Destination::Stdout,
                Some("2") if process == std::process::id() => Destination::Stderr,
                _ => Destination::Descriptor(place),
            });
        }
        match fs::symlink_metadata(&place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Destination::File { path: place, old: None });
            }
            Err(error) => return Err(error),
            Ok(found) if found.is_symlink() => path = folder.join(fs::read_link(&place)?),
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if found.is_file() => {
                // Renaming needs leave to write in the folder only; a file that is write-protected is so for a
                // reason, and a compiler would not write it either.
                OpenOptions::new().write(true).open(&place)?;
                return Ok(Destination::File { path: place, old: Some(found) });
            }
            Ok(_) => return Ok(Destination::Special(place)),
        }
    }
    // The system counts the same links and has the right words.
    fs::metadata(given)?;
    Err(io::Error::other("too many symbolic links"))
}

/// The names that are known without a look at the system, which may have no `/proc`.
fn standard_stream(path: &Path) -> Option<Destination> {
    let is = |names: [&str; 3]| names.iter().any(|name| path == Path::new(name));
    if is(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) {
        Some(Destination::Stdout)
    } else if is(["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"]) {
        Some(Destination::Stderr)
    } else {
        None
    }
}

/// The process whose descriptors a folder holds: `/proc/<process>/fd` or `/proc/<process>/task/<thread>/fd`.
fn descriptors_of(folder: &Path) -> Option<u32> {
    let mut names = Vec::new();
    for component in folder.components() {
        if let Component::Normal(name) = component {
            names.push(name.to_str()?);
        }
    }
    match names[..] {
        ["proc", process, "fd"] | ["proc", process, "task", _, "fd"] => process.parse().ok(),
        _ => None,
    }
}

fn ends_in_separator(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|&byte| std::path::is_separator(char::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptor_folders_are_recognised_by_their_real_path() {
        assert_eq!(descriptors_of(Path::new("/proc/17/fd")), Some(17));
        assert_eq!(descriptors_of(Path::new("/proc/17/task/18/fd")), Some(17));
        assert_eq!(descriptors_of(Path::new("/proc/17")), None);
        assert_eq!(descriptors_of(Path::new("/home/proc/17/fd")), None);
        assert_eq!(descriptors_of(Path::new("/proc/x/fd")), None);
    }

    #[test]
    fn the_standard_streams_are_known_by_any_spelling() {
        for name in ["/dev/stdout", "//dev//stdout", "/dev/./stdout", "/dev/fd/1", "/proc/self/fd/1"] {
            assert!(matches!(follow(Path::new(name)), Ok(Destination::Stdout)), "{name}");
        }
        let own = format!("/proc/{}/fd/2", std::process::id());
        if Path::new(&own).exists() {
            assert!(matches!(follow(Path::new(&own)), Ok(Destination::Stderr)));
            assert!(matches!(follow(Path::new("/proc/thread-self/fd/2")), Ok(Destination::Stderr)));
        }
    }
}
