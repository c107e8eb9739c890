//! The effects of a kernel besides reads and writes through its parameters, as far as tokens show them.
//!
//! ```text
//! __kernel void k(…) { … scale(a[i]) … barrier(…); … }
//!                        ^ read too      ^ orders memory
//! ```
//!
//! The word `restrict` depends on two questions about a kernel with all functions that it calls. Does it order memory between
//! work-items ([`KernelEffects::ordering`])? Then a compiler that relies on `restrict` drops loads that another work-item's store
//! makes necessary. Can it reach memory by a pointer that is not made from a parameter ([`KernelEffects::other_pointers`])?
//! Then the promise about the arguments says nothing about that pointer.
//!
//! Expanded tokens of *all* configurations at once answer both. So this module does not use the walk of [`accesses`](super::accesses),
//! which needs the tree of one function in one configuration: it also has an answer for a callee that does not parse, and misses no branch.
//! The table of built-in functions is the same ([`is_builtin_function`]). For everything that it does not understand, it assumes the worst.

use std::collections::{HashMap, HashSet};

use super::hosted_macros::{HostMacroEffect, HostedMacros, launch_attributes};
use clunroll_rules::RestrictObstacle;
use oclc_syntax::lex::{Bracket, Punct, TokenKind, group_length};
use oclc_syntax::preprocess::{Configuration, Expanded, Expansion, GroupId, Unit, expand};
use oclc_syntax::source::Place;
use oclc_syntax::tree::{
    Items, is_asm_word, is_attribute_word, is_builtin_function, is_keyword, is_type_name, orders_memory,
};

/// An obstacle and the place of its token.
pub type PlacedObstacle = (RestrictObstacle, Place);

/// The items of a unit, expanded, with the functions that they declare.
pub struct ExpandedItems<'u> {
    /// The expansion of each item.
    pub items: Vec<Expansion<'u>>,
    /// The conditional group of each item.
    groups: Vec<GroupId>,
    /// The items that declare or define each function.
    functions: HashMap<String, Vec<usize>>,
    /// How often each identifier occurs.
    mentions: HashMap<String, usize>,
    /// The macros that the final compile decides.
    hosted: HostedMacros<'u>,
}

/// The effects of a kernel and of all functions that it calls.
#[derive(Clone, Debug, Default)]
pub struct KernelEffects {
    /// The first thing that orders memory between work-items, or may do so.
    pub ordering: Option<PlacedObstacle>,
    /// The first thing that may reach memory by another pointer, or that is unknown.
    pub other_pointers: Option<PlacedObstacle>,
}

impl<'u> ExpandedItems<'u> {
    /// Expands all items; `None` where a limit stops that.
    #[must_use]
    pub fn of(unit: &'u Unit, items: &Items) -> Option<Self> {
        let all = Configuration::default();
        let groups = items.all().iter().map(|item| unit.group(unit.moment(item.code.start))).collect();
        let (functions, mentions, hosted) = (HashMap::new(), HashMap::new(), HostedMacros::new(unit));
        let mut this = Self { items: Vec::new(), groups, functions, mentions, hosted };
        for (index, item) in items.all().iter().enumerate() {
            let expansion = expand(unit, &all, std::iter::once(item.code.clone()));
            if expansion.overflow {
                return None;
            }
            for name in declared(&expansion.tokens) {
                this.functions.entry(name.to_owned()).or_default().push(index);
            }
            for token in expansion.tokens.iter().filter(|token| token.kind == TokenKind::Identifier) {
                *this.mentions.entry(token.text.to_string()).or_default() += 1;
            }
            this.hosted.add(&expansion.tokens);
            this.items.push(expansion);
        }
        // The final compile may expand macros that nothing here expands, so their tokens count too.
        for token in unit.directive_tokens().chain(unit.host_tokens()) {
            if token.kind == TokenKind::Identifier {
                *this.mentions.entry(unit.text(token).into_owned()).or_default() += 1;
            }
        }
        Some(this)
    }

    /// The number of times that the files mention a name, after expansion and in directives.
    #[must_use]
    pub fn mentions(&self, name: &str) -> usize {
        self.mentions.get(name).copied().unwrap_or(0)
    }

    /// The functions that are declared, each with the items that declare or define it.
    pub(super) fn functions(&self) -> impl Iterator<Item = (&str, &[usize])> {
        self.functions.iter().map(|(name, items)| (&**name, &**items))
    }

    /// Whether a function of that name is declared.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.functions.contains_key(name)
    }

    /// The effects of the function that an item defines.
    #[must_use]
    pub fn effects(&self, item: usize) -> KernelEffects {
        let mut effects = KernelEffects { ordering: self.ordered_type(), other_pointers: self.pointer_in_memory() };
        let mut seen = HashSet::from([item]);
        let mut open = vec![item];
        while let Some(item) = open.pop() {
            for callee in self.read(item, &mut effects) {
                if seen.insert(callee) {
                    open.push(callee);
                }
            }
        }
        effects
    }

    /// Reads the tokens of an item; returns the items of the functions that it mentions.
    fn read(&self, item: usize, effects: &mut KernelEffects) -> Vec<usize> {
        let tokens = &self.items[item].tokens;
        let body = tokens.iter().position(|token| token.is(Punct::LeftBrace)).unwrap_or(tokens.len());
        let attributes = launch_attributes(tokens);
        let mut callees = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            if attributes.iter().any(|range| range.contains(&at)) {
                continue;
            }
            let found = |obstacle: RestrictObstacle| Some((obstacle, token.spelled));
            let other = |effects: &mut KernelEffects, obstacle| {
                effects.other_pointers = effects.other_pointers.take().or_else(|| found(obstacle));
            };
            let after = &tokens[at + 1..];
            if token.is(Punct::Star) && at > body && ends_type(after) {
                other(effects, RestrictObstacle::PointerCast);
            }
            if token.is(Punct::Star) && is_pointed_to(after) {
                other(effects, RestrictObstacle::PointerInMemory);
            }
            if token.kind != TokenKind::Identifier {
                continue;
            }
            let text = || token.text.to_string();
            let is_other = (at > body && names_other_memory(&token.text, after)) || is_memory_object(&token.text);
            if token.open {
                let obstacle = RestrictObstacle::OpenMacro(text());
                match self.hosted.effect(tokens, at, body) {
                    HostMacroEffect::Nothing => {}
                    HostMacroEffect::MayCall => effects.ordering = effects.ordering.take().or_else(|| found(obstacle)),
                    HostMacroEffect::Anything => other(effects, obstacle),
                }
            } else if is_asm_word(&token.text) || is_other {
                other(effects, RestrictObstacle::OtherMemory(text()));
            } else if orders_memory(&token.text) {
                effects.ordering = effects.ordering.take().or_else(|| found(RestrictObstacle::Orders(text())));
            } else if let Some(items) = self.functions.get(&*token.text) {
                let is_defined = |item: &usize| has_body(&self.items[*item].tokens);
                callees.extend(items.iter().copied().filter(is_defined));
                if !self.is_defined_always(items) {
                    effects.ordering = effects.ordering.take().or_else(|| found(RestrictObstacle::UnreadCall(text())));
                }
            } else if at > body
                && tokens.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen))
                && !is_known(&token.text)
            {
                effects.ordering = effects.ordering.take().or_else(|| found(RestrictObstacle::UnreadCall(text())));
            }
        }
        callees
    }

    /// Whether a function is defined in each configuration in which one of these items declares it. Otherwise the definition may be in
    /// another program.
    pub(super) fn is_defined_always(&self, items: &[usize]) -> bool {
        let is_definition = |item: usize| has_body(&self.items[item].tokens);
        items.iter().all(|&item| {
            let mut defined = items.iter().copied().filter(|&item| is_definition(item)).map(|item| self.groups[item]);
            is_definition(item) || defined.any(|group| group == GroupId::ROOT || group == self.groups[item])
        })
    }

    /// The first word outside of functions that makes a type or a variable atomic or `volatile`.
    pub(super) fn ordered_type(&self) -> Option<PlacedObstacle> {
        let is_word = |token: &&Expanded<'_>| token.kind == TokenKind::Identifier && orders_memory(&token.text);
        self.outside_functions().find_map(|tokens| {
            let word = tokens.iter().find(is_word)?;
            Some((RestrictObstacle::Orders(word.text.to_string()), word.spelled))
        })
    }

    /// Whether the files may have what outlives a launch and is no argument: a variable outside of functions that is not `__constant`, or a
    /// kernel that another one enqueues.
    #[must_use]
    pub fn may_keep_state(&self, unit: &Unit) -> bool {
        self.mentions("enqueue_kernel") > 0 || self.items.iter().any(|item| may_declare_state(unit, &item.tokens))
    }

    /// The tokens of the items that are not exactly one function or prototype.
    pub(super) fn outside_functions(&self) -> impl Iterator<Item = &Vec<Expanded<'u>>> {
        let all = self.items.iter().map(|item| &item.tokens);
        all.filter(|tokens| !is_prototype(tokens) && !is_function(tokens))
    }

    /// The first pointer that a type or a variable outside of functions may contain.
    fn pointer_in_memory(&self) -> Option<PlacedObstacle> {
        self.outside_functions().find_map(|tokens| {
            let star = tokens.iter().find(|token| token.is(Punct::Star))?;
            // A macro in the head of a function may make anything of it.
            let open = open_in_head(tokens).filter(|_| has_body(tokens));
            Some(match open {
                Some(open) => (RestrictObstacle::OpenMacro(open.text.to_string()), open.spelled),
                None => (RestrictObstacle::PointerInMemory, star.spelled),
            })
        })
    }
}

/// The names that the tokens of an item may declare as functions.
fn declared<'t>(tokens: &'t [Expanded<'_>]) -> Vec<&'t str> {
    if tokens.first().is_some_and(|first| first.is_word("typedef")) {
        return Vec::new();
    }
    let mut names = Vec::new();
    let (mut depth, mut is_value) = (0_usize, false);
    for pair in tokens.windows(2) {
        let [name, next] = pair else { break };
        let is_name = name.kind == TokenKind::Identifier && !is_attribute_word(&name.text) && !is_asm_word(&name.text);
        if depth == 0 && is_name && !is_value && next.is(Punct::LeftParen) {
            names.push(&*name.text);
        }
        match name.kind {
            TokenKind::Punct(Punct::LeftParen | Punct::LeftBrace | Punct::LeftBracket) => depth += 1,
            TokenKind::Punct(Punct::RightParen | Punct::RightBrace | Punct::RightBracket) => {
                depth = depth.saturating_sub(1);
                is_value &= !name.is(Punct::RightBrace);
            }
            TokenKind::Punct(Punct::Assign) if depth == 0 => is_value = true,
            _ => {}
        }
    }
    names
}

/// Whether tokens define one function and nothing else, so that a `*` before its body belongs to a parameter or to its result.
// function = { specifier | "*" } name "(" … ")" { attribute } "{" … "}"
pub(super) fn is_function(tokens: &[Expanded<'_>]) -> bool {
    let Some(body) = tokens.iter().position(|token| token.is(Punct::LeftBrace)) else { return false };
    let head = &tokens[..body];
    let before_list = head.iter().take_while(|token| !token.is(Punct::LeftParen));
    let is_type =
        before_list.filter(|token| ["struct", "union", "enum", "typedef"].contains(&&*token.text)).count() > 0;
    let ends = head.last().is_some_and(|last| last.is(Punct::RightParen));
    let length = group_length(Bracket::Curly, tokens[body..].iter().map(|token| token.kind));
    ends && !is_type
        && !declared(head).is_empty()
        && open_in_head(tokens).is_none()
        && length.is_some_and(|length| body + length == tokens.len())
}

/// The first macro before the first brace that the final compile decides, apart from the attributes of a launch.
fn open_in_head<'t, 'u>(tokens: &'t [Expanded<'u>]) -> Option<&'t Expanded<'u>> {
    let attributes = launch_attributes(tokens);
    let mut head = tokens.iter().enumerate().take_while(|(_, token)| !token.is(Punct::LeftBrace));
    let is_open = |(at, token): &(usize, &Expanded<'_>)| token.open && !attributes.iter().any(|one| one.contains(at));
    head.find(is_open).map(|(_, token)| token)
}

fn has_body(tokens: &[Expanded<'_>]) -> bool {
    tokens.iter().any(|token| token.is(Punct::LeftBrace))
}

/// Whether tokens declare a function and nothing else, and no type or variable beside it.
// prototype = { specifier | "*" } name "(" … ")" ";"
pub(super) fn is_prototype(tokens: &[Expanded<'_>]) -> bool {
    let ends = matches!(tokens, [.., close, end] if close.is(Punct::RightParen) && end.is(Punct::Semicolon));
    let mut before_list = tokens.iter().take_while(|token| !token.is(Punct::LeftParen));
    let is_other =
        before_list.any(|token| [Punct::Comma, Punct::LeftBrace, Punct::Assign].iter().any(|&it| token.is(it)));
    ends && !is_other && declared(tokens).len() == 1
}

/// Whether the tokens of an item may declare a variable that is not `__constant`.
// other = "typedef" … ";" | tag [ name ] [ "{" … "}" ] { attribute } ";" | { word } "constant" { word } name … ";"
fn may_declare_state(unit: &Unit, tokens: &[Expanded<'_>]) -> bool {
    let (mut depth, mut outer) = (0_usize, Vec::new());
    for token in tokens {
        match token.kind {
            TokenKind::Punct(Punct::LeftParen | Punct::LeftBrace | Punct::LeftBracket) => depth += 1,
            TokenKind::Punct(Punct::RightParen | Punct::RightBrace | Punct::RightBracket) => {
                depth = depth.saturating_sub(1);
                // It divides the words before a list of members from those after it.
                outer.extend((depth == 0 && token.is(Punct::RightBrace)).then_some(token));
            }
            _ if depth == 0 => outer.push(token),
            _ => {}
        }
    }
    let has = |punct: Punct| outer.iter().any(|token| token.is(punct));
    if tokens.iter().all(|token| token.is(Punct::Semicolon)) {
        return false;
    }
    if is_function(tokens) || is_prototype(tokens) {
        // A prototype and a variable may be in one declaration.
        return has(Punct::Comma);
    }
    let [first, .., last] = &*outer else { return true };
    let is_one = last.is(Punct::Semicolon) && outer.iter().filter(|token| token.is(Punct::Semicolon)).count() == 1;
    if !is_one || unit.moment(first.code) != unit.moment(last.code) || tokens.iter().any(|token| token.open) {
        return true;
    }
    let is_name = |token: &&&Expanded<'_>| token.kind == TokenKind::Identifier && !is_attribute_word(&token.text);
    let is_tag = ["struct", "union", "enum"].iter().any(|tag| first.is_word(tag));
    let words = outer.iter().take_while(|token| !token.is(Punct::RightBrace)).filter(is_name).count();
    let is_last = outer.iter().rev().take_while(|token| !token.is(Punct::RightBrace)).filter(is_name).count() == 0;
    let is_type = is_tag && words <= 2 && (is_last || !has(Punct::RightBrace)) && !has(Punct::Comma);
    let is_constant =
        |token: &&Expanded<'_>| token.call.is_none() && (token.is_word("__constant") || token.is_word("constant"));
    !first.is_word("typedef") && !is_type && (has(Punct::Star) || !outer.iter().any(is_constant))
}

/// Whether tokens after a `*` end the name of a type, as in a cast.
pub(super) fn ends_type(tokens: &[Expanded<'_>]) -> bool {
    let is_qualifier = |token: &&Expanded<'_>| {
        token.is(Punct::Star)
            || token.kind == TokenKind::Identifier && is_keyword(&token.text) && !token.is_word("sizeof")
    };
    tokens.iter().find(|token| !is_qualifier(token)).is_some_and(|token| token.is(Punct::RightParen))
}

/// Whether tokens after a `*` make it a part of a pointer to a pointer, or may do so.
fn is_pointed_to(tokens: &[Expanded<'_>]) -> bool {
    let is_between = |token: &&Expanded<'_>| {
        token.is(Punct::LeftParen) || token.kind == TokenKind::Identifier && is_keyword(&token.text)
    };
    tokens.iter().find(|token| !is_between(token)).is_some_and(|token| token.is(Punct::Star))
}

/// Whether a word in a body, with the tokens after it, declares a type, or a variable that outlives the kernel: both may contain a
/// pointer.
pub(super) fn names_other_memory(word: &str, after: &[Expanded<'_>]) -> bool {
    matches!(word, "union" | "typedef" | "static" | "extern")
        || word == "struct" && after.iter().take(2).any(|token| token.is(Punct::LeftBrace))
}

/// Whether a word names memory that is not a buffer, or a view of one.
pub(super) fn is_memory_object(word: &str) -> bool {
    (word.starts_with("image") && word.ends_with("_t"))
        || ["read_image", "write_image"].iter().any(|start| word.starts_with(start))
        || matches!(word, "pipe" | "__pipe" | "queue_t" | "generic")
}

/// Whether parentheses after a word call nothing that could order memory.
fn is_known(word: &str) -> bool {
    is_keyword(word) || is_type_name(word) || is_builtin_function(word) || word.starts_with("__attribute")
}
