//! Tuning: finds the fastest form of each loop by measuring on the user's own device.
//!
//! - The crate clunroll-core has what a request may become, and replaces requests (`loop_choices`).
//! - `space` finds the choices that differ, `reach` the kernels that a request affects, and `candidate_text` makes the text of a
//!   configuration: the source with other pragmas, rewritten by clunroll.
//! - `launches` reads the described launches. `device` builds, checks and times candidates, and `trials` does so for a group of kernels.
//! - `search` decides what is tried, `schedule` how much time the last rounds need, `statistics` makes intervals, and `verdict` chooses.
//! - `report` is the result as data, `quantities` its numbers, and `resources` reads what compilers log.
//! - `table` shows it; `csv`, `t4`, `svg` and `html` write it to files, with the charts of `panel`.
//! - `profiled` keeps what was found in a profile.
//! - `result_cache` has the results of earlier runs, and `result_key` what they depend on.
//! - `recorded` makes sources of a recording, and `shares` says what each of its kernels is worth.
//! - `busy` notices other programs, `vary` has macros with several values, and `target` the classes of devices.
//!
//! Nothing here knows how the engine rewrites: a candidate is what it makes of a source with other pragmas. So each result can be written
//! into the source.

mod busy;
mod candidate_text;
pub(crate) mod csv;
mod device;
mod factor_macro;
pub(crate) mod html;
mod launches;
mod panel;
mod profiled;
mod quantities;
mod reach;
pub(crate) mod recorded;
mod report;
mod resources;
mod result_cache;
mod result_key;
#[cfg(test)]
mod sample;
mod schedule;
mod search;
pub(crate) mod shares;
mod space;
mod statistics;
pub(crate) mod svg;
pub(crate) mod t4;
mod table;
mod target;
mod trials;
mod vary;
mod verdict;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use clunroll_core::loop_choices::LoopChoice;
use clunroll_files::failure::Failure;
use clunroll_opencl::{Launch, Runner, WorkerProgram};

use self::candidate_text::Subject;
pub(crate) use self::candidate_text::TunedSource;
use self::device::{TrialFailure, TuneDevice};
use self::launches::DescribedLaunches;
pub(crate) use self::profiled::ProfiledFile;
pub(crate) use self::report::{TuneReport, TunedGroup};
use self::report::{TunedCandidate, TunedSubject};
pub(crate) use self::result_cache::ResultCache;
use self::search::{Searched, search, size};
pub(crate) use self::space::{Dimension, SpaceOptions};
use self::space::{as_written, by_default, dimensions, plain};
pub(crate) use self::table::text as table;
pub(crate) use self::target::timed_targets;
use self::trials::{GroupTrials, TriedCandidate};
pub(crate) use self::vary::TunedValues;
pub(crate) use self::vary::{VariedMacro, check_varied, combinations, compared, varied_macro};
use crate::verify::build::BUILD;
use crate::verify::compile::FinalCompile;
use crate::verify::described::LaunchOptions;

/// How much is tried, and where.
pub(crate) struct TuneOptions {
    /// A part of the name of the device or of its platform; a CPU for `None`.
    pub(crate) device: Option<String>,
    pub(crate) worker: WorkerProgram,
    pub(crate) launches: LaunchOptions,
    pub(crate) space: SpaceOptions,
    /// The most configurations of which all are tried.
    pub(crate) budget: u64,
    /// The time for the search in all kernels together, with the last rounds.
    pub(crate) time: Duration,
    /// What the user asked for, if other measurements decide how much of that time this search gets.
    pub(crate) asked: Option<String>,
    /// The time limit of a launch.
    pub(crate) limit: Duration,
    /// Bytes to write before each launch.
    pub(crate) flush: usize,
}

/// A source with its requests, ready to be tuned.
pub(crate) struct Tuning<'a> {
    source: &'a TunedSource,
    device: TuneDevice<'a>,
    launches: Vec<Launch>,
    dimensions: Vec<Dimension>,
    options: &'a TuneOptions,
    doubts: Vec<String>,
    /// The values of macros that vary.
    defines: Vec<String>,
    /// The kernels of a recording that cannot be launched, with the reason.
    left_out: Vec<(String, String)>,
}

/// What is reported while candidates are tried.
pub(crate) struct TuneProgress<'a> {
    pub(crate) kernels: &'a [String],
    pub(crate) tried: usize,
    pub(crate) size: u64,
    /// How many times as fast as the text without pragmas the best is.
    pub(crate) best: Option<f64>,
}

impl<'a> Tuning<'a> {
    /// Reads the launches, and finds the choices of all requests. The compiler builds the source once.
    pub(crate) fn start(
        source: &'a TunedSource,
        path: &Path,
        compile: &'a FinalCompile,
        options: &'a TuneOptions,
        defines: Vec<String>,
    ) -> Result<Self, Failure> {
        // A build may take minutes, so first comes whether there is anything to tune. A recording says which kernels ran.
        if let Some(recorded) = &options.launches.recorded {
            let kernels = recorded.iter().filter_map(|one| one.kernel.clone());
            requested(source, compile, options, &kernels.filter(|name| options.launches.launches(name)).collect())?;
        }
        let build_limit = options.limit * BUILD;
        let runner = Runner::start(options.worker.clone(), options.device.as_deref(), build_limit);
        let mut runner = runner.map_err(|why| Failure::new(format!("cannot tune: {why}")))?;
        let DescribedLaunches { launches, mut doubts, left_out } =
            launches::described(&mut runner, compile, (path, &source.bytes), &options.launches, build_limit)?;
        let kernels = launches.iter().map(|launch| launch.kernel.clone()).collect();
        let dimensions = requested(source, compile, options, &kernels)?;
        let others = others_stay(source)?;
        doubts.extend(others);
        let device = TuneDevice::new(runner, compile, options.limit, options.flush);
        Ok(Self { source, device, launches, dimensions, options, doubts, defines, left_out })
    }

    /// The requests with their choices, and for each group of kernels the number of configurations.
    pub(crate) fn space(&self) -> String {
        use std::fmt::Write;
        let mut text = String::new();
        for dimension in &self.dimensions {
            let choices: Vec<_> = dimension.choices.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "{}: {}", dimension.subject.name(), choices.join(" | "));
        }
        for group in groups(&self.dimensions) {
            let (kernels, dimensions) = (group.0.into_iter().collect::<Vec<_>>(), group.1);
            let counts: Vec<_> = dimensions.iter().map(|dimension| dimension.choices.len()).collect();
            let size = size(&counts);
            let how = if size <= self.options.budget { "all are tried" } else { "a part is tried (--budget)" };
            let size = table::size_in_words(size);
            let _ = writeln!(text, "{}: {size} configurations; {how}", kernels.join(", "));
        }
        text
    }

    /// Tries candidates, and reports what was found. Also returns what is compared with other values of macros, if all kernels could be
    /// measured.
    pub(crate) fn run(
        &mut self,
        progress: &mut dyn FnMut(&TuneProgress<'_>),
        is_stopped: &dyn Fn() -> bool,
    ) -> (TuneReport, Option<TunedValues>) {
        let mut doubts = self.doubts.clone();
        if self.device.runner.is_cpu() {
            doubts.extend(busy::doubt());
        }
        self.device.start_ahead(&self.options.worker, self.options.device.as_deref());
        let groups = groups(&self.dimensions);
        let mut left = u32::try_from(groups.len()).unwrap_or(u32::MAX);
        let mut time = self.options.time;
        let mut tuned = Vec::new();
        for (kernels, dimensions) in groups {
            // Time that one group does not need is for the others.
            let share = time / left.max(1);
            left -= 1;
            let launches: Vec<_> =
                self.launches.iter().filter(|launch| kernels.contains(&launch.kernel)).cloned().collect();
            let mut group = TunedGroup::of(&kernels, &dimensions, launches.len());
            group.defines.clone_from(&self.defines);
            let begin = Instant::now();
            self.tune(&mut group, &dimensions, &launches, (begin, begin + share), progress, is_stopped);
            group.elapsed = begin.elapsed();
            time = time.saturating_sub(group.elapsed);
            tuned.push(group);
        }
        let subject = |dimension: &Dimension| TunedSubject {
            program: None,
            name: dimension.subject.name(),
            written: match &dimension.subject {
                Subject::Request(point) => point.written.clone(),
                Subject::Pointers => String::new(),
            },
            factor_macro: dimension.factor_macro.clone(),
            default: dimension.choices[dimension.default],
            choices: dimension.choices.clone(),
        };
        let report = TuneReport {
            file: self.device.compile.name.clone(),
            device: self.device.runner.device().to_owned(),
            driver: self.device.runner.driver().to_owned(),
            clunroll: env!("CARGO_PKG_VERSION").to_owned(),
            subjects: self.dimensions.iter().map(subject).collect(),
            groups: tuned,
            doubts,
            values: Vec::new(),
            best_defines: None,
            targets: Vec::new(),
            shares: Vec::new(),
        };
        let values = self.values(&report);
        (report, values)
    }

    /// The text with all that was chosen.
    fn values(&self, report: &TuneReport) -> Option<TunedValues> {
        if report.groups.iter().any(|group| group.chosen.is_none()) {
            return None;
        }
        let text = report.text(self.source, &self.dimensions).ok()?;
        Some(TunedValues {
            text: self.device.compile.rewritten(&text),
            options: self.device.options(),
            launches: self.launches.clone(),
            nanoseconds: report.nanoseconds()?,
        })
    }

    /// Tunes one group of kernels, between these instants.
    fn tune(
        &mut self,
        group: &mut TunedGroup,
        dimensions: &[Dimension],
        launches: &[Launch],
        time: (Instant, Instant),
        progress: &mut dyn FnMut(&TuneProgress<'_>),
        is_stopped: &dyn Fn() -> bool,
    ) {
        let counts: Vec<_> = dimensions.iter().map(|dimension| dimension.choices.len()).collect();
        let size = size(&counts);
        let kernels = group.kernels.clone();
        let mut show = |tried: &[TriedCandidate]| {
            let times = tried.iter().filter_map(|one| one.time.as_ref().ok());
            let best = times.map(|time| 1.0 / time.median).reduce(f64::max);
            progress(&TuneProgress { kernels: &kernels, tried: tried.len(), size, best });
        };
        let trials =
            GroupTrials::start(self.source, dimensions, launches, &mut self.device, time, &mut show, is_stopped);
        let mut trials = match trials {
            Ok(trials) => trials,
            Err(why) => {
                group.failure = Some(why);
                return;
            }
        };
        let starts = [as_written(dimensions), plain(dimensions), by_default(dimensions)];
        // A jam may need `restrict`, and neither gains anything alone.
        let mut with_words = by_default(dimensions);
        for (choice, dimension) in with_words.iter_mut().zip(dimensions) {
            *choice = dimension.choices.iter().position(|one| *one == LoopChoice::Restrict).unwrap_or(*choice);
        }
        let others = if starts.contains(&with_words) { Vec::new() } else { vec![with_words] };
        group.searched = search(&counts, &starts, &others, self.options.budget, &mut trials);
        group.searched.is_interrupted = is_stopped();
        let names: Vec<&str> = kernels.iter().map(String::as_str).collect();
        let decided = match trials.failure.take() {
            Some(why) => Err(why),
            None => trials.decide(&names),
        };
        let [as_written, plain, by_default] = starts.map(|start| trials.number_of(&start));
        group.plain_nanoseconds.clone_from(&trials.plain);
        let tried = trials.finish();
        // If nothing is faster, the first of these stays: what clunroll makes of the source, what the compiler makes of it, no pragma.
        let incumbents: Vec<_> = [by_default, as_written, plain].into_iter().flatten().collect();
        group.add(dimensions, &tried, &incumbents, (as_written, plain));
        // If the compiler does not make the same of the text as written, it is unknown which results are right.
        let written = as_written.and_then(|number| tried[number].time.as_ref().err());
        let is_doubtful = |why: &&TrialFailure| matches!(why, TrialFailure::Miscompiled(_));
        group.failure = decided.err().or_else(|| written.filter(is_doubtful).cloned());
        if group.failure.is_some() {
            // What cannot be checked is no choice.
            group.chosen = None;
        }
    }

    /// The source with what was chosen.
    pub(crate) fn written(
        source: &TunedSource,
        report: &TuneReport,
        dimensions: &[Dimension],
    ) -> Result<Vec<u8>, Failure> {
        let choices = dimensions.iter().filter_map(|one| Some((one, report.choice_of(&one.subject.name())?)));
        // What clunroll does by default needs no change.
        let changed = choices.filter(|(one, choice)| {
            *choice != one.choices[one.default] && report.option_for(&one.subject.name()).is_none()
        });
        let choices: Vec<_> = changed.map(|(one, choice)| (&one.subject, choice)).collect();
        source.written(choices.into_iter())
    }

    pub(crate) fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// Whether a kernel is launched, but none of its loops has a request.
    pub(crate) fn is_without_request(&self, kernel: &str) -> bool {
        let is_launched = self.launches.iter().any(|launch| launch.kernel == kernel);
        is_launched && !self.dimensions.iter().any(|dimension| dimension.kernels.contains(kernel))
    }

    /// The kernels of a recording that cannot be launched, with the reason.
    pub(crate) fn left_out(&self) -> &[(String, String)] {
        &self.left_out
    }
}

/// The choices of all requests that can affect these kernels; an error if there are none.
fn requested(
    source: &TunedSource,
    compile: &FinalCompile,
    options: &TuneOptions,
    kernels: &BTreeSet<String>,
) -> Result<Vec<Dimension>, Failure> {
    let found = dimensions(source, compile, &options.space, kernels)?;
    if !found.is_empty() {
        return Ok(found);
    }
    let what = match &options.launches.recorded {
        _ if options.space.all_loops => "or may get one",
        Some(_) => "(--all-loops also tunes loops without one)",
        None => "(write `#pragma unroll` before the loops to tune; --all-loops also tunes loops without one)",
    };
    let others = others_stay(source)?.map_or_else(String::new, |others| format!("; {others}"));
    let kernels = kernels.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    Err(Failure::new(format!("no loop of {kernels} has a request {what}{others}")))
}

/// What to say about the requests in included files, if there are any.
fn others_stay(source: &TunedSource) -> Result<Option<String>, Failure> {
    let others = source.included_with_requests()?;
    Ok((!others.is_empty()).then(|| {
        format!("the requests in {} stay as they are: tune changes only the file that it is given", others.join(", "))
    }))
}

/// Groups of kernels that have requests in common, with these requests, in the order of the source.
fn groups(dimensions: &[Dimension]) -> Vec<(BTreeSet<String>, Vec<Dimension>)> {
    let mut groups: Vec<(BTreeSet<String>, Vec<Dimension>)> = Vec::new();
    for dimension in dimensions {
        let mut joined = (dimension.kernels.clone(), Vec::new());
        let meets = |group: &(BTreeSet<String>, Vec<Dimension>)| !group.0.is_disjoint(&dimension.kernels);
        for (kernels, others) in groups.extract_if(.., |group| meets(group)) {
            joined.0.extend(kernels);
            joined.1.extend(others);
        }
        joined.1.push(dimension.clone());
        joined.1.sort_by_key(|one| one.subject.place());
        groups.push(joined);
    }
    groups
}

impl TunedGroup {
    fn of(kernels: &BTreeSet<String>, dimensions: &[Dimension], launches: usize) -> Self {
        Self {
            program: None,
            kernels: kernels.iter().cloned().collect(),
            defines: Vec::new(),
            subjects: dimensions.iter().map(|dimension| dimension.subject.name()).collect(),
            launches,
            searched: Searched::default(),
            elapsed: Duration::ZERO,
            plain_nanoseconds: Vec::new(),
            candidates: Vec::<TunedCandidate>::new(),
            chosen: None,
            failure: None,
        }
    }
}
