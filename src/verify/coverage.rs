//! Which parts of the unrolled loops the launches enter.
//!
//! The output is built once more, with a flag for each copy and each remainder loop (`instrument`), and launched with the
//! arguments of the launches that were compared, until all copies are entered. The results of these launches are not compared.
//! If this build or one of its launches fails, coverage is not known, and the reason is given.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use clunroll_opencl::{Argument, Build, ElementType, Fill, Launch, LaunchArgument, Number, ProgramId, Runner};
use clunroll_report::verdict::{Coverage, LoopCoverage, WrittenPart};

use super::TextPair;
use super::buffer_roles::arguments_of_loops;
use super::build::BUILD;
use super::compile::FinalCompile;
use super::instrument::{COMPILED, Instrumented, instrument};
use super::trial::{STRICT, how};
use clunroll::source::Place;
use clunroll::{Done, Form, LoopPart, Outcome, Point, RequestReport};
use clunroll_report::requests;

/// The slot for what the launches leave.
const SLOT: usize = 0;

/// What was written in an output, as far as that is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct WrittenLoops {
    points: Vec<Point>,
    /// The loops of the points, by their requests.
    loops: BTreeMap<Place, WrittenLoop>,
}

#[derive(Clone, Debug)]
struct WrittenLoop {
    /// Where its request is, in words.
    at: String,
    /// Whether it is fully unrolled.
    is_full: bool,
}

impl WrittenLoops {
    /// Those of an output.
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

/// Measures coverage.
pub(super) struct CoverageRun<'a> {
    pub(super) runner: &'a mut Runner,
    pub(super) compile: &'a FinalCompile,
    pub(super) pair: &'a TextPair<'a>,
    /// What was written in the output.
    pub(super) written: &'a WrittenLoops,
    /// How long a launch may take.
    pub(super) limit: Duration,
}

impl CoverageRun<'_> {
    /// Makes these launches of the instrumented output.
    pub(super) fn measure(&mut self, launches: &[&Launch]) -> Coverage {
        match self.entered(launches) {
            Ok((compiled, entered)) => Coverage::Measured(self.by_loop(launches, &compiled, &entered)),
            Err(reason) => Coverage::NotKnown { reason },
        }
    }

    /// For each point, whether it is compiled, and whether it was entered.
    fn entered(&mut self, launches: &[&Launch]) -> Result<(Vec<bool>, Vec<bool>), String> {
        let count = self.written.points.len();
        if count == 0 {
            return Ok((Vec::new(), Vec::new()));
        }
        let Instrumented { text, flags } = instrument(self.pair.rewritten, &self.written.points);
        let text = format!("{STRICT}{}", self.compile.rewritten(&text));
        let options = self.compile.opencl_options(true);
        // Warnings about the flags are nobody's.
        let options: Vec<_> = options.split(' ').filter(|option| !option.starts_with("-Werror")).collect();
        let built = self.runner.build(&text, &options.join(" "), self.limit.saturating_mul(BUILD));
        let built = built.map_err(|lost| format!("the compiler {} with flags in the output", how(&lost)))?;
        let (program, kernels) = match built {
            Build::Built { program, kernels } => (program, kernels),
            Build::Refused(log) => {
                let error = log.lines().find(|line| line.contains("error")).unwrap_or_default().trim();
                return Err(format!("the output does not build with flags in it ({error})"));
            }
        };
        let own = Launch { kernel: COMPILED.to_owned(), global: vec![1], local: Some(vec![1]), arguments: Vec::new() };
        let mut entered = vec![false; count];
        let compiled = self.flags_after(program, &own, &flags, count)?;
        for launch in launches {
            if entered.iter().zip(&compiled).all(|(entered, compiled)| entered >= compiled) {
                break;
            }
            let takes_flags = kernels.iter().filter(|kernel| kernel.name == launch.kernel).any(|kernel| {
                kernel.parameters.as_ref().is_ok_and(|parameters| parameters.len() == launch.arguments.len() + 1)
            });
            // A kernel of an included file has no flags.
            if takes_flags {
                let set = self.flags_after(program, launch, &flags, count)?;
                entered.iter_mut().zip(set).for_each(|(entered, is_set)| *entered |= is_set);
            }
        }
        self.runner.forget(program);
        Ok((compiled, entered))
    }

    /// The flags that a launch sets.
    fn flags_after(
        &mut self,
        program: ProgramId,
        launch: &Launch,
        flags: &str,
        count: usize,
    ) -> Result<Vec<bool>, String> {
        let mut launch = launch.clone();
        let element = ElementType { width: 1, lanes: 1, is_float: false, is_signed: false };
        let argument = Argument::Buffer { size: count, fill: Fill::Constant(Number::Integer(0)) };
        launch.arguments.insert(0, LaunchArgument { name: flags.to_owned(), element, argument });
        let limit = self.limit.saturating_mul(BUILD);
        let lost = |lost| format!("a launch of the output with flags in it {}", how(&lost));
        self.runner.launch(program, &launch, SLOT, limit).map_err(lost)??;
        let bytes = self.runner.read(SLOT, 0, limit).map_err(lost)?;
        Ok(bytes.iter().map(|byte| *byte != 0).collect())
    }

    fn by_loop(&self, launches: &[&Launch], compiled: &[bool], entered: &[bool]) -> Vec<LoopCoverage> {
        let arguments = launches.iter().flat_map(|launch| &launch.arguments);
        let arguments: BTreeSet<&str> = arguments.map(|argument| &*argument.name).collect();
        let mut loops: BTreeMap<(Place, WrittenPart), LoopCoverage> = BTreeMap::new();
        let points = self.written.points.iter().zip(compiled.iter().zip(entered));
        for (&Point { request, part, .. }, (_, entered)) in points.filter(|(_, (compiled, _))| **compiled) {
            let WrittenLoop { at, is_full } = &self.written.loops[&request];
            let part = match part {
                LoopPart::Remainder => WrittenPart::Remainder,
                LoopPart::Main if *is_full => WrittenPart::Copies,
                _ => WrittenPart::Main,
            };
            let new = || LoopCoverage { request, at: at.clone(), part, copies: 0, entered: 0, argument: None };
            let known = loops.entry((request, part)).or_insert_with(new);
            known.copies += 1;
            known.entered += usize::from(*entered);
        }
        let mut loops: Vec<_> = loops.into_values().collect();
        let mut left_out: Vec<_> = loops.iter_mut().filter(|one| !one.is_complete()).collect();
        let original = String::from_utf8_lossy(self.pair.original);
        let requests = left_out.iter().map(|one| one.request);
        let found = arguments_of_loops(&original, requests, &arguments);
        for (one, argument) in left_out.iter_mut().zip(found) {
            one.argument = argument.map(str::to_owned);
        }
        loops
    }
}
