//! The names in a patch, and the changes to a file.
//!
//! Both files have the input's name, after `a/` and `b/`. Tools refuse names with `..` and names from the root, so names are relative to
//! a folder that holds all inputs: the current one, or the nearest one above it ([`PatchFolder`]).

use std::env;
use std::path::{Component, Path, PathBuf};

use clunroll_files::{diff, failure, input};
use oclc_syntax::source::name_of_path;

/// The folder that the names in a patch are relative to.
#[derive(Clone, Debug, Default)]
pub(super) struct PatchFolder {
    /// A path from the root, and how to go there; `None` for the current folder.
    above: Option<(PathBuf, PathBuf)>,
}

impl PatchFolder {
    /// The folder for these files and folders.
    pub(super) fn of(inputs: &[PathBuf]) -> Self {
        let Ok(current) = env::current_dir() else { return Self::default() };
        let outside: Vec<_> = inputs.iter().filter_map(|input| outside(input, &current)).collect();
        let holds_all = |folder: &&Path| outside.iter().all(|path| path.starts_with(folder));
        let up = current.ancestors().position(|folder| holds_all(&folder)).filter(|up| *up > 0);
        let above =
            up.and_then(|up| Some((current.ancestors().nth(up)?.to_path_buf(), vec![".."; up].iter().collect())));
        Self { above }
    }

    /// How to apply a patch, if not in the current folder.
    pub(super) fn hint(&self) -> Option<String> {
        let folder = failure::printable_name(&name_of_path(&self.above.as_ref()?.1));
        Some(format!("the names in the patch are relative to {folder}: apply it with `patch -p1 -d {folder}`"))
    }

    /// The name of a file in the patch.
    fn name(&self, path: &Path) -> PathBuf {
        let Ok(current) = env::current_dir() else { return path.to_path_buf() };
        match (&self.above, outside(path, &current)) {
            _ if input::is_standard_input(path) => path.to_path_buf(),
            (None, Some(path)) => path.strip_prefix(&current).map(Path::to_path_buf).unwrap_or(path),
            (None, None) => path.to_path_buf(),
            (Some((above, _)), outside) => {
                let path = outside.unwrap_or_else(|| current.join(path));
                path.strip_prefix(above).map(Path::to_path_buf).unwrap_or(path)
            }
        }
    }
}

/// The path from the root of a file that is named with `..` or from the root; `None` if its name is one below the current folder.
fn outside(path: &Path, current: &Path) -> Option<PathBuf> {
    let is_below = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if is_below || input::is_standard_input(path) {
        return None;
    }
    let path = current.join(path);
    // Links on the way are followed, as `..` follows them; the file itself may be a link.
    match (path.file_name(), path.parent().and_then(|folder| folder.canonicalize().ok())) {
        (Some(name), Some(folder)) => Some(folder.join(name)),
        _ => Some(path.canonicalize().unwrap_or(path)),
    }
}

/// The difference between two texts of a file; empty if they are equal.
pub(super) fn unified(folder: &PatchFolder, path: &Path, old: &[u8], new: &[u8]) -> Vec<u8> {
    diff::unified(&folder.name(path), old, new, None)
}
