//! The device on which candidates are built, checked and timed.
//!
//! A worker process does all of it, and may be lost at any moment: then only the candidate that it worked on is out. Candidates are timed
//! in blocks, each with the text without pragmas as its first program, so all times are ratios to that text, measured at the same time.
//! The memory of a launch stays on the device, and so does only the first program: the number of candidates does not change how much
//! memory is used.

use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clunroll_opencl::{Build, KernelResources, Launch, ProgramId, Runner, Timing, WorkerProgram};
use serde::Serialize;

use crate::verify::build::BUILD;
use crate::verify::compile::FinalCompile;
use crate::verify::trial::STRICT;

/// How many times as long as the first program a candidate may take until it is given up.
const SLOWEST: u32 = 30;
/// Slots for the results of the first program and of another one.
const SLOTS: [usize; 2] = [0, 2];
/// The most processes that build ahead.
const AHEAD: usize = 6;

/// Why a candidate does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TrialFailure {
    /// The compiler refused it, with this log.
    NotBuilt(String),
    /// The compiler, or the kernel, crashed or did not end.
    Lost(String),
    /// The platform refused the launch.
    NotLaunched(String),
    /// It computes something else.
    Different(String),
    /// Two launches of the text without pragmas, on the same memory, compute different results: nothing can be checked.
    NotReproducible,
}

/// A program that is built.
#[derive(Clone, Debug)]
pub(crate) struct BuiltCandidate {
    pub(crate) program: ProgramId,
    pub(crate) build_time: Duration,
    /// The text in the form that is compiled.
    text: String,
}

/// The relative times of a candidate: of each launch, for each round. And whether its results differ in the last bits of floating point.
#[derive(Clone, Debug, Default)]
pub(crate) struct RelativeTimes {
    pub(crate) of_launches: Vec<Vec<f64>>,
    /// The times of the first program in nanoseconds, in the same rounds.
    pub(crate) of_first: Vec<Vec<f64>>,
    pub(crate) rounds_differently: bool,
}

/// The device with the options of the final compile.
pub(crate) struct TuneDevice<'a> {
    pub(crate) runner: Runner,
    pub(crate) compile: &'a FinalCompile,
    /// The time limit of a launch.
    pub(crate) limit: Duration,
    pub(crate) flush: usize,
    /// How long launches of the first program take, with all that is around them.
    pub(crate) known: Vec<(Launch, Duration)>,
    /// More processes with the same device, which build ahead: a driver that keeps what it has built then builds nothing twice.
    ahead: Vec<Runner>,
}

impl<'a> TuneDevice<'a> {
    pub(crate) fn new(runner: Runner, compile: &'a FinalCompile, limit: Duration, flush: usize) -> Self {
        Self { runner, compile, limit, flush, known: Vec::new(), ahead: Vec::new() }
    }

    /// Starts processes that build ahead, unless the device is a CPU: it would have less to do with what is timed.
    pub(crate) fn start_ahead(&mut self, worker: &WorkerProgram, device: Option<&str>) {
        if self.runner.is_cpu() {
            return;
        }
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let start = |_| Runner::start(worker.clone(), device, self.limit * BUILD).ok();
        self.ahead = (0..AHEAD.min(cores.saturating_sub(1))).map_while(start).collect();
    }

    /// Builds texts in the processes that build ahead. What they report does not matter: each text is built again where it is timed.
    pub(crate) fn build_ahead(&mut self, texts: &[&[u8]]) {
        let options = self.options();
        let (compile, limit) = (self.compile, self.limit * BUILD);
        let runners = self.ahead.len();
        thread::scope(|scope| {
            for (number, runner) in self.ahead.iter_mut().enumerate() {
                let (own, options) = (texts.iter().skip(number).step_by(runners), &options);
                scope.spawn(move || {
                    for text in own {
                        if let Ok(Build::Built { program, .. }) = runner.build(&compile.rewritten(text), options, limit)
                        {
                            runner.forget(program);
                        }
                    }
                });
            }
        });
    }

    fn is_nvidia(&self) -> bool {
        self.runner.device().contains("NVIDIA")
    }

    /// The options for the compiler.
    fn options(&self) -> String {
        let mut options = self.compile.opencl_options(false);
        if self.is_nvidia() {
            // Its compiler then says how many registers a kernel needs.
            options.push_str(" -cl-nv-verbose");
        }
        options
    }

    /// Builds a text.
    pub(crate) fn build(&mut self, text: &[u8]) -> Result<BuiltCandidate, TrialFailure> {
        let text = self.compile.rewritten(text);
        let begin = Instant::now();
        let program = self.build_text(&text, &self.options())?;
        Ok(BuiltCandidate { program, build_time: begin.elapsed(), text })
    }

    /// Builds a text even if the driver keeps what it has built before: only then does it log what a kernel needs.
    pub(crate) fn build_anew(&mut self, text: &[u8]) -> Result<BuiltCandidate, TrialFailure> {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        // NVIDIA's driver keeps what it makes of the same intermediate code, so the code must differ.
        let name =
            if self.is_nvidia() { format!("__constant int clunroll_built_{time} = 0;\n") } else { String::new() };
        let text = name + &self.compile.rewritten(text);
        let begin = Instant::now();
        let program = self.build_text(&text, &self.options())?;
        Ok(BuiltCandidate { program, build_time: begin.elapsed(), text })
    }

    fn build_text(&mut self, text: &str, options: &str) -> Result<ProgramId, TrialFailure> {
        match self.runner.build(text, options, self.limit * BUILD) {
            Ok(Build::Built { program, .. }) => Ok(program),
            Ok(Build::Refused(log)) => Err(TrialFailure::NotBuilt(log)),
            Err(lost) => Err(TrialFailure::Lost(format!("the compiler {lost}"))),
        }
    }

    pub(crate) fn forget(&mut self, candidate: &BuiltCandidate) {
        self.runner.forget(candidate.program);
    }

    /// Times some candidates after the first program, in all launches. If a launch of all of them fails, each is timed alone.
    pub(crate) fn time(
        &mut self,
        first: &BuiltCandidate,
        candidates: &[&BuiltCandidate],
        launches: &[Launch],
        rounds: usize,
    ) -> Vec<Result<RelativeTimes, TrialFailure>> {
        match self.time_together(first, candidates, launches, rounds) {
            Ok(times) => times,
            Err(failure) if candidates.len() <= 1 => vec![Err(failure); candidates.len()],
            Err(_) => candidates
                .iter()
                .flat_map(|&one| {
                    let alone = self.time_together(first, &[one], launches, rounds);
                    alone.unwrap_or_else(|failure| vec![Err(failure)])
                })
                .collect(),
        }
    }

    fn time_together(
        &mut self,
        first: &BuiltCandidate,
        candidates: &[&BuiltCandidate],
        launches: &[Launch],
        rounds: usize,
    ) -> Result<Vec<Result<RelativeTimes, TrialFailure>>, TrialFailure> {
        let programs: Vec<_> = std::iter::once(first.program).chain(candidates.iter().map(|one| one.program)).collect();
        let mut timing = Timing { rounds, flush: self.flush, ..Timing::default() };
        let mut results: Vec<Result<RelativeTimes, TrialFailure>> =
            candidates.iter().map(|_| Ok(RelativeTimes::default())).collect();
        for launch in launches {
            let limit = self.limit_for(first, launch, programs.len(), &timing)?;
            let mut timed = self.runner.time(&programs, launch, &timing, limit);
            if timed.is_err() && timing.may_continue {
                // A kernel may write outside of its memory if it continues on its own results.
                timing.may_continue = false;
                timed = self.runner.time(&programs, launch, &timing, limit);
            }
            let times = match timed {
                Ok(Ok(times)) => times,
                Ok(Err(why)) => return Err(TrialFailure::NotLaunched(why)),
                Err(lost) => return Err(TrialFailure::Lost(format!("the launch {lost}"))),
            };
            if !times.is_reproducible {
                return Err(TrialFailure::NotReproducible);
            }
            let Some((of_first, others)) = times.programs.split_first() else { continue };
            for ((result, times), &candidate) in results.iter_mut().zip(others).zip(candidates) {
                if !times.is_as_first
                    && let Err(failure) = self.check_strictly(first, candidate, launch)
                {
                    *result = Err(failure);
                }
                if let Ok(result) = result {
                    result.rounds_differently |= !times.is_as_first;
                    let ratios = times.nanoseconds.iter().zip(&of_first.nanoseconds).map(|(own, first)| own / first);
                    result.of_launches.push(ratios.collect());
                    result.of_first.push(of_first.nanoseconds.clone());
                }
            }
        }
        Ok(results)
    }

    /// The time limit for a block of programs: from the time that the first one takes alone.
    fn limit_for(
        &mut self,
        first: &BuiltCandidate,
        launch: &Launch,
        programs: usize,
        timing: &Timing,
    ) -> Result<Duration, TrialFailure> {
        let known = self.known.iter().find(|(known, _)| known == launch).map(|(_, time)| *time);
        let time = if let Some(time) = known {
            time
        } else {
            let begin = Instant::now();
            self.launch(first.program, launch, SLOTS[0])?;
            self.known.push((launch.clone(), begin.elapsed()));
            begin.elapsed()
        };
        let launches = u32::try_from(programs * (timing.rounds + 4)).unwrap_or(u32::MAX);
        let all = (time + timing.batch * 2).saturating_mul(launches).saturating_mul(SLOWEST) / 4;
        // Whole seconds, for messages.
        Ok(Duration::from_secs((self.limit + all).as_secs() + 1))
    }

    /// Launches a kernel, and keeps its results in a slot.
    fn launch(&mut self, program: ProgramId, launch: &Launch, slot: usize) -> Result<(), TrialFailure> {
        match self.runner.launch(program, launch, slot, self.limit) {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(why)) => Err(TrialFailure::NotLaunched(why)),
            Err(lost) => Err(TrialFailure::Lost(format!("the launch {lost}"))),
        }
    }

    /// Checks results that differ: with contraction off they must be the same, or at least without optimisation. Compilers may compute
    /// floating point differently from place to place; clunroll does not.
    fn check_strictly(
        &mut self,
        first: &BuiltCandidate,
        other: &BuiltCandidate,
        launch: &Launch,
    ) -> Result<(), TrialFailure> {
        let strict = self.compile.opencl_options(true);
        let mut difference = String::new();
        for options in [strict.clone(), format!("{strict} -cl-opt-disable")] {
            let mut programs = Vec::new();
            for (one, slot) in [first, other].into_iter().zip(SLOTS) {
                let program = self.build_text(&format!("{STRICT}{}", one.text), &options)?;
                programs.push(program);
                self.launch(program, launch, slot)?;
            }
            let compared = self.runner.compare(SLOTS[0], SLOTS[1], self.limit);
            for program in programs {
                self.runner.forget(program);
            }
            match compared {
                Ok(None) => return Ok(()),
                Ok(Some(found)) => difference = found.how,
                Err(lost) => return Err(TrialFailure::Lost(format!("the comparison {lost}"))),
            }
        }
        Err(TrialFailure::Different(difference))
    }

    /// What a kernel needs, if the worker says it.
    pub(crate) fn resources(&mut self, candidate: &BuiltCandidate, kernel: &str) -> KernelResources {
        self.runner.resources(candidate.program, kernel, self.limit).unwrap_or_default()
    }
}
