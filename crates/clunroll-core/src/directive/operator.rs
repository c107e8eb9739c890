//! The pragma operator, `_Pragma("…")` (C99 6.10.9).
//!
//! Its string is read where it stands, so that each token of it has a place in the file. Taking the escapes out, as the
//! standard says, makes no difference to a request: an escape stands for a quote or a backslash, and neither can be a
//! part of one.

use std::ops::Range;

use oclc_syntax::lex::{Punct, Token, TokenKind, lex_part};
use oclc_syntax::preprocess::{Meaning, Unit};
use oclc_syntax::source::Span;

/// The code tokens of the operator that begins at `at`, and the words in its string.
// operator = "_Pragma" "(" string ")"
pub fn operator_at(unit: &Unit, at: usize) -> Option<(Range<usize>, Vec<Token>)> {
    let [name, open, string, close] = unit.code.get(at..at + 4)? else { return None };
    let moment = unit.moment(at);
    let is_operator = unit.is_word(name, "_Pragma")
        && open.is(Punct::LeftParen)
        && string.kind == TokenKind::String
        && close.is(Punct::RightParen)
        && unit.moment(at + 3) == moment
        && matches!(unit.meaning("_Pragma", moment), Meaning::Ordinary);
    if !is_operator {
        return None;
    }
    Some((at..at + 4, operator_words(unit, string)?))
}

/// The words in the string of an operator.
#[must_use]
pub fn operator_words(unit: &Unit, string: &Token) -> Option<Vec<Token>> {
    let bytes = &unit.sources[string.file].bytes;
    let quote = memchr::memchr(b'"', &bytes[string.span.range()])?;
    let inside = Span::new(string.span.start + quote as u32 + 1, string.span.end - 1);
    Some(lex_part(string.file, bytes, inside))
}
