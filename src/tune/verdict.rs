//! Which candidate is chosen.
//!
//! What the author wrote stays, unless another candidate is faster beyond the noise: the interval of the ratio of both, round by round,
//! must be below 1, and the gain at least one hundredth. What the author wrote is what clunroll makes of the source, or else what the
//! compiler makes of it. The same holds between "no pragma" and all that is more text.
//!
//! The best of many measurements looks better than it is, since it is the best partly by luck. So some rounds select a candidate, and
//! fresh rounds confirm it: it must be faster there too than each simpler text. If it is not, the next one is selected.

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
    let timed = |number: usize| contenders.get(number).and_then(Option::as_ref);
    let incumbents: Vec<usize> = incumbents.iter().copied().filter(|&number| timed(number).is_some()).collect();
    let mut open: Vec<usize> = (0..contenders.len()).filter(|&number| timed(number).is_some()).collect();
    while let Some(selected) = selected(contenders, &incumbents, &open) {
        let simpler = incumbents.iter().take_while(|&&incumbent| incumbent != selected);
        let confirming = |number: usize| timed(number).map_or(&[][..], |one| one.confirming);
        if simpler.into_iter().all(|&simpler| is_faster(confirming(selected), confirming(simpler))) {
            return Some(selected);
        }
        open.retain(|&number| number != selected);
    }
    None
}

/// The candidate that the selecting rounds choose among the open ones.
fn selected(contenders: &[Option<Contender<'_>>], incumbents: &[usize], open: &[usize]) -> Option<usize> {
    let selecting = |number: usize| contenders[number].as_ref().map_or(&[][..], |one| one.selecting);
    let median =
        |number: usize| Estimate::of(selecting(number).iter().copied()).map_or(f64::INFINITY, |time| time.median);
    let best = open.iter().copied().min_by(|&left, &right| median(left).total_cmp(&median(right)))?;
    let is_as_fast = |number: &usize| *number == best || !is_faster(selecting(best), selecting(*number));
    if let Some(&simpler) = incumbents.iter().filter(|number| open.contains(number)).find(|number| is_as_fast(number)) {
        return Some(simpler);
    }
    // Among those that are as fast as the best, the one with the fewest changes of the source, and of these the fastest.
    let changes = |number: usize| contenders[number].as_ref().map(|one| one.changes);
    let by_changes = |left: &usize, right: &usize| {
        changes(*left).cmp(&changes(*right)).then(median(*left).total_cmp(&median(*right)))
    };
    open.iter().copied().filter(is_as_fast).min_by(by_changes)
}

/// Whether these times are shorter than others beyond the noise.
fn is_faster(own: &[f64], other: &[f64]) -> bool {
    ratio(own, other).is_some_and(|ratio| ratio.high < 1.0 && ratio.median < LEAST)
}

/// Times relative to others, round by round.
pub(crate) fn ratio(own: &[f64], other: &[f64]) -> Option<Estimate> {
    Estimate::of(own.iter().zip(other).map(|(own, other)| own / other))
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
}
