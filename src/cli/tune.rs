//! `clunroll tune`: measures, reports, and writes what was found.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use super::arguments::{RuleArguments, TuneArguments};
use super::settings::Resolver;
use super::tune_reports::{TuneReportFiles, read_files};
use super::{DONE, FINDINGS, interrupt, verify};
use crate::tune::{self, SpaceOptions, TuneOptions, TuneProgress, TunedSource, Tuning};
use clunroll_files::failure::Failure;
use clunroll_files::{input, output};

/// The least time between two lines of progress.
const QUIET: Duration = Duration::from_millis(250);

/// Tunes a file, and returns the exit status.
pub(super) fn run(arguments: &TuneArguments) -> Result<u8, Failure> {
    let file = &arguments.file;
    if input::is_standard_input(file) {
        return Err(Failure::new("tune reads no standard input: name a file"));
    }
    let settings = Resolver::new(&arguments.settings, &RuleArguments::default()).settings(file)?;
    let compile = settings.final_compile(file);
    let bytes = input::read(file)?;
    let (options, includes) = settings.for_input(file);
    let source = TunedSource::new(bytes, options, includes);
    let options = TuneOptions {
        device: arguments.device.clone(),
        worker: verify::worker(false)?,
        launches: arguments.launches(),
        space: SpaceOptions { factors: arguments.factors.clone(), lines: arguments.only.clone() },
        budget: arguments.budget,
        time: arguments.time,
        limit: arguments.timeout,
        flush: arguments.flush.map_or(0, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
    };
    let read = read_files(file, arguments.launch.as_deref(), settings.config_file.as_deref());
    let reports = TuneReportFiles::new(&arguments.reports, &read)?;
    let tuning = Tuning::start(&source, file, &compile, &options)?;
    if arguments.dry_run {
        output::print(tuning.space().as_bytes())?;
        return Ok(DONE);
    }
    let dimensions = tuning.dimensions().to_vec();
    interrupt::end_early();
    let mut progress = ProgressLine::new(!arguments.quiet);
    let report = tuning.run(&mut |now| progress.show(now), &interrupt::is_asked);
    progress.clear();
    let written = reports.write(&report);
    if !arguments.quiet && !reports.take_standard_output() {
        output::print(tune::table(&report).as_bytes())?;
    }
    if arguments.write {
        let text = Tuning::written(&source, &report, &dimensions);
        if text != *source.bytes {
            output::update(file, &source.bytes, &text)?;
        }
    }
    written?;
    Ok(if report.has_different() { FINDINGS } else { DONE })
}

/// One line on standard error, which is written again and again on a terminal.
struct ProgressLine {
    is_shown: bool,
    last: Option<Instant>,
}

impl ProgressLine {
    fn new(is_wanted: bool) -> Self {
        Self { is_shown: is_wanted && io::stderr().is_terminal(), last: None }
    }

    fn show(&mut self, now: &TuneProgress<'_>) {
        if !self.is_shown || self.last.is_some_and(|last| last.elapsed() < QUIET) {
            return;
        }
        self.last = Some(Instant::now());
        let best =
            now.best.map_or_else(String::new, |best| format!("; the best is {best:.2} times as fast as no pragma"));
        let line = format!("{}: {} of {} configurations{best}", now.kernels.join(", "), now.tried, now.size);
        // An error is ignored: nothing depends on the line.
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
        let _ = io::stderr().flush();
    }

    fn clear(&self) {
        if self.last.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
