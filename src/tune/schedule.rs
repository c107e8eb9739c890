//! How much of the time of a search is kept back for the last rounds, and what fits into it.
//!
//! The last rounds build the best candidates once more, and time them often. The candidates before show how long that takes: the time until
//! a candidate has its first round, and the time of a round. The search ends early enough for the last rounds, but has at least two thirds
//! of the time. If the last rounds do not fit into the rest, fewer candidates are timed again; and if that is not enough, in fewer rounds.

use std::time::Duration;

/// The rounds that select a candidate, and as many that confirm it.
pub(super) const LAST_ROUNDS: usize = 15;
/// The least number of rounds: with fewer, an interval does not have a probability of 95 %.
const LEAST_ROUNDS: usize = 6;
/// How many candidates are timed again, beside those that are always timed again.
pub(super) const FINALISTS: usize = 8;
/// How many are always timed again: as written, without pragmas, and by default.
const ALWAYS: usize = 3;

/// How long candidates take, as far as some of them were tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct CandidateCosts {
    /// The build of the text without pragmas: others may be built ahead, or known to the driver, when the search tries them.
    build: Duration,
    candidates: usize,
    /// Their time outside of rounds.
    before_rounds: Duration,
    /// The number of rounds of all candidates together.
    rounds: usize,
    in_rounds: Duration,
}

/// What the last rounds have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LastRounds {
    /// How many candidates are timed again, beside those that are always timed again.
    pub(super) finalists: usize,
    /// The rounds that select, and as many that confirm.
    pub(super) rounds: usize,
}

impl CandidateCosts {
    pub(super) const fn new(build: Duration) -> Self {
        Self { build, candidates: 0, before_rounds: Duration::ZERO, rounds: 0, in_rounds: Duration::ZERO }
    }

    /// Adds candidates that took this time, some of it in rounds: so many for all of them together, and for the text without pragmas.
    pub(super) fn add(&mut self, candidates: usize, rounds: usize, all: Duration, in_rounds: Duration) {
        self.candidates += candidates;
        self.before_rounds += all.saturating_sub(in_rounds);
        self.rounds += rounds;
        self.in_rounds += in_rounds;
    }

    /// The time of a candidate until its first round.
    fn before_rounds(&self) -> Duration {
        mean(self.before_rounds, self.candidates).max(self.build)
    }

    fn round(&self) -> Duration {
        mean(self.in_rounds, self.rounds)
    }

    /// The time of some candidates in this many rounds.
    pub(super) fn of(&self, candidates: usize, rounds: usize) -> Duration {
        self.before_rounds() * whole(candidates) + self.round() * whole((candidates + 1) * rounds)
    }

    /// For how many candidates, at most so many, a search that has `all` the time has some left after it has `spent` some.
    pub(super) fn has_time_for(&self, most: usize, rounds: usize, spent: Duration, all: Duration) -> usize {
        let is_enough = |&candidates: &usize| spent + self.kept_back(all) + self.of(candidates, rounds) < all;
        (1..=most).rev().find(is_enough).unwrap_or(0)
    }

    /// The time that a search leaves to the last rounds, if it has `all` the time until they end.
    fn kept_back(&self, all: Duration) -> Duration {
        self.of(FINALISTS + ALWAYS, 2 * LAST_ROUNDS).min(all / 3)
    }

    /// What fits into the time that is left.
    pub(super) fn last_rounds(&self, left: Duration) -> LastRounds {
        let fits = |finalists: usize, rounds: usize| self.of(finalists + ALWAYS, 2 * rounds) <= left;
        let finalists = (1..=FINALISTS).rev().find(|&finalists| fits(finalists, LAST_ROUNDS)).unwrap_or(1);
        let rounds = (LEAST_ROUNDS..=LAST_ROUNDS).rev().find(|&rounds| fits(finalists, rounds)).unwrap_or(LEAST_ROUNDS);
        LastRounds { finalists, rounds }
    }
}

fn mean(sum: Duration, count: usize) -> Duration {
    sum / whole(count.max(1))
}

fn whole(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Two candidates that took one second each until their rounds, and this time in each round.
    fn costs(round: Duration) -> CandidateCosts {
        let mut costs = CandidateCosts::new(Duration::ZERO);
        costs.add(2, 9, 2 * SECOND + 9 * round, 9 * round);
        costs
    }

    /// A search that tries six candidates at a time ends in time, whatever a launch takes, and uses nearly all of it.
    #[test]
    fn a_search_ends_in_time() {
        for round in [0, 1, 10, 100, 500].map(Duration::from_millis) {
            let all = 120 * SECOND;
            let (mut costs, mut spent) = (costs(round), 2 * SECOND + 9 * round);
            loop {
                let block = costs.has_time_for(6, 3, spent, all);
                if block == 0 {
                    break;
                }
                let rounds = (block + 1) * 3;
                let in_rounds = round * whole(rounds);
                let took = SECOND * whole(block) + in_rounds;
                costs.add(block, rounds, took, in_rounds);
                spent += took;
            }
            let LastRounds { finalists, rounds } = costs.last_rounds(all.saturating_sub(spent));
            let end = spent + costs.of(finalists + ALWAYS, 2 * rounds);
            assert!(
                end <= all && end > all * 9 / 10,
                "{round:?}: {end:?} with {finalists} finalists in {rounds} rounds"
            );
        }
    }

    #[test]
    fn short_launches_get_all_rounds_and_finalists() {
        let costs = costs(Duration::from_millis(1));
        let all = LastRounds { finalists: FINALISTS, rounds: LAST_ROUNDS };
        assert_eq!(costs.kept_back(120 * SECOND), costs.of(FINALISTS + ALWAYS, 2 * LAST_ROUNDS));
        assert_eq!(costs.last_rounds(costs.kept_back(120 * SECOND)), all);
        assert_eq!(costs.last_rounds(Duration::from_secs(9)).rounds, LAST_ROUNDS);
        assert!(costs.last_rounds(Duration::from_secs(9)).finalists < FINALISTS);
    }

    #[test]
    fn without_time_there_is_one_finalist_in_the_least_rounds() {
        let least = LastRounds { finalists: 1, rounds: LEAST_ROUNDS };
        assert_eq!(costs(SECOND).last_rounds(Duration::ZERO), least);
    }

    #[test]
    fn a_build_counts_where_the_search_has_built_ahead() {
        let costs = CandidateCosts { build: 4 * SECOND, ..costs(Duration::ZERO) };
        assert_eq!(costs.of(2, 30), 8 * SECOND);
    }
}
