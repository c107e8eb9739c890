//! Pseudo-random numbers for the tests that compare with brute force. They are the same in each run.

/// Draws numbers (xorshift).
pub(super) struct Dice(u64);

impl Dice {
    /// Creates a generator that draws the same numbers each time.
    pub(super) fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    /// A number from `low` to `high`.
    pub(super) fn between(&mut self, low: i128, high: i128) -> i128 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        low + i128::from(self.0) % (high - low + 1)
    }
}
