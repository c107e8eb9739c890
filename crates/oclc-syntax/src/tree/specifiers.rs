//! The words of declarations that are specifiers, and not part of the type.

use super::buffer::after_any_group;
use super::vocabulary::{is_address_space, is_dropped};
use crate::preprocess::Expanded;

/// Whether tokens have no meaning by themselves: specifiers, qualifiers, attributes, pragmas, or no tokens. Macros that the host
/// defines are accepted.
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

/// Whether a word is a specifier, and not part of the type.
#[must_use]
pub fn is_specifier(word: &str) -> bool {
    is_address_space(word)
        || is_dropped(word)
        || matches!(
            word,
            "const" | "volatile" | "restrict" | "__restrict" | "inline" | "__inline" | "static" | "extern" | "register"
        )
}
