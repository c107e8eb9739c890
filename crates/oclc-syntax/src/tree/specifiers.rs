//! Macros that say nothing but how something is declared.
//!
//! `INLINE` and `REQD_SUBGROUP_SIZE_64` in front of a function are often chosen by conditions, or left to a `-D`: `inline` or
//! `static inline`, an attribute or nothing at all. What such a macro stands for is not known, but all that it may stand for says
//! nothing of the function's loops; so the parser is not shown it, as it is not shown attributes. That holds in the head of a
//! function, outside of its parameters: an attribute may make another type of what a declaration declares.
//!
//! A name that nothing defines is such a macro as well where it could be nothing else: in front of the type of a function, as in
//! `INLINE void f(int n)` or `INLINE real f(real x)`, and in front of what a parameter points to, as in `LOCAL_PTR real *tile`. What
//! memory that is, and what type it has, says nothing of a loop's trips: what is read through a pointer may always change.

use super::buffer::after_any_group;
use super::vocabulary::{is_address_space, is_c_type_keyword, is_dropped, is_keyword, is_type_name};
use crate::lex::{Bracket, Depth, Punct, TokenKind};
use crate::limits::MAX_SPECIFIERS;
use crate::preprocess::{Expanded, Expansion, Unit};

/// The tokens in the head of a function that are macros of this kind, in order.
pub(super) fn specifiers_in_head(unit: &Unit, function: &Expansion<'_>) -> Vec<usize> {
    let mut depth = Depth::of(Bracket::Round);
    let mut found = Vec::new();
    for (at, token) in function.tokens.iter().enumerate().take_while(|(_, token)| !token.is(Punct::LeftBrace)) {
        depth.read(token.kind);
        let after = &function.tokens[at + 1..function.tokens.len().min(at + 1 + MAX_SPECIFIERS)];
        let is_called = || after.first().is_some_and(|next| next.is(Punct::LeftParen));
        let is_specifier_of_function = || {
            if token.open {
                unit.macro_roles(&token.text).is_specifier
            } else {
                is_name(token) && stands_before_a_type(after, Punct::LeftParen)
            }
        };
        let is_found = match depth.get() {
            0 => is_specifier_of_function(),
            1 => !token.open && is_name(token) && stands_before_a_pointer(after),
            _ => false,
        };
        if is_found && !is_called() {
            found.push(at);
        }
    }
    found
}

/// Whether a token is a name, and no word of the language.
fn is_name(token: &Expanded<'_>) -> bool {
    let word = &*token.text;
    token.kind == TokenKind::Identifier && !is_keyword(word) && !is_type_name(word)
}

/// Whether tokens go on with a type and a name, up to one that ends them: what stands before them is no type, and declares nothing.
// declarator = word { word } name end
fn stands_before_a_type(tokens: &[Expanded<'_>], end: Punct) -> bool {
    let Some(end) = tokens.iter().position(|token| token.is(end)) else { return false };
    let is_word = |token: &&Expanded<'_>| !token.is(Punct::Star) && !is_specifier(&token.text);
    let words: Vec<_> = tokens[..end].iter().filter(is_word).collect();
    let is_type = |token: &Expanded<'_>| is_type_name(&token.text) || is_c_type_keyword(&token.text) || is_name(token);
    match &words[..] {
        [types @ .., name] if !types.is_empty() => is_name(name) && types.iter().all(|token| is_type(token)),
        _ => false,
    }
}

/// The same for a parameter that is a pointer, of whatever it points to.
// parameter = word { word } "*" { specifier } name ( "," | ")" )
fn stands_before_a_pointer(tokens: &[Expanded<'_>]) -> bool {
    let is_end = |token: &Expanded<'_>| token.is(Punct::Comma) || token.is(Punct::RightParen);
    let Some(end) = tokens.iter().position(is_end) else { return false };
    let TokenKind::Punct(last) = tokens[end].kind else { return false };
    tokens[..end].iter().any(|token| token.is(Punct::Star)) && stands_before_a_type(tokens, last)
}

/// Whether tokens say nothing that could stand by itself: specifiers, qualifiers, attributes, pragmas, or nothing at all. Macros
/// that the host decides upon pass.
// specifiers = { word | ( "__attribute__" | "_Pragma" ) "(" … ")" }
#[must_use]
pub fn are_specifiers(tokens: &[Expanded<'_>]) -> bool {
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        if matches!(&*token.text, "__attribute__" | "__attribute" | "_Pragma") {
            let Some(end) = after_any_group(tokens, at, tokens.len()) else { return false };
            at = end;
        } else if !token.open && !is_specifier(&token.text) {
            return false;
        }
    }
    true
}

/// Whether a word says how something is declared, and not of what type.
#[must_use]
pub fn is_specifier(word: &str) -> bool {
    is_address_space(word)
        || is_dropped(word)
        || matches!(
            word,
            "const" | "volatile" | "restrict" | "__restrict" | "inline" | "__inline" | "static" | "extern" | "register"
        )
}
