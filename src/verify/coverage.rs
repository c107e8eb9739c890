//! Measures which parts of the unrolled loops the launches enter, and which outcomes the written tests have.
//!
//! The output is built again with flags for copies, tests and remainders (`instrument`), and launched with the arguments of the compared
//! launches, until all flags are set. The results of these launches are not compared. If this build or one of its launches fails, the
//! coverage is unknown, and the reason is reported.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::Duration;

use clunroll_opencl::{
    ArgumentValue, Build, ElementType, Fill, KernelInterface, Launch, LaunchArgument, Number, ProgramId, Runner,
};
use clunroll_report::verdict::{Coverage, LoopCoverage, WrittenPart};

use super::TextPair;
use super::buffer_roles::arguments_of_loops;
use super::build::BUILD;
use super::compile::FinalCompile;
use super::instrument::{COMPILED, Event, Instrumented, instrument};
use super::trial::{STRICT, how};
use clunroll::source::{FileId, Place};
use clunroll::{Done, Form, LoopPart, Outcome, Point, RequestReport};
use clunroll_report::requests;

/// The slot for the contents of memory after a launch.
const SLOT: usize = 0;

/// The loops that were written in an output.
#[derive(Clone, Debug, Default)]
pub(crate) struct WrittenLoops {
    points: Vec<Point>,
    /// The loops of the points, by their requests.
    loops: BTreeMap<Place, WrittenLoop>,
}

#[derive(Clone, Debug)]
struct WrittenLoop {
    /// The place of its request, in words.
    at: String,
    /// Whether it is fully unrolled.
    is_full: bool,
}

impl WrittenLoops {
    /// The written loops of an output.
    pub(crate) fn of(outcome: &Outcome) -> Self {
        let is_full = |request: &&RequestReport| matches!(request.done, Done::Unrolled { form: Form::Full, .. });
        let full: BTreeSet<Place> = outcome.requests.iter().filter(is_full).map(|request| request.place).collect();
        let places: BTreeSet<Place> = outcome.points.iter().map(|point| point.request).collect();
        let places: Vec<Place> = places.into_iter().collect();
        let names = requests::places(&places, &outcome.sources);
        let written = |(place, at): (Place, String)| (place, WrittenLoop { at, is_full: full.contains(&place) });
        let loops = places.into_iter().zip(names).map(written).collect();
        Self { points: outcome.points.clone(), loops }
    }
}

/// Measures coverage, launch by launch.
pub(super) struct CoverageRun<'a> {
    pair: &'a TextPair<'a>,
    /// The loops that were written in the output.
    written: &'a WrittenLoops,
    /// How long a launch may take.
    limit: Duration,
    /// The output with flags, or the reason why coverage is unknown.
    flagged: Result<Flagged, String>,
}

/// The output with flags.
struct Flagged {
    program: ProgramId,
    /// How many parameters each kernel has.
    parameters: BTreeMap<String, usize>,
    /// The name of the array of flags.
    flags: String,
    /// For each flag, its point and its event.
    events: Vec<(usize, Event)>,
    /// Which flags are compiled.
    compiled: Vec<bool>,
    /// Which flags the launches have set so far.
    set: Vec<bool>,
}

impl<'a> CoverageRun<'a> {
    /// Builds the output with flags. `not_launched` are the extents of kernels that are not launched: loops in them do not count.
    pub(super) fn start(
        runner: &mut Runner,
        compile: &FinalCompile,
        pair: &'a TextPair<'a>,
        written: &'a WrittenLoops,
        not_launched: &[Range<u32>],
        limit: Duration,
    ) -> Self {
        let mut flagged = Flagged::build(runner, compile, pair, written, limit);
        if let Ok(Flagged { events, compiled, .. }) = &mut flagged {
            for ((point, _), compiled) in events.iter().zip(compiled) {
                let Place { file, span } = written.points[*point].request;
                *compiled &= file != FileId::MAIN || !not_launched.iter().any(|kernel| kernel.contains(&span.start));
            }
        }
        Self { pair, written, limit, flagged }
    }

    /// Launches the output with flags, unless all compiled flags are set.
    pub(super) fn add(&mut self, runner: &mut Runner, launch: &Launch) {
        if self.is_complete() {
            return;
        }
        let limit = self.limit;
        if let Ok(flagged) = &mut self.flagged
            && let Err(why) = flagged.launch(runner, launch, limit)
        {
            self.flagged = Err(why);
        }
    }

    /// Whether all compiled flags are set.
    pub(super) fn is_complete(&self) -> bool {
        self.flagged.as_ref().is_ok_and(|flagged| flagged.set.iter().zip(&flagged.compiled).all(|(set, is)| set >= is))
    }

    /// Whether the coverage is known.
    pub(super) const fn is_known(&self) -> bool {
        self.flagged.is_ok()
    }

    /// How many flags are set.
    pub(super) fn count(&self) -> usize {
        self.flagged.as_ref().map_or(0, |flagged| flagged.set.iter().filter(|is_set| **is_set).count())
    }

    /// The requests of loops that are not fully covered.
    pub(super) fn left_out(&self) -> Vec<Place> {
        let mut places = BTreeSet::new();
        if let Ok(Flagged { events, compiled, set, .. }) = &self.flagged {
            let flags = events.iter().zip(compiled.iter().zip(set));
            let missing = flags.filter(|(_, (compiled, set))| **compiled && !**set);
            places.extend(missing.map(|((point, _), _)| self.written.points[*point].request));
        }
        places.into_iter().collect()
    }

    /// The coverage of all launches. `arguments` are the names of the kernels' arguments.
    pub(super) fn finish(self, runner: &mut Runner, arguments: &BTreeSet<&str>) -> Coverage {
        match &self.flagged {
            Ok(flagged) => {
                runner.forget(flagged.program);
                Coverage::Measured(self.by_loop(flagged, arguments))
            }
            Err(reason) => Coverage::NotKnown { reason: reason.clone() },
        }
    }

    fn by_loop(&self, flagged: &Flagged, arguments: &BTreeSet<&str>) -> Vec<LoopCoverage> {
        let mut loops: BTreeMap<(Place, WrittenPart), LoopCoverage> = BTreeMap::new();
        let flags = flagged.events.iter().zip(flagged.compiled.iter().zip(&flagged.set));
        for (&(point, event), (_, &is_set)) in flags.filter(|(_, (compiled, _))| **compiled) {
            let Point { request, part, .. } = self.written.points[point];
            let WrittenLoop { at, is_full } = &self.written.loops[&request];
            let part = match part {
                LoopPart::Remainder => WrittenPart::Remainder,
                LoopPart::Main if *is_full => WrittenPart::Copies,
                _ => WrittenPart::Main,
            };
            let new = || LoopCoverage {
                request,
                at: at.clone(),
                part,
                copies: 0,
                entered: 0,
                outcomes: 0,
                seen: 0,
                never_remained: Vec::new(),
                argument: None,
            };
            let known = loops.entry((request, part)).or_insert_with(new);
            match event {
                Event::Entered => {
                    known.copies += 1;
                    known.entered += usize::from(is_set);
                }
                Event::Outcome(_) => {
                    known.outcomes += 1;
                    known.seen += usize::from(is_set);
                }
                Event::Remained(count) if !is_set => known.never_remained.push(count),
                Event::Remained(_) => {}
            }
        }
        let mut loops: Vec<_> = loops.into_values().collect();
        for one in &mut loops {
            one.never_remained.sort_unstable();
            one.never_remained.dedup();
        }
        let mut left_out: Vec<_> = loops.iter_mut().filter(|one| !one.is_complete()).collect();
        let original = String::from_utf8_lossy(self.pair.original);
        let requests = left_out.iter().map(|one| one.request);
        let found = arguments_of_loops(&original, requests, arguments);
        for (one, argument) in left_out.iter_mut().zip(found) {
            one.argument = argument.map(str::to_owned);
        }
        loops
    }
}

impl Flagged {
    fn build(
        runner: &mut Runner,
        compile: &FinalCompile,
        pair: &TextPair<'_>,
        written: &WrittenLoops,
        limit: Duration,
    ) -> Result<Self, String> {
        let Instrumented { text, flags, events } = instrument(pair.rewritten, &written.points);
        let text = format!("{STRICT}{}", compile.rewritten(&text));
        let options = compile.opencl_options(true);
        // Warnings about the flags do not matter.
        let options: Vec<_> = options.split(' ').filter(|option| !option.starts_with("-Werror")).collect();
        let built = runner.build(&text, &options.join(" "), limit.saturating_mul(BUILD));
        let built = built.map_err(|lost| format!("the compiler {} with flags in the output", how(&lost)))?;
        let (program, kernels) = match built {
            Build::Built { program, kernels } => (program, kernels),
            Build::Refused(log) => {
                let error = log.lines().find(|line| line.contains("error")).unwrap_or_default().trim();
                return Err(format!("the output does not build with flags in it ({error})"));
            }
        };
        let count = |kernel: KernelInterface| Some((kernel.name, kernel.parameters.ok()?.len()));
        let parameters = kernels.into_iter().filter_map(count).collect();
        let nothing = vec![false; events.len()];
        let mut flagged = Self { program, parameters, flags, events, compiled: nothing.clone(), set: nothing };
        if !flagged.events.is_empty() {
            let own =
                Launch { kernel: COMPILED.to_owned(), global: vec![1], local: Some(vec![1]), arguments: Vec::new() };
            flagged.compiled = flagged.flags_after(runner, &own, limit)?;
        }
        Ok(flagged)
    }

    /// Notes which flags a launch sets.
    fn launch(&mut self, runner: &mut Runner, launch: &Launch, limit: Duration) -> Result<(), String> {
        // Kernels of included files have no flags.
        if self.parameters.get(&launch.kernel) == Some(&(launch.arguments.len() + 1)) {
            let set = self.flags_after(runner, launch, limit)?;
            self.set.iter_mut().zip(set).for_each(|(all, is_set)| *all |= is_set);
        }
        Ok(())
    }

    /// The flags that a launch sets.
    fn flags_after(&self, runner: &mut Runner, launch: &Launch, limit: Duration) -> Result<Vec<bool>, String> {
        let mut launch = launch.clone();
        let element = ElementType { width: 1, lanes: 1, is_float: false, is_signed: false };
        let argument = ArgumentValue::Buffer { size: self.events.len(), fill: Fill::Constant(Number::Integer(0)) };
        launch.arguments.insert(0, LaunchArgument { name: self.flags.clone(), element, argument });
        let limit = limit.saturating_mul(BUILD);
        let lost = |lost| format!("a launch of the output with flags in it {}", how(&lost));
        runner.launch(self.program, &launch, SLOT, limit).map_err(lost)??;
        let bytes = runner.read(SLOT, 0, limit).map_err(lost)?;
        Ok(bytes.iter().map(|byte| *byte != 0).collect())
    }
}
