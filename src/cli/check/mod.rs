//! `clunroll check`: the lint.
//!
//! The arguments become a list of files ([`clunroll_files::walk`]). `file` checks one of them, [`parallel`] does that for all on all cores,
//! and this file reports in the order of the list. Findings are the result and go to standard output as soon as they are known; messages
//! about the run (failures, the summary, statistics) go to standard error.
//!
//! A failure in one file does not stop the others. A reader that goes away changes nothing either: the exit status is still useful, and
//! fixes are still made.
//!
//! - `baselines` contains known findings.
//! - `file` checks one file, and makes its fixes with `repair`.
//! - `format` chooses the renderer of findings.
//! - `progress` shows the progress of a long check.
//! - `reading_order` shows errors first, and findings of one cause once.
//! - `stream` writes.
//! - `summary` counts.

pub(super) mod baselines;
mod file;
mod format;
mod progress;
mod reading_order;
pub(super) mod repair;
mod stream;
mod summary;

use std::collections::HashSet;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

pub(super) use self::format::Format;

use self::baselines::Baselines;
use self::file::{FileChecker, FileReport, Fixes};
use self::progress::CheckProgress;
use self::reading_order::ReadingOrder;
use self::stream::OutputStream;
use self::summary::CheckSummary;
use super::arguments::CheckArguments;
use super::odd_settings;
use super::parallel::{self, ThreadMessage};
use super::selection::{self, Selection};
use super::settings::Resolver;
use super::side_file::{SideFile, UsedDestination};
use super::{COULD_NOT_RUN, DONE, FINDINGS, terminal};
use clunroll::rules::Severity;
use clunroll_files::destination::Destination;
use clunroll_files::failure::Failure;
use clunroll_files::{input, walk};
use clunroll_report::statistics::Statistics;
use clunroll_report::{Checked, Colour, Renderer};
use oclc_syntax::source::path_of_name;

/// Checks files, and returns the exit status.
pub(super) fn run(arguments: &CheckArguments) -> Result<u8, Failure> {
    let reads_stdin = arguments.paths.iter().any(|path| input::is_standard_input(path));
    if arguments.stdin_filename.is_some() && !reads_stdin {
        return Err(Failure::new("--stdin-filename names standard input, so pass `-` as the file"));
    }
    let resolver = Resolver::new(&arguments.settings, &arguments.rules);
    let checker = FileChecker::new(arguments, &resolver);
    // Standard input with its fixes needs standard output for itself.
    let shares_stdout = !(reads_stdin && arguments.fix);
    let CheckArguments { extension, exclude, stdin_filename, .. } = arguments;
    let selection = Selection::new(&resolver).typed(extension, exclude, stdin_filename.as_ref());
    let found = walk::find_sources(&arguments.paths, &selection, walk::SameFile::First);
    let (output, baseline) = side_files(arguments, &resolver, &found, shares_stdout)?;
    let baselines = match (baseline, &arguments.write_baseline) {
        (Some(file), Some(path)) => Baselines::written(file, path),
        _ => Baselines::read(arguments.baseline.as_deref())?,
    };
    let mut reporter = Reporter::new(arguments, output, baselines, shares_stdout);
    let files = reporter.found(found);
    if !shares_stdout && !files.iter().any(|path| input::is_standard_input(path)) {
        // Standard input is excluded, but its reader still needs the text.
        reporter.texts.write(&input::read(Path::new("-"))?);
    }
    if !arguments.quiet {
        odd_settings::say(&resolver, files.iter().map(|path| checker.called(path)));
    }
    reporter.progress = CheckProgress::new(files.len());
    parallel::in_order(
        files.len(),
        parallel::threads(arguments.jobs),
        |number| checker.check(&files[number], &files),
        |message| match message {
            ThreadMessage::Result(number, result) => reporter.result(&files[number], result),
            ThreadMessage::Waiting => reporter.progress.show_in_time(),
        },
    );
    let hint = checker.patch_hint().filter(|_| reporter.summary.has_fixes() && !arguments.quiet);
    let status = reporter.finish(arguments);
    if let Some(hint) = hint {
        let _ = writeln!(io::stderr(), "clunroll: {hint}");
    }
    Ok(status)
}

/// The files of `--output-file` and `--write-baseline`.
///
/// Fails if another file of this run is read or written there.
fn side_files(
    arguments: &CheckArguments,
    resolver: &Resolver,
    found: &walk::FoundSources,
    shares_stdout: bool,
) -> Result<(Option<SideFile>, Option<SideFile>), Failure> {
    let sources = || found.files.iter().map(|file| file.path.as_path());
    let text = UsedDestination { destination: &Destination::Stdout, what: "fixed text", option: None };
    let text = Some(text).filter(|_| !shares_stdout);
    let (option, path) = ("--output-file", arguments.output_file.as_deref());
    let output = SideFile::of("report of findings", option, path, text, sources())?;
    let findings =
        UsedDestination { destination: &Destination::Stdout, what: "report of findings", option: Some(option) };
    let taken = text.into_iter().chain([output.as_ref().map_or(findings, SideFile::taken)]);
    let path = arguments.write_baseline.as_deref();
    let baseline = SideFile::of("baseline", "--write-baseline", path, taken, sources())?;
    let configuration = |path| resolver.settings(path).ok()?.config_file.clone();
    let configurations: Vec<_> = sources().filter_map(configuration).collect();
    for file in [&output, &baseline].into_iter().flatten() {
        file.check_against(&[], &[], &configurations)?;
    }
    Ok((output, baseline))
}

/// Prints findings, and keeps what the exit status depends on.
struct Reporter {
    renderer: Box<dyn Renderer>,
    findings: OutputStream,
    /// The texts for standard output beside the findings: diffs, and fixed standard input.
    texts: OutputStream,
    fixes: Fixes,
    /// Whether to report failures only.
    is_quiet: bool,
    baselines: Baselines,
    /// The files that were read, as paths from the root; only for messages about baselines.
    read: Option<HashSet<PathBuf>>,
    summary: CheckSummary,
    statistics: Statistics,
    /// The order in the format `full`, if not every finding is to be shown.
    order: Option<ReadingOrder>,
    /// Failures that were printed. Many files may share one unreadable configuration.
    reported: HashSet<String>,
    progress: CheckProgress,
}

impl Reporter {
    fn new(arguments: &CheckArguments, output: Option<SideFile>, baselines: Baselines, shares_stdout: bool) -> Self {
        let (findings, colour, width) = match output {
            Some(file) => (OutputStream::file(file), Colour::Off, None),
            None if shares_stdout => {
                let colour = terminal::colour(arguments.color, &io::stdout());
                (OutputStream::new(Box::new(io::stdout())), colour, terminal::output_width())
            }
            None => {
                let colour = terminal::colour(arguments.color, &io::stderr());
                (OutputStream::new(Box::new(io::stderr())), colour, terminal::message_width())
            }
        };
        Self {
            renderer: arguments.format.renderer(colour, width),
            findings,
            texts: OutputStream::new(Box::new(io::stdout())),
            fixes: Fixes::of(arguments),
            is_quiet: arguments.quiet,
            baselines,
            read: arguments.verbose.then(HashSet::new),
            summary: CheckSummary::default(),
            statistics: Statistics::default(),
            order: (arguments.format == Format::Full && !arguments.verbose).then(ReadingOrder::default),
            reported: HashSet::new(),
            progress: CheckProgress::new(0),
        }
    }

    /// Reports the paths that were not found, and returns the files that were.
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
            Some(Ok(mut report)) => {
                self.select(&mut report);
                self.report(&mut report);
                if let Some(failure) = report.failure {
                    self.failed(&failure);
                }
            }
            Some(Err(failure)) => self.failed(&failure),
            None => self.failed(&Failure::incomplete(&input::name(path))),
        }
        self.progress.advance();
    }

    /// Removes known findings, and those that are not shown.
    fn select(&mut self, report: &mut FileReport) {
        if let Some(read) = &mut self.read {
            read.extend(report.outcome.sources.iter().map(|file| baselines::from_root(&path_of_name(&file.name))));
        }
        let known = self.baselines.take(&mut report.outcome, report.baseline.as_deref()).unwrap_or_else(|failure| {
            self.failed(&failure);
            None
        });
        match known {
            // A new finding fails whatever its severity, so it is shown.
            Some(known) => self.summary.add_known(known, !report.outcome.diagnostics.is_empty()),
            None if self.is_quiet => {
                report.outcome.diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
            }
            None => {}
        }
    }

    fn report(&mut self, report: &mut FileReport) {
        self.summary.add(report);
        self.statistics.add(&report.outcome.diagnostics);
        self.progress.aside(&report.text, |text| self.texts.write(text));
        if self.fixes == Fixes::Shown {
            return;
        }
        if let Some(order) = &mut self.order {
            order.leave_out_repeated(report);
        }
        let has_errors = report.outcome.has_errors();
        let checked = Checked::new(&report.name, report.bytes, &report.outcome);
        let mut text = Vec::new();
        // Writing to memory does not fail. A renderer that panics is a bug that costs only this file's findings.
        let rendered = panic::catch_unwind(AssertUnwindSafe(|| self.renderer.file(&mut text, &checked)));
        if !self.order.as_mut().is_some_and(|order| order.hold(has_errors, &text)) {
            self.progress.aside(&text, |text| self.findings.write(text));
        }
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

    /// Prints the summary, and returns the exit status.
    fn finish(mut self, arguments: &CheckArguments) -> u8 {
        self.progress.end();
        let mut text = self.order.as_mut().map(ReadingOrder::end).unwrap_or_default();
        if self.fixes != Fixes::Shown {
            let _ = self.renderer.finish(&mut text);
        }
        self.findings.write(&text);
        // A baseline with only a part of the findings would make the others new.
        let written = if self.summary.has_failures() { Ok(None) } else { self.baselines.end(self.summary.known()) };
        let (written, failure) = written.map_or_else(|failure| (None, Err(failure)), |written| (written, Ok(())));
        let ends = [self.findings.end(), self.texts.end(), failure];
        let could_not_write = ends.iter().any(Result::is_err);
        ends.into_iter().filter_map(Result::err).for_each(|failure| failure.print());
        let mut said = Vec::new();
        if let Some(read) = &self.read {
            said.extend(self.baselines.unused(|file| read.contains(file)).bytes());
        }
        if arguments.statistics {
            let _ = self.statistics.write(&mut said);
        }
        if let Some(written) = written.filter(|_| !self.is_quiet) {
            let _ = writeln!(said, "clunroll: {written}");
        } else if arguments.format.is_for_people() && !self.is_quiet {
            let _ = writeln!(said, "clunroll: {}", self.summary.line(self.fixes));
            if let Some(step) = self.summary.next_step(self.fixes) {
                let _ = writeln!(said, "clunroll: {step}");
            }
        }
        let _ = io::stderr().write_all(&said);
        let is_found = match self.fixes {
            Fixes::Shown => self.summary.has_fixes(),
            Fixes::Made | Fixes::Reported => self.summary.has_errors() || self.summary.has_new(),
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
