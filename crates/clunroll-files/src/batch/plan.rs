//! Which sources there are, and the path of each below the folder of the outputs.
//!
//! A source keeps its path from its *root*: the folder that was named where it was found in one, and the current folder
//! where it was named itself. Paths are compared by their names first, so that a link keeps its place, and no path leads
//! out of the folder of the outputs. That folder is not an input, wherever it is (`marker.rs`).

use std::cell::Cell;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::layout::without_links;
use super::marker;
use crate::failure::Failure;
use crate::input;
use crate::walk::{self, Choice, FoundFile, SameFile};
use oclc_syntax::source::name_of_path;

/// One source.
#[derive(Clone, Debug)]
pub struct SourceJob {
    /// Where it is read.
    pub input: PathBuf,
    /// Its real path; its name where it has none, as standard input.
    pub canonical: PathBuf,
    /// The folder from which its path counts.
    pub root: PathBuf,
    /// Its path in that folder; empty if it is not there, or is not needed.
    pub place: PathBuf,
    /// Whether it was found in a folder, and not named.
    pub is_found: bool,
}

/// All sources of a run.
#[derive(Debug, Default)]
pub struct BatchPlan {
    /// They, in the order in which they were named, and sorted in each folder.
    pub jobs: Vec<SourceJob>,
    /// The folders that were walked.
    pub folders: Vec<PathBuf>,
    /// The folders that were named and have no sources in them.
    pub empty: Vec<PathBuf>,
    /// Files and folders that cannot be read; the others are rewritten all the same.
    pub failures: Vec<Failure>,
    /// The folder of the outputs, if it is inside one of the inputs.
    marked: Option<PathBuf>,
}

impl BatchPlan {
    /// The sources that are to be rewritten where they are, each once.
    pub fn in_place(inputs: &[PathBuf], choice: &dyn Choice) -> Self {
        let mut plan = Self::default();
        let mut seen = HashSet::new();
        for input in inputs {
            plan.add(input, choice, |job| seen.insert(job.canonical.clone()));
        }
        plan
    }

    /// The sources that are to be written below `out_dir`.
    ///
    /// # Errors
    ///
    /// If one has no place there, or if that folder may contain sources.
    pub fn below(out_dir: &Path, inputs: &[PathBuf], choice: &dyn Choice) -> Result<Self, Failure> {
        let folder = fs::canonicalize(out_dir).ok();
        let choice = &WithoutFolder { choice, folder, named: inputs, is_met: Cell::new(false) };
        let mut plan = Self::default();
        let mut seen = HashSet::new();
        for input in inputs {
            if input::is_standard_input(input) {
                return Err(Failure::new("standard input has no name, so it cannot go to a folder: use -o"));
            }
            plan.add(input, choice, |job| seen.insert((job.canonical.clone(), job.place.clone())));
        }
        // A link may lead to it, too.
        if choice.is_met.get() || marker::is_inside(&without_links(out_dir), &plan.folders) {
            marker::may_be_written(out_dir)?;
            plan.marked = Some(out_dir.to_path_buf());
        }
        match plan.jobs.iter().find(|job| job.place.as_os_str().is_empty()) {
            Some(job) => Err(Failure::new(format!(
                "{} has no path in {}: it is outside the current folder; name its folder instead, or use -o",
                name_of_path(&job.input),
                name_of_path(out_dir)
            ))),
            None => Ok(plan),
        }
    }

    /// Marks the folder of the outputs as such, if it could be taken for inputs. It comes before the first output.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn mark(&self) -> Result<(), Failure> {
        self.marked.as_deref().map_or(Ok(()), marker::leave)
    }

    /// One source, with its name alone for a place.
    #[must_use]
    pub fn single(input: &Path) -> Self {
        let root = input.parent().filter(|root| !root.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Self { jobs: vec![SourceJob::named(input, root)], ..Self::default() }
    }

    fn add(&mut self, input: &Path, choice: &dyn Choice, mut is_new: impl FnMut(&SourceJob) -> bool) {
        if input.is_dir() {
            let walked = walk::find_sources([&input.to_path_buf()], choice, SameFile::All);
            let jobs = walked.files.into_iter().map(|file| SourceJob::found(file, input));
            self.jobs.extend(jobs.filter(&mut is_new));
            self.folders.extend(walked.folders);
            self.empty.extend(walked.empty);
            self.failures.extend(walked.failures);
        } else {
            let job = SourceJob::named(input, Path::new("."));
            self.jobs.extend(Some(job).filter(is_new));
        }
    }
}

/// Another choice, without a folder of earlier outputs.
struct WithoutFolder<'a> {
    choice: &'a dyn Choice,
    /// Its real path; nothing where there is none yet.
    folder: Option<PathBuf>,
    /// An input that is named counts even if it is that folder: an error explains that.
    named: &'a [PathBuf],
    /// Whether it was left out.
    is_met: Cell<bool>,
}

impl Choice for WithoutFolder<'_> {
    fn extensions(&self, folder: &Path) -> Option<Vec<String>> {
        self.choice.extensions(folder)
    }

    fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        let is_left_out = || {
            let is_named = self.named.iter().any(|named| named == path);
            is_folder && !is_named && self.folder.is_some() && path.canonicalize().ok() == self.folder
        };
        if self.choice.excludes(path, is_folder) {
            return true;
        }
        let is_left_out = is_left_out();
        if is_left_out {
            self.is_met.set(true);
        }
        is_left_out
    }
}

impl SourceJob {
    fn named(input: &Path, root: &Path) -> Self {
        let canonical = fs::canonicalize(input).unwrap_or_else(|_| input.to_path_buf());
        let place = place(root, input).unwrap_or_default();
        Self { input: input.to_path_buf(), canonical, root: root.to_path_buf(), place, is_found: false }
    }

    fn found(FoundFile { path, real }: FoundFile, root: &Path) -> Self {
        let place = place(root, &path).unwrap_or_default();
        Self { input: path, canonical: real, root: root.to_path_buf(), place, is_found: true }
    }
}

/// The path of a file in a folder; `None` where it does not lie there.
pub(super) fn place(root: &Path, file: &Path) -> Option<PathBuf> {
    let by_name = || Some(normal(file)?.strip_prefix(normal(root)?).ok()?.to_path_buf());
    // By another name of the folder, such as a link.
    let by_file = || {
        let (root, file) = (fs::canonicalize(root).ok()?, fs::canonicalize(file).ok()?);
        Some(file.strip_prefix(root).ok()?.to_path_buf())
    };
    by_name().or_else(by_file).filter(|place| !place.as_os_str().is_empty())
}

/// The path from the root, without `.` and `..`.
fn normal(path: &Path) -> Option<PathBuf> {
    std::path::absolute(path).ok().map(|path| walk::resolved(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place_of(root: &str, file: &str) -> Option<String> {
        place(Path::new(root), Path::new(file)).map(|place| place.display().to_string())
    }

    #[test]
    fn a_place_leads_never_out_of_its_folder() {
        assert_eq!(place_of("a", "a/b/k.cl").as_deref(), Some("b/k.cl"));
        assert_eq!(place_of("./a/", "a/../a//b/./k.cl").as_deref(), Some("b/k.cl"));
        assert_eq!(place_of("a/b/..", "a/k.cl").as_deref(), Some("k.cl"));
        assert_eq!(place_of(".", "a/../../k.cl"), None);
        assert_eq!(place_of(".", "../k.cl"), None);
        assert_eq!(place_of("a", "/k.cl"), None);
        assert_eq!(place_of("a", "ab/k.cl"), None);
        assert_eq!(place_of("/", "/k.cl").as_deref(), Some("k.cl"));
    }
}
