//! How much may be looked at for the sake of configurations, in one file, by all steps and passes together.
//!
//! A loop is looked at once for each of its configurations, a loop around it once more for each of its own, and all of
//! that again in each text that a step in front of the pipeline writes out. Each of these numbers is bounded; their
//! product is not small. So they draw on one budget, in code tokens. Where it is spent, loops with conditions in them
//! are left as written.

use crate::limits::CONFIGURATION_BUDGET;
use std::cell::Cell;

/// What is left for one file.
#[derive(Debug)]
pub struct Budget {
    tokens: Cell<usize>,
}

impl Default for Budget {
    fn default() -> Self {
        Self { tokens: Cell::new(CONFIGURATION_BUDGET) }
    }
}

impl Budget {
    /// Takes some tokens out; false, and nothing is left, where there are fewer.
    pub fn spend(&self, tokens: usize) -> bool {
        let left = self.tokens.get();
        self.tokens.set(left.saturating_sub(tokens));
        tokens <= left
    }
}
