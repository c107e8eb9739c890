//! Names for the variables that clunroll makes.
//!
//! A made name occurs nowhere in any file that was read, nor in any `-D`: not as an identifier, not in a macro's
//! body, not even in a comment. That is more than scoping asks for, and it is what makes it safe without looking at
//! where macros are expanded. Where the file pastes tokens with `##`, a made name is none that could be pasted from
//! the tokens at hand.

use crate::limits::MAX_NUMBERS_OF_NAME;
use std::cell::RefCell;

use rustc_hash::FxHashMap;

use oclc_syntax::preprocess::Unit;

/// Finds names that are free.
pub struct FreeNames<'u> {
    unit: &'u Unit,
    /// Names that were looked for before, and whether they occur.
    found: RefCell<FxHashMap<String, bool>>,
    /// How often each label was given another name.
    labels: RefCell<FxHashMap<String, u32>>,
    /// Names, and whether any occurs that is one of them with a number.
    numbered: RefCell<FxHashMap<String, bool>>,
}

impl<'u> FreeNames<'u> {
    /// Names for that unit.
    #[must_use]
    pub fn new(unit: &'u Unit) -> Self {
        Self { unit, found: RefCell::default(), labels: RefCell::default(), numbered: RefCell::default() }
    }

    /// `wanted`, or `wanted` with a number, such that it is neither in the sources nor in `taken`.
    #[must_use]
    pub fn fresh(&self, wanted: &str, taken: &[String]) -> String {
        let is_free = |name: &String| !taken.contains(name) && !self.occurs(name);
        std::iter::once(wanted.to_owned()).find(is_free).unwrap_or_else(|| self.numbered(wanted, 2, is_free).0)
    }

    /// Another name for a label, one that was never given before: labels must differ in all of a function.
    #[must_use]
    pub fn label(&self, label: &str, taken: &[String]) -> String {
        let mut labels = self.labels.borrow_mut();
        let number = labels.entry(label.to_owned()).or_insert(1);
        let (name, used) = self.numbered(label, *number + 1, |name| !taken.contains(name) && !self.occurs(name));
        *number = used;
        name
    }

    /// `wanted` with the first free number from `first` on, and that number. Where digits are pasted, all numbers may be
    /// taken for ever: after some, letters are put in between. That no letter helps takes a file that may paste any name
    /// whatever; there the name is one that is at least not written.
    fn numbered(&self, wanted: &str, first: u32, is_free: impl Fn(&String) -> bool) -> (String, u32) {
        let few = |stem: String| {
            (first..first.saturating_add(MAX_NUMBERS_OF_NAME)).map(move |number| (format!("{stem}_{number}"), number))
        };
        let lettered = ('a'..='z').flat_map(|letter| few(format!("{wanted}_{letter}")));
        let unwritten = (first..).map(|number| (format!("{wanted}_{number}"), number));
        let is_unwritten = |name: &str| {
            let finder = memchr::memmem::Finder::new(name.as_bytes());
            self.unit.sources.iter().all(|file| finder.find(&file.bytes).is_none())
        };
        few(wanted.to_owned())
            .chain(lettered)
            .find(|(name, _)| is_free(name))
            .or_else(|| unwritten.into_iter().find(|(name, _)| is_unwritten(name)))
            .unwrap_or_default()
    }

    /// A name to which each of `suffixes` can be added: `wanted` where no such name occurs, nor any with another number in
    /// the place of the suffix, otherwise `wanted` with a number that occurs nowhere. Each suffix is `_` with a number, or
    /// several of them.
    #[must_use]
    pub fn fresh_stem(&self, wanted: &str, suffixes: &[String]) -> String {
        let can_be_pasted = |stem: &str| {
            self.unit.pastes() && suffixes.iter().any(|suffix| self.unit.may_spell(&format!("{stem}{suffix}")))
        };
        if !self.is_numbered(wanted) && !can_be_pasted(wanted) {
            return wanted.to_owned();
        }
        self.numbered(wanted, 2, |stem| !self.occurs(stem) && !can_be_pasted(stem)).0
    }

    /// Whether a name with `_` and a digit behind it occurs.
    fn is_numbered(&self, name: &str) -> bool {
        *self.numbered.borrow_mut().entry(name.to_owned()).or_insert_with(|| {
            let stem = format!("{name}_");
            let finder = memchr::memmem::Finder::new(stem.as_bytes());
            self.unit.sources.iter().any(|file| {
                let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                finder.find_iter(&file.bytes).any(|at| {
                    let before = at.checked_sub(1).and_then(|before| file.bytes.get(before));
                    !before.is_some_and(is_part) && file.bytes.get(at + stem.len()).is_some_and(u8::is_ascii_digit)
                })
            })
        })
    }

    fn occurs(&self, name: &str) -> bool {
        *self.found.borrow_mut().entry(name.to_owned()).or_insert_with(|| {
            let finder = memchr::memmem::Finder::new(name.as_bytes());
            self.unit.sources.iter().any(|file| finder.find(&file.bytes).is_some()) || self.unit.may_join(name)
        })
    }
}
