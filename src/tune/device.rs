//! The device on which candidates are built, checked and timed.
//!
//! A worker process does all of it, and may be lost at any moment: then only the candidate that it worked on is out. Candidates are timed
//! in blocks, each with the text without pragmas as its first program, so all times are ratios to that text, measured at the same time.
//! The memory of a launch stays on the device, and so does only the first program: the number of candidates does not change how much
//! memory is used.

use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clunroll_opencl::{
    Build, ContentDifference, EndlessStep, KernelResources, Launch, Lost, NotTimed, ProgramId, Runner, TimedStep,
    Times, Timing, WorkerProgram,
};
use serde::{Deserialize, Serialize};

use crate::verify::build::BUILD;
use crate::verify::compile::FinalCompile;
use crate::verify::trial::STRICT;

/// Slots for the results of the first program and of another one.
const SLOTS: [usize; 2] = [0, 2];
/// The most processes that build ahead.
const AHEAD: usize = 6;

/// Why a candidate does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Its results are others in this build, and the same in one with less optimisation: the compiler makes something else of it.
    Miscompiled(String),
    /// Two launches of the text without pragmas, on the same memory, compute different results: nothing can be checked.
    NotReproducible,
}

/// What became of something that a worker did, with the option that gives it more time.
pub(super) fn lost_in_words(what: &str, lost: &Lost) -> String {
    let option = if matches!(lost, Lost::Silent(_)) { " (--timeout)" } else { "" };
    format!("{what} {lost}{option}")
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
    /// How long all rounds so far took.
    pub(crate) in_rounds: Duration,
    /// More processes with the same device, which build ahead: a driver that keeps what it has built then builds nothing twice.
    ahead: Vec<Runner>,
}

impl<'a> TuneDevice<'a> {
    pub(crate) fn new(runner: Runner, compile: &'a FinalCompile, limit: Duration, flush: usize) -> Self {
        Self { runner, compile, limit, flush, in_rounds: Duration::ZERO, ahead: Vec::new() }
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
    pub(crate) fn options(&self) -> String {
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
            Err(lost) => Err(TrialFailure::Lost(lost_in_words("the compiler", &lost))),
        }
    }

    pub(crate) fn forget(&mut self, candidate: &BuiltCandidate) {
        self.runner.forget(candidate.program);
    }

    /// The time of the first program in all launches together. If it cannot be timed, nothing can be measured.
    pub(crate) fn time_alone(&mut self, first: &BuiltCandidate, launches: &[Launch]) -> Result<Duration, TrialFailure> {
        let mut sum = 0.0;
        for launch in launches {
            let timing = Timing { rounds: 1, may_continue: false, ..self.timing(1) };
            let times = self.runner.time(&[first.program], launch, &timing).map_err(|why| self.failure(&why))?;
            if !times.is_reproducible {
                return Err(TrialFailure::NotReproducible);
            }
            sum += times.programs.iter().flat_map(|times| &times.nanoseconds).sum::<f64>();
        }
        Ok(Duration::from_secs_f64(sum / 1e9))
    }

    /// Times some candidates after the first program, in all launches. It fails if the first program does.
    pub(crate) fn time(
        &mut self,
        first: &BuiltCandidate,
        candidates: &[&BuiltCandidate],
        launches: &[Launch],
        rounds: usize,
    ) -> Result<Vec<Result<RelativeTimes, TrialFailure>>, TrialFailure> {
        let mut results = vec![Ok(RelativeTimes::default()); candidates.len()];
        for launch in launches {
            let open: Vec<usize> = (0..candidates.len()).filter(|&number| results[number].is_ok()).collect();
            let timing = self.timing(rounds);
            self.time_launch(first, (candidates, open), launch, timing, &mut results)?;
        }
        Ok(results)
    }

    fn timing(&self, rounds: usize) -> Timing {
        Timing { rounds, flush: self.flush, limit: self.limit, ..Timing::default() }
    }

    /// Times the open candidates in one launch. What does not end is left out, and if a launch fails in another way, each is timed alone.
    fn time_launch(
        &mut self,
        first: &BuiltCandidate,
        (candidates, mut open): (&[&BuiltCandidate], Vec<usize>),
        launch: &Launch,
        mut timing: Timing,
        results: &mut [Result<RelativeTimes, TrialFailure>],
    ) -> Result<(), TrialFailure> {
        while !open.is_empty() {
            let programs = open.iter().map(|&number| candidates[number].program);
            let programs: Vec<_> = std::iter::once(first.program).chain(programs).collect();
            match self.runner.time(&programs, launch, &timing) {
                Ok(times) => return self.add(first, (candidates, &open), launch, times, results),
                // A kernel may write outside of its memory, or not end, if it continues on its own results.
                Err(NotTimed::Lost(_) | NotTimed::Endless(EndlessStep { step: TimedStep::Continue, .. }))
                    if timing.may_continue =>
                {
                    timing.may_continue = false;
                }
                Err(why @ NotTimed::Endless(EndlessStep { program: 0, .. })) => return Err(self.failure(&why)),
                Err(why @ NotTimed::Endless(EndlessStep { program, .. })) => {
                    results[open.remove(program - 1)] = Err(self.failure(&why));
                }
                Err(why) => {
                    if let [only] = open[..] {
                        results[only] = Err(self.failure(&why));
                        return Ok(());
                    }
                    return open.into_iter().try_for_each(|one| {
                        self.time_launch(first, (candidates, vec![one]), launch, timing.clone(), results)
                    });
                }
            }
        }
        Ok(())
    }

    /// Adds the times of a launch to those of the candidates, and checks results that differ.
    fn add(
        &mut self,
        first: &BuiltCandidate,
        (candidates, open): (&[&BuiltCandidate], &[usize]),
        launch: &Launch,
        times: Times,
        results: &mut [Result<RelativeTimes, TrialFailure>],
    ) -> Result<(), TrialFailure> {
        self.in_rounds += times.in_rounds;
        if !times.is_reproducible {
            return Err(TrialFailure::NotReproducible);
        }
        let mut programs = times.programs.into_iter();
        let Some(of_first) = programs.next() else { return Ok(()) };
        for (&number, times) in open.iter().zip(programs) {
            if let Some(difference) = &times.difference
                && let Err(failure) = self.check(first, candidates[number], launch, difference)
            {
                results[number] = Err(failure);
            }
            if let Ok(result) = &mut results[number] {
                result.rounds_differently |= times.difference.is_some();
                let ratios = times.nanoseconds.iter().zip(&of_first.nanoseconds).map(|(own, first)| own / first);
                result.of_launches.push(ratios.collect());
                result.of_first.push(of_first.nanoseconds.clone());
            }
        }
        Ok(())
    }

    fn failure(&self, why: &NotTimed) -> TrialFailure {
        match why {
            NotTimed::Refused(why) => TrialFailure::NotLaunched(why.clone()),
            NotTimed::Lost(lost) => TrialFailure::Lost(lost_in_words("the launch", lost)),
            NotTimed::Endless(EndlessStep { step: TimedStep::Run | TimedStep::Continue, .. }) => {
                TrialFailure::Lost(lost_in_words("the launch", &Lost::Silent(self.limit)))
            }
            NotTimed::Endless(_) => {
                let limit = Lost::Silent(self.limit * BUILD);
                TrialFailure::Lost(lost_in_words("the compiler at the launch, or a copy of memory,", &limit))
            }
        }
    }

    /// Launches a kernel, and keeps its results in a slot. A platform may compile it before.
    fn launch(&mut self, program: ProgramId, launch: &Launch, slot: usize) -> Result<(), TrialFailure> {
        match self.runner.launch(program, launch, slot, self.limit * BUILD) {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(why)) => Err(TrialFailure::NotLaunched(why)),
            Err(lost) => Err(TrialFailure::Lost(lost_in_words("the launch", &lost))),
        }
    }

    /// Checks results that differ from those of the first program. A text that computes the same is not chosen either if this build of it
    /// does not, unless all that differs are the last digits of floating point.
    fn check(
        &mut self,
        first: &BuiltCandidate,
        other: &BuiltCandidate,
        launch: &Launch,
        difference: &ContentDifference,
    ) -> Result<(), TrialFailure> {
        let equal = self.check_strictly(first, other, launch)?;
        if difference.is_gross {
            return Err(TrialFailure::Miscompiled(format!("{}; {equal}, the results are the same", difference.how)));
        }
        Ok(())
    }

    /// Checks results that differ: with contraction off they must be the same, or at least without optimisation. Compilers may compute
    /// floating point differently from place to place; clunroll does not. Returns how both were built when the results were the same.
    fn check_strictly(
        &mut self,
        first: &BuiltCandidate,
        other: &BuiltCandidate,
        launch: &Launch,
    ) -> Result<&'static str, TrialFailure> {
        let strict = self.compile.opencl_options(true);
        let mut difference = String::new();
        let plain = format!("{strict} -cl-opt-disable");
        for (options, how) in [(strict, "with contraction off"), (plain, "without optimisation")] {
            let mut programs = Vec::new();
            for (one, slot) in [first, other].into_iter().zip(SLOTS) {
                let program = self.build_text(&format!("{STRICT}{}", one.text), &options)?;
                programs.push(program);
                self.launch(program, launch, slot)?;
            }
            let compared = self.runner.compare(SLOTS[0], SLOTS[1], self.limit * BUILD);
            for program in programs {
                self.runner.forget(program);
            }
            match compared {
                Ok(None) => return Ok(how),
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
