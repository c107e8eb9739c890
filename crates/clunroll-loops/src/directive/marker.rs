//! The comment that clunroll leaves for its next run, and the words that a file with a request has.

use super::request::{Anchor, Request};
use clunroll_rules::MARKER;
use oclc_syntax::lex;
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{Place, SourceFile};

/// The comment with the blank before it.
#[must_use]
pub fn marker_text() -> String {
    format!(" /* {MARKER} */")
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

/// Whether clunroll's own [`MARKER`] is after a request: on the line of a directive, and before the next code token.
#[must_use]
pub fn has_marker(unit: &Unit, request: &Request<'_>) -> bool {
    let next = match &request.anchor {
        Anchor::Directive(_) => None,
        Anchor::Operator(code) | Anchor::Attribute(code) => Some(code.end),
    };
    is_marked(unit, request.place, next)
}

/// Whether it is after a place, on the same line, and before the code token `next` if that follows.
#[must_use]
pub fn is_marked(unit: &Unit, place: Place, next: Option<usize>) -> bool {
    let file = &unit.sources[place.file];
    let (from, line) = (place.span.end, file.line_index(place.span.end));
    let line_end = file.line(line).map_or(from, |line| line.end);
    let next = next.and_then(|next| unit.code.get(next)).filter(|next| next.file == place.file);
    let end = next.map_or(line_end, |next| next.span.start.min(line_end));
    let after = file.bytes.get(from as usize..end as usize).unwrap_or_default();
    memchr::memmem::find(after, MARKER.as_bytes()).is_some()
}
