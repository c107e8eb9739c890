//! Medians, quartiles and geometric means.

use serde::{Deserialize, Serialize};

/// The median of some numbers, and their quartiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// A quarter of the numbers is below.
    pub low: f64,
    /// Half of the numbers are below.
    pub median: f64,
    /// A quarter of the numbers is above.
    pub high: f64,
}

/// The three numbers of a spread, or none of them.
pub type OptionalSpread = [Option<f64>; 3];

impl Spread {
    /// The spread of at least one number.
    pub fn of(mut numbers: Vec<f64>) -> Self {
        numbers.sort_by(f64::total_cmp);
        let at = |part: f64| -> f64 {
            let place = part * (numbers.len() - 1) as f64;
            let (below, above) = (numbers[place.floor() as usize], numbers[place.ceil() as usize]);
            let exact = below + (above - below) * place.fract();
            (exact * 1e4).round() / 1e4
        };
        Self { low: at(0.25), median: at(0.5), high: at(0.75) }
    }

    /// The spread with these three numbers, if they are known.
    pub fn known(numbers: OptionalSpread) -> Option<Self> {
        let [low, median, high] = numbers;
        Some(Self { low: low?, median: median?, high: high? })
    }
}

/// The geometric mean.
pub fn geometric_mean(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.into_iter().fold((0.0, 0), |(sum, count), number| (sum + f64::ln(number), count + 1));
    f64::exp(sum / f64::from(count.max(1)))
}
