//! One file: read, checked, and fixed on request.
//!
//! The thread of a file does all work on it, including writing. The thread that reports gets a [`FileReport`], which is small: hundreds of
//! reports may wait for their turn.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::cli::arguments::CheckArguments;
use crate::cli::diff::{self, PatchFolder};
use crate::cli::settings::Resolver;
use clunroll::{Outcome, Session};
use clunroll_files::failure::Failure;
use clunroll_files::{input, output};

use super::repair::{self, MadeFixes, Repaired};

/// Checks files.
#[derive(Debug)]
pub(super) struct FileChecker<'a> {
    resolver: &'a Resolver,
    session: Session,
    /// The name of standard input, if it has one.
    stdin_name: Option<&'a Path>,
    fixes: Fixes,
    patch: PatchFolder,
    /// Which fixes are made or shown.
    made: MadeFixes,
    /// Whether to find out what each request does.
    shows_effects: bool,
    /// The files that others include, by their real paths. Few runs need this.
    included: OnceLock<HashSet<PathBuf>>,
}

/// The use of fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fixes {
    /// They are part of the report.
    Reported,
    /// They are made.
    Made,
    /// They are shown as a diff.
    Shown,
}

impl Fixes {
    pub(super) fn of(arguments: &CheckArguments) -> Self {
        match (arguments.fix, arguments.diff) {
            (_, true) => Self::Shown,
            (true, false) => Self::Made,
            (false, false) => Self::Reported,
        }
    }
}

/// The result for one file.
#[derive(Debug)]
pub(super) struct FileReport {
    pub(super) name: String,
    /// The length of the file, with its fixes.
    pub(super) bytes: usize,
    pub(super) outcome: Outcome,
    /// The baseline of its configuration.
    pub(super) baseline: Option<PathBuf>,
    /// The number of fixes that were made or are shown.
    pub(super) fixes: usize,
    /// The text for standard output beside the findings: a diff, or standard input with its fixes.
    pub(super) text: Vec<u8>,
    /// The reason why the fixes could not be written.
    pub(super) failure: Option<Failure>,
}

impl<'a> FileChecker<'a> {
    pub(super) fn new(arguments: &'a CheckArguments, resolver: &'a Resolver) -> Self {
        let stdin_name = arguments.stdin_filename.as_deref();
        Self {
            resolver,
            session: Session::new(),
            stdin_name,
            fixes: Fixes::of(arguments),
            patch: if arguments.diff { PatchFolder::of(&arguments.paths) } else { PatchFolder::default() },
            made: MadeFixes::of(arguments.unsafe_fixes),
            shows_effects: arguments.format.shows_effects(),
            included: OnceLock::new(),
        }
    }

    /// How to apply the patch, if not in the current folder.
    pub(super) fn patch_hint(&self) -> Option<String> {
        self.patch.hint()
    }

    /// The name of the file at `path`, which decides its settings, includes and exclusions.
    pub(super) fn called<'p>(&'p self, path: &'p Path) -> &'p Path {
        self.stdin_name.filter(|_| input::is_standard_input(path)).unwrap_or(path)
    }

    /// Checks the file at `path`, one of `files`.
    ///
    /// Fails if it cannot be read or processed, or if its settings are invalid.
    pub(super) fn check(&self, path: &Path, files: &[PathBuf]) -> Result<FileReport, Failure> {
        if self.fixes == Fixes::Made && !input::is_standard_input(path) {
            output::can_be_replaced(path)?;
        }
        let source = input::read(path)?;
        let called = self.called(path);
        let settings = self.resolver.settings(called)?;
        let check = |source: &[u8]| {
            let (options, mut includes) = settings.for_input(called);
            let options = options.lint(true);
            if self.shows_effects {
                self.session.unroll(source, &options, &mut includes)
            } else {
                self.session.check(source, &options, &mut includes)
            }
        };
        let name = input::name(called);
        let outcome = check(&source);
        if let Some(fault) = &outcome.fault {
            return Err(Failure::of_fault(&name, fault));
        }
        let repaired = match self.fixes {
            Fixes::Reported => None,
            Fixes::Made | Fixes::Shown => {
                let is_part = || repair::is_header(called) || self.is_included(called, files);
                repair::repaired(&source, &outcome, self.made, is_part, check)
            }
        };
        let baseline = settings.baseline.clone();
        let mut report =
            FileReport { name, bytes: source.len(), outcome, baseline, fixes: 0, text: Vec::new(), failure: None };
        match (self.fixes, repaired) {
            (Fixes::Shown, Some(repaired)) => {
                report.text = diff::unified(&self.patch, called, &source, &repaired.text);
                report.fixes = repaired.fixes;
            }
            (Fixes::Made, repaired) if input::is_standard_input(path) => {
                report.text = repaired.map_or(source, |repaired| report.take(repaired));
            }
            (Fixes::Reported, _) | (Fixes::Made | Fixes::Shown, None) => {}
            (Fixes::Made, Some(repaired)) => match output::update(path, &source, &repaired.text) {
                Ok(()) => drop(report.take(repaired)),
                Err(failure) => report.failure = Some(failure),
            },
        }
        // The rewritten text is not needed.
        report.outcome.text = Vec::new();
        Ok(report)
    }

    /// Whether another one of these files includes this one.
    fn is_included(&self, path: &Path, files: &[PathBuf]) -> bool {
        let included = || files.iter().flat_map(|file| self.included_by(file)).collect();
        fs::canonicalize(path).is_ok_and(|path| self.included.get_or_init(included).contains(&path))
    }

    /// The real paths of the files that a file includes, except its own. A pipe can be read only once, and is not read for this.
    fn included_by(&self, path: &Path) -> Vec<PathBuf> {
        let source = fs::metadata(path).ok().filter(fs::Metadata::is_file).and_then(|_| input::read(path).ok());
        let Some((source, settings)) = source.zip(self.resolver.settings(path).ok()) else { return Vec::new() };
        let (options, mut includes) = settings.for_input(path);
        let _ = self.session.check(&source, &options, &mut includes);
        let own = fs::canonicalize(path).ok();
        let read = includes.files_read().iter().filter_map(|path| fs::canonicalize(path).ok());
        read.filter(|path| own.as_ref() != Some(path)).collect()
    }
}

impl FileReport {
    /// Changes the report to describe the fixed text, and returns that text.
    fn take(&mut self, repaired: Repaired) -> Vec<u8> {
        self.outcome = repaired.outcome;
        self.fixes = repaired.fixes;
        self.bytes = repaired.text.len();
        repaired.text
    }
}
