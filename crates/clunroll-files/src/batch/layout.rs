//! Decides where outputs go below the folder of the outputs, once all sources have been read.
//!
//! This file writes nothing. Nothing is written at all if two files want one place, or if an output would replace a file
//! that was read. Places are compared without links: two of them may be one file.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::plan::{BatchPlan, SourceJob, place};
use crate::failure::Failure;
use oclc_syntax::source::name_of_path;

/// A header to be copied.
#[derive(Clone, Debug)]
pub struct HeaderCopy {
    /// Where it was read.
    pub from: PathBuf,
    /// Where it goes, with the folder of the outputs.
    pub to: PathBuf,
}

/// The place of each output.
#[derive(Debug, Default)]
pub struct OutputLayout {
    /// For each job, the job that includes it, if it is therefore not a source of its own.
    pub included_by: Vec<Option<usize>>,
    /// The headers to be copied.
    pub copies: Vec<HeaderCopy>,
}

impl BatchPlan {
    /// For each job, the job that includes it, if the job was only found: it is then not rewritten by itself. `read`
    /// lists the files that each job has read.
    #[must_use]
    pub fn included_by(&self, read: &[&[PathBuf]]) -> Vec<Option<usize>> {
        let mut includers: HashMap<PathBuf, Vec<usize>> = HashMap::new();
        for (job, read) in read.iter().enumerate() {
            for path in read.iter().filter_map(|path| fs::canonicalize(path).ok()) {
                includers.entry(path).or_default().push(job);
            }
        }
        let includer = |(index, job): (usize, &SourceJob)| {
            let by = includers.get(&job.canonical).filter(|_| job.is_found)?;
            by.iter().copied().find(|&by| by != index)
        };
        self.jobs.iter().enumerate().map(includer).collect()
    }

    /// Decides where outputs go below `out_dir`. `read` lists the files that each job has read.
    ///
    /// # Errors
    ///
    /// If two files want one place, or if an output would replace a file that was read.
    pub fn layout(&self, out_dir: &Path, read: &[&[PathBuf]]) -> Result<OutputLayout, Failure> {
        let mut taken: HashMap<PathBuf, (PathBuf, PathBuf)> = HashMap::new();
        for job in &self.jobs {
            let other = taken.insert(job.place.clone(), (job.canonical.clone(), job.input.clone()));
            if let Some((_, other)) = other {
                return Err(clash(&other, &job.input, &out_dir.join(&job.place)));
            }
        }
        let mut copies = Vec::new();
        let mut inputs: HashSet<PathBuf> = self.jobs.iter().map(|job| job.canonical.clone()).collect();
        for (job, read) in self.jobs.iter().zip(read) {
            for from in *read {
                let canonical = fs::canonicalize(from).unwrap_or_else(|_| from.clone());
                inputs.insert(canonical.clone());
                let Some(place) = place(&job.root, from) else { continue };
                let to = out_dir.join(&place);
                match taken.get(&place) {
                    Some((other, _)) if *other == canonical => {}
                    Some((_, other)) => return Err(clash(other, from, &to)),
                    None => {
                        taken.insert(place, (canonical, from.clone()));
                        copies.push(HeaderCopy { from: from.clone(), to });
                    }
                }
            }
        }
        let mut places: Vec<_> = taken.into_iter().map(|(place, source)| (out_dir.join(place), source)).collect();
        places.sort_unstable();
        let mut written: HashMap<PathBuf, (PathBuf, PathBuf)> = HashMap::new();
        for (to, source) in places {
            let real = without_links(&to);
            if inputs.contains(&real) {
                let to = name_of_path(&to);
                return Err(Failure::new(format!(
                    "cannot write {to}: it is an input, and inputs are replaced only in place"
                )));
            }
            // Two names of one file there may be two names of one file here.
            if let Some(other) = written.insert(real, source.clone()).filter(|(other, _)| *other != source.0) {
                return Err(clash(&other.1, &source.1, &to));
            }
        }
        Ok(OutputLayout { included_by: self.included_by(read), copies })
    }
}

fn clash(one: &Path, other: &Path, output: &Path) -> Failure {
    Failure::new(format!(
        "{} and {} would both be written to {}",
        name_of_path(one),
        name_of_path(other),
        name_of_path(output)
    ))
}

/// Where a file is or will be, without links.
pub(super) fn without_links(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    fs::canonicalize(path).unwrap_or_else(|_| match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => without_links(folder).join(name),
        (Some(folder), None) => without_links(folder).join(".."),
        _ => path.to_path_buf(),
    })
}
