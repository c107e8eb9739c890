//! The tokens that the lexer returns.

use super::Punct;
use crate::source::{FileId, Place, Span};

/// The kind of a preprocessing token (C99 6.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// An identifier or keyword; the preprocessor knows no difference.
    Identifier,
    /// A preprocessing number (C99 6.4.8), which need not be a valid constant.
    Number,
    /// A character constant.
    Character,
    /// A string literal.
    String,
    /// An operator or punctuator; a digraph counts as the punctuator that it means.
    Punct(Punct),
    /// Bytes that begin no token, or a literal without its end.
    Stray,
}

/// One preprocessing token; a place in a file, not a copy of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its file.
    pub file: FileId,
    /// Whether it is the first token of its line.
    pub at_line_start: bool,
    /// Whether white space or a comment precedes it.
    pub after_space: bool,
    /// Whether a backslash-newline pair runs through it.
    pub spliced: bool,
    /// Its bytes.
    pub span: Span,
}

impl Token {
    /// The span with its file.
    #[must_use]
    pub const fn place(&self) -> Place {
        Place { file: self.file, span: self.span }
    }

    /// Whether the token is that operator or punctuator.
    #[must_use]
    pub fn is(&self, punct: Punct) -> bool {
        self.kind == TokenKind::Punct(punct)
    }

    /// Whether it is the `#` of a directive (C99 6.10), if it is in a file.
    #[must_use]
    pub fn begins_directive(&self) -> bool {
        self.at_line_start && self.is(Punct::Hash)
    }
}
