//! What the tables of a function hold for the passes that fill them. This is data, so that the tables depend on no pass.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::symbol::SymbolId;
use clunroll_rules::Decline;

/// The brackets and the `continue` statements before each token of a function.
#[derive(Debug)]
pub struct Nesting {
    /// The depth of brackets at each token.
    pub depths: Vec<u32>,
    /// The number of `continue` statements before each token.
    pub continues: Vec<u32>,
}

/// The least and the greatest value, as far as there are any.
pub type ValueLimits = (Option<i128>, Option<i128>);

/// The expressions of a function that are variables of subscripts.
#[derive(Debug, Default)]
pub struct OpaqueTerms {
    /// The number of each.
    numbers: FxHashMap<String, usize>,
    /// The limits, by number.
    limits: Vec<ValueLimits>,
}

impl OpaqueTerms {
    /// The number of an expression, the same for all that are alike.
    pub fn number(&mut self, key: String, limits: ValueLimits) -> usize {
        *self.numbers.entry(key).or_insert_with(|| {
            self.limits.push(limits);
            self.limits.len() - 1
        })
    }

    /// The limits of the expression with that number.
    pub fn limits(&self, number: usize) -> Option<ValueLimits> {
        self.limits.get(number).copied()
    }
}

/// The tokens of a function that may read variables.
#[derive(Debug)]
pub struct Mentions {
    /// The tokens that name something, by the name.
    pub by_name: FxHashMap<String, Vec<usize>>,
    /// The tokens that may name anything.
    pub of_all: Vec<usize>,
}

/// The keywords of the loops after which a variable is not read before it is set.
pub type DeadAfter = Rc<FxHashSet<usize>>;

/// A store of a loop.
#[derive(Clone, Debug)]
pub struct Store {
    /// The array or the pointer that it goes through.
    pub symbol: SymbolId,
    /// The token to report.
    pub token: usize,
}

/// The stores of a loop into memory, or the first thing that may store anywhere.
pub type Stores = Result<Vec<Store>, Decline>;
