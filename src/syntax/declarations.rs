//! The declarations of a file that a function depends on.
//!
//! A function is parsed together with the declarations that it mentions, and with those that they mention: enumerators,
//! typedefs, constants. Nothing else of the file is, so that what the parser cannot read elsewhere does no harm.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::items::{Items, function_name};
use super::parse::{NoTree, Parsed, Trees};
use crate::lex::TokenKind;
use crate::preprocess::{Configuration, Unit, expand};

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
    fn mentioned(&self, names: HashSet<String>, before: usize) -> BTreeSet<usize> {
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
    /// Parses an item behind the declarations that it, or one of `names`, mentions.
    ///
    /// # Errors
    ///
    /// Says why there is no tree.
    pub fn parse_item<'u>(
        &self,
        (unit, items, trees): (&'u Unit, &Items, &Trees),
        item: Option<usize>,
        mut names: HashSet<String>,
        configuration: &Configuration,
    ) -> Result<Parsed<'u>, NoTree> {
        let item_of = |index: usize| &items.all()[index];
        let uneven = item.map_or(&[][..], |index| &item_of(index).uneven);
        if uneven.iter().any(|&chain| unit.undecided(configuration, chain).is_some()) {
            return Err(NoTree::Syntax(0));
        }
        let function: Option<Range<usize>> = item.map(|index| item_of(index).code.clone());
        if let Some(range) = &function {
            let expansion = expand(unit, configuration, std::iter::once(range.clone()));
            let words = expansion.tokens.iter().filter(|token| token.kind == TokenKind::Identifier);
            names.extend(words.map(|token| token.text.to_string()));
        }
        let mentioned = self.mentioned(names, item.unwrap_or(items.all().len())).into_iter();
        let mut ranges: Vec<Range<usize>> = mentioned.map(|index| item_of(index).code.clone()).collect();
        ranges.extend(function.clone());
        match trees.parse_function(unit, configuration, &ranges) {
            Err(NoTree::Syntax(_)) if ranges.len() > 1 => {
                trees.parse_function(unit, configuration, function.as_slice())
            }
            result => result,
        }
    }
}
