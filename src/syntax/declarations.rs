//! The declarations of a file that a function depends on.
//!
//! A function is parsed together with the declarations that it mentions, and with those that they mention: enumerators,
//! typedefs, constants. Nothing else of the file is, so that what the parser cannot read elsewhere does no harm.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::items::{Item, Items, function_name};
use super::parse::{NoTree, Parsed, Trees};
use super::vocabulary::{is_keyword, is_type_name};
use crate::lex::TokenKind;
use crate::preprocess::{Configuration, Expansion, Unit, expand};

/// Which names occur in which declarations of a unit.
#[derive(Debug)]
pub struct Declarations {
    /// For each name, the indices of the items, in order.
    by_name: FxHashMap<String, Vec<usize>>,
    /// For each declaration, the names in it.
    names: FxHashMap<usize, Vec<String>>,
}

impl Declarations {
    /// Looks through all declarations; prototypes of functions say nothing about loops.
    #[must_use]
    pub fn find(unit: &Unit, items: &Items) -> Self {
        let mut found = Self { by_name: FxHashMap::default(), names: FxHashMap::default() };
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
    fn mentioned<'n>(&self, names: impl Iterator<Item = &'n str>, before: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut open: Vec<&str> = Vec::new();
        for name in names {
            // Nearly no word of a function is one of these.
            open.extend(self.by_name.get_key_value(name).map(|(name, _)| name.as_str()));
            while let Some(name) = open.pop() {
                if !seen.insert(name) {
                    continue;
                }
                for &index in self.by_name.get(name).into_iter().flatten() {
                    if index < before && found.insert(index) {
                        open.extend(self.names[&index].iter().map(String::as_str));
                    }
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
        names: &FxHashSet<String>,
        configuration: &Configuration,
    ) -> Result<Parsed<'u>, NoTree> {
        let item_of = |index: usize| &items.all()[index];
        let uneven = item.map_or(&[][..], |index| &item_of(index).uneven);
        if uneven.iter().any(|&chain| unit.undecided(configuration, chain).is_some()) {
            return Err(NoTree::Syntax(0));
        }
        if let Some(index) = item
            && !self.may_be_read(unit, item_of(index), trees, configuration)
        {
            return Err(NoTree::Syntax(0));
        }
        let function = expand(unit, configuration, item.map(|index| item_of(index).code.clone()).into_iter());
        let words = function.tokens.iter().filter(|token| token.kind == TokenKind::Identifier);
        let names = names.iter().map(String::as_str).chain(words.map(|token| &*token.text));
        let mentioned = self.mentioned(names, item.unwrap_or(items.all().len()));
        let nothing = Expansion::default();
        if mentioned.is_empty() {
            return trees.parse_function(configuration, nothing, function);
        }
        let declarations = expand(unit, configuration, mentioned.into_iter().map(|index| item_of(index).code.clone()));
        match trees.parse_function(configuration, declarations, function.clone()) {
            Err(NoTree::Syntax(_)) => trees.parse_function(configuration, nothing, function),
            result => result,
        }
    }

    /// Whether it is worth while to expand a function and to parse it. Where a file is not at hand that defines the words of
    /// its head (`KERNEL_FQ void k(KERN_ATTR_BASIC())`), the head alone tells that it is not, in a few tokens.
    fn may_be_read(&self, unit: &Unit, item: &Item, trees: &Trees, configuration: &Configuration) -> bool {
        let Some(body) = item.body else { return true };
        let head = expand(unit, configuration, std::iter::once(item.code.start..body + 1));
        let words = || head.tokens.iter().filter(|token| token.kind == TokenKind::Identifier).map(|token| &*token.text);
        if words().any(|word| self.by_name.contains_key(word)) || trees.can_read_head(&head, &[]) {
            return true;
        }
        // What the body says of a word may make it a type.
        let words: FxHashSet<&str> = words().filter(|word| !is_keyword(word) && !is_type_name(word)).collect();
        let inside = unit.code[body..item.code.end].iter().filter(|token| token.kind == TokenKind::Identifier);
        let types: BTreeSet<&str> = inside.filter_map(|token| words.get(&*unit.text(token)).copied()).collect();
        !types.is_empty() && trees.can_read_head(&head, &types.into_iter().collect::<Vec<_>>())
    }
}
