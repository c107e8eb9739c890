//! `clunroll check`: the lint.
//!
//! What is named is turned into a list of files ([`crate::files::walk`]); `file` checks one of them, [`parallel`] does that for
//! all on all cores, and this file reports, in the order of the list. Findings are the product and go to standard output, as
//! they come; what is said about the run (failures, the summary, statistics) goes to standard error.
//!
//! Nothing that happens to one file stops the others. A reader that goes away changes nothing either: the exit status is still
//! worth something, and fixes are still made.
//!
//! - `file` checks one file, and makes its fixes with `repair`.
//! - `format` chooses the renderer of findings.
//! - `progress` shows how far a long check has come.
//! - `summary` counts.

mod file;
mod format;
mod progress;
mod repair;
mod summary;

use std::collections::HashSet;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

pub(super) use self::format::Format;

use self::file::{Checker, FileReport, Fixes};
use self::progress::Progress;
use self::summary::CheckSummary;
use super::arguments::CheckArguments;
use super::parallel::{self, ThreadMessage};
use super::selection::{self, Selection};
use super::settings::Resolver;
use super::{COULD_NOT_RUN, DONE, FINDINGS, terminal};
use crate::files::failure::Failure;
use crate::files::{input, walk};
use crate::report::statistics::Statistics;
use crate::report::{Checked, Renderer};

/// Checks files, and gives the exit status.
pub(super) fn run(arguments: &CheckArguments) -> Result<u8, Failure> {
    let reads_stdin = arguments.paths.iter().any(|path| input::is_standard_input(path));
    if arguments.stdin_filename.is_some() && !reads_stdin {
        return Err(Failure::new("--stdin-filename names standard input, so pass `-` as the file"));
    }
    let resolver = Resolver::new(&arguments.settings, &arguments.rules);
    let checker = Checker::new(arguments, &resolver);
    // Standard input with its fixes made takes standard output for itself.
    let shares_stdout = !(reads_stdin && arguments.fix);
    let mut reporter = Reporter::new(arguments, shares_stdout);
    let CheckArguments { extension, exclude, stdin_filename, .. } = arguments;
    let selection = Selection::new(&resolver).typed(extension, exclude, stdin_filename.as_ref());
    let files = reporter.found(walk::find_sources(&arguments.paths, &selection, walk::SameFile::First));
    if !shares_stdout && !files.iter().any(|path| input::is_standard_input(path)) {
        // It is left out, and whoever reads it must have it all the same.
        reporter.texts.write(&input::read(Path::new("-"))?);
    }
    reporter.progress = Progress::new(files.len());
    parallel::in_order(
        files.len(),
        parallel::threads(arguments.jobs),
        |number| checker.check(&files[number]),
        |message| match message {
            ThreadMessage::Result(number, result) => reporter.result(&files[number], result),
            ThreadMessage::Waiting => reporter.progress.show_in_time(),
        },
    );
    Ok(reporter.finish(arguments))
}

/// Says what was found, and remembers what the exit status rests on.
struct Reporter {
    renderer: Box<dyn Renderer>,
    findings: OutputStream,
    /// What goes to standard output beside the findings: diffs, and fixed standard input.
    texts: OutputStream,
    fixes: Fixes,
    /// Whether to say only what fails.
    is_quiet: bool,
    summary: CheckSummary,
    statistics: Statistics,
    /// What has been said to have failed. Many files may have one configuration that cannot be read.
    reported: HashSet<String>,
    progress: Progress,
}

impl Reporter {
    fn new(arguments: &CheckArguments, shares_stdout: bool) -> Self {
        let (findings, colour) = if shares_stdout {
            (OutputStream::new(Box::new(io::stdout())), terminal::colour(arguments.color, &io::stdout()))
        } else {
            (OutputStream::new(Box::new(io::stderr())), terminal::colour(arguments.color, &io::stderr()))
        };
        Self {
            renderer: arguments.format.renderer(colour),
            findings,
            texts: OutputStream::new(Box::new(io::stdout())),
            fixes: Fixes::of(arguments),
            is_quiet: arguments.quiet,
            summary: CheckSummary::default(),
            statistics: Statistics::default(),
            reported: HashSet::new(),
            progress: Progress::new(0),
        }
    }

    /// Says what was not found, and gives the files that were.
    fn found(&mut self, found: walk::FoundSources) -> Vec<PathBuf> {
        for failure in found.failures {
            self.failed(&failure);
        }
        if !self.is_quiet {
            selection::say_empty(&found.empty);
        }
        found.files.into_iter().map(|file| file.path).collect()
    }

    fn result(&mut self, path: &Path, result: Option<Result<FileReport, Failure>>) {
        match result {
            Some(Ok(report)) => {
                self.report(&report);
                if let Some(failure) = report.failure {
                    self.failed(&failure);
                }
            }
            Some(Err(failure)) => self.failed(&failure),
            None => self.failed(&Failure::incomplete(&input::name(path))),
        }
        self.progress.advance();
    }

    fn report(&mut self, report: &FileReport) {
        self.summary.add(report);
        self.statistics.add(&report.outcome.diagnostics);
        self.progress.aside(&report.text, |text| self.texts.write(text));
        if self.fixes == Fixes::Shown {
            return;
        }
        let checked = Checked { name: &report.name, bytes: report.bytes, outcome: &report.outcome };
        let mut text = Vec::new();
        // Writing to memory does not fail; a renderer that does is a fault that costs this file's findings only.
        let rendered = panic::catch_unwind(AssertUnwindSafe(|| self.renderer.file(&mut text, &checked)));
        self.progress.aside(&text, |text| self.findings.write(text));
        if rendered.is_err() {
            self.failed(&Failure::incomplete(&report.name));
        }
    }

    fn failed(&mut self, failure: &Failure) {
        self.summary.add_failure();
        let message = failure.message();
        if self.reported.insert(message.clone()) {
            self.progress.aside(message.as_bytes(), |_| failure.print());
            self.renderer.failed(&message);
        }
    }

    /// Says how it ended, and gives the exit status.
    fn finish(mut self, arguments: &CheckArguments) -> u8 {
        self.progress.end();
        let mut text = Vec::new();
        if self.fixes != Fixes::Shown {
            let _ = self.renderer.finish(&mut text);
        }
        self.findings.write(&text);
        let mut could_not_write = false;
        for stream in [self.findings, self.texts] {
            if let Some(error) = stream.error {
                could_not_write = true;
                Failure::of_system("write", "<stdout>", &error).print();
            }
        }
        let mut said = Vec::new();
        if arguments.statistics {
            let _ = self.statistics.write(&mut said);
        }
        if arguments.format.is_for_people() && !self.is_quiet {
            let _ = writeln!(said, "clunroll: {}", self.summary.line(self.fixes));
        }
        let _ = io::stderr().write_all(&said);
        let is_found = match self.fixes {
            Fixes::Shown => self.summary.has_fixes(),
            Fixes::Made | Fixes::Reported => self.summary.has_errors(),
        };
        if could_not_write || self.summary.has_failures() {
            COULD_NOT_RUN
        } else if is_found && !arguments.exit_zero {
            FINDINGS
        } else {
            DONE
        }
    }
}

/// Where something is written to for as long as somebody reads it.
struct OutputStream {
    /// `None` once nothing can be written any more.
    to: Option<Box<dyn Write>>,
    /// Why not, unless the reader has gone away, which is no failure.
    error: Option<io::Error>,
}

impl OutputStream {
    fn new(to: Box<dyn Write>) -> Self {
        Self { to: Some(to), error: None }
    }

    fn write(&mut self, text: &[u8]) {
        let Some(to) = self.to.as_mut().filter(|_| !text.is_empty()) else { return };
        if let Err(error) = to.write_all(text).and_then(|()| to.flush()) {
            self.to = None;
            self.error = Some(error).filter(|error| error.kind() != io::ErrorKind::BrokenPipe);
        }
    }
}
