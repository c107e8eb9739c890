//! What is known of variables where a piece of text is written, and what follows from it.

use std::cell::Cell;
use std::rc::Rc;

use super::reach::Answers;
use super::symbols::SymbolId;
use oclc_syntax::preprocess::Constant;

/// Values that variables are known to have where a piece of text is written.
#[derive(Clone, Debug, Default)]
pub struct Env {
    values: Vec<Rc<KnownValue>>,
    /// The values of constants, or of those elements of theirs, that were asked for; with what the launch settles, or without.
    pub(super) constants: Answers<(SymbolId, Option<usize>, bool), Option<Constant>>,
    /// Whether variables have one value for all work-items.
    pub(super) uniform: Answers<SymbolId, bool>,
}

/// The value of one variable.
#[derive(Debug)]
struct KnownValue {
    id: SymbolId,
    value: Constant,
    /// Whether anything was found out by it.
    is_asked: Cell<bool>,
}

impl Env {
    /// The same with one more value.
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

    /// Whether anything was found out by the value that was added last. If not, all is the same with another one.
    #[must_use]
    pub fn used_innermost_value(&self) -> bool {
        self.values.last().is_some_and(|known| known.is_asked.get())
    }
}
