//! The files of a recording.
//!
//! All files of the folder are listed first. A link, and what is neither a file nor a folder, is an error. So no name leads out of the
//! folder, and no read of a pipe or a device waits for ever. The sizes are known before anything is read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The most files of a recording.
const MOST_FILES: usize = 100_000;
/// The most bytes of all files together.
const MOST_BYTES: u64 = 16 << 30;
/// The most folders in folders.
const DEEPEST: usize = 16;

/// The files of a recording, by their paths in its folder.
#[derive(Debug, Default)]
pub struct RecordedFiles {
    root: PathBuf,
    lengths: BTreeMap<PathBuf, u64>,
    folders: BTreeSet<PathBuf>,
}

impl RecordedFiles {
    /// The files of the recording in this folder.
    ///
    /// # Errors
    ///
    /// If there are too many, or something else than files and folders.
    pub fn of(root: &Path) -> Result<Self, String> {
        let mut files = Self { root: root.to_path_buf(), ..Self::default() };
        let mut bytes = 0_u64;
        let mut open = vec![(PathBuf::new(), 0)];
        while let Some((folder, depth)) = open.pop() {
            // A path joined with an empty one gets a slash at its end.
            let shown = if depth == 0 { root.to_path_buf() } else { root.join(&folder) };
            let cannot = |error: std::io::Error| format!("cannot read {}: {error}", shown.display());
            for entry in fs::read_dir(&shown).map_err(cannot)? {
                let entry = entry.map_err(cannot)?;
                let path = folder.join(entry.file_name());
                // These follow no link.
                let (kind, data) = (entry.file_type().map_err(cannot)?, entry.metadata().map_err(cannot)?);
                if kind.is_dir() && depth < DEEPEST {
                    open.push((path, depth + 1));
                } else if kind.is_file() {
                    bytes = bytes.saturating_add(data.len());
                    files.lengths.insert(path, data.len());
                } else {
                    let what = if kind.is_dir() {
                        "is too deep"
                    } else if kind.is_symlink() {
                        "is a link"
                    } else {
                        "is neither a file nor a folder"
                    };
                    let path = root.join(path);
                    return Err(format!("{} {what}: a recording does not contain such things", path.display()));
                }
                if files.lengths.len() + open.len() > MOST_FILES || bytes > MOST_BYTES {
                    let (root, most) = (root.display(), MOST_BYTES >> 30);
                    return Err(format!("{root} has more than {MOST_FILES} files or {most} GiB"));
                }
            }
            files.folders.insert(folder);
        }
        Ok(files)
    }

    /// The path of a file.
    ///
    /// # Errors
    ///
    /// If it is not a file of the recording.
    pub fn path(&self, file: &Path) -> Result<PathBuf, String> {
        is_inside(file)?;
        if self.lengths.contains_key(file) {
            return Ok(self.root.join(file));
        }
        Err(format!("`{}` is not a file of the recording", file.display()))
    }

    /// The path of a folder.
    ///
    /// # Errors
    ///
    /// If it is not a folder of the recording.
    pub fn folder(&self, folder: &Path) -> Result<PathBuf, String> {
        is_inside(folder)?;
        if self.folders.contains(folder) {
            return Ok(self.root.join(folder));
        }
        Err(format!("`{}` is not a folder of the recording", folder.display()))
    }

    /// The length of a file in bytes.
    #[must_use]
    pub fn length(&self, file: &Path) -> u64 {
        self.lengths.get(file).copied().unwrap_or_default()
    }

    /// Whether a file, wherever it is, is one of them.
    #[must_use]
    pub fn has(&self, file: &Path) -> bool {
        let inside = || {
            let (root, file) = (self.root.canonicalize().ok()?, file.canonicalize().ok()?);
            Some(self.lengths.contains_key(file.strip_prefix(root).ok()?))
        };
        inside().unwrap_or(false)
    }
}

/// Checks that a path goes down only: it is relative, and has no `..`.
///
/// # Errors
///
/// If it does not.
pub(super) fn is_inside(path: &Path) -> Result<(), String> {
    let goes_down = |part: Component<'_>| matches!(part, Component::Normal(_));
    if !path.as_os_str().is_empty() && path.components().all(goes_down) {
        return Ok(());
    }
    Err(format!("`{}` is not a path in the recording: it must be relative, without `..`", path.display()))
}
