//! The dependencies of an expression's value, besides its own text: the macros that its names are, the macros that their
//! definitions name, and so on.
//!
//! As long as none of them is touched, the expression is the same test ([`super::Atom`]). Many conditions of a file depend
//! on the same names and are evaluated again in each configuration, so the names in the definitions of a name are read once,
//! and after a new definition, only the names in that one.

use super::macros::NameFacts;
use super::moment::Moment;
use super::unit::Unit;
use crate::limits::{MAX_NAMES_OF_CONDITION, MAX_STEPS_OF_CONDITION};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashSet;

use crate::lex::{self, TokenKind};
use crate::source::Sources;

/// The names in the definitions of a name, as far as they have been read. The host's definition comes before the first line.
/// Most names never need this.
#[derive(Debug, Default)]
pub(super) struct MentionedNames(OnceLock<Box<Mutex<DependencyNames>>>);

#[derive(Debug, Default)]
struct DependencyNames {
    events: usize,
    /// No more than one past [`MAX_NAMES_OF_CONDITION`], which are too many.
    names: FxHashSet<String>,
}

impl NameFacts {
    /// Does something with each of the names in its definitions.
    fn each_mentioned(&self, sources: &Sources, act: &mut dyn FnMut(&str)) {
        let mut read = self.mentions.0.get_or_init(Box::default).lock().unwrap_or_else(PoisonError::into_inner);
        let DependencyNames { events, names } = &mut *read;
        for definition in self.definitions_since(events) {
            for token in definition.body.iter().filter(|token| token.kind == TokenKind::Identifier) {
                let word = lex::text(&sources[token.file].bytes, token);
                if names.len() <= MAX_NAMES_OF_CONDITION && !names.contains(&*word) {
                    names.insert(word.into_owned());
                }
            }
        }
        for name in names.iter() {
            act(name);
        }
    }
}

impl Unit {
    /// How often a name was touched, or may have been, before a moment.
    pub(super) fn touches(&self, name: &str, before: Moment) -> usize {
        self.macros.name_of(name).map_or(0, |name| name.touches(before)) + self.touching_includes(name, before)
    }

    /// Whether nothing may change an expression with these names between two moments.
    #[must_use]
    pub fn keeps_names(&self, names: &[&str], from: Moment, to: Moment) -> bool {
        let touches = |moment| self.touches_of_all(names.iter().map(|&name| name.to_owned()), moment);
        touches(from) == touches(to)
    }

    /// How often the names of an expression were touched before a moment, and those that it depends on by them.
    pub(super) fn touches_of_all(&self, names: impl Iterator<Item = String>, before: Moment) -> usize {
        let mut open: Vec<String> = names.collect();
        let mut seen: FxHashSet<String> = open.iter().cloned().collect();
        let mut touches = 0;
        let mut steps = 0;
        while let Some(name) = open.pop() {
            touches += self.touches(&name, before);
            let Some(known) = self.macros.name_of(&name) else { continue };
            known.each_mentioned(&self.sources, &mut |word| {
                steps += 1;
                if steps <= MAX_STEPS_OF_CONDITION && !seen.contains(word) {
                    seen.insert(word.to_owned());
                    open.push(word.to_owned());
                }
            });
            if seen.len() > MAX_NAMES_OF_CONDITION || steps > MAX_STEPS_OF_CONDITION {
                return self.macros.version_of_all(before);
            }
        }
        touches
    }
}
