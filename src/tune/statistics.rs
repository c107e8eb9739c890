//! The median of some measurements, with an interval for it.
//!
//! The interval is made of two of the measurements themselves, chosen by their ranks, so nothing is assumed about how times are
//! distributed: the true median is below a measurement with probability 1/2, and the number of measurements below it has a binomial
//! distribution. See Conover, Practical Nonparametric Statistics, section 3.2.

use serde::{Deserialize, Serialize};

/// The probability with which the interval contains the median, if there are enough measurements for that.
const CONFIDENCE: f64 = 0.95;

/// A median with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Estimate {
    pub(crate) median: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Estimate {
    /// Of what is compared with itself.
    pub(crate) const ONE: Self = Self { median: 1.0, low: 1.0, high: 1.0 };

    /// `None` without measurements.
    pub(crate) fn of(measurements: impl Iterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = measurements.collect();
        sorted.sort_by(f64::total_cmp);
        let count = sorted.len();
        let last = count.checked_sub(1)?;
        let median = f64::midpoint(sorted[last / 2], sorted[count / 2]);
        let cut = ranks_to_cut(count);
        Some(Self { median, low: sorted[cut], high: sorted[last - cut] })
    }

    /// The estimate of 1 / x for that of x: of how many times as fast something is, for its relative time.
    pub(crate) fn inverse(self) -> Self {
        Self { median: 1.0 / self.median, low: 1.0 / self.high, high: 1.0 / self.low }
    }
}

/// How many of the least, and of the largest, of this many measurements are outside of the interval.
fn ranks_to_cut(count: usize) -> usize {
    let (mut term, mut below, mut cut) = (0.5_f64.powi(i32::try_from(count).unwrap_or(i32::MAX)), 0.0, 0);
    for rank in 0..count / 2 {
        below += term;
        if 2.0 * below > 1.0 - CONFIDENCE {
            break;
        }
        cut = rank;
        #[expect(clippy::cast_precision_loss, reason = "there are few measurements")]
        let ratio = (count - rank) as f64 / (rank + 1) as f64;
        term *= ratio;
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_has_the_ranks_of_the_tables() {
        // Tables of this interval for 95 % give the ranks 4 and 12 of 15, 1 and 6 of 6, and 10 and 21 of 30 (counted from 1).
        for (count, low, high) in [(15, 4.0, 12.0), (6, 1.0, 6.0), (30, 10.0, 21.0), (3, 1.0, 3.0), (1, 1.0, 1.0)] {
            let estimate = Estimate::of((1..=count).rev().map(f64::from)).expect("there are some");
            assert_eq!((estimate.low, estimate.high), (low, high), "{count}");
        }
        assert_eq!(Estimate::of([4.0, 1.0, 2.0, 3.0].into_iter()).map(|estimate| estimate.median), Some(2.5));
        assert_eq!(Estimate::of(std::iter::empty()), None);
    }
}
