//! A document, checked as `clunroll check` checks its file.
//!
//! Settings, exclusions, baseline and fixes are those of `check`: the modules are the same. Only the texts differ: the text of the editor
//! replaces that of the file, in included files too ([`BufferedIncludes`]).

use std::collections::HashSet;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use super::documents::{Buffers, Document};
use crate::cli::check::baselines::Baselines;
use crate::cli::check::repair::{self, MadeFixes};
use crate::cli::settings::{Resolver, Settings};
use clunroll::{Options, Outcome, Session};
use clunroll_files::failure::Failure;
use clunroll_files::includes::FileIncludes;
use clunroll_files::input;
use oclc_syntax::host::Includes;

/// The result of checking a document.
#[derive(Debug)]
pub(super) enum CheckResult {
    /// The outcome of the check.
    Found(Box<Outcome>),
    /// The settings leave this file out.
    Excluded,
    /// The reason why it could not be checked.
    Failed(Failure),
}

impl CheckResult {
    /// The outcome, if the document was checked.
    pub(super) fn outcome(&self) -> Option<&Outcome> {
        match self {
            Self::Found(outcome) => Some(outcome),
            Self::Excluded | Self::Failed(_) => None,
        }
    }
}

/// Checks documents.
#[derive(Clone, Copy, Debug)]
pub(super) struct DocumentChecker<'a> {
    pub(super) resolver: &'a Resolver,
    pub(super) session: &'a Session,
    /// The texts that replace files.
    pub(super) buffers: &'a Buffers,
}

impl<'a> DocumentChecker<'a> {
    /// The findings in a document, and the files that it includes.
    pub(super) fn check(self, document: &Document) -> (CheckResult, HashSet<PathBuf>) {
        let mut asked = HashSet::new();
        let checked = match self.outcome(document, &mut asked) {
            Ok(Some(outcome)) => CheckResult::Found(Box::new(outcome)),
            Ok(None) => CheckResult::Excluded,
            Err(failure) => CheckResult::Failed(failure),
        };
        (checked, asked)
    }

    fn outcome(self, document: &Document, asked: &mut HashSet<PathBuf>) -> Result<Option<Outcome>, Failure> {
        let settings = self.resolver.settings(&document.path)?;
        if settings.exclude.matches(&document.path, false) {
            return Ok(None);
        }
        // No text is written: a form is known when it is chosen.
        let mut outcome = self.run(document, &settings, asked, |text, options, includes| {
            self.session.check(text, &options.lint(true), includes)
        })?;
        Baselines::read(None)?.take(&mut outcome, settings.baseline.as_deref())?;
        Ok(Some(outcome))
    }

    /// The text of a document after its safe fixes; `None` if there are none. `outcome` is the outcome of checking it; `is_part`: whether
    /// another document includes it.
    pub(super) fn fixed(self, document: &Document, outcome: &Outcome, is_part: bool) -> Option<Vec<u8>> {
        let settings = self.resolver.settings(&document.path).ok()?;
        let check = |text: &[u8]| {
            let (options, mut includes) = self.for_input(&document.path, &settings);
            self.session.check(text, &options.lint(true), &mut includes)
        };
        Some(
            repair::repaired(
                document.text.as_bytes(),
                outcome,
                MadeFixes::Safe,
                || is_part || repair::is_header(&document.path),
                check,
            )?
            .text,
        )
    }

    /// The outcome of writing the output for a document.
    ///
    /// Fails if clunroll would write nothing.
    pub(super) fn output(self, document: &Document) -> Result<Outcome, Failure> {
        let settings = self.resolver.settings(&document.path)?;
        let outcome = self.run(document, &settings, &mut HashSet::new(), |text, options, includes| {
            self.session.unroll(text, &options, includes)
        })?;
        if outcome.has_errors() {
            let name = input::name(&document.path);
            return Err(Failure::new(format!(
                "{name} has errors, and clunroll writes no output before they are corrected"
            )));
        }
        Ok(outcome)
    }

    /// Processes a document. A panic costs this answer only.
    fn run(
        self,
        document: &Document,
        settings: &Settings,
        asked: &mut HashSet<PathBuf>,
        work: impl FnOnce(&[u8], Options, &mut BufferedIncludes<'_>) -> Outcome,
    ) -> Result<Outcome, Failure> {
        let (name, text) = (input::name(&document.path), document.text.as_bytes());
        input::is_source(&name, text)?;
        let (options, mut includes) = self.for_input(&document.path, settings);
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| work(text, options, &mut includes)));
        asked.extend(includes.asked);
        let outcome = outcome.map_err(|_| Failure::incomplete(&name))?;
        match &outcome.fault {
            Some(fault) => Err(Failure::of_fault(&name, fault)),
            None => Ok(outcome),
        }
    }

    fn for_input(self, path: &Path, settings: &Settings) -> (Options, BufferedIncludes<'a>) {
        let (options, files) = settings.for_input(path);
        (options, BufferedIncludes { files, buffers: self.buffers, asked: HashSet::new() })
    }
}

/// Included files. Open files have the text of the editor.
#[derive(Debug)]
struct BufferedIncludes<'a> {
    files: FileIncludes,
    buffers: &'a Buffers,
    /// The canonical paths of all requested files.
    asked: HashSet<PathBuf>,
}

impl Includes for BufferedIncludes<'_> {
    fn resolve(&mut self, header_name: &str, includer: Option<&str>) -> Option<String> {
        self.files.resolve(header_name, includer)
    }

    fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        let path = self.files.canonical(name)?.to_path_buf();
        let buffer = self.buffers.get(&path);
        self.asked.insert(path);
        match buffer {
            Some(text) => input::is_source(name, text).is_ok().then(|| text.to_vec()),
            None => self.files.read(name),
        }
    }
}
