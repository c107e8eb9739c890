//! The plan of a test that finds two iterations which touch the same memory.

use clunroll_analysis::{Touched, TouchedPairs};
use oclc_syntax::tree::TokenRange;

/// About how many bytes a test has beside the author's words, and how often these are in it.
const TEST: u64 = 1400;

const REPEATED: u64 = 8;

/// The test of one loop.
#[derive(Clone, Debug)]
pub struct IndependenceTest {
    pub found: TouchedPairs,
    /// The type of the outer induction variable, as the author writes it, and its name.
    pub declared: TokenRange,
    pub variable: String,
}

impl IndependenceTest {
    /// About how many bytes it takes, where lines begin with so many.
    pub fn bytes(&self, indent: usize) -> u64 {
        let headers: usize = self.found.headers.iter().map(String::len).sum();
        let object =
            |one: &Touched| one.text.len() + one.locals.iter().map(|(_, value)| value.len() + 32).sum::<usize>();
        let words = |(one, other): &(Touched, Touched)| (headers + object(one) + object(other) + 24 * indent) as u64;
        self.found.pairs.iter().map(|pair| TEST + REPEATED * words(pair)).sum()
    }
}
