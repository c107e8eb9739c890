//! The comment that clunroll leaves for its next run, and the words that a file with a request has.
//!
//! ```c
//! #pragma unroll /* clunroll: left as written */
//! for (int i = 0; i < n; i++) sum += in[i];
//! _Pragma("unroll") for (int i = 0; i < n; i++) sum -= in[i]; /* clunroll: left as written, like the next 5 in this function */
//! ```
//!
//! It is at the end of the request's line, since nobody writes a comment between a request and its loop on one line. So it is that of all
//! requests before it on the line. The second comment is also that of all requests after it, up to the end of the function: the next line
//! that begins with a brace. Its number is for readers. A run writes it where a function keeps many requests, since one missing macro often
//! leaves dozens of loops.

use clunroll_rules::MARKER;
use oclc_syntax::lex::{self, TokenKind};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{FileId, Place, SourceFile, Span};

/// The comment with the blank before it.
#[must_use]
pub fn marker_text() -> String {
    format!(" /* {MARKER} */")
}

/// What follows [`MARKER`] in a comment that also counts for later requests.
const LIKE_THE_NEXT: &str = ", like the next ";

/// A function with as many requests that stay has one comment for all of them.
pub const MIN_JOINED: usize = 4;

/// How far such a comment counts, in bytes: so many are searched for each request.
const MAX_REACH: usize = 64 << 10;

/// The greatest distance from such a comment to the last of its requests when it is written: `#line` lines may come between them later.
pub const MAX_JOINED_BYTES: usize = MAX_REACH / 4;

/// The comment for a request and the next ones, with the blank before it.
#[must_use]
pub fn joined_marker_text(next: usize) -> String {
    format!(" /* {MARKER}{LIKE_THE_NEXT}{next} in this function */")
}

/// The start of the function around an offset, as far as comments count there.
fn marked_part(bytes: &[u8], at: usize) -> usize {
    let from = at.saturating_sub(MAX_REACH);
    memchr::memmem::rfind(&bytes[from..at], b"\n}").map_or(from, |end| from + end)
}

/// Whether a comment after an earlier request of the function counts for a place.
fn is_marked_before(unit: &Unit, place: Place) -> bool {
    let file = &unit.sources[place.file];
    let is_joined = |bytes: &[u8]| {
        memchr::memmem::find_iter(bytes, MARKER)
            .any(|at| bytes[at + MARKER.len()..].starts_with(LIKE_THE_NEXT.as_bytes()))
    };
    let at = (place.span.start as usize).min(file.bytes.len());
    file.answer("whether a marker counts for later requests", is_joined)
        && is_joined(&file.bytes[marked_part(&file.bytes, at)..at])
}

/// Whether a file may contain a request; takes one pass over the bytes if the word does not occur.
#[must_use]
pub fn may_hold_unroll_request(bytes: &[u8]) -> bool {
    lex::may_spell(bytes, b"unroll")
}

/// The words that ask for unrolling. A longer word that contains one of them does not, unless a macro makes a request of it.
pub const REQUEST_WORDS: [&str; 7] = [
    "unroll",
    "nounroll",
    "unroll_and_jam",
    "nounroll_and_jam",
    "unroll_count",
    "opencl_unroll_hint",
    "__opencl_unroll_hint__",
];

/// Whether the string of a `_Pragma` contains one of them: `"unroll 4"` does, `"clunroll leave"` does not.
#[must_use]
pub fn string_may_request(string: &str) -> bool {
    string.split(|at: char| !at.is_alphanumeric() && at != '_').any(|word| REQUEST_WORDS.contains(&word))
}

/// Whether a file mentions unrolling at all, in a request or in the name of a macro that the host may define as one.
#[must_use]
pub fn may_mention_unrolling(bytes: &[u8]) -> bool {
    [&b"unroll"[..], b"UNROLL", b"Unroll"].iter().any(|word| lex::may_spell(bytes, word))
}

/// The same for a file, which is searched once.
#[must_use]
pub fn file_may_mention_unrolling(file: &SourceFile) -> bool {
    file.answer("whether it may mention unrolling", may_mention_unrolling)
}

/// Where the marker of a request that ends at an offset goes in a text: after the last token of its line. It goes directly after the request
/// if the line does not end between two tokens.
#[must_use]
pub fn marker_offset(text: &[u8], end: u32) -> u32 {
    let rest = &text[(end as usize).min(text.len())..];
    let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    if length > MAX_REACH / 2 {
        return end;
    }
    let tokens = lex::lex_part(FileId::MAIN, text, Span::new(end, end + length as u32));
    // A splice, or a literal that goes on in the next line.
    if tokens.iter().any(|token| token.kind == TokenKind::Stray) {
        return end;
    }
    tokens.last().map_or(end, |last| last.span.end)
}

/// Whether clunroll's own [`MARKER`] is after a place, on the same line; or after an earlier request, and counts for it.
#[must_use]
pub fn is_marked(unit: &Unit, place: Place) -> bool {
    let file = &unit.sources[place.file];
    let (from, line) = (place.span.end, file.line_index(place.span.end));
    let line_end = file.line(line).map_or(from, |line| line.end).min(from.saturating_add(MAX_REACH as u32));
    let after = file.bytes.get(from as usize..line_end as usize).unwrap_or_default();
    memchr::memmem::find(after, MARKER.as_bytes()).is_some() || is_marked_before(unit, place)
}
