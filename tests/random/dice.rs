//! Random choices, drawn from proptest's generator so that a seed gives the same program everywhere.

use proptest::prelude::Rng;
use proptest::test_runner::TestRng;

/// The generator's random decisions.
pub struct Dice<'a>(pub &'a mut TestRng);

impl Dice<'_> {
    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.0.next_u32() as usize) % end
    }

    /// A number in the range, ends included.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    /// Whether something with that chance of a hundred comes true.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several.
    pub fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    /// One of several, each with its weight.
    pub fn weighted<T: Clone>(&mut self, choices: &[(usize, T)]) -> T {
        let mut drawn = self.below(choices.iter().map(|(weight, _)| weight).sum());
        for (weight, choice) in choices {
            if drawn < *weight {
                return choice.clone();
            }
            drawn -= weight;
        }
        unreachable!("the draw lies below the sum of the weights")
    }
}
