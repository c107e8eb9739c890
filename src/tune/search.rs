//! Which configurations are tried, and in which order.
//!
//! A configuration has one choice for each request. If there are few, all are tried. Otherwise one request after the other gets the best
//! of its choices, from the best of some starts; then each pair of requests gets the best of its best choices together; then the same
//! begins again at random configurations until the time is over. (Full search, or a part of it, is the practice of Kernel Tuner and
//! `CLBlast`; spaces are small.)

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// A choice for each request, by its number.
pub(crate) type ChoiceNumbers = Vec<usize>;

/// How many of the best choices of each request are tried with those of another one.
const BEST: usize = 3;
/// How many random configurations are a start at most.
const RESTARTS: usize = 100;

/// What was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Searched {
    /// The number of configurations.
    pub(crate) size: u64,
    /// How many of them were tried.
    pub(crate) tried: usize,
    /// Whether the time was over before the search.
    pub(crate) is_cut: bool,
    /// Whether the user ended it.
    pub(crate) is_interrupted: bool,
}

impl Searched {
    pub(crate) const fn is_all(&self) -> bool {
        self.tried as u64 >= self.size
    }
}

/// What tries configurations.
pub(crate) trait Trials {
    /// The relative time of each configuration; `None` for one that cannot be used.
    fn try_all(&mut self, configurations: &[ChoiceNumbers]) -> Vec<Option<f64>>;

    /// Whether the time is over.
    fn is_over(&self) -> bool;
}

/// The number of configurations.
pub(crate) fn size(choices: &[usize]) -> u64 {
    choices.iter().fold(1, |size: u64, &count| size.saturating_mul(count as u64))
}

/// Tries configurations of requests that have these numbers of choices: all of them if there are at most `budget`. Otherwise requests get
/// their best choices from the best of the starts, and from each of `others`, which need not be fast themselves.
pub(crate) fn search(
    choices: &[usize],
    starts: &[ChoiceNumbers],
    others: &[ChoiceNumbers],
    budget: u64,
    trials: &mut dyn Trials,
) -> Searched {
    let mut searcher = Searcher { choices, known: HashMap::new(), trials };
    let size = size(choices);
    searcher.best_of(starts);
    if size <= budget {
        searcher.best_of(&all(choices));
    } else {
        let start = searcher.best().unwrap_or_else(|| vec![0; choices.len()]);
        searcher.descend(start);
        for other in others {
            searcher.descend(other.clone());
        }
        searcher.pairs();
        let mut random = RestartNumbers(0x9E37_79B9_7F4A_7C15);
        for _ in 0..RESTARTS {
            if searcher.trials.is_over() || searcher.known.len() as u64 >= size {
                break;
            }
            searcher.descend(choices.iter().map(|&count| random.below(count)).collect());
        }
    }
    Searched { size, tried: searcher.known.len(), is_cut: searcher.trials.is_over(), is_interrupted: false }
}

/// All configurations. Those that differ in few requests from the first ones come first.
fn all(choices: &[usize]) -> Vec<ChoiceNumbers> {
    let mut all = vec![Vec::new()];
    for &count in choices {
        all = all
            .iter()
            .flat_map(|start: &ChoiceNumbers| (0..count).map(|choice| [&start[..], &[choice]].concat()))
            .collect();
    }
    all.sort_by_key(|configuration| configuration.iter().filter(|&&choice| choice > 1).count());
    all
}

struct Searcher<'a> {
    choices: &'a [usize],
    /// The relative times of what was tried.
    known: HashMap<ChoiceNumbers, Option<f64>>,
    trials: &'a mut dyn Trials,
}

impl Searcher<'_> {
    /// Tries these configurations, and returns the best of them.
    fn best_of(&mut self, configurations: &[ChoiceNumbers]) -> Option<ChoiceNumbers> {
        let mut new: Vec<ChoiceNumbers> = Vec::new();
        for configuration in configurations {
            if !self.known.contains_key(configuration) && !new.contains(configuration) {
                new.push(configuration.clone());
            }
        }
        let times = self.trials.try_all(&new);
        // What the time did not suffice for has no result, and may come again.
        self.known.extend(new.into_iter().zip(times));
        self.least(configurations.iter())
    }

    fn least<'c>(&self, configurations: impl Iterator<Item = &'c ChoiceNumbers>) -> Option<ChoiceNumbers> {
        let with_times = configurations.filter_map(|one| Some((one, self.known.get(one).copied().flatten()?)));
        with_times.min_by(|left, right| left.1.total_cmp(&right.1)).map(|(best, _)| best.clone())
    }

    fn best(&self) -> Option<ChoiceNumbers> {
        self.least(self.known.keys())
    }

    /// Gives one request after the other the best of its choices.
    fn descend(&mut self, mut at: ChoiceNumbers) {
        for request in 0..self.choices.len() {
            if self.trials.is_over() {
                return;
            }
            let all: Vec<_> = (0..self.choices[request]).map(|choice| with(&at, request, choice)).collect();
            at = self.best_of(&all).unwrap_or(at);
        }
    }

    /// Gives each pair of requests the best of its choices, where each alone is among the best.
    fn pairs(&mut self) {
        for first in 0..self.choices.len() {
            for second in first + 1..self.choices.len() {
                let Some(at) = self.best().filter(|_| !self.trials.is_over()) else { return };
                let seconds = self.best_choices(&at, second);
                let pairs = self.best_choices(&at, first).into_iter().flat_map(|one| {
                    let at = with(&at, first, one);
                    seconds.iter().map(move |&other| with(&at, second, other)).collect::<Vec<_>>()
                });
                let pairs: Vec<_> = pairs.collect();
                self.best_of(&pairs);
            }
        }
    }

    /// The best choices of one request, if the others stay.
    fn best_choices(&self, at: &ChoiceNumbers, request: usize) -> Vec<usize> {
        let times = (0..self.choices[request]).filter_map(|choice| {
            let time = self.known.get(&with(at, request, choice)).copied().flatten()?;
            Some((choice, time))
        });
        let mut times: Vec<_> = times.collect();
        times.sort_by(|left, right| left.1.total_cmp(&right.1));
        times.into_iter().take(BEST).map(|(choice, _)| choice).collect()
    }
}

fn with(configuration: &ChoiceNumbers, request: usize, choice: usize) -> ChoiceNumbers {
    let mut changed = configuration.clone();
    changed[request] = choice;
    changed
}

/// Random numbers that are the same in each run (xorshift, Marsaglia 2003).
struct RestartNumbers(u64);

impl RestartNumbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }
}

#[cfg(test)]
#[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
mod tests {
    use super::*;

    /// Times that a function gives, for a limited number of configurations.
    struct Given<F> {
        time: F,
        left: usize,
        best: f64,
    }

    impl<F: Fn(&ChoiceNumbers) -> Option<f64>> Trials for Given<F> {
        fn try_all(&mut self, configurations: &[ChoiceNumbers]) -> Vec<Option<f64>> {
            self.left = self.left.saturating_sub(configurations.len());
            let times: Vec<_> = configurations.iter().map(&self.time).collect();
            self.best = times.iter().flatten().copied().fold(self.best, f64::min);
            times
        }

        fn is_over(&self) -> bool {
            self.left == 0
        }
    }

    fn run(
        choices: &[usize],
        budget: u64,
        left: usize,
        time: impl Fn(&ChoiceNumbers) -> Option<f64>,
    ) -> (Searched, f64) {
        let mut given = Given { time, left, best: f64::INFINITY };
        let starts = [vec![0; choices.len()], vec![1; choices.len()]];
        (search(choices, &starts, &[], budget, &mut given), given.best)
    }

    #[test]
    fn a_small_space_is_tried_as_a_whole() {
        let (searched, best) = run(&[4, 5, 3], 60, 1000, |at| (at != &[0, 0, 0]).then(|| 1.0 + at[0] as f64));
        assert_eq!(searched, Searched { size: 60, tried: 60, is_cut: false, is_interrupted: false });
        assert!(searched.is_all());
        assert!((best - 1.0).abs() < 1e-9);
    }

    #[test]
    fn pairs_find_what_single_requests_do_not() {
        // The best is where two requests change together; each change alone costs a little.
        let time = |at: &ChoiceNumbers| {
            let together = if at[0] == 3 && at[2] == 2 { -0.5 } else { 0.0 };
            Some(1.0 + 0.01 * (at[0] + at[1] + at[2]) as f64 + together)
        };
        let (searched, best) = run(&[4, 10, 3, 10], 50, 120, time);
        assert!(searched.tried < 200 && !searched.is_all(), "{searched:?}");
        assert!(best < 0.6, "{best}");
    }

    /// What makes another choice worthwhile may gain nothing alone.
    #[test]
    fn each_start_is_improved() {
        let time = |at: &ChoiceNumbers| {
            let together = if at[0] == 7 && at[3] == 1 { -0.5 } else { 0.0 };
            Some(1.0 + 0.01 * (at[0] + at[1] + at[2] + at[3]) as f64 + together)
        };
        let mut given = Given { time, left: 60, best: f64::INFINITY };
        search(&[9, 9, 9, 2], &[vec![0; 4]], &[vec![0, 0, 0, 1]], 50, &mut given);
        assert!(given.best < 0.6, "{}", given.best);
    }

    #[test]
    fn the_search_ends_when_the_time_is_over() {
        let (searched, _) = run(&[9; 12], 100, 40, |_| Some(1.0));
        assert!(searched.is_cut && searched.tried < 60, "{searched:?}");
    }
}
