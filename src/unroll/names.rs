//! Names for the variables that clunroll makes.
//!
//! A made name occurs nowhere in any file that was read, nor in any `-D`: not as an identifier, not in a macro's
//! body, not even in a comment. That is more than scoping asks for, and it is what makes it safe without looking at
//! where macros are expanded. Where the file pastes tokens with `##`, a made name is none that could be pasted from
//! the tokens at hand.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::preprocess::Unit;

/// Finds names that are free.
pub struct Names<'u> {
    unit: &'u Unit,
    /// Names that were looked for before, and whether they occur.
    found: RefCell<HashMap<String, bool>>,
    /// How often each label was given another name.
    labels: RefCell<HashMap<String, u32>>,
}

impl<'u> Names<'u> {
    /// Names for that unit.
    #[must_use]
    pub fn new(unit: &'u Unit) -> Self {
        Self { unit, found: RefCell::default(), labels: RefCell::default() }
    }

    /// `wanted`, or `wanted` with a number, such that it is neither in the sources nor in `taken`.
    #[must_use]
    pub fn fresh(&self, wanted: &str, taken: &[String]) -> String {
        let is_free = |name: &String| !taken.contains(name) && !self.occurs(name);
        let numbered = (2_u32..).map(|number| format!("{wanted}_{number}"));
        std::iter::once(wanted.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
    }

    /// Another name for a label, one that was never given before: labels must differ in all of a function.
    #[must_use]
    pub fn label(&self, label: &str, taken: &[String]) -> String {
        let mut labels = self.labels.borrow_mut();
        let number = labels.entry(label.to_owned()).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{label}_{number}");
            if !taken.contains(&name) && !self.occurs(&name) {
                return name;
            }
        }
    }

    fn occurs(&self, name: &str) -> bool {
        *self.found.borrow_mut().entry(name.to_owned()).or_insert_with(|| {
            let finder = memchr::memmem::Finder::new(name.as_bytes());
            self.unit.sources.iter().any(|file| finder.find(&file.bytes).is_some()) || self.unit.may_spell(name)
        })
    }
}
