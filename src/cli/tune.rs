//! `clunroll tune`: measures, reports, and writes what was found.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::arguments::{RuleArguments, TuneArguments};
use super::settings::Resolver;
use super::tune_reports::{TuneReportFiles, read_files};
use super::{DONE, FINDINGS, interrupt, odd_settings, terminal, tune_recording, verify};
use crate::tune::{
    self, Dimension, ProfiledFile, ResultCache, SpaceOptions, TuneOptions, TuneProgress, TuneReport, TunedGroup,
    TunedSource, Tuning,
};
use crate::verify::compile::FinalCompile;
use clunroll::Define;
use clunroll_files::failure::{Failure, printable_name};
use clunroll_files::{input, output};

/// How often in a second the line of progress is drawn.
const DRAWN: u8 = 4;

/// Tunes a file, and returns the exit status.
pub(super) fn run(arguments: &TuneArguments) -> Result<u8, Failure> {
    if let Some(folder) = &arguments.recording {
        return tune_recording::run(arguments, folder);
    }
    let Some(file) = &arguments.file else { return Err(Failure::new("name a file to tune")) };
    if input::is_standard_input(file) {
        return Err(Failure::new("tune reads no standard input: name a file"));
    }
    let resolver = Resolver::new(&arguments.settings, &RuleArguments::default());
    let settings = resolver.settings(file)?;
    if !arguments.quiet {
        odd_settings::say(&resolver, [file.as_path()].into_iter());
    }
    let compile = settings.final_compile(file);
    let bytes = input::read(file)?;
    let (options, includes) = settings.for_input(file);
    let source = TunedSource::new(bytes, options, includes);
    let mut read = read_files(file, arguments.launch.as_deref(), settings.config_file.as_deref());
    read.extend(arguments.profile.clone());
    read.extend(source.included()?);
    check_varied(arguments, &read, &compile)?;
    let files = TuneReportFiles::new(&arguments.reports, &read)?;
    let combinations = tune::combinations(&arguments.vary);
    // Several combinations are compared at the end, which is a part too.
    let parts = match u32::try_from(combinations.len()).unwrap_or(u32::MAX) {
        0 | 1 => 1,
        several => several.saturating_add(1),
    };
    let options = tune_options(arguments, arguments.time / parts)?;
    let profile = arguments.profile.as_deref().map(ProfiledFile::to_update).transpose()?;
    if arguments.write {
        output::check_regular(file)?;
    }
    let variants: Vec<_> = combinations.iter().map(|macros| SearchVariant::new(&source, &compile, macros)).collect();
    if arguments.dry_run {
        for variant in &variants {
            let space = variant.start(file, &options)?.space();
            output::print(format!("{}{space}", variant.heading()).as_bytes())?;
        }
        return Ok(DONE);
    }
    let shown = file.display().to_string();
    let started = ProgressLine::while_built(!arguments.quiet, &shown, || StartedSearch::of(&variants, file, &options))?;
    let cache = ResultCache::of_user().filter(|_| started.key.is_some());
    let key = started.key.clone().unwrap_or_default();
    let dimensions = started.dimensions.clone();
    let report = if let Some(report) = cache.as_ref().and_then(|cache| cached(cache, &key, arguments)) {
        report
    } else {
        let measured = started.measure(&mut ProgressLine::new(!arguments.quiet))?;
        if let Some(cache) = cache.filter(|_| measured.may_be_kept(&key)) {
            cache.keep(&key, &measured.report);
        }
        measured.report
    };
    let best = variants.iter().position(|variant| report.is_of(&variant.defines));
    let written = files.write(&report);
    if !arguments.quiet && !files.take_standard_output() {
        output::print(tune::table(&report, terminal::output_width()).as_bytes())?;
    }
    match best {
        // What was measured before Ctrl-C is shown, but changes no file.
        _ if interrupt::is_asked() && (arguments.write || profile.is_some()) => {
            let _ = writeln!(io::stderr(), "clunroll: interrupted: the source and the profile stay as they are");
        }
        Some(best) => keep(arguments, file, profile, &source, &report, &dimensions[best])?,
        None => {}
    }
    written?;
    if report.groups.iter().all(|group| group.chosen.is_none()) {
        return Err(Failure::new("nothing could be measured"));
    }
    Ok(if report.has_different() { FINDINGS } else { DONE })
}

/// Checks the macros that vary against the files that are read, and the other macros.
fn check_varied(arguments: &TuneArguments, read: &[PathBuf], compile: &FinalCompile) -> Result<(), Failure> {
    let files = read.iter().filter_map(|path| fs::read(path).ok());
    let texts = files.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let texts = texts.chain(compile.macros.iter().map(Define::definition));
    tune::check_varied(&arguments.vary, &texts.collect::<Vec<_>>()).map_err(Failure::new)
}

/// The results of the same run, if it was made before and the user does not want to measure again.
pub(super) fn cached(cache: &ResultCache, key: &str, arguments: &TuneArguments) -> Option<TuneReport> {
    if arguments.fresh {
        return None;
    }
    match cache.get(key) {
        Ok(cached) => {
            let cached = cached?;
            if !arguments.quiet {
                let (name, age) = (printable_name(&cached.report.file), cached.age());
                let _ = writeln!(io::stderr(), "clunroll: {name} was measured {age}; --fresh measures again");
            }
            Some(cached.report)
        }
        Err(why) => {
            let _ = writeln!(io::stderr(), "clunroll: {}", printable_name(&why));
            None
        }
    }
}

/// Writes what was found into the profile and the source, as far as that was asked for.
fn keep(
    arguments: &TuneArguments,
    file: &Path,
    profile: Option<ProfiledFile>,
    source: &TunedSource,
    report: &TuneReport,
    dimensions: &[Dimension],
) -> Result<(), Failure> {
    if let Some(profile) = profile {
        let name = profile.name_of(file);
        keep_in_profile(profile, &name, source, report, dimensions)?;
    }
    if arguments.write {
        let text = Tuning::written(source, report, dimensions)?;
        if text != *source.bytes {
            output::update(file, &source.bytes, &text)?;
        }
    }
    Ok(())
}

/// Writes what was found into a profile, under this name of the file, and says which of its choices are lost.
pub(super) fn keep_in_profile(
    profile: ProfiledFile,
    name: &str,
    source: &TunedSource,
    report: &TuneReport,
    dimensions: &[Dimension],
) -> Result<(), Failure> {
    for lost in profile.keep(name, source, report, dimensions)? {
        let _ = writeln!(io::stderr(), "clunroll: {lost}");
    }
    Ok(())
}

/// The options of a search of this duration.
pub(super) fn tune_options(arguments: &TuneArguments, time: Duration) -> Result<TuneOptions, Failure> {
    Ok(TuneOptions {
        device: arguments.device.clone(),
        worker: verify::worker(false)?,
        launches: arguments.launches()?,
        space: SpaceOptions {
            factors: arguments.factors.clone(),
            lines: arguments.only.clone(),
            all_loops: arguments.all_loops,
        },
        budget: arguments.budget,
        time,
        asked: None,
        limit: arguments.timeout,
        flush: arguments.flush.map_or(0, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
    })
}

/// The source with values of macros that vary.
struct SearchVariant {
    source: TunedSource,
    compile: FinalCompile,
    /// These values, as in `-D`.
    defines: Vec<String>,
}

impl SearchVariant {
    fn new(source: &TunedSource, compile: &FinalCompile, macros: &[Define]) -> Self {
        Self {
            source: source.with_macros(macros),
            compile: with_macros(compile, macros),
            defines: macros.iter().map(|define| define.definition().replacen(' ', "=", 1)).collect(),
        }
    }

    /// A line before what is listed for these values.
    fn heading(&self) -> String {
        if self.defines.is_empty() { String::new() } else { format!("with {}:\n", self.defines.join(", ")) }
    }

    fn start<'v>(&'v self, file: &Path, options: &'v TuneOptions) -> Result<Tuning<'v>, Failure> {
        Tuning::start(&self.source, file, &self.compile, options, self.defines.clone())
    }
}

/// A search in a file that has not measured anything yet.
struct StartedSearch<'v> {
    variants: &'v [SearchVariant],
    file: &'v Path,
    options: &'v TuneOptions,
    /// What is tuned first, if it is the only one: each has a process of its own.
    only: Option<Tuning<'v>>,
    /// The requests of each variant.
    dimensions: Vec<Vec<Dimension>>,
    /// What the results depend on; `None` if they are not kept.
    key: Option<String>,
}

/// The results of a search.
struct MeasuredSearch {
    report: TuneReport,
    /// Whether there is a best variant, and each of its loops has a choice.
    is_complete: bool,
    /// What the results depended on when they were measured.
    key: Option<String>,
}

impl MeasuredSearch {
    /// Whether these are results that the next run may have: the search was not ended early, and no file has changed meanwhile.
    fn may_be_kept(&self, key: &str) -> bool {
        self.is_complete && self.key.as_deref() == Some(key) && !interrupt::is_asked()
    }
}

impl<'v> StartedSearch<'v> {
    fn of(variants: &'v [SearchVariant], file: &'v Path, options: &'v TuneOptions) -> Result<Self, Failure> {
        let (mut only, mut dimensions, mut keys) = (None, Vec::new(), Vec::new());
        for variant in variants {
            let tuning = variant.start(file, options)?;
            dimensions.push(tuning.dimensions().to_vec());
            keys.push(tuning.key());
            only = (variants.len() == 1).then_some(tuning);
        }
        Ok(Self { variants, file, options, only, dimensions, key: keys.into_iter().collect() })
    }

    /// Tunes each variant, compares them, and then the classes of devices.
    fn measure(self, progress: &mut ProgressLine) -> Result<MeasuredSearch, Failure> {
        let Self { variants, file, options, mut only, dimensions, .. } = self;
        let (mut reports, mut values, mut keys) = (Vec::new(), Vec::new(), Vec::new());
        for variant in variants {
            let mut tuning = match only.take() {
                Some(tuning) => tuning,
                None => variant.start(file, options)?,
            };
            interrupt::end_early();
            let (report, of_values) = tuning.run(&mut |now| progress.show(now), &interrupt::is_asked);
            keys.push(tuning.key());
            reports.push(report);
            values.push(of_values);
            if interrupt::is_asked() {
                break;
            }
        }
        progress.clear();
        let compared = if values.len() > 1 { tune::compared(&values, options, options.time)? } else { None };
        let joined = TuneReport::joined(reports, compared.as_ref());
        let (mut report, best) = joined.ok_or_else(|| Failure::new("nothing could be measured"))?;
        if let Some((best, tuned)) = best.and_then(|best| Some((best, values[best].as_ref()?)))
            && !interrupt::is_asked()
        {
            let SearchVariant { source, compile, .. } = &variants[best];
            report.targets = tune::timed_targets(source, compile, (&report, &dimensions[best]), tuned, options)?;
        }
        let is_complete = best.is_some() && report.groups.iter().all(TunedGroup::is_decided);
        Ok(MeasuredSearch { report, is_complete, key: keys.into_iter().collect() })
    }
}

/// The final compile with other values of some macros.
fn with_macros(compile: &FinalCompile, macros: &[Define]) -> FinalCompile {
    let mut compile = compile.clone();
    compile.macros.retain(|define| macros.iter().all(|other| other.name() != define.name()));
    compile.macros.extend_from_slice(macros);
    compile
}

/// One line on standard error, which is written again and again on a terminal.
pub(super) struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    pub(super) fn new(is_wanted: bool) -> Self {
        let is_shown = is_wanted && terminal::can_show_progress();
        let target = if is_shown { ProgressDrawTarget::stderr_with_hz(DRAWN) } else { ProgressDrawTarget::hidden() };
        // A message that is wider than the terminal is cut.
        let style = ProgressStyle::with_template("{wide_msg}").ok();
        let bar = ProgressBar::with_draw_target(None, target);
        Self { bar: bar.with_style(style.unwrap_or_else(ProgressStyle::default_spinner)) }
    }

    /// Shows that a compiler builds a source for the first time while `work` lets it do so: that may take minutes.
    pub(super) fn while_built<T>(is_wanted: bool, name: &str, work: impl FnOnce() -> T) -> T {
        let line = Self::new(is_wanted);
        line.bar.set_message(format!("{}: the compiler builds it", printable_name(name)));
        let result = work();
        line.clear();
        result
    }

    pub(super) fn show(&mut self, now: &TuneProgress<'_>) {
        let best =
            now.best.map_or_else(String::new, |best| format!("; the best is {best:.2} times as fast as no pragma"));
        let line = format!("{}: {} of {} configurations{best}", now.kernels.join(", "), now.tried, now.size);
        self.bar.set_message(line);
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
