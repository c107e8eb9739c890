//! The budget for configurations in one file, shared by all steps and passes.
//!
//! A loop is planned once for each of its configurations, a loop around it once more for each of its own, and all of that again in each
//! text that a step before the pipeline writes. Each of these numbers is bounded; their product is not small. So they share one budget, in
//! code tokens. After it is spent, loops with conditions in them are declined.

use crate::limits::CONFIGURATION_BUDGET;
use std::cell::Cell;

/// The remaining budget of one file.
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
    /// Spends some tokens. Returns false, and spends the remaining ones, if there are fewer.
    pub fn spend(&self, tokens: usize) -> bool {
        let left = self.tokens.get();
        self.tokens.set(left.saturating_sub(tokens));
        tokens <= left
    }
}
