//! `--baseline`, `--write-baseline` and the key `baseline`: the known findings.
//!
//! A baseline on the command line applies to all files, like other options. Otherwise each file has the baseline of its configuration, so
//! one run may have several. They are read when the first file needs them. To write one, all findings of the run go to an empty baseline,
//! which then holds them.
//!
//! The names of files in a baseline are relative to its folder, so that they do not depend on where clunroll is started. Names that are not
//! UTF-8 are written as in findings, so that two of them are never one.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::cli::side_file::SideFile;
use clunroll::Outcome;
use clunroll_files::failure::{self, Failure};
use clunroll_files::walk;
use clunroll_report::baseline::{Baseline, UnusedEntry};
use clunroll_report::summary::counted;
use oclc_syntax::source::{name_of_path, path_of_name};

/// All baselines of a run.
pub(in crate::cli) enum Baselines {
    /// Baselines to compare findings with.
    Read {
        typed: Option<PathBuf>,
        /// By their names.
        read: BTreeMap<PathBuf, FolderBaseline>,
    },
    /// A baseline to write.
    Written(Box<SideFile>, FolderBaseline),
}

/// A baseline with the folder that its names are relative to.
pub(in crate::cli) struct FolderBaseline {
    baseline: Baseline,
    /// A path from the root.
    folder: PathBuf,
}

impl Baselines {
    /// Baselines of the command line or of configurations.
    ///
    /// Fails if the baseline of the command line cannot be read.
    pub(in crate::cli) fn read(typed: Option<&Path>) -> Result<Self, Failure> {
        let read = typed.map(|file| Ok((file.to_path_buf(), FolderBaseline::read(file)?))).transpose()?;
        Ok(Self::Read { typed: typed.map(Path::to_path_buf), read: read.into_iter().collect() })
    }

    /// A baseline to be written to `file`, which messages call `path`.
    pub(super) fn written(file: SideFile, path: &Path) -> Self {
        Self::Written(Box::new(file), FolderBaseline { baseline: Baseline::default(), folder: folder_of(path) })
    }

    /// Removes the known findings of a file, and returns their number; `None` if no baseline applies. `configured` is the baseline of the
    /// file's configuration.
    ///
    /// Fails if that baseline cannot be read.
    pub(in crate::cli) fn take(
        &mut self,
        outcome: &mut Outcome,
        configured: Option<&Path>,
    ) -> Result<Option<usize>, Failure> {
        let taken = match self {
            Self::Written(_, baseline) => baseline.take(outcome, true),
            Self::Read { typed, read } => {
                let Some(file) = typed.as_deref().or(configured) else { return Ok(None) };
                if !read.contains_key(file) {
                    read.insert(file.to_path_buf(), FolderBaseline::read(file)?);
                }
                read.get_mut(file).map_or(0, |baseline| baseline.take(outcome, false))
            }
        };
        Ok(Some(taken))
    }

    /// One line for each entry without a finding, if its file was read or is gone.
    pub(super) fn unused(&self, is_read: impl Fn(&Path) -> bool) -> String {
        let Self::Read { read, .. } = self else { return String::new() };
        let mut text = String::new();
        for (name, FolderBaseline { baseline, folder }) in read {
            let is_known = |entry: &UnusedEntry<'_>| {
                let file = walk::resolved(&folder.join(path_of_name(entry.file)));
                is_read(&file) || !file.exists()
            };
            for UnusedEntry { file, code, line, count } in baseline.unused().filter(is_known) {
                let findings = counted(count, "finding");
                let line =
                    format!("{}: not found any more: {findings} of {code} in {file} at `{line}`", name_of_path(name));
                let _ = writeln!(text, "clunroll: {}", failure::printable_name(&line));
            }
        }
        text
    }

    /// Writes the baseline to be written, and returns a line about it with the number of its findings; does nothing if there is none. Fails
    /// if it cannot be written.
    pub(super) fn end(&self, findings: usize) -> Result<Option<String>, Failure> {
        let Self::Written(file, FolderBaseline { baseline, .. }) = self else { return Ok(None) };
        let mut text = Vec::new();
        baseline.write(&mut text).map_err(|error| file.failure(&error))?;
        file.write(&text)?;
        Ok(Some(format!("{} written to {}", counted(findings, "finding"), file.name())))
    }
}

impl FolderBaseline {
    fn read(file: &Path) -> Result<Self, Failure> {
        let name = name_of_path(file);
        let text = fs::read(file).map_err(|error| Failure::of_system("read", &name, &error))?;
        let baseline = Baseline::read(&text).map_err(|why| Failure::new(format!("{name} is not a baseline: {why}")))?;
        Ok(Self { baseline, folder: folder_of(file) })
    }

    /// Removes the known findings, or `all`, and returns their number.
    fn take(&mut self, outcome: &mut Outcome, all: bool) -> usize {
        let Outcome { diagnostics, sources, .. } = outcome;
        let before = diagnostics.len();
        let name = |file: &str| from_folder(&path_of_name(file), &self.folder);
        diagnostics.retain(|diagnostic| !self.baseline.knows(diagnostic, sources, name) && !all);
        before - diagnostics.len()
    }
}

/// The folder of a file, as a path from the root.
fn folder_of(file: &Path) -> PathBuf {
    from_root(file.parent().unwrap_or(Path::new("")))
}

/// A path from the root without `.` and `..`; links are not followed.
pub(super) fn from_root(path: &Path) -> PathBuf {
    walk::resolved(&env::current_dir().unwrap_or_default().join(path))
}

/// The name of a file relative to a folder, with `/`.
fn from_folder(file: &Path, folder: &Path) -> String {
    let file = from_root(file);
    let shared = file.components().zip(folder.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    let names: Vec<_> =
        up.chain(file.components().skip(shared)).map(|part| name_of_path(Path::new(part.as_os_str()))).collect();
    names.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_relative_to_the_folder_of_the_baseline() {
        let name = |file: &str, folder: &str| from_folder(Path::new(file), Path::new(folder));
        assert_eq!(name("/a/b/k.cl", "/a"), "b/k.cl");
        assert_eq!(name("/a/b/../k.cl", "/a"), "k.cl");
        assert_eq!(name("/a/k.cl", "/a/b/c"), "../../k.cl");
        let current = env::current_dir().expect("a folder");
        assert_eq!(from_folder(Path::new("./x//k.cl"), &current), "x/k.cl");
    }
}
