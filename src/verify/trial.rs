//! Compares one kernel of both texts in many launches with the same arguments for both.
//!
//! A launch is meaningful only if the original does the same twice, and stays within its buffers. If so, the rewritten kernel must leave
//! the same bytes in memory. If it does not, that is only a suspicion: an original with a race or undefined behaviour does not have one
//! result. So both are launched once more, and then built without optimisation and launched again. If they differ there too, the verdict is
//! *different*. If not, the compiler made the difference. It may do so in floating point, and if the original itself computes something
//! else without optimisation. Otherwise, the compiler turns clunroll's text into something else than the author's text, and that counts as
//! a difference.
//!
//! A launch may also crash or never end. If the original does so, the launch says nothing about the output. If only the rewritten kernel
//! does so, the launch is repeated, and it is a difference if this happens again.

mod checks;
mod doubts;
mod parts;

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use clunroll_opencl::{ContentDifference, Launched, Lost, Magnitude, ProgramId, Runner};

use super::build::{BUILD, MUCH, Which};
use super::local_fill::LocalFill;
use super::made_up::{LARGE, TrialLaunch};
use super::outside;
use super::subscripts::IndexChecks;

/// How many workers the original of one kernel may end.
const DEATHS: usize = 3;

/// How many times as long as the launch before it the launch of the largest size may take.
const GROWTH: u32 = 128;

/// The line with which compilers do not compute `a * b + c` in one step in one place and in two steps in another.
pub(crate) const STRICT: &str = "#pragma OPENCL FP_CONTRACT OFF\n";

/// The slots for the contents of memory after a launch: of the original, of its second run, of the rewritten kernel, and of both built in
/// another way.
const FIRST: usize = 0;
const AGAIN: usize = 1;
const OTHER: usize = 2;
const BUILT_ORIGINAL: usize = 3;
const BUILT_REWRITTEN: usize = 4;
/// The slot for a launch with its work-items in another order.
const REVERSED: usize = 5;
/// The slot for a launch that checks indices.
const CHECKED: usize = 6;
/// The slots for launches with two fills of local memory: of the original, and of the output.
const FILLED: [usize; 2] = [7, 9];
const FILLED_REWRITTEN: [usize; 2] = [11, 13];
/// The slots for a launch of half of the work-items, and of the others.
const HALVES: [usize; 2] = [8, 10];
/// The slot for a launch of half of the work-items that continues one of the others.
const BOTH_HALVES: usize = 14;
/// The slot for a launch of all work-items.
const WHOLE: usize = 12;
/// The slot for a launch of none of them: the contents before a launch.
const NOTHING: usize = 16;

/// Both texts in one kind of build.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProgramPair {
    pub(super) original: ProgramId,
    pub(super) rewritten: ProgramId,
}

impl ProgramPair {
    const fn of(self, which: Which) -> ProgramId {
        match which {
            Which::Original => self.original,
            Which::Rewritten => self.rewritten,
        }
    }
}

/// Both texts without optimisation.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlainPair {
    /// They have not been needed yet.
    NotTried,
    NotBuilt,
    Built(ProgramPair),
}

/// The data that all kernels of a file share.
pub(super) struct Trial<'a> {
    pub(super) runner: &'a mut Runner,
    /// The texts in the form that is compiled, with contraction off.
    pub(super) texts: [&'a str; 2],
    /// The options without those that loosen floating point.
    pub(super) strict_options: &'a str,
    /// The options that loosen floating point.
    pub(super) loosening: Vec<&'a str>,
    pub(super) strict: ProgramPair,
    /// The texts as the user builds them: with these options, and with contraction as by default.
    pub(super) loose: ProgramPair,
    /// Whether contraction may change values in them.
    pub(super) has_floats: bool,
    /// The texts without optimisation.
    pub(super) plain: PlainPair,
    /// Programs with work-items in another order, by text and by whether they are built without optimisation. `None` if there is no such
    /// program.
    pub(super) reversed: HashMap<(Which, bool), Option<ProgramId>>,
    /// The texts that check indices; `None` if a text has nothing to check.
    pub(super) index_checks: HashMap<Which, Option<IndexChecks>>,
    /// Programs built from them; `None` if a text does not build.
    pub(super) checked: HashMap<Which, Option<ProgramId>>,
    /// Programs with a part of the work-items, by text and by whether they are built without optimisation. `None` if there is no such
    /// program.
    pub(super) parted: HashMap<(Which, bool), Option<ProgramId>>,
    /// Programs that fill their local memory; `None` if a text has none to fill, or does not build.
    pub(super) filled: HashMap<Which, Option<(ProgramId, LocalFill)>>,
    /// How long a launch may take.
    pub(super) limit: Duration,
    /// How long the comparison has taken so far. Launches as the user builds them do not count, so that they take no time from others.
    pub(super) spent: Duration,
}

/// The results for one kernel.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// The indices of the candidates that were compared.
    pub(super) compared: Vec<usize>,
    pub(super) has_changed: bool,
    pub(super) left_out: Option<String>,
    /// The places of descriptions with the first reason why one of their launches was left out.
    pub(super) left_out_at: Vec<(String, String)>,
    /// The reason for *not verified*: it cannot be launched, or the output may not be the cause of a difference.
    pub(super) not_verified: Option<String>,
    pub(super) different: Option<String>,
}

impl Tally {
    fn leave_out(&mut self, launch: &TrialLaunch, why: String) {
        if let Some(place) = launch.place.as_ref().filter(|place| self.left_out_at.iter().all(|(at, _)| at != *place)) {
            self.left_out_at.push((place.clone(), why.clone()));
        }
        self.left_out.get_or_insert(why);
    }
}

/// The reason why a launch does not show that both compute the same.
enum LaunchOutcome {
    /// The launch says nothing.
    LeftOut(String),
    /// The original accesses memory outside of its buffers, and would do so at larger sizes too.
    TooLarge(String),
    /// The original has ended a worker.
    OriginalLost(Lost),
    /// The output does not end in time, and the original nearly reaches the limit.
    Slow(String),
    /// The output may not be the cause of a difference. Other launches without a difference must not override this.
    Unsettled(String),
    Different(String),
    /// The rewritten kernel has ended a worker, in a launch that took the original this long.
    RewrittenLost(Lost, Duration),
}

impl Trial<'_> {
    /// Compares one kernel.
    pub(super) fn run(&mut self, candidates: &[TrialLaunch]) -> Tally {
        let begin = self.spent;
        let mut previous = Duration::ZERO;
        let mut tally = Tally::default();
        let mut deaths = 0;
        let mut too_large = None;
        let mut magnitudes = LaunchesOfMagnitude::default();
        // The launches for which a compiler has run already: program and work-group.
        let mut seen = HashSet::new();
        for (number, candidate) in candidates.iter().enumerate() {
            let at = candidate.at();
            if candidate.magnitude != Magnitude::Small {
                self.run_of_magnitude((number, candidate), &mut seen, &mut magnitudes, &mut tally);
                if tally.different.is_some() {
                    break;
                }
                continue;
            }
            let is_larger = |least: &TrialLaunch| candidate.place == least.place && candidate.size >= least.size;
            if too_large.is_some_and(is_larger) {
                continue;
            }
            // The largest size has more work-items than the candidate before it, and loops may be nested.
            let is_slow = candidate.size == Some(LARGE) && previous.saturating_mul(GROWTH) > self.limit;
            if is_slow || number > 0 && self.spent.saturating_sub(begin) > self.limit {
                let rest = match (candidate.size, &candidate.place) {
                    (Some(size), None) => format!("sizes from {size} on"),
                    _ => format!("a launch {at}"),
                };
                tally.leave_out(candidate, format!("no time was left for {rest}"));
                continue;
            }
            let launched = self.spent;
            let (is_over, left_out) = match self.compare(candidate, &mut seen) {
                Ok(has_changed) => {
                    tally.compared.push(number);
                    tally.has_changed |= has_changed;
                    (false, None)
                }
                Err(LaunchOutcome::LeftOut(why)) => (false, Some(why)),
                Err(LaunchOutcome::TooLarge(why)) => {
                    too_large = Some(candidate);
                    (false, Some(why))
                }
                Err(LaunchOutcome::OriginalLost(lost)) => {
                    deaths += 1;
                    let is_over = matches!(lost, Lost::Silent(_)) || deaths >= DEATHS;
                    (is_over, Some(format!("the original {} {at}", self.how(&lost))))
                }
                Err(LaunchOutcome::Slow(why)) => (true, Some(why)),
                Err(LaunchOutcome::Unsettled(why)) => {
                    tally.not_verified = Some(why);
                    (true, None)
                }
                Err(LaunchOutcome::Different(how)) => {
                    tally.different = Some(how);
                    (true, None)
                }
                Err(LaunchOutcome::RewrittenLost(lost, _)) => {
                    let original = if matches!(lost, Lost::Silent(_)) { "does" } else { "does not" };
                    let how = self.how(&lost);
                    tally.different = Some(format!("{at}, the output {how}, but the original {original}"));
                    (true, None)
                }
            };
            previous = self.spent.saturating_sub(launched);
            if let Some(why) = left_out {
                tally.leave_out(candidate, why);
            }
            if is_over {
                break;
            }
        }
        tally
    }

    /// How a worker was lost, as a predicate about a kernel. A first launch may have had more time than the user's limit.
    fn how(&self, lost: &Lost) -> String {
        match lost {
            Lost::Silent(limit) => how(&Lost::Silent(self.limit.min(*limit))),
            Lost::Ended(_) => how(lost),
        }
    }

    /// Compares one launch with numbers that are not small. If it is meaningless, there are no more launches with such numbers: the kernel
    /// is not made for them.
    fn run_of_magnitude(
        &mut self,
        (number, candidate): (usize, &TrialLaunch),
        seen: &mut Seen,
        magnitudes: &mut LaunchesOfMagnitude,
        tally: &mut Tally,
    ) {
        // These launches take no time from others.
        if magnitudes.over.is_some_and(|over| candidate.magnitude >= over)
            || magnitudes.spent.saturating_mul(MUCH) > self.limit
        {
            return;
        }
        let (begin, spent) = (Instant::now(), self.spent);
        let compared = self.compare(candidate, seen);
        self.spent = spent;
        magnitudes.spent += begin.elapsed();
        let at = candidate.at();
        let why = match compared {
            Ok(has_changed) => {
                tally.compared.push(number);
                tally.has_changed |= has_changed;
                return;
            }
            Err(LaunchOutcome::Different(how)) => {
                tally.different = Some(how);
                return;
            }
            Err(LaunchOutcome::RewrittenLost(lost, _)) => {
                let how = how(&lost);
                if let Ok(true) = self.is_lost_plainly(candidate) {
                    tally.different = Some(format!("{at}, the output {how}, but the original does not"));
                    return;
                }
                format!("{at}, the output {how} with optimisation alone, and the original may be undefined")
            }
            Err(LaunchOutcome::OriginalLost(lost)) => format!("the original {} {at}", how(&lost)),
            Err(
                LaunchOutcome::LeftOut(why)
                | LaunchOutcome::TooLarge(why)
                | LaunchOutcome::Slow(why)
                | LaunchOutcome::Unsettled(why),
            ) => why,
        };
        magnitudes.over = Some(candidate.magnitude);
        tally.left_out.get_or_insert(why);
    }

    /// Launches both once, and again if the rewritten kernel ends the worker. Returns whether memory has changed.
    fn compare(&mut self, candidate: &TrialLaunch, seen: &mut Seen) -> Result<bool, LaunchOutcome> {
        let mut lost_before = false;
        loop {
            // The second time, most platforms reuse the compiled kernel.
            let first = if lost_before { MUCH } else { BUILD };
            match self.compare_once(candidate, seen, first) {
                Err(LaunchOutcome::RewrittenLost(Lost::Silent(limit), took)) if took.saturating_mul(MUCH) > limit => {
                    let (at, seconds) = (candidate.at(), limit.as_secs_f64());
                    let why = format!("{at}, one launch takes nearly {seconds} s (--verify-timeout)");
                    return Err(LaunchOutcome::Slow(why));
                }
                Err(LaunchOutcome::RewrittenLost(..)) if !lost_before => lost_before = true,
                // An index or a bound may come from memory that work-items of the original share.
                Err(LaunchOutcome::RewrittenLost(Lost::Ended(_), _)) if self.is_by_race(candidate) => {
                    return Err(race(candidate));
                }
                Err(
                    difference @ (LaunchOutcome::Different(_)
                    | LaunchOutcome::RewrittenLost(..)
                    | LaunchOutcome::Unsettled(_)),
                ) => return Err(self.misuse_of_local_memory(candidate).unwrap_or(difference)),
                result => return result,
            }
        }
    }

    /// Launches both once, and returns whether memory has changed. A launch at which a platform compiles may take `first` times the limit.
    fn compare_once(&mut self, candidate: &TrialLaunch, seen: &mut Seen, first: u32) -> Result<bool, LaunchOutcome> {
        let mut launches = Launches { candidate, seen, first };
        // Other magnitudes are compared only in the strict build, whose results must agree to the last bit. Platforms compile each program
        // again for each work-group size, so a variation of it is only compared.
        let is_small = candidate.magnitude == Magnitude::Small;
        let checks = is_small && !candidate.varies_group();
        // Where a device may be lost by an access outside of memory, the check comes first.
        let checks_first = !self.runner.sees_accesses();
        if checks && checks_first {
            self.compare_subscripts(candidate)?;
        }
        let begin = Instant::now();
        let compared = self.compare_strictly(&mut launches);
        self.spent += begin.elapsed();
        let (has_changed, took) = compared?;
        if !candidate.varies_group() {
            self.compare_in_reverse(candidate, took)?;
        }
        if checks && !checks_first {
            self.compare_subscripts(candidate)?;
        }
        if checks {
            self.compare_fills(candidate)?;
        }
        // A launch with another bound is for coverage, and the user's build has run already.
        if is_small && candidate.varied.is_none() {
            self.compare_as_built(&mut launches, took)?;
        }
        Ok(has_changed)
    }

    /// Launches both with contraction off. Returns whether memory has changed, and how long the original took.
    fn compare_strictly(&mut self, launches: &mut Launches) -> Result<(bool, Duration), LaunchOutcome> {
        let (strict, candidate) = (self.strict, launches.candidate);
        let mut first = launches.original(self, strict, FIRST)?;
        let begin = Instant::now();
        let launched = launches.original(self, strict, AGAIN)?;
        let took = begin.elapsed();
        if self.difference(FIRST, AGAIN).map_err(LaunchOutcome::OriginalLost)?.is_some() {
            return Err(unsteady());
        }
        first.outside.extend(launched.outside);
        if let Some(why) = outside::of_original(&first.outside, candidate) {
            return Err(LaunchOutcome::TooLarge(why));
        }
        let lost = |lost| LaunchOutcome::RewrittenLost(lost, took);
        let rewritten = launches.rewritten(self, strict, OTHER, took)?;
        if let Some(why) = outside::of_output(&rewritten.outside, &first.outside) {
            return Err(self.doubt_access(candidate, &why));
        }
        if let Some(difference) = self.difference(FIRST, OTHER).map_err(lost)? {
            let at = candidate.at();
            return Err(match self.doubt(candidate, &difference) {
                Ok(outcome) => outcome,
                Err(lost) if candidate.magnitude != Magnitude::Small => LaunchOutcome::OriginalLost(lost),
                // Even if a worker dies during this analysis, there was a difference.
                Err(_) => LaunchOutcome::Different(format!("{at}, {}", difference.how)),
            });
        }
        Ok((launched.has_changed, took))
    }

    /// Launches both as the user builds them.
    fn compare_as_built(&mut self, launches: &mut Launches, took: Duration) -> Result<(), LaunchOutcome> {
        let loose = self.loose;
        launches.original(self, loose, BUILT_ORIGINAL)?;
        launches.rewritten(self, loose, BUILT_REWRITTEN, took)?;
        match self
            .difference(BUILT_ORIGINAL, BUILT_REWRITTEN)
            .map_err(|lost| LaunchOutcome::RewrittenLost(lost, took))?
        {
            None => Ok(()),
            Some(ContentDifference { how, .. }) if !self.loosening.is_empty() => {
                let options = self.loosening.join(" ");
                Err(LaunchOutcome::Unsettled(format!(
                    "the results differ with {options}, which allows that, and are the same without ({how})"
                )))
            }
            // Contraction may cause such differences.
            Some(_) if self.has_floats => Ok(()),
            Some(ContentDifference { how, .. }) => Err(LaunchOutcome::Unsettled(format!(
                "{}, the results vary: both texts differ in one build, and agree in another ({how})",
                launches.candidate.at()
            ))),
        }
    }

    fn difference(&mut self, left: usize, right: usize) -> Result<Option<ContentDifference>, Lost> {
        self.runner.compare(left, right, self.limit.saturating_mul(BUILD))
    }
}

/// The launches for which a compiler has run already.
type Seen = HashSet<(ProgramId, Option<Vec<usize>>)>;

/// Launches one candidate.
struct Launches<'a> {
    candidate: &'a TrialLaunch,
    seen: &'a mut Seen,
    first: u32,
}

impl Launches<'_> {
    /// Launches a text's kernel, with its time limit.
    fn run(
        &mut self,
        trial: &mut Trial,
        which: Which,
        pair: ProgramPair,
        slot: usize,
    ) -> Result<Result<Launched, String>, Lost> {
        let (program, launch) = (pair.of(which), &self.candidate.launch);
        // Many platforms compile at the first launch with a work-group.
        let is_first = self.seen.insert((program, launch.local.clone()));
        let limit = if is_first { trial.limit.saturating_mul(self.first) } else { trial.limit };
        let launched = trial.runner.launch(program, launch, slot, limit);
        if launched.is_err() {
            // A new process compiles again.
            self.seen.clear();
        }
        launched
    }

    fn original(&mut self, trial: &mut Trial, pair: ProgramPair, slot: usize) -> Result<Launched, LaunchOutcome> {
        let launched = self.run(trial, Which::Original, pair, slot).map_err(LaunchOutcome::OriginalLost)?;
        launched.map_err(LaunchOutcome::LeftOut)
    }

    /// Launches the output's kernel after the original's, which took the time `took`.
    fn rewritten(
        &mut self,
        trial: &mut Trial,
        pair: ProgramPair,
        slot: usize,
        took: Duration,
    ) -> Result<Launched, LaunchOutcome> {
        let launched = self.run(trial, Which::Rewritten, pair, slot);
        let why = match launched.map_err(|lost| LaunchOutcome::RewrittenLost(lost, took))? {
            Ok(launched) => return Ok(launched),
            Err(why) => why,
        };
        // The original may not be launchable any more either.
        self.original(trial, pair, AGAIN)?;
        // A platform that cannot make a kernel from what it has built has a fault: Oclgrind lacks functions that its optimiser uses.
        if why.starts_with("clCreateKernel") && trial.launches_plainly(self.candidate) {
            return Err(LaunchOutcome::Unsettled(format!(
                "the original can be launched, and the output only with -cl-opt-disable: {why}"
            )));
        }
        Err(LaunchOutcome::Different(format!("the original can be launched, but the output cannot: {why}")))
    }
}

/// How a worker was lost, as a predicate about a kernel.
pub(super) fn how(lost: &Lost) -> String {
    match lost {
        Lost::Ended(_) => lost.to_string(),
        Lost::Silent(_) => format!("{lost} (--verify-timeout)"),
    }
}

/// The launches of a kernel with numbers that are not small.
#[derive(Debug, Default)]
struct LaunchesOfMagnitude {
    spent: Duration,
    /// The magnitude from which on there are no more launches.
    over: Option<Magnitude>,
}

fn race(candidate: &TrialLaunch) -> LaunchOutcome {
    LaunchOutcome::LeftOut(format!(
        "{}, the original has a race: its work-items write to the same memory, or depend on their order",
        candidate.at()
    ))
}

fn unsteady() -> LaunchOutcome {
    LaunchOutcome::LeftOut("the results of the original vary".to_owned())
}
