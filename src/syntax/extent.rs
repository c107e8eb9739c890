//! Where a statement ends, by its tokens alone.
//!
//! Needed where the parser cannot read the function: the loop must then be cut out of it to be parsed by itself; and
//! where conditionals decide what the loop is, before there is anything to parse.

use std::ops::Range;

use crate::lex::{Punct, TokenKind};
use crate::preprocess::{Configuration, Expanded, Unit, expand};

/// How many code tokens behind its first one a statement may end.
const MAX_STATEMENT: usize = 16_384;

/// How deep statements may stand in one another without a brace between them.
const MAX_DEPTH: usize = 256;

/// The index behind the statement that begins at `start`; `None` where it has no end.
#[must_use]
pub fn statement_end(tokens: &[Expanded<'_>], start: usize) -> Option<usize> {
    statement(tokens, start, 0)
}

// statement = "{" … "}"
//           | ("for" | "while" | "switch") "(" … ")" statement
//           | "if" "(" … ")" statement [ "else" statement ]
//           | "do" statement "while" "(" … ")" ";"
//           | … ";"
fn statement(tokens: &[Expanded<'_>], start: usize, depth: usize) -> Option<usize> {
    let first = tokens.get(start).filter(|_| depth < MAX_DEPTH)?;
    if first.is(Punct::LeftBrace) {
        return closing(tokens, start);
    }
    match &*first.text {
        "for" | "while" | "switch" => statement(tokens, closing(tokens, start + 1)?, depth + 1),
        "if" => {
            let then = statement(tokens, closing(tokens, start + 1)?, depth + 1)?;
            match tokens.get(then) {
                Some(token) if token.is_word("else") => statement(tokens, then + 1, depth + 1),
                _ => Some(then),
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
                let token = tokens.get(at)?;
                match token.kind {
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
fn closing(tokens: &[Expanded<'_>], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (offset, token) in tokens.get(open..)?.iter().enumerate() {
        match token.kind {
            TokenKind::Punct(Punct::LeftBrace | Punct::LeftParen | Punct::LeftBracket) => depth += 1,
            TokenKind::Punct(Punct::RightBrace | Punct::RightParen | Punct::RightBracket) => {
                depth = depth.checked_sub(1)?;
            }
            _ => {}
        }
        if depth == 0 {
            return (offset > 0).then_some(open + offset + 1);
        }
    }
    None
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
    let mut length = 256;
    loop {
        let part = start..limit.min(start + length);
        let expansion = expand(unit, configuration, std::iter::once(part.clone()));
        if let Some(end) = statement_end(&expansion.tokens, 0) {
            let last = &expansion.tokens[end - 1];
            return Ok(start..expansion.code_of(last).end);
        }
        if part.end == limit || length >= MAX_STATEMENT || expansion.overflow {
            return Err(part);
        }
        length *= 4;
    }
}
