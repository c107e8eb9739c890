//! The declarations of a file that a function depends on.
//!
//! A function is parsed together with the declarations that it mentions, and with those that they mention: enumerators,
//! typedefs, constants. The rest of the file is not parsed, so that errors elsewhere do no harm.
//!
//! A declaration is found by the words in it that it may declare. These are all its words except its ingredients: keywords,
//! types of the language or of a `typedef` elsewhere, the members of a `struct`, and the words of an initialiser. Otherwise
//! each function of a file would be parsed with each of its constants, since all of them contain `int`. The ingredients are
//! found from the declaration.

use crate::limits::{MAX_DECLARATIONS, MAX_MACROS_OF_DECLARATION};
use std::borrow::Cow;
use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::items::{Item, Items, function_name};
use super::parse::{NoTree, Parsed, Trees};
use super::roles::PlayedRoles;
use super::vocabulary::{is_keyword, is_type_name};
use crate::lex::{Bracket, Depth, Punct, Token, TokenKind};
use crate::preprocess::{Configuration, Expansion, Unit, expand};

/// Which names may be declared in which declarations of a unit.
#[derive(Debug)]
pub struct Declarations {
    /// For each name, the indices of the items, in order.
    by_name: FxHashMap<String, Vec<usize>>,
    /// For each declaration, the names in it.
    names: FxHashMap<usize, Vec<String>>,
}

impl Declarations {
    /// Looks through all declarations except prototypes of functions, which do not concern loops.
    #[must_use]
    pub fn find(unit: &Unit, items: &Items) -> Self {
        let mut found = Self { by_name: FxHashMap::default(), names: FxHashMap::default() };
        let declares = |item: &Item| item.body.is_none() && function_name(unit, item).is_none();
        let declarations: Vec<(usize, &[Token])> = (items.all().iter().enumerate())
            .filter(|(_, item)| declares(item))
            .map(|(index, item)| (index, &unit.code[item.code.clone()]))
            .collect();
        let words = DeclaredWords { unit, types: types(unit, declarations.iter().map(|(_, tokens)| *tokens)) };
        for (index, tokens) in declarations {
            let names: BTreeSet<String> = identifiers(tokens).map(|token| unit.text(token).into_owned()).collect();
            for name in words.declared(tokens).unwrap_or_else(|| names.clone()) {
                let declared = found.by_name.entry(name).or_default();
                if declared.len() < MAX_DECLARATIONS {
                    declared.push(index);
                }
            }
            found.names.insert(index, names.into_iter().collect());
        }
        found
    }

    /// The declarations before an item of the names, and of the names that such a declaration mentions.
    #[must_use]
    fn mentioned<'n>(&self, names: impl Iterator<Item = &'n str>, before: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut open: Vec<&str> = Vec::new();
        for name in names {
            // Few words of a function are one of these.
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

    /// Parses an item after the declarations that it, or one of `names`, mentions.
    ///
    /// # Errors
    ///
    /// The reason why there is no tree.
    pub fn parse_item<'u>(
        &self,
        unit: &'u Unit,
        items: &Items,
        trees: &Trees,
        item: Option<usize>,
        names: &FxHashSet<String>,
        configuration: &Configuration,
    ) -> Result<Parsed<'u>, NoTree> {
        let item_of = |index: usize| &items.all()[index];
        let uneven = item.map_or(&[][..], |index| &item_of(index).uneven);
        if let Some(&chain) = uneven.iter().find(|&&chain| unit.undecided(configuration, chain).is_some()) {
            let first = unit.groups.chains()[chain].branches.first();
            let stopped = first.map(|branch| unit.directives[branch.directive].code_before);
            // No token may come after it.
            return Err(NoTree::Syntax(stopped.filter(|&at| at < unit.code.len())));
        }
        if let Some(index) = item {
            self.check_head(unit, item_of(index), trees, configuration)?;
        }
        let function = expand(unit, configuration, item.map(|index| item_of(index).code.clone()).into_iter());
        let roles = || PlayedRoles::of_function(unit, &function);
        let words = function.tokens.iter().filter(|token| token.kind == TokenKind::Identifier);
        let names = names.iter().map(String::as_str).chain(words.map(|token| &*token.text));
        let mentioned = self.mentioned(names, item.unwrap_or(items.all().len()));
        let nothing = Expansion::default();
        if mentioned.is_empty() {
            let roles = roles();
            return trees.parse_function(configuration, nothing, function, roles);
        }
        let declarations = expand(unit, configuration, mentioned.into_iter().map(|index| item_of(index).code.clone()));
        let all = roles().after_tokens(declarations.tokens.len(), PlayedRoles::of(unit, &declarations));
        match trees.parse_function(configuration, declarations, function.clone(), all) {
            // Where the parser stopped first is where it went wrong: without its types, a function cannot be read either.
            Err(NoTree::Syntax(stopped)) => {
                let roles = roles();
                let alone = trees.parse_function(configuration, nothing, function, roles);
                alone.map_err(|error| if let NoTree::Syntax(_) = error { NoTree::Syntax(stopped) } else { error })
            }
            result => result,
        }
    }

    /// Checks whether it is worth while to expand a function and to parse it. If the file that defines the words of its head
    /// is missing (`KERNEL_FQ void k(KERN_ATTR_BASIC())`), the few tokens of the head show that it is not.
    ///
    /// # Errors
    ///
    /// The place where the head cannot be read.
    fn check_head(&self, unit: &Unit, item: &Item, trees: &Trees, configuration: &Configuration) -> Result<(), NoTree> {
        let Some(body) = item.body else { return Ok(()) };
        let head = expand(unit, configuration, std::iter::once(item.code.start..body + 1));
        // Under a condition, another brace may be the body's.
        if !head.tokens.last().is_some_and(|last| last.is(Punct::LeftBrace)) {
            return Ok(());
        }
        let words = || head.tokens.iter().filter(|token| token.kind == TokenKind::Identifier).map(|token| &*token.text);
        if words().any(|word| self.by_name.contains_key(word)) {
            return Ok(());
        }
        let roles = PlayedRoles::of_function(unit, &head);
        let Err(error) = trees.check_head(&head, &roles, &[]) else { return Ok(()) };
        // The body may declare a word as a type.
        let words: FxHashSet<&str> = words().filter(|word| !is_keyword(word) && !is_type_name(word)).collect();
        let inside = unit.code[body..item.code.end].iter().filter(|token| token.kind == TokenKind::Identifier);
        let types: BTreeSet<&str> = inside.filter_map(|token| words.get(&*unit.text(token)).copied()).collect();
        if types.is_empty() {
            return Err(error);
        }
        trees.check_head(&head, &roles, &types.into_iter().collect::<Vec<_>>()).map_err(|_| error)
    }
}

fn identifiers(tokens: &[Token]) -> impl DoubleEndedIterator<Item = &Token> {
    tokens.iter().filter(|token| token.kind == TokenKind::Identifier)
}

fn is_type_word(name: &str) -> bool {
    is_keyword(name) || is_type_name(name)
}

/// The names that are types by a `typedef`: the last word of each.
fn types<'u>(unit: &'u Unit, declarations: impl Iterator<Item = &'u [Token]>) -> FxHashSet<Cow<'u, str>> {
    let typedefs = declarations.filter(|tokens| tokens.first().is_some_and(|first| unit.is_word(first, "typedef")));
    typedefs.filter_map(|tokens| identifiers(tokens).next_back()).map(|token| unit.text(token)).collect()
}

/// Finds the words that a declaration may declare.
struct DeclaredWords<'u> {
    unit: &'u Unit,
    /// The names that are types.
    types: FxHashSet<Cow<'u, str>>,
}

impl<'u> DeclaredWords<'u> {
    /// The words of a declaration, by its tokens; `None` if macros may declare any.
    fn declared(&self, tokens: &'u [Token]) -> Option<BTreeSet<String>> {
        let is = |token: Option<&Token>, words: &[&str]| {
            token.is_some_and(|token| words.iter().any(|word| self.unit.is_word(token, word)))
        };
        // Braces contain members, or else enumerators.
        let has_members = !tokens.iter().any(|token| is(Some(token), &["enum"]));
        let mut declared = BTreeSet::new();
        let mut depth = Depth::of(Bracket::Any);
        let mut braces = Depth::of(Bracket::Curly);
        // How many brackets are open at an initialiser.
        let mut initialiser = None;
        for (at, token) in tokens.iter().enumerate() {
            depth.read(token.kind);
            braces.read(token.kind);
            match token.kind {
                TokenKind::Punct(Punct::Assign) => initialiser = initialiser.or(Some(depth.get())),
                TokenKind::Punct(Punct::Comma) => initialiser = initialiser.filter(|&outside| outside < depth.get()),
                TokenKind::Identifier if initialiser.is_none() => {
                    let name = self.unit.text(token);
                    let next = tokens.get(at + 1);
                    let is_type = || {
                        let goes_on = |next: &Token| next.kind == TokenKind::Identifier || next.is(Punct::Star);
                        self.types.contains(&name) && next.is_some_and(goes_on)
                    };
                    let before = at.checked_sub(1).map(|before| &tokens[before]);
                    let is_member = has_members && !braces.is_outside() && !is(before, &["struct", "union"]);
                    if self.unit.has_definitions(&name) {
                        self.add_made_by(&name, &mut declared)?;
                    } else if !is_member && !is_type_word(&name) && !is_type() {
                        declared.insert(name.into_owned());
                    }
                }
                _ => {}
            }
            // The initialiser of the last enumerator ends with the braces around it.
            initialiser = initialiser.filter(|&outside| outside <= depth.get());
        }
        Some(declared)
    }

    /// Adds the words that a macro may make, and its own name, which stays if the host decides; `None` if they may be any.
    fn add_made_by(&self, name: &str, declared: &mut BTreeSet<String>) -> Option<()> {
        let mut seen: BTreeSet<Cow<'_, str>> = BTreeSet::from([Cow::Borrowed(name)]);
        let mut open = vec![name.to_owned()];
        while let Some(name) = open.pop() {
            for definition in self.unit.distinct_definitions(&name) {
                if definition.body.iter().any(|token| token.is(Punct::HashHash)) {
                    return None;
                }
                for word in identifiers(&definition.body) {
                    let word = self.unit.text(word);
                    if !is_type_word(&word) && !self.types.contains(&word) && !seen.contains(&word) {
                        open.push(word.to_string());
                        seen.insert(word);
                    }
                }
            }
            if seen.len() > MAX_MACROS_OF_DECLARATION {
                return None;
            }
        }
        declared.extend(seen.into_iter().map(Cow::into_owned));
        Some(())
    }
}
