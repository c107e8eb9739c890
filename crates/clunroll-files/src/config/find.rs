//! Finds a configuration: in the folder of a file, or in the nearest one above it.
//!
//! The folders are those of the given path, made absolute, up to the root of the file system. A symbolic link is not followed: a folder of
//! kernels that is linked into a project has the project's configuration. After `..` the path does not show the folders above, so the
//! system resolves the path up to there.
//!
//! A file that does not exist is not an error. One that exists and cannot be read is an error, since its settings would be missed; so is a
//! folder of that name. A folder without permission has no configuration: its content cannot be known.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use crate::failure::Failure;

/// The name of a configuration that is found without an option.
const NAME: &str = "clunroll.toml";

/// More than any real configuration has; a device may give bytes without end.
const LARGEST: u64 = 1 << 20;

/// The absolute folder in which the search for the configuration of files in `folder` begins.
///
/// `None` if it has no place: it does not exist, or is relative to a current folder that was removed.
#[must_use]
pub fn searched_folder(folder: &Path) -> Option<PathBuf> {
    let folder = match env::current_dir() {
        Ok(current) => current.join(folder),
        Err(_) if folder.is_absolute() => folder.to_path_buf(),
        Err(_) => return None,
    };
    let components: Vec<_> = folder.components().collect();
    match components.iter().rposition(|&component| component == Component::ParentDir) {
        // Built from the components, without the `.` of `./kernels`.
        None => Some(components.iter().collect()),
        Some(last) => {
            let above = fs::canonicalize(components[..=last].iter().collect::<PathBuf>()).ok()?;
            Some(above.join(components[last + 1..].iter().collect::<PathBuf>()))
        }
    }
}

/// The configuration in an absolute folder itself, if there is one, by the name for messages.
///
/// # Errors
///
/// If it is something that cannot be read.
pub fn in_folder(folder: &Path) -> Result<Option<PathBuf>, Failure> {
    let file = folder.join(NAME);
    if fs::symlink_metadata(&file).is_err() {
        return Ok(None);
    }
    // A file below the current folder gets a name relative to it, as the user would write it.
    let shown = env::current_dir().ok().and_then(|current| file.strip_prefix(current).ok());
    let shown = shown.unwrap_or(&file);
    // A pipe without a writer would block. With --config, a pipe is intended.
    if fs::metadata(&file).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        return Err(Failure::new(format!("cannot read {}: it is not a regular file", shown.display())));
    }
    Ok(Some(shown.to_path_buf()))
}

/// The user's own configuration, as far as the environment says where it is: `clunroll/clunroll.toml` in the folder for configurations.
/// `variable` reads a variable of the environment.
#[must_use]
pub fn own_file(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")))?;
    Some(folder.join("clunroll").join(NAME))
}

/// The bytes of a configuration.
///
/// # Errors
///
/// If it cannot be read, or is too large.
pub fn read_config_bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    let name = file.display().to_string();
    let bytes = read_bytes(file).map_err(|error| Failure::of_system("read", &name, &error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(Failure::new(format!("{name} is too large: a configuration may have at most {LARGEST} bytes")));
    }
    Ok(bytes)
}

fn read_bytes(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_taken_as_it_is_given() {
        let current = env::current_dir().expect("a folder");
        assert_eq!(searched_folder(Path::new("")), Some(current.clone()));
        assert_eq!(searched_folder(Path::new("./a/./b")), Some(current.join("a/b")));
        assert_eq!(searched_folder(Path::new("src/../tests/no")), Some(current.join("tests/no")));
        assert_eq!(searched_folder(Path::new("no-such-folder/..")), None);
        assert_eq!(searched_folder(Path::new("/a//b/")), Some(PathBuf::from("/a/b")));
    }
}
