//! `#pragma unroll` directives.

use crate::lex::{Punct, Token};
use crate::preprocess::{DirectiveKind, Expanded, Moment, Unit, expand_line};
use crate::source::{FileId, Place};

/// The comment that stands in a pragma which clunroll left alone for want of room, so that a second run, which
/// would find more room, leaves it alone too.
pub const MARKER: &str = "clunroll: over the growth limit";

/// How a pragma's own form can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// `unroll(4`
    Unclosed,
    /// `unroll()`
    Empty,
}

/// One `#pragma unroll` of the file that is being rewritten.
#[derive(Clone, Debug)]
pub struct Request<'u> {
    /// Index of the directive, which is also the moment at which its macros are read.
    pub directive: Moment,
    /// From `#` to the last token.
    pub place: Place,
    /// The tokens of the factor after macro expansion, outer parentheses included; empty for a full unroll.
    pub factor: Result<Vec<Expanded<'u>>, Malformed>,
    /// The tokens of the factor as written.
    pub written: Vec<Token>,
}

impl Request<'_> {
    /// The factor as written; the whole pragma where there is none.
    #[must_use]
    pub fn factor_place(&self) -> Place {
        match (self.written.first(), self.written.last()) {
            (Some(first), Some(last)) => Place { file: first.file, span: first.span.to(last.span) },
            _ => self.place,
        }
    }
}

/// Whether a file may hold a request at all; says no in one pass over the bytes where the word does not occur.
#[must_use]
pub fn may_hold_request(bytes: &[u8]) -> bool {
    if memchr::memmem::find(bytes, b"unroll").is_some() {
        return true;
    }
    // A line splice may stand inside the word.
    memchr::memchr_iter(b'\\', bytes).any(|at| {
        at > 0
            && bytes[at - 1].is_ascii_lowercase()
            && matches!(bytes.get(at + 1), Some(b'\n' | b'\r' | b' ' | b'\t'))
            && b"unroll".contains(&bytes[at - 1])
    })
}

/// Whether a file may include others, whose macros may make requests.
#[must_use]
pub fn may_include(bytes: &[u8]) -> bool {
    memchr::memmem::find(bytes, b"include").is_some()
}

/// The requests of the main file, in order.
// request = "#" "pragma" "unroll" [ expression | "(" expression ")" ]
#[must_use]
pub fn find_requests(unit: &Unit) -> Vec<Request<'_>> {
    let mut requests = Vec::new();
    for (index, directive) in unit.directives.iter().enumerate() {
        let line = unit.line(directive);
        let is_request = directive.kind == DirectiveKind::Pragma
            && line[0].file == FileId::MAIN
            && line.get(2).is_some_and(|word| unit.is_word(word, "unroll"));
        if !is_request {
            continue;
        }
        let written = line[3..].to_vec();
        let expansion = expand_line(unit, &written, index);
        requests.push(Request {
            directive: index,
            place: unit.directive_place(directive),
            factor: check_parentheses(expansion.tokens),
            written,
        });
    }
    requests
}

fn check_parentheses(tokens: Vec<Expanded<'_>>) -> Result<Vec<Expanded<'_>>, Malformed> {
    let mut depth = 0_i32;
    for token in &tokens {
        depth += i32::from(token.is(Punct::LeftParen)) - i32::from(token.is(Punct::RightParen));
        if depth < 0 {
            break;
        }
    }
    match &tokens[..] {
        _ if depth != 0 => Err(Malformed::Unclosed),
        [open, close] if open.is(Punct::LeftParen) && close.is(Punct::RightParen) => Err(Malformed::Empty),
        _ => Ok(tokens),
    }
}

/// Whether the line of a request holds clunroll's own [`MARKER`].
#[must_use]
pub fn has_marker(unit: &Unit, request: &Request<'_>) -> bool {
    let file = &unit.sources[request.place.file];
    file.line(file.line_index(request.place.span.end))
        .is_some_and(|line| memchr::memmem::find(file.slice(line), MARKER.as_bytes()).is_some())
}
