//! Where a statement ends, by its tokens alone.
//!
//! Needed where the parser cannot read the function: the loop must then be cut out of it to be parsed by itself; and
//! where conditionals decide what the loop is, before there is anything to parse. Macros may hold any part of a statement,
//! so it is read after expansion; nothing behind its end is expanded.

use std::ops::Range;

use crate::lex::{Punct, TokenKind};
use crate::preprocess::{Configuration, Expansion, Stream, Unit};

/// How many code tokens behind its first one a statement may end.
const MAX_STATEMENT: usize = 16_384;

/// How deep statements may stand in one another without a brace between them.
const MAX_DEPTH: usize = 256;

/// A statement after expansion.
#[derive(Debug)]
pub struct Extent<'u> {
    /// Its tokens, and what else the invocation makes that it ends in.
    pub expansion: Expansion<'u>,
    /// How many of the tokens are its own.
    pub length: usize,
    /// Its code tokens.
    pub code: Range<usize>,
}

impl<'u> Extent<'u> {
    /// The statement at the beginning of `code`, in a configuration; `None` where it has no end there.
    ///
    /// # Errors
    ///
    /// The stretch that was looked at, where conditions that are not decided leave the end open.
    pub fn read(unit: &'u Unit, configuration: &Configuration, code: Range<usize>) -> Result<Self, Range<usize>> {
        let limit = code.end.min(code.start + MAX_STATEMENT);
        let mut tokens = Stream::new(unit, configuration, code.start..limit);
        let Some(length) = statement(&mut tokens, 0, 0) else {
            return Err(code.start..limit);
        };
        let expansion = tokens.finish(length);
        let end = expansion.tokens.get(length - 1).map_or(code.start, |last| expansion.code_of(last).end);
        Ok(Self { expansion, length, code: code.start..end })
    }
}

/// The code tokens of the statement that begins at `start`, in a configuration; tokens from `limit` on are not read.
///
/// # Errors
///
/// The stretch that was looked at, where conditions that are not decided leave the end open.
pub fn statement_extent(
    unit: &Unit,
    configuration: &Configuration,
    start: usize,
    limit: usize,
) -> Result<Range<usize>, Range<usize>> {
    Extent::read(unit, configuration, start..limit).map(|extent| extent.code)
}

/// The index behind the statement that begins at `start`; `None` where it has no end.
// statement = "{" … "}"
//           | ("for" | "while" | "switch") "(" … ")" statement
//           | "if" "(" … ")" statement [ "else" statement ]
//           | "do" statement "while" "(" … ")" ";"
//           | … ";"
fn statement(tokens: &mut Stream<'_, '_>, start: usize, depth: usize) -> Option<usize> {
    let first = tokens.get(start).filter(|_| depth < MAX_DEPTH)?;
    if first.is(Punct::LeftBrace) {
        return closing(tokens, start);
    }
    match &*first.text {
        "for" | "while" | "switch" => {
            let body = closing(tokens, start + 1)?;
            statement(tokens, body, depth + 1)
        }
        "if" => {
            let then = closing(tokens, start + 1)?;
            let end = statement(tokens, then, depth + 1)?;
            match tokens.get(end) {
                Some(token) if token.is_word("else") => statement(tokens, end + 1, depth + 1),
                _ => Some(end),
            }
        }
        "do" => {
            let body = statement(tokens, start + 1, depth + 1)?;
            let end = closing(tokens, body + 1)?;
            tokens.get(end).filter(|token| token.is(Punct::Semicolon)).map(|_| end + 1)
        }
        _ => {
            let mut at = start;
            loop {
                match tokens.get(at)?.kind {
                    TokenKind::Punct(Punct::Semicolon) => return Some(at + 1),
                    TokenKind::Punct(Punct::LeftBrace | Punct::LeftParen | Punct::LeftBracket) => {
                        at = closing(tokens, at)?;
                    }
                    TokenKind::Punct(Punct::RightBrace) => return None,
                    _ => at += 1,
                }
            }
        }
    }
}

/// The index behind the bracket that closes the one at `open`.
fn closing(tokens: &mut Stream<'_, '_>, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for at in open.. {
        match tokens.get(at)?.kind {
            TokenKind::Punct(Punct::LeftBrace | Punct::LeftParen | Punct::LeftBracket) => depth += 1,
            TokenKind::Punct(Punct::RightBrace | Punct::RightParen | Punct::RightBracket) => {
                depth = depth.checked_sub(1)?;
            }
            _ => {}
        }
        if depth == 0 {
            return (at > open).then_some(at + 1);
        }
    }
    None
}
