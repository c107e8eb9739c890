//! Which candidate is chosen.
//!
//! What the author wrote stays, unless another candidate is faster beyond the noise: the interval of the ratio of both, round by round,
//! must be below 1, and the gain at least one hundredth. What the author wrote is what clunroll makes of the source, or else what the
//! compiler makes of it. The same holds between "no pragma" and all that is more text.

use super::search::ChoiceNumbers;
use super::statistics::Estimate;
use super::trials::TriedCandidate;

/// The least gain for which a source is changed.
const LEAST: f64 = 0.99;

/// The candidates that are chosen if nothing is faster, by their numbers: the first one that was timed wins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Incumbents {
    /// What clunroll makes of the source.
    pub(crate) by_default: Option<usize>,
    /// What the compiler makes of the source.
    pub(crate) as_written: Option<usize>,
    /// The text without pragmas.
    pub(crate) plain: Option<usize>,
}

/// The number of the chosen candidate among all; `None` if none could be timed. `unchanged` is the configuration that needs no change of the
/// source.
pub(crate) fn chosen(tried: &[TriedCandidate], incumbents: &Incumbents, unchanged: &ChoiceNumbers) -> Option<usize> {
    let finalists = || (0..tried.len()).filter(|&number| tried[number].is_finalist && tried[number].time.is_ok());
    let median = |number: usize| tried[number].time.as_ref().map_or(f64::INFINITY, |time| time.median);
    let best = finalists().min_by(|&left, &right| median(left).total_cmp(&median(right)))?;
    let is_final = |number: &usize| finalists().any(|finalist| finalist == *number);
    let Incumbents { by_default, as_written, plain } = incumbents;
    for simpler in [by_default, as_written, plain].into_iter().flatten().copied().filter(is_final) {
        if !is_faster(&tried[best], &tried[simpler]) {
            return Some(simpler);
        }
    }
    // Among those that are as fast as the best, the one with the fewest changes of the source.
    let as_fast = finalists().filter(|&number| number == best || !is_faster(&tried[best], &tried[number]));
    as_fast.min_by_key(|&number| (changes(&tried[number].configuration, unchanged), number != best))
}

/// How many choices need a change of the source.
fn changes(configuration: &ChoiceNumbers, unchanged: &ChoiceNumbers) -> usize {
    configuration.iter().zip(unchanged).filter(|(choice, unchanged)| choice != unchanged).count()
}

/// Whether one candidate is faster than another beyond the noise.
pub(crate) fn is_faster(one: &TriedCandidate, other: &TriedCandidate) -> bool {
    ratio(one, other).is_some_and(|ratio| ratio.high < 1.0 && ratio.median < LEAST)
}

/// The time of one candidate relative to that of another, round by round.
pub(crate) fn ratio(one: &TriedCandidate, other: &TriedCandidate) -> Option<Estimate> {
    Estimate::of(one.rounds.iter().zip(&other.rounds).map(|(one, other)| one / other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(configuration: &[usize], rounds: &[f64]) -> TriedCandidate {
        TriedCandidate {
            configuration: configuration.to_vec(),
            time: Ok(Estimate::of(rounds.iter().copied()).expect("rounds")),
            rounds: rounds.to_vec(),
            is_finalist: true,
            build_time: None,
            rounds_differently: false,
            resources: Vec::new(),
        }
    }

    fn incumbents(as_written: Option<usize>, plain: Option<usize>) -> Incumbents {
        Incumbents { by_default: None, as_written, plain }
    }

    #[test]
    fn what_is_written_stays_within_the_noise() {
        let noise = [1.0, 1.02, 0.98, 1.01, 0.99, 1.0, 1.03];
        let of = |scale: f64| noise.map(|one| one * scale);
        let written = candidate(&[0], &noise);
        let reversed = {
            let mut reversed = of(0.995);
            reversed.reverse();
            reversed
        };
        let same = [written.clone(), candidate(&[1], &noise), candidate(&[2], &reversed)];
        assert_eq!(chosen(&same, &incumbents(Some(0), Some(1)), &vec![1]), Some(0));
        let faster = [written, candidate(&[1], &noise), candidate(&[2], &of(0.8))];
        assert_eq!(chosen(&faster, &incumbents(Some(0), Some(1)), &vec![1]), Some(2));
        // Without a text as written, no pragma is the simplest.
        assert_eq!(chosen(&same, &incumbents(None, Some(1)), &vec![1]), Some(1));
        assert_eq!(chosen(&[], &Incumbents::default(), &Vec::new()), None);
    }

    #[test]
    fn what_clunroll_makes_of_the_source_stays_before_all_else() {
        let same = [candidate(&[0], &[1.0; 7]), candidate(&[1], &[1.0; 7]), candidate(&[3], &[0.995; 7])];
        let incumbents = Incumbents { by_default: Some(2), as_written: Some(0), plain: Some(1) };
        assert_eq!(chosen(&same, &incumbents, &vec![1]), Some(2));
    }

    #[test]
    fn the_fewest_changes_are_chosen_among_equals() {
        let (slow, fast) = ([1.0; 7], [0.5; 7]);
        let tried = [candidate(&[0, 0], &slow), candidate(&[4, 1], &fast), candidate(&[2, 5], &fast)];
        assert_eq!(chosen(&tried, &incumbents(Some(0), None), &vec![2, 3]), Some(2));
    }
}
