//! Preprocessing tokens (C99 6.4), with comments and line splices as trivia.
//!
//! The lexer makes one pass over the bytes of a file and yields tokens that only point at the text: a kind, a
//! span, and whether a line or white space begins before the token (chibicc keeps the same two flags, and for the
//! same reasons: the first finds directives, the second distinguishes `#define F (x)` from `#define F(x)`).
//! Comments, white space and backslash-newline pairs never become tokens. A token that a splice runs through has a
//! flag, and its spelling is cleaned on demand.
//!
//! The lexer never fails. Text that is not a token, such as a stray backtick or an unterminated string, becomes a
//! [`TokenKind::Stray`], so that later stages can decline code that contains it.

mod brackets;
mod bytes;
mod lexer;
mod punct;
mod token;

pub use brackets::{Bracket, Depth, Lexical, after_group, are_balanced, group_length, opening, partners};
pub use lexer::{
    Comment, Lexer, blank_length, comments, ends_in_splice, file_may_spell, lex, lex_part, logical_lines,
    may_be_spliced, may_spell, spelling, text, whole, without_comments,
};
pub use punct::Punct;
pub use token::{Token, TokenKind};
