//! The declarations of a file that a function depends on.
//!
//! A function is parsed together with the declarations that it mentions, and with those that they mention: enumerators,
//! typedefs, constants. Nothing else of the file is, so that what the parser cannot read elsewhere does no harm.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::items::{Items, function_name};
use crate::lex::TokenKind;
use crate::preprocess::Unit;

/// Which names occur in which declarations of a unit.
#[derive(Debug)]
pub struct Declarations {
    /// For each name, the indices of the items, in order.
    by_name: HashMap<String, Vec<usize>>,
    /// For each declaration, the names in it.
    names: HashMap<usize, Vec<String>>,
}

impl Declarations {
    /// Looks through all declarations; prototypes of functions say nothing about loops.
    #[must_use]
    pub fn find(unit: &Unit, items: &Items) -> Self {
        let mut found = Self { by_name: HashMap::new(), names: HashMap::new() };
        for (index, item) in items.all().iter().enumerate() {
            if item.body.is_some() || function_name(unit, item).is_some() {
                continue;
            }
            let words = unit.code[item.code.clone()].iter().filter(|token| token.kind == TokenKind::Identifier);
            let names: BTreeSet<String> = words.map(|token| unit.text(token).into_owned()).collect();
            for name in &names {
                found.by_name.entry(name.clone()).or_default().push(index);
            }
            found.names.insert(index, names.into_iter().collect());
        }
        found
    }

    /// The declarations before an item that mention one of the names, or a name that such a declaration mentions.
    #[must_use]
    pub fn mentioned(&self, names: HashSet<String>, before: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut seen: HashSet<&str> = HashSet::new();
        let names: Vec<String> = names.into_iter().collect();
        let mut open: Vec<&str> = names.iter().map(String::as_str).collect();
        while let Some(name) = open.pop() {
            let Some((name, indices)) = self.by_name.get_key_value(name) else { continue };
            if !seen.insert(name) {
                continue;
            }
            for &index in indices {
                if index < before && found.insert(index) {
                    open.extend(self.names[&index].iter().map(String::as_str));
                }
            }
        }
        found
    }
}
