//! Bracket: how deep they are nested, and which of them belong together.
//!
//! All stages count them here. They differ in two things alone: which brackets count, and how unmatched closing brackets
//! are treated.

use super::{Punct, Token, TokenKind};

/// Which brackets count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    /// `(` and `)`.
    Round,
    /// `[` and `]`.
    Square,
    /// `{` and `}`.
    Curly,
    /// All three; each closes any other.
    Any,
}

impl Bracket {
    /// Whether a token is an opening bracket that counts.
    #[must_use]
    pub const fn opens(self, token: TokenKind) -> bool {
        match token {
            TokenKind::Punct(Punct::LeftParen) => matches!(self, Self::Round | Self::Any),
            TokenKind::Punct(Punct::LeftBracket) => matches!(self, Self::Square | Self::Any),
            TokenKind::Punct(Punct::LeftBrace) => matches!(self, Self::Curly | Self::Any),
            _ => false,
        }
    }

    /// Whether a token is a closing bracket that counts.
    #[must_use]
    pub const fn closes(self, token: TokenKind) -> bool {
        match token {
            TokenKind::Punct(Punct::RightParen) => matches!(self, Self::Round | Self::Any),
            TokenKind::Punct(Punct::RightBracket) => matches!(self, Self::Square | Self::Any),
            TokenKind::Punct(Punct::RightBrace) => matches!(self, Self::Curly | Self::Any),
            _ => false,
        }
    }
}

/// How many brackets are open, as tokens are read one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    bracket: Bracket,
    open: usize,
}

impl Depth {
    /// Counts brackets of that kind; none is open yet.
    #[must_use]
    pub const fn of(bracket: Bracket) -> Self {
        Self { bracket, open: 0 }
    }

    /// How many are open.
    #[must_use]
    pub const fn get(self) -> usize {
        self.open
    }

    /// Whether none is open.
    #[must_use]
    pub const fn is_outside(self) -> bool {
        self.open == 0
    }

    /// Reads a token. False where it closes a bracket that nothing has opened; it does not count then.
    pub const fn read(&mut self, token: TokenKind) -> bool {
        if self.bracket.opens(token) {
            self.open += 1;
        } else if self.bracket.closes(token) {
            let Some(open) = self.open.checked_sub(1) else { return false };
            self.open = open;
        }
        true
    }

    /// Whether no bracket is open after a token is read.
    pub const fn is_outside_after(&mut self, token: TokenKind) -> bool {
        self.read(token);
        self.is_outside()
    }
}

/// A value that has the kind of a token.
pub trait Lexical {
    /// The kind.
    fn kind(&self) -> TokenKind;
}

impl Lexical for Token {
    fn kind(&self) -> TokenKind {
        self.kind
    }
}

/// How many tokens there are from an opening bracket to the one that closes it, with both; `None` if the first token is not
/// an opening bracket, or nothing closes it. No token after the closing bracket is read.
pub fn group_length(bracket: Bracket, tokens: impl IntoIterator<Item = TokenKind>) -> Option<usize> {
    let mut depth = Depth::of(bracket);
    for (index, token) in tokens.into_iter().enumerate() {
        if !depth.read(token) {
            return None;
        }
        if depth.is_outside() {
            return (index > 0).then_some(index + 1);
        }
    }
    None
}

/// The index after the bracket that closes the one at `open`; `None` as for [`group_length`].
pub fn after_group<T: Lexical>(bracket: Bracket, tokens: &[T], open: usize) -> Option<usize> {
    group_length(bracket, tokens.get(open..)?.iter().map(Lexical::kind)).map(|length| open + length)
}

/// The index of the bracket that the one at `close` closes; `None` if that is not a closing bracket, or nothing opens it.
pub fn opening<T: Lexical>(bracket: Bracket, tokens: &[T], close: usize) -> Option<usize> {
    let mut open = 0_usize;
    for (at, token) in tokens.get(..=close)?.iter().map(Lexical::kind).enumerate().rev() {
        if bracket.closes(token) {
            open += 1;
        } else if bracket.opens(token) {
            open = open.checked_sub(1)?;
        }
        if open == 0 {
            return (at < close).then_some(at);
        }
    }
    None
}

/// For each bracket the index of the one that belongs to it; `None` for other tokens, and if there is none.
pub fn partners<T: Lexical>(bracket: Bracket, tokens: &[T]) -> Vec<Option<usize>> {
    let mut partners = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().map(Lexical::kind).enumerate() {
        if bracket.opens(token) {
            open.push(at);
        } else if let Some(start) = bracket.closes(token).then(|| open.pop()).flatten() {
            partners[start] = Some(at);
            partners[at] = Some(start);
        }
    }
    partners
}

/// Whether each bracket has its partner.
pub fn are_balanced<T: Lexical>(bracket: Bracket, tokens: &[T]) -> bool {
    let mut depth = Depth::of(bracket);
    tokens.iter().all(|token| depth.read(token.kind())) && depth.is_outside()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::lex;
    use crate::source::FileId;

    #[test]
    fn a_group_ends_at_the_bracket_that_closes_its_first() {
        let end = |bracket, source: &str, open| after_group(bracket, &lex(FileId::MAIN, source.as_bytes()), open);
        assert_eq!(end(Bracket::Round, "f(a(b), [)]) c)", 1), Some(9));
        assert_eq!(end(Bracket::Square, "[(] )", 0), Some(3));
        assert_eq!(end(Bracket::Any, "{ ( ] }", 0), Some(4));
        for (source, open) in [("a)", 0), (")", 0), ("(", 0), ("(()", 0), ("", 0), ("()", 5)] {
            assert_eq!(end(Bracket::Round, source, open), None, "{source}");
        }
    }

    #[test]
    fn partners_are_mutual_and_brackets_without_one_have_none() {
        let tokens = lex(FileId::MAIN, b")({a}[(");
        assert_eq!(partners(Bracket::Any, &tokens), [None, None, Some(4), None, Some(2), None, None]);
        assert!(!are_balanced(Bracket::Any, &tokens));
        assert!(are_balanced(Bracket::Curly, &tokens));
    }

    #[test]
    fn a_bracket_that_closes_nothing_does_not_count() {
        let tokens = lex(FileId::MAIN, b")(");
        let mut depth = Depth::of(Bracket::Round);
        let read: Vec<_> = tokens.iter().map(|token| (depth.read(token.kind), depth.get())).collect();
        assert_eq!(read, [(false, 0), (true, 1)]);
    }
}
