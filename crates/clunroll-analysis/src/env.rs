//! Known values of variables where a piece of text is written, and conclusions from them.

use std::cell::Cell;
use std::rc::Rc;

use super::reach::Answers;
use super::symbol::SymbolId;
use oclc_syntax::preprocess::Constant;

/// Values that variables are known to have where a piece of text is written.
#[derive(Clone, Debug, Default)]
pub struct Env {
    values: Vec<Rc<KnownValue>>,
    /// The values of constants, or of those of their elements, that were evaluated; with the values that the launch determines, or without.
    pub(super) constants: Answers<(SymbolId, Option<usize>, bool), Option<Constant>>,
    /// Whether variables have one value for all work-items.
    pub(super) uniform: Answers<SymbolId, bool>,
}

/// The value of one variable.
#[derive(Debug)]
struct KnownValue {
    id: SymbolId,
    value: Constant,
    /// Whether an evaluation used it.
    is_asked: Cell<bool>,
}

impl Env {
    /// The same environment with one more value.
    #[must_use]
    pub fn with(&self, id: SymbolId, value: Constant) -> Self {
        let mut values = self.values.clone();
        values.push(Rc::new(KnownValue { id, value, is_asked: Cell::new(false) }));
        Self { values, ..Self::default() }
    }

    /// Whether no variable has a known value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn get(&self, id: SymbolId) -> Option<&Constant> {
        let known = self.values.iter().rev().find(|known| known.id == id)?;
        known.is_asked.set(true);
        Some(&known.value)
    }

    /// Whether an evaluation used the value that was added last. If not, another value gives the same results.
    #[must_use]
    pub fn used_innermost_value(&self) -> bool {
        self.values.last().is_some_and(|known| known.is_asked.get())
    }
}
