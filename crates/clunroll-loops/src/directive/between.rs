//! The pieces that may be between a request and its loop.
//!
//! ```c
//! #pragma unroll 4
//! Rows:                                  // a label
//! _Pragma("ivdep")                       // another pragma
//! __attribute__((xcl_pipeline_loop))     // an attribute
//! for (int i = 0; i < n; i++)            // the loop
//! ```
//!
//! Three readers go from a request to its loop: over the code tokens, to find what a request applies to; over those of one
//! configuration, to find the conditions that it depends on; and over the expansion of a text, to find loops that macros
//! make. They differ in which tokens they see. This file recognises a piece and its end by shape alone; it does not check
//! whether an attribute is well-formed.

use std::borrow::Cow;

use crate::limits::{MAX_ATTRIBUTE, MAX_LABEL};
use oclc_syntax::lex::{Bracket, Punct, TokenKind, after_group};
use oclc_syntax::preprocess::Unit;

/// Tokens between a request and its loop, as one of the readers sees them.
pub trait Sight {
    /// The kind of a token, with its text; `None` at the end.
    fn token(&self, at: usize) -> Option<(TokenKind, Cow<'_, str>)>;

    /// The index after the parenthesis that closes the one at `open`.
    fn after_parentheses(&self, open: usize) -> Option<usize>;

    /// Whether a token is that punctuator.
    fn is(&self, at: usize, punct: Punct) -> bool {
        self.token(at).is_some_and(|(kind, _)| kind == TokenKind::Punct(punct))
    }
}

/// All code tokens of a unit, in all branches. Parentheses with more than [`MAX_ATTRIBUTE`] tokens have no end.
impl Sight for Unit {
    fn token(&self, at: usize) -> Option<(TokenKind, Cow<'_, str>)> {
        self.code.get(at).map(|token| (token.kind, self.text(token)))
    }

    fn after_parentheses(&self, open: usize) -> Option<usize> {
        let far = self.code.len().min(open + MAX_ATTRIBUTE);
        after_group(Bracket::Round, &self.code[..far], open)
    }
}

/// The shape of the piece that begins at a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrefixShape {
    /// A loop.
    Loop,
    /// An attribute or a `_Pragma`, with the index after it.
    Said(usize),
    /// A label, with the index after it.
    Label(usize),
}

/// The shape of the piece at a token; `None` if no piece begins there.
// shape = "for" | "while" | "do" | ("__attribute__" | "__attribute" | "_Pragma") "(" … ")" | label
pub fn shape(tokens: &impl Sight, at: usize) -> Option<PrefixShape> {
    let (_, text) = tokens.token(at).filter(|&(kind, _)| kind == TokenKind::Identifier)?;
    match &*text {
        word if is_loop_keyword(word) => Some(PrefixShape::Loop),
        word if says_something(word) && tokens.is(at + 1, Punct::LeftParen) => {
            let end = tokens.after_parentheses(at + 1)?;
            (end - at <= MAX_ATTRIBUTE).then_some(PrefixShape::Said(end))
        }
        word => after_label(tokens, word, at).map(PrefixShape::Label),
    }
}

/// Whether a word begins a loop.
#[must_use]
pub fn is_loop_keyword(word: &str) -> bool {
    matches!(word, "for" | "while" | "do")
}

/// Whether a word begins an attribute or a pragma operator.
#[must_use]
pub fn says_something(word: &str) -> bool {
    matches!(word, "__attribute__" | "__attribute" | "_Pragma")
}

/// The end of the label that begins with a word.
// label = identifier ":" | "default" ":" | "case" expression ":"
fn after_label(tokens: &impl Sight, word: &str, at: usize) -> Option<usize> {
    if tokens.is(at + 1, Punct::Colon) {
        return Some(at + 2);
    }
    if word != "case" {
        return None;
    }
    let mut questions = 0_usize;
    for at in (at..).take(MAX_LABEL) {
        match tokens.token(at)?.0 {
            TokenKind::Punct(Punct::Question) => questions += 1,
            TokenKind::Punct(Punct::Colon) if questions == 0 => return Some(at + 1),
            TokenKind::Punct(Punct::Colon) => questions -= 1,
            TokenKind::Punct(Punct::Semicolon | Punct::LeftBrace | Punct::RightBrace) => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(source: &str) -> Vec<Option<PrefixShape>> {
        let unit = Unit::alone(source.as_bytes());
        let mut found = vec![shape(&unit, 0)];
        while let Some(Some(PrefixShape::Said(end) | PrefixShape::Label(end))) = found.last() {
            let next = shape(&unit, *end);
            found.push(next);
        }
        found
    }

    #[test]
    fn pieces_lead_to_the_loop() {
        use PrefixShape::{Label, Loop, Said};
        let source = "case x ? 1 : 2: rows: __attribute__((a(b), c)) _Pragma(\"ivdep\") for (;;) ;";
        assert_eq!(shapes(source), [Label(7), Label(9), Said(20), Said(24), Loop].map(Some));
        assert_eq!(shapes("default: while"), [Label(2), Loop].map(Some));
        for source in ["x = 1;", "case 1; :", "__attribute__((a)", "_Pragma", "(", ""] {
            assert_eq!(shapes(source), [None], "{source}");
        }
    }

    #[test]
    fn what_has_no_end_nearby_is_no_piece() {
        let long = |tokens: usize| format!("__attribute__(({})) for", "a ".repeat(tokens));
        assert_eq!(shapes(&long(MAX_ATTRIBUTE - 5)).last(), Some(&Some(PrefixShape::Loop)));
        assert_eq!(shapes(&long(MAX_ATTRIBUTE - 4)), [None]);
    }
}
