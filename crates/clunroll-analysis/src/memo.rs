//! Stored answers about names, each at a moment.
//!
//! The possible expansions of a macro change only at directives, but they are needed for each of its uses, by each loop around it.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use oclc_syntax::preprocess::Moment;

/// Answers to one question about names.
#[derive(Debug)]
pub(super) struct Memo<T>(RefCell<FxHashMap<Moment, FxHashMap<String, T>>>);

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T: Clone> Memo<T> {
    /// The stored answer.
    pub(super) fn get(&self, name: &str, moment: Moment) -> Option<T> {
        self.0.borrow().get(&moment)?.get(name).cloned()
    }

    /// Stores an answer, in place of an older one.
    pub(super) fn note(&self, name: &str, moment: Moment, answer: T) {
        self.0.borrow_mut().entry(moment).or_default().insert(name.to_owned(), answer);
    }

    /// The stored answer; without one, finds it and stores it.
    pub(super) fn get_or(&self, name: &str, moment: Moment, find: impl FnOnce() -> T) -> T {
        self.get(name, moment).unwrap_or_else(|| {
            let found = find();
            self.note(name, moment, found.clone());
            found
        })
    }
}
