//! What a profile keeps of a report.
//!
//! A profile has a choice for each request that was measured, also if that is what the author wrote: the text as written was measured
//! with the vendor's compiler, so that its word there is `leave`. The word `restrict` is not kept: only a user can promise it, with
//! `--assume restrict`.

use std::path::{Component, Path, PathBuf};

use clunroll::loop_choices::{ChosenLoop, LoopChoice};
use clunroll::profile::{Profile, ProfileError};
use clunroll_core::loop_choices::SourceLoops;
use clunroll_files::failure::Failure;
use clunroll_files::{input, output};
use oclc_syntax::source::name_of_path;

use super::candidate_text::{Subject, TunedSource};
use super::report::TuneReport;
use super::space::Dimension;

/// A profile as a file.
pub(crate) struct ProfiledFile<'p> {
    path: &'p Path,
    /// Its bytes; `None` if there is no such file yet.
    bytes: Option<Vec<u8>>,
    profile: Profile,
}

impl<'p> ProfiledFile<'p> {
    /// Reads a profile; it is empty if there is no such file.
    pub(crate) fn read(path: &'p Path) -> Result<Self, Failure> {
        let bytes = if path.exists() { Some(input::read(path)?) } else { None };
        let text = String::from_utf8_lossy(bytes.as_deref().unwrap_or_default());
        let profile = text.parse().map_err(|error| unusable(path, &error))?;
        Ok(Self { path, bytes, profile })
    }

    /// Reads a profile that will be written: measuring takes minutes, so a place where nothing can be written is reported before it.
    pub(crate) fn to_update(path: &'p Path) -> Result<Self, Failure> {
        output::check_regular(path)?;
        Self::read(path)
    }

    /// The choices for a device, for all files; without one, those for all devices with a macro.
    pub(crate) fn loops(&self, device: Option<&str>) -> Result<Vec<ChosenLoop>, Failure> {
        if self.bytes.is_none() {
            return Err(Failure::new(format!("cannot read {}: there is no such file", name_of_path(self.path))));
        }
        let loops = device.map_or_else(|| self.profile.loops_by_macro(), |device| self.profile.loops(device));
        loops.map_err(|error| unusable(self.path, &error))
    }

    /// Keeps what was found for a source of this name in place of what was known of these loops, and of loops that are gone. Returns what cannot be
    /// kept, with the reason.
    pub(crate) fn keep(
        mut self,
        name: &str,
        source: &TunedSource,
        report: &TuneReport,
        dimensions: &[Dimension],
    ) -> Result<Vec<String>, Failure> {
        let outcome = source.rewritten(source.bytes.to_vec(), false)?;
        let loops = SourceLoops::of(&source.bytes, outcome.requests.iter().map(|request| request.place));
        let (mut kept, mut lost) = (Vec::new(), Vec::new());
        for dimension in dimensions {
            let Some(choice) = report.choice_of(&dimension.subject.name()) else { continue };
            let Subject::Request(point) = &dimension.subject else {
                if choice == LoopChoice::Restrict {
                    lost.push("the profile does not keep `restrict`: use --assume restrict with it".to_owned());
                }
                continue;
            };
            match loops.at(point) {
                // What has no request needs none.
                _ if point.is_empty() && matches!(choice, LoopChoice::AsWritten | LoopChoice::NoPragma) => {}
                Some(found) => kept.push(ChosenLoop::new(name.to_owned(), found.identity.clone(), point.line, choice)),
                None => lost.push(format!(
                    "the profile does not keep `{}` for {}: a macro makes the loop, or it has several requests",
                    choice.words(),
                    point.name
                )),
            }
        }
        if let Some(target) = report.targets.iter().skip(1).find(|target| target.is_best) {
            lost.push(format!("the profile does not keep `--target {0}`: use --target {0} with it", target.name));
        }
        let known = self.profile.loops_of(&report.device);
        let known: Vec<ChosenLoop> = known.into_iter().filter(|old| old.file == name).collect();
        let is_stale = |old: &ChosenLoop| {
            known.contains(old)
                && (loops.find(&old.identity).is_none() || kept.iter().any(|new| new.identity == old.identity))
        };
        self.profile.update(&report.device, &report.driver, is_stale, kept.clone());
        let text = self.profile.to_string();
        match &self.bytes {
            Some(bytes) if *bytes == text.as_bytes() => {}
            Some(bytes) => output::update(self.path, bytes, text.as_bytes())?,
            None => output::write_file(self.path, text.as_bytes())?,
        }
        Ok(lost)
    }
}

fn unusable(path: &Path, error: &ProfileError) -> Failure {
    Failure::new(format!("cannot use {}: {}", name_of_path(path), error.to_string().trim_end()))
}

impl ProfiledFile<'_> {
    /// The name of a source in this profile.
    pub(crate) fn name_of(&self, file: &Path) -> String {
        name_in(self.path, file)
    }
}

/// The name of a source in a profile: its path from the folder of the profile if it is in there, and otherwise the path as it was
/// typed, without `..`.
fn name_in(profile: &Path, file: &Path) -> String {
    let folder = profile.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let inside = || {
        let (folder, file) = (folder.canonicalize().ok()?, file.canonicalize().ok()?);
        file.strip_prefix(folder).ok().map(name_of_path)
    };
    let named = || {
        let parts = file.components().filter(|part| matches!(part, Component::Normal(_)));
        let typed: PathBuf = parts.collect();
        let last = file.file_name().map_or(typed.as_path(), Path::new);
        name_of_path(if file.is_absolute() { last } else { &typed })
    };
    let name = inside().unwrap_or_else(named);
    name.replace('\\', "/")
}
