//! The candidates of some kernels: tries configurations, and remembers what came of each.
//!
//! A first look takes three rounds. The best of all candidates are then timed again in many rounds, with the text as written among them: the
//! first half of these rounds selects a candidate, and the other half confirms it and is reported.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use clunroll_opencl::{KernelResources, Launch};

use super::candidate_text::TunedSource;
use super::device::{BuiltCandidate, RelativeTimes, TrialFailure, TuneDevice};
use super::resources::of_kernel;
use super::schedule::{CandidateCosts, LastRounds};
use super::search::{ChoiceNumbers, Trials};
use super::space::{Dimension, as_written, by_default, choices, plain};
use super::statistics::Estimate;

/// The rounds of a first look.
const FIRST_ROUNDS: usize = 3;
/// How many candidates are timed together.
const BLOCK: usize = 6;
/// A launch that takes longer than this is long.
const LONG: Duration = Duration::from_millis(100);
/// How far above the best a median of the first look may be, so that the candidate is timed again.
pub(crate) const NEAR: f64 = 1.25;

/// One configuration that was tried.
#[derive(Clone, Debug)]
pub(crate) struct TriedCandidate {
    pub(crate) configuration: ChoiceNumbers,
    /// The time relative to the text without pragmas: the geometric mean over the launches.
    pub(crate) time: Result<Estimate, TrialFailure>,
    /// The same for each round: the fresh rounds that confirm, for finalists.
    pub(crate) rounds: Vec<f64>,
    /// The same for each of the rounds that select, for finalists.
    pub(crate) selecting: Vec<f64>,
    /// Whether it was timed again.
    pub(crate) is_finalist: bool,
    pub(crate) build_time: Option<Duration>,
    pub(crate) rounds_differently: bool,
    /// What each kernel needs, for finalists.
    pub(crate) resources: Vec<KernelResources>,
}

/// The trials of some kernels.
pub(crate) struct GroupTrials<'a, 'd> {
    pub(crate) source: &'a TunedSource,
    pub(crate) dimensions: &'a [Dimension],
    pub(crate) launches: &'a [Launch],
    pub(crate) device: &'a mut TuneDevice<'d>,
    /// The text without pragmas.
    first: BuiltCandidate,
    pub(crate) tried: Vec<TriedCandidate>,
    /// The candidates by the hashes of their texts.
    by_text: HashMap<u64, usize>,
    /// When the search began, and when its last rounds should end.
    begin: Instant,
    end: Instant,
    costs: CandidateCosts,
    /// How long the text without pragmas takes in all launches.
    alone: Duration,
    /// Why nothing can be measured.
    pub(crate) failure: Option<TrialFailure>,
    /// The median time of the text without pragmas for each launch, in nanoseconds.
    pub(crate) plain: Vec<f64>,
    progress: &'a mut dyn FnMut(&[TriedCandidate]),
    is_stopped: &'a dyn Fn() -> bool,
    /// Whether the configurations that a search begins with were tried.
    is_begun: bool,
}

impl<'a, 'd> GroupTrials<'a, 'd> {
    /// Builds the text without pragmas.
    pub(crate) fn start(
        source: &'a TunedSource,
        dimensions: &'a [Dimension],
        launches: &'a [Launch],
        device: &'a mut TuneDevice<'d>,
        (begin, end): (Instant, Instant),
        progress: &'a mut dyn FnMut(&[TriedCandidate]),
        is_stopped: &'a dyn Fn() -> bool,
    ) -> Result<Self, TrialFailure> {
        let text = source
            .text(choices(dimensions, &plain(dimensions)))
            .map_err(|why| TrialFailure::NotBuilt(why.message()))?;
        let first = device.build(&text)?;
        let alone = device.time_alone(&first, launches)?;
        let costs = CandidateCosts::new(first.build_time);
        let trials = Self {
            source,
            dimensions,
            launches,
            device,
            first,
            tried: Vec::new(),
            by_text: HashMap::new(),
            begin,
            end,
            costs,
            alone,
            failure: None,
            plain: Vec::new(),
            progress,
            is_stopped,
            is_begun: false,
        };
        Ok(trials)
    }

    /// Tries configurations with new texts, and remembers the results.
    fn try_block(&mut self, block: &[(ChoiceNumbers, Vec<u8>)]) {
        let (begin, in_rounds) = (Instant::now(), self.device.in_rounds);
        self.device.build_ahead(&block.iter().map(|(_, text)| &text[..]).collect::<Vec<_>>());
        let mut built = Vec::new();
        for (configuration, text) in block {
            let mut candidate = TriedCandidate {
                configuration: configuration.clone(),
                time: Err(TrialFailure::NotBuilt(String::new())),
                rounds: Vec::new(),
                selecting: Vec::new(),
                is_finalist: false,
                build_time: None,
                rounds_differently: false,
                resources: Vec::new(),
            };
            match self.device.build(text) {
                Ok(one) => {
                    candidate.build_time = Some(one.build_time);
                    built.push((self.tried.len(), one));
                }
                Err(why) => candidate.time = Err(why),
            }
            self.by_text.insert(hash(text), self.tried.len());
            self.tried.push(candidate);
        }
        let programs: Vec<_> = built.iter().map(|(_, one)| one).collect();
        let times = self.device.time(&self.first, &programs, self.launches, FIRST_ROUNDS).unwrap_or_else(|why| {
            self.failure = Some(why.clone());
            vec![Err(why); programs.len()]
        });
        for ((number, one), times) in built.iter().zip(times) {
            self.device.forget(one);
            let tried = &mut self.tried[*number];
            match times {
                Ok(times) => {
                    tried.rounds = geometric_means(&times);
                    tried.rounds_differently = times.rounds_differently;
                    tried.time = estimate(&tried.rounds);
                }
                Err(why) => tried.time = Err(why),
            }
        }
        let rounds = (built.len() + 1) * FIRST_ROUNDS;
        self.costs.add(block.len(), rounds, begin.elapsed(), self.device.in_rounds.saturating_sub(in_rounds));
        (self.progress)(&self.tried);
    }

    /// Times the best candidates again, with the text as written among them. Their order is that of [`GroupTrials::tried`].
    pub(crate) fn decide(&mut self, kernels: &[&str]) -> Result<(), TrialFailure> {
        let last = self.costs.last_rounds(self.end.saturating_duration_since(Instant::now()));
        let LastRounds { finalists: most, rounds } = last;
        let mut order: Vec<usize> = (0..self.tried.len()).filter(|&number| self.tried[number].time.is_ok()).collect();
        let median = |number: usize| self.tried[number].time.as_ref().map_or(f64::INFINITY, |time| time.median);
        order.sort_by(|&left, &right| median(left).total_cmp(&median(right)));
        let best = order.first().map_or(f64::INFINITY, |&number| median(number));
        let mut finalists: Vec<_> =
            order.into_iter().filter(|&number| median(number) <= best * NEAR).take(most).collect();
        for always in [as_written(self.dimensions), plain(self.dimensions), by_default(self.dimensions)] {
            let of_same = self.number_of(&always).filter(|&number| self.tried[number].time.is_ok());
            finalists.extend(of_same.filter(|number| !finalists.contains(number)));
        }
        let mut built = Vec::new();
        for number in finalists {
            let configuration = &self.tried[number].configuration;
            let text = self.source.text(choices(self.dimensions, configuration));
            let text = text.map_err(|why| TrialFailure::NotBuilt(why.message()))?;
            match self.device.build_anew(&text) {
                Ok(one) => {
                    // A driver that keeps what it has built takes nearly no time now.
                    self.tried[number].build_time = self.tried[number].build_time.max(Some(one.build_time));
                    built.push((number, one));
                }
                Err(why) => self.tried[number].time = Err(why),
            }
        }
        let programs: Vec<_> = built.iter().map(|(_, one)| one).collect();
        let times = self.device.time(&self.first, &programs, self.launches, 2 * rounds)?;
        for ((number, one), times) in built.iter().zip(times) {
            let resources = kernels.iter().map(|kernel| {
                let all = self.device.resources(one, kernel);
                KernelResources { log: of_kernel(&all.log, kernel).to_owned(), ..all }
            });
            let resources: Vec<_> = resources.collect();
            self.device.forget(one);
            let tried = &mut self.tried[*number];
            tried.resources = resources;
            match times {
                Ok(times) => {
                    tried.is_finalist = true;
                    tried.selecting = geometric_means(&times);
                    tried.rounds = tried.selecting.split_off(rounds);
                    tried.rounds_differently |= times.rounds_differently;
                    tried.time = estimate(&tried.rounds);
                    let median = |of_first: &Vec<f64>| {
                        Estimate::of(of_first.iter().skip(rounds).copied()).map_or(0.0, |time| time.median)
                    };
                    self.plain = times.of_first.iter().map(median).collect();
                }
                Err(why) => tried.time = Err(why),
            }
        }
        (self.progress)(&self.tried);
        Ok(())
    }

    /// How many candidates are timed together: few if a launch takes long, or if the time is nearly over, so that it is not over in the
    /// middle of many. 0 if it is over.
    fn block(&self) -> usize {
        let most = if self.alone > LONG { 2 } else { BLOCK };
        let all = self.end.saturating_duration_since(self.begin);
        self.costs.has_time_for(most, FIRST_ROUNDS, self.begin.elapsed(), all)
    }

    /// The candidate with the text of a configuration, if it was tried.
    pub(crate) fn number_of(&self, configuration: &ChoiceNumbers) -> Option<usize> {
        let text = self.source.text(choices(self.dimensions, configuration)).ok()?;
        self.by_text.get(&hash(&text)).copied()
    }

    /// Forgets the text without pragmas.
    pub(crate) fn finish(self) -> Vec<TriedCandidate> {
        self.device.forget(&self.first);
        self.tried
    }
}

impl Trials for GroupTrials<'_, '_> {
    fn try_all(&mut self, configurations: &[ChoiceNumbers]) -> Vec<Option<f64>> {
        let (mut numbers, mut block) = (Vec::new(), Vec::new());
        for configuration in configurations {
            if self.is_over() {
                break;
            }
            let Ok(text) = self.source.text(choices(self.dimensions, configuration)) else {
                numbers.push(None);
                continue;
            };
            let of_text = hash(&text);
            let known = self.by_text.get(&of_text).copied();
            let waiting = block.iter().position(|(_, other): &(ChoiceNumbers, Vec<u8>)| *other == text);
            numbers.push(Some(known.unwrap_or(self.tried.len() + waiting.unwrap_or(block.len()))));
            if known.is_none() && waiting.is_none() {
                block.push((configuration.clone(), text));
            }
            if block.len() >= if self.is_begun { self.block() } else { BLOCK } {
                self.try_block(&std::mem::take(&mut block));
            }
        }
        if !block.is_empty() {
            self.try_block(&block);
        }
        self.is_begun = true;
        let time = |number: usize| self.tried[number].time.as_ref().ok().map(|time| time.median);
        numbers.into_iter().map(|number| number.and_then(time)).collect()
    }

    fn is_over(&self) -> bool {
        // Others are judged against what the search begins with: without these, nothing can be said of them.
        self.failure.is_some() || self.is_begun && (self.block() == 0 || (self.is_stopped)())
    }
}

/// For each round, the geometric mean over the launches.
fn geometric_means(times: &RelativeTimes) -> Vec<f64> {
    let rounds = times.of_launches.iter().map(Vec::len).min().unwrap_or_default();
    #[expect(clippy::cast_precision_loss, reason = "there are few launches")]
    let launches = times.of_launches.len() as f64;
    let mean = |round: usize| times.of_launches.iter().map(|launch| launch[round].ln()).sum::<f64>() / launches;
    (0..rounds).map(|round| mean(round).exp()).collect()
}

fn estimate(rounds: &[f64]) -> Result<Estimate, TrialFailure> {
    Estimate::of(rounds.iter().copied()).ok_or_else(|| TrialFailure::NotLaunched("it was not timed".to_owned()))
}

fn hash(text: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
