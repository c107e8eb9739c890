//! The table `[layer]` of `clunroll.toml`: of the user's own file, and of the nearest one from the working folder.
//!
//! Who unpacks somebody's archive and starts a program there has not read its `clunroll.toml`. So a file that is found from the working
//! folder can turn the layer off, and choose between forms that compute the same. It cannot turn the layer on, write a file, start a process
//! or name a file outside of its folder. It counts only if it is the user's or the system's: others may write to `/tmp`.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use clunroll::settings::{Setting, Value};
use clunroll_files::config::{LayerConfig, NameList, in_folder, own_file, searched_folder};

use crate::environment::HostProcess;

/// What the files say.
#[derive(Debug, Default)]
pub(crate) struct LayerFiles {
    /// The user's own.
    pub(crate) own: Option<LayerConfig>,
    /// The one that is found from the working folder.
    pub(crate) found: Option<LayerConfig>,
    /// What to log about them.
    pub(crate) notes: Vec<String>,
}

impl LayerFiles {
    /// Reads both files; an error if one has a mistake.
    pub(crate) fn read(host: &HostProcess<'_>) -> Result<Self, String> {
        let mut files = Self::default();
        let own = own_file(|name| host.word(name));
        if let Some(file) = own.as_deref().filter(|file| fs::symlink_metadata(file).is_ok()) {
            files.own = LayerConfig::load(file)?;
            files.notes.push(format!("read {}", file.display()));
        }
        if let Some(file) = nearest(&host.folder)? {
            files.found = LayerConfig::load(&file)?;
            if let Some(found) = &mut files.found {
                files.notes.push(format!("read {}", file.display()));
                files.notes.extend(restrict(found, &file));
            }
        }
        Ok(files)
    }

    /// The lists for a key, the user's first.
    pub(crate) fn lists(&self, of: fn(&LayerConfig) -> Option<&NameList>) -> Vec<NameList> {
        [&self.own, &self.found].into_iter().flatten().filter_map(of).cloned().collect()
    }

    /// The profile.
    pub(crate) fn profile(&self) -> Option<PathBuf> {
        [&self.found, &self.own].into_iter().flatten().find_map(|config| config.profile.clone())
    }

    /// The settings of the library, the ones that count last.
    pub(crate) fn settings(&self) -> Vec<(&'static Setting, Value)> {
        [&self.own, &self.found].into_iter().flatten().flat_map(|config| config.settings.iter().copied()).collect()
    }
}

/// The nearest configuration in a folder or above it, if it is the user's or the system's.
fn nearest(folder: &Path) -> Result<Option<PathBuf>, String> {
    let Some(folder) = searched_folder(folder) else { return Ok(None) };
    for folder in folder.ancestors() {
        if let Some(file) = in_folder(folder).map_err(|failure| failure.message())? {
            // SAFETY: the call has no argument and cannot fail.
            let user = unsafe { libc::geteuid() };
            // A link to a file of the user's may be another user's.
            let owners = [fs::symlink_metadata(&file), fs::metadata(&file)].map(|found| Some(found.ok()?.uid()));
            return Ok(Some(file).filter(|_| are_trusted(owners, user)));
        }
    }
    Ok(None)
}

/// Whether a file and what it leads to belong to the user or the system.
fn are_trusted(owners: [Option<u32>; 2], user: u32) -> bool {
    owners.into_iter().all(|owner| owner.is_some_and(|owner| owner == user || owner == 0))
}

/// Takes out what such a file may not say, and returns what to log about it.
fn restrict(found: &mut LayerConfig, file: &Path) -> Vec<String> {
    let mut taken = Vec::new();
    let mut take = |is_there: bool, key: &'static str| {
        if is_there {
            taken.push(key);
        }
    };
    take(found.log.take().is_some(), "log");
    take(found.dump.take().is_some(), "dump");
    take(found.verify.take().is_some(), "verify");
    take(found.aliasing.take().is_some(), "aliasing");
    let is_inside = found.profile.as_deref().is_none_or(|profile| found.has_inside(profile));
    if !is_inside {
        found.profile = None;
        take(true, "profile");
    }
    let why = |key: &str| match key {
        "profile" => "it must be in the folder of the file".to_owned(),
        _ => "only the environment and your own configuration can have it".to_owned(),
    };
    taken.into_iter().map(|key| format!("{}: `{key}` is ignored: {}", file.display(), why(key))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_of_another_user_is_not_trusted() {
        assert!(are_trusted([Some(5), Some(5)], 5) && are_trusted([Some(0), Some(5)], 5));
        assert!(!are_trusted([Some(6), Some(5)], 5) && !are_trusted([Some(5), Some(6)], 5));
        assert!(!are_trusted([Some(5), None], 5));
    }
}
