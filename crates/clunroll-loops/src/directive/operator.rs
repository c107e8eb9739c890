//! The pragma operator, `_Pragma("…")` (C99 6.10.9).
//!
//! Its string is read where it stands, so that each token of it has a place in the file. Taking the escapes out, as the
//! standard says, makes no difference to a request: an escape stands for a quote or a backslash, and neither can be a
//! part of one.

use std::ops::Range;

use oclc_syntax::lex::{Punct, Token, TokenKind, lex_part};
use oclc_syntax::preprocess::{Meaning, Unit};
use oclc_syntax::source::Span;

/// The words in the string of the operator in these code tokens.
// operator = "_Pragma" "(" string ")"
pub fn operator_in(unit: &Unit, code: Range<usize>) -> Option<Vec<Token>> {
    let moment = unit.moment(code.start);
    let is_together = unit.moment(code.end - 1) == moment;
    let [name, open, string, close] = unit.code.get(code)? else { return None };
    let is_operator = unit.is_word(name, "_Pragma")
        && open.is(Punct::LeftParen)
        && string.kind == TokenKind::String
        && close.is(Punct::RightParen)
        && is_together
        && matches!(unit.meaning("_Pragma", moment), Meaning::Ordinary);
    if is_operator { operator_words(unit, string) } else { None }
}

/// The words in the string of an operator.
#[must_use]
pub fn operator_words(unit: &Unit, string: &Token) -> Option<Vec<Token>> {
    let bytes = &unit.sources[string.file].bytes;
    let quote = memchr::memchr(b'"', &bytes[string.span.range()])?;
    let inside = Span::new(string.span.start + quote as u32 + 1, string.span.end - 1);
    Some(lex_part(string.file, bytes, inside))
}
