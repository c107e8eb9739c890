//! Macros that say nothing but how something is declared.
//!
//! `INLINE` and `REQD_SUBGROUP_SIZE_64` in front of a function are often chosen by conditions, or left to a `-D`: `inline` or
//! `static inline`, an attribute or nothing at all. What such a macro stands for is not known, but all that it may stand for says
//! nothing of the function's loops; so the parser is not shown it, as it is not shown attributes. That holds in the head of a
//! function, outside of its parameters: an attribute may make another type of what a declaration declares.

use super::buffer::behind_group;
use super::vocabulary::{is_address_space, is_dropped};
use crate::lex::Punct;
use crate::preprocess::{Configuration, Expanded, Expansion, Meaning, Moment, Unit, expand_line};

/// How many macros may stand for one another.
const MAX_DEPTH: usize = 8;

/// The tokens in the head of a function that are macros of this kind, in order.
pub(super) fn specifiers_in_head(unit: &Unit, configuration: &Configuration, function: &Expansion<'_>) -> Vec<usize> {
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for (at, token) in function.tokens.iter().enumerate().take_while(|(_, token)| !token.is(Punct::LeftBrace)) {
        depth += usize::from(token.is(Punct::LeftParen));
        depth = depth.saturating_sub(usize::from(token.is(Punct::RightParen)));
        let is_called = || function.tokens.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen));
        if token.open
            && depth == 0
            && !is_called()
            && stand_for_specifiers(unit, configuration, (&token.text, unit.moment(token.code)), MAX_DEPTH)
        {
            found.push(at);
        }
    }
    found
}

/// Whether each known definition of an open macro is made of specifiers; there must be one.
fn stand_for_specifiers(
    unit: &Unit,
    configuration: &Configuration,
    (name, moment): (&str, Moment),
    depth: usize,
) -> bool {
    let Meaning::Open(definitions) = unit.meaning_in(configuration, name, moment, unit.group(moment)) else {
        return false;
    };
    let are_inside = |tokens: &[Expanded<'_>]| {
        let mut open = tokens.iter().filter(|token| token.open);
        open.all(|inner| depth > 0 && stand_for_specifiers(unit, configuration, (&inner.text, moment), depth - 1))
    };
    !definitions.is_empty()
        && definitions.iter().all(|definition| {
            let Expansion { tokens, overflow, .. } = expand_line(unit, configuration, &definition.body, moment);
            definition.parameters.is_none() && !overflow && are_specifiers(&tokens) && are_inside(&tokens)
        })
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
            let Some(end) = behind_group(tokens, at, tokens.len()) else { return false };
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
