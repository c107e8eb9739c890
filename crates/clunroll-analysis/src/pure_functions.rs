//! Functions of the files that only compute: a call of one may run earlier or later, and changes nothing.
//!
//! ```text
//! float act(const float x) { return x / (1.0f + exp(-x)); }            only computes
//! float at(__global const float *p, int i) { return p[i]; }            reads memory of the caller
//! int next(void) { counter++; … }                                      writes a variable that outlives it
//! ```
//!
//! A function without a pointer parameter reaches memory of others only by a variable outside of functions, by a pointer in a type, by a
//! number that is converted to a pointer, or by what it calls. None of these is allowed, except variables that nothing can write
//! (`__constant`). So whatever it stores to is its own.
//!
//! As for [`KernelEffects`](super::kernel_effects::KernelEffects), the expanded tokens of all configurations at once decide, and everything
//! that is not understood counts as an effect.

use rustc_hash::{FxHashMap, FxHashSet};

use super::kernel_effects::{
    ExpandedItems, ends_type, is_function, is_memory_object, is_prototype, names_other_memory,
};
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::{Expanded, Unit};
use oclc_syntax::tree::{
    Effect, Items, effect, find_placeholder, is_asm_word, is_attribute_word, is_keyword, is_type_name, orders_memory,
};

/// The names of all functions of a unit that only compute.
#[must_use]
pub fn pure_functions(unit: &Unit) -> FxHashSet<String> {
    let items = Items::find(unit);
    if find_placeholder(unit).is_some() || unit.unread_include(usize::MAX).is_some() {
        return FxHashSet::default();
    }
    let Some(expanded) = ExpandedItems::of(unit, &items) else { return FxHashSet::default() };
    let Some(surroundings) = Surroundings::of(&expanded) else { return FxHashSet::default() };
    let mut pure: FxHashSet<&str> = FxHashSet::default();
    let mut callers: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for (name, declared) in expanded.functions() {
        let of_item = |&item: &usize| {
            let tokens = &expanded.items[item].tokens;
            let is_whole = items.all()[item].uneven.is_empty();
            if is_prototype(tokens) { Some(Vec::new()) } else { surroundings.callees(tokens).filter(|_| is_whole) }
        };
        let is_known = expanded.is_defined_always(declared) && !unit.has_definitions(name);
        let called: Option<Vec<_>> = declared.iter().map(of_item).collect();
        if let Some(called) = called.filter(|_| is_known) {
            pure.insert(name);
            called.concat().into_iter().for_each(|callee| callers.entry(callee).or_default().push(name));
        }
    }
    let mut impure: Vec<&str> = callers.keys().copied().filter(|callee| !pure.contains(callee)).collect();
    while let Some(callee) = impure.pop() {
        let of_callee = callers.remove(callee).unwrap_or_default();
        impure.extend(of_callee.into_iter().filter(|caller| pure.remove(caller)));
    }
    pure.into_iter().map(str::to_owned).collect()
}

/// What is declared outside of functions, as far as it matters to all of them.
struct Surroundings<'a, 'u> {
    expanded: &'a ExpandedItems<'u>,
    /// The names of variables that may be written.
    variables: FxHashSet<&'a str>,
    /// The names of types.
    types: FxHashSet<&'a str>,
}

impl<'a, 'u> Surroundings<'a, 'u> {
    /// `None` if a type or a variable may contain a pointer, or is atomic or volatile.
    fn of(expanded: &'a ExpandedItems<'u>) -> Option<Self> {
        if expanded.ordered_type().is_some() {
            return None;
        }
        let mut this = Self { expanded, variables: FxHashSet::default(), types: FxHashSet::default() };
        for tokens in expanded.outside_functions() {
            let is_word = |words: &[&str]| tokens.iter().any(|token| words.iter().any(|word| token.is_word(word)));
            if holds_pointer(tokens) || is_word(&["union"]) {
                return None;
            }
            let names = declared_names(tokens);
            if tokens.first().is_some_and(|first| first.is_word("typedef")) {
                this.types.extend(names);
            } else if !is_word(&["constant", "__constant"]) {
                this.variables.extend(names);
            }
        }
        Some(this)
    }

    /// The functions of the files that a function calls; `None` if it may do more than compute.
    fn callees(&self, tokens: &'a [Expanded<'u>]) -> Option<Vec<&'a str>> {
        let body = tokens.iter().position(|token| token.is(Punct::LeftBrace)).filter(|_| is_function(tokens))?;
        let is_kernel = |token: &Expanded<'_>| token.is_word("kernel") || token.is_word("__kernel");
        let leads_elsewhere = |token: &Expanded<'_>| {
            [Punct::Star, Punct::LeftBracket, Punct::Ampersand, Punct::Caret].iter().any(|&punct| token.is(punct))
        };
        if tokens[..body].iter().any(|token| is_kernel(token) || leads_elsewhere(token)) {
            return None;
        }
        let mut callees = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            let after = &tokens[at + 1..];
            if token.is(Punct::Star) && (ends_type(after) || self.names_type(&tokens[at - 1])) {
                return None;
            }
            if token.kind != TokenKind::Identifier {
                continue;
            }
            let word = &*token.text;
            let is_inside = at > body;
            if token.open || is_effect(word) || self.variables.contains(word) {
                return None;
            }
            if is_inside && names_other_memory(word, after) {
                return None;
            }
            let is_called = is_inside && after.first().is_some_and(|next| next.is(Punct::LeftParen));
            if is_inside && self.expanded.declares(word) {
                callees.push(word);
            } else if is_called && !is_known(word) && !self.types.contains(word) {
                return None;
            }
        }
        Some(callees)
    }

    /// Whether a `*` after a token declares a pointer, or may do so.
    fn names_type(&self, token: &Expanded<'_>) -> bool {
        let word = &*token.text;
        let is_type = is_keyword(word) || is_type_name(word) || self.types.contains(word);
        token.kind == TokenKind::Identifier && is_type
    }
}

/// Whether a word of a function has an effect, or makes memory that others reach.
fn is_effect(word: &str) -> bool {
    is_asm_word(word)
        || orders_memory(word)
        || is_memory_object(word)
        || matches!(
            word,
            "_Atomic" | "global" | "__global" | "local" | "__local" | "constant" | "__constant" | "__generic"
        )
}

/// Whether parentheses after a word call nothing that has an effect on the memory of others.
fn is_known(word: &str) -> bool {
    let is_harmless = |found: Effect| match found {
        // These store to what a pointer points to, which is the function's own.
        Effect::Stores { .. } | Effect::StoresResult { .. } => true,
        Effect::Computes | Effect::Queries | Effect::Loads { .. } => true,
        Effect::ReadsImage | Effect::WritesImage | Effect::Meets(_) | Effect::Orders | Effect::Acts => false,
    };
    is_keyword(word) || is_type_name(word) || is_attribute_word(word) || effect(word).is_some_and(is_harmless)
}

/// Whether a type or variable outside of functions may hold a pointer. Lengths and initial values are no part of the type.
fn holds_pointer(tokens: &[Expanded<'_>]) -> bool {
    let (mut braces, mut brackets) = (0_usize, 0_usize);
    for token in tokens {
        match token.kind {
            TokenKind::Punct(Punct::LeftBrace) => braces += 1,
            TokenKind::Punct(Punct::RightBrace) => braces = braces.saturating_sub(1),
            TokenKind::Punct(Punct::LeftBracket) => brackets += 1,
            TokenKind::Punct(Punct::RightBracket) => brackets = brackets.saturating_sub(1),
            TokenKind::Punct(Punct::Assign) if braces + brackets == 0 => return false,
            TokenKind::Punct(Punct::Star | Punct::Caret | Punct::Ampersand) if brackets == 0 => return true,
            _ => {}
        }
    }
    false
}

/// The names that tokens outside of functions may declare: words outside of braces that are neither keywords nor tags.
fn declared_names<'a>(tokens: &'a [Expanded<'_>]) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Punct(Punct::LeftBrace | Punct::LeftBracket) => depth += 1,
            TokenKind::Punct(Punct::RightBrace | Punct::RightBracket) => depth = depth.saturating_sub(1),
            TokenKind::Identifier if depth == 0 => {
                let is_tag = at > 0 && ["struct", "enum"].iter().any(|word| tokens[at - 1].is_word(word));
                if !is_tag && !is_keyword(&token.text) && !is_type_name(&token.text) {
                    names.push(&*token.text);
                }
            }
            _ => {}
        }
    }
    names
}
