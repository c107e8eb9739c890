//! Which candidate is chosen.
//!
//! What the author wrote stays, unless another candidate is faster beyond the noise: the interval of the ratio of both, round by round,
//! must be below 1, and the gain at least one hundredth. What the author wrote is what clunroll makes of the source, or else what the
//! compiler makes of it. The same holds between "no pragma" and all that is more text.
//!
//! The best of many measurements looks better than it is, since it is the best partly by luck. So fresh rounds confirm a candidate: it
//! must be faster than each simpler text there, and in all rounds together. Of several such candidates, the other rounds select one.

use super::statistics::Estimate;

/// The least gain for which a source is changed.
const LEAST: f64 = 0.99;

/// A candidate that may be chosen.
#[derive(Clone, Debug)]
pub(crate) struct Contender<'t> {
    /// Its times in the rounds that select.
    pub(crate) selecting: &'t [f64],
    /// Its times in the rounds that confirm.
    pub(crate) confirming: &'t [f64],
    /// How many choices need a change of the source.
    pub(crate) changes: usize,
}

/// The number of the chosen one among all; `None` if none could be timed. The incumbents are chosen if nothing is faster: the first one that
/// was timed wins.
pub(crate) fn chosen(contenders: &[Option<Contender<'_>>], incumbents: &[usize]) -> Option<usize> {
    let timed = |number: usize| Some((number, contenders.get(number)?.as_ref()?));
    let incumbents: Vec<_> = incumbents.iter().filter_map(|&number| timed(number)).collect();
    let is_confirmed = |own: &Contender<'_>, simpler: &[(usize, &Contender<'_>)]| {
        simpler.iter().all(|(_, simpler)| own.is_confirmed_against(simpler))
    };
    let is_incumbent = |number: usize| incumbents.iter().any(|(incumbent, _)| *incumbent == number);
    let confirmed: Vec<_> = (0..contenders.len())
        .filter_map(timed)
        .filter(|(number, own)| !is_incumbent(*number) && is_confirmed(own, &incumbents))
        .collect();
    if let Some((_, best)) = confirmed.iter().min_by(|(_, left), (_, right)| left.median().total_cmp(&right.median())) {
        // Among those that are as fast as the best, the one with the fewest changes of the source, and of these the fastest.
        let as_fast = confirmed.iter().filter(|(_, own)| !is_faster(ratios(best.selecting, own.selecting)));
        let fewest = as_fast.min_by(|(_, left), (_, right)| {
            left.changes.cmp(&right.changes).then(left.median().total_cmp(&right.median()))
        });
        return fewest.map(|(number, _)| *number);
    }
    // Each is faster than all before it.
    let last = (0..incumbents.len()).rfind(|&place| is_confirmed(incumbents[place].1, &incumbents[..place]))?;
    Some(incumbents[last].0)
}

impl Contender<'_> {
    /// Whether it is faster beyond the noise in the fresh rounds, and in all rounds.
    fn is_confirmed_against(&self, simpler: &Self) -> bool {
        let selecting = ratios(self.selecting, simpler.selecting);
        let fresh = || ratios(self.confirming, simpler.confirming);
        is_faster(fresh()) && is_faster(selecting.chain(fresh()))
    }

    /// The median of its times in the rounds that select; infinity without times. The fresh rounds stay out of it, since the reported gain
    /// is theirs.
    fn median(&self) -> f64 {
        Estimate::of(self.selecting.iter().copied()).map_or(f64::INFINITY, |time| time.median)
    }
}

/// Whether times are shorter than others beyond the noise, by their ratios.
fn is_faster(ratios: impl Iterator<Item = f64>) -> bool {
    Estimate::of(ratios).is_some_and(|ratio| ratio.high < 1.0 && ratio.median < LEAST)
}

/// Times relative to others, round by round.
fn ratios<'t>(own: &'t [f64], other: &'t [f64]) -> impl Iterator<Item = f64> + 't {
    own.iter().zip(other).map(|(own, other)| own / other)
}

/// The estimate of the times relative to others.
pub(crate) fn ratio(own: &[f64], other: &[f64]) -> Option<Estimate> {
    Estimate::of(ratios(own, other))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of the chosen one of these times, with the number of changes of each.
    fn of(tried: &[(&[f64], usize)], incumbents: &[usize]) -> Option<usize> {
        let tried: Vec<_> = tried.iter().map(|(times, changes)| (*times, *times, *changes)).collect();
        confirmed(&tried, incumbents)
    }

    fn confirmed(tried: &[(&[f64], &[f64], usize)], incumbents: &[usize]) -> Option<usize> {
        let contender = |&(selecting, confirming, changes)| Some(Contender { selecting, confirming, changes });
        chosen(&tried.iter().map(contender).collect::<Vec<_>>(), incumbents)
    }

    #[test]
    fn what_is_written_stays_within_the_noise() {
        let noise = [1.0, 1.02, 0.98, 1.01, 0.99, 1.0, 1.03];
        let scaled = |scale: f64| noise.map(|one| one * scale);
        let mut reversed = scaled(0.995);
        reversed.reverse();
        let fast = scaled(0.8);
        let same: [(&[f64], usize); 3] = [(&noise, 1), (&noise, 0), (&reversed, 1)];
        assert_eq!(of(&same, &[0, 1]), Some(0));
        assert_eq!(of(&[same[0], same[1], (&fast, 1)], &[0, 1]), Some(2));
        // Without a text as written, no pragma is the simplest.
        assert_eq!(of(&same, &[1]), Some(1));
        assert_eq!(of(&[], &[]), None);
    }

    #[test]
    fn what_clunroll_makes_of_the_source_stays_before_all_else() {
        assert_eq!(of(&[(&[1.0; 7], 1), (&[1.0; 7], 0), (&[0.995; 7], 1)], &[2, 0, 1]), Some(2));
    }

    #[test]
    fn the_fewest_changes_are_chosen_among_equals() {
        let (slow, fast) = ([1.0; 7], [0.5; 7]);
        assert_eq!(of(&[(&slow, 2), (&fast, 2), (&fast, 1)], &[0]), Some(2));
        // With as few changes, the fastest one.
        assert_eq!(of(&[(&slow, 2), ([0.503; 7].as_slice(), 1), (&[0.501; 7], 1), (&fast, 2)], &[0]), Some(2));
    }

    #[test]
    fn what_fresh_rounds_do_not_confirm_is_not_chosen() {
        let (slow, fast, faster) = ([1.0; 7], [0.9; 7], [0.8; 7]);
        let noisy = [0.8, 1.1, 0.9, 1.2, 0.8, 1.0, 1.1];
        let tried: [(&[f64], &[f64], usize); 3] = [(&slow, &slow, 0), (&faster, &noisy, 1), (&fast, &fast, 1)];
        // The next one is chosen, and then what is written.
        assert_eq!(confirmed(&tried, &[0]), Some(2));
        assert_eq!(confirmed(&tried[..2], &[0]), Some(0));
        // An incumbent needs confirmation against those before it, too.
        assert_eq!(confirmed(&tried[..2], &[0, 1]), Some(0));
        assert_eq!(confirmed(&[tried[0], tried[2]], &[0, 1]), Some(1));
    }

    /// A text by default that some rounds do not tell from the best, and the others do: `sum_by_factor` on an H100 was such one.
    #[test]
    fn an_incumbent_that_is_slower_in_all_rounds_together_does_not_stay() {
        let even = [1.0; 15];
        let unclear: [f64; 15] = std::array::from_fn(|round| if round < 4 { 1.02 } else { 0.96 });
        let clear = [0.96; 15];
        let tried: [(&[f64], &[f64], usize); 2] = [(&even, &even, 0), (&unclear, &clear, 1)];
        assert!(ratio(&unclear, &even).is_some_and(|ratio| ratio.high > 1.0), "the selecting rounds alone do not tell");
        assert_eq!(confirmed(&tried, &[0]), Some(1));
    }
}
