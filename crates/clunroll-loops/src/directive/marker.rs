//! The comment that clunroll leaves for its next run, and the words without which a file contains no request.

use super::request::{Anchor, Request};
use oclc_syntax::lex;
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::Place;

/// The comment after a request that clunroll has left in a file that it has rewritten, so that a second run, which may find more
/// to do, leaves it too.
pub const MARKER: &str = "clunroll: left as written";

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

/// Whether `unroll 1` and the end of the line come next. clunroll writes that before main loops and remainders, so that no compiler
/// unrolls them again.
#[must_use]
pub fn begins_with_pin(bytes: &[u8]) -> bool {
    matches!(bytes.strip_prefix(b"unroll 1"), Some([b'\r' | b'\n', ..]))
}

/// Whether a text, in which no macro makes a request, may hold one that asks for unrolling.
#[must_use]
pub fn may_ask_for_unrolling(bytes: &[u8]) -> bool {
    const ROOT: &[u8] = b"unroll";
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\\');
    let asks = |at: usize| {
        let start = bytes[..at].iter().rposition(|byte| !is_part(byte)).map_or(0, |before| before + 1);
        let length = bytes[at..].iter().position(|byte| !is_part(byte)).unwrap_or(bytes.len() - at);
        let word = &bytes[start..at + length];
        let is_pin = word == ROOT && begins_with_pin(&bytes[start..]);
        !is_pin && (word.contains(&b'\\') || REQUEST_WORDS.iter().any(|request| request.as_bytes() == word))
    };
    let may_ask = || {
        // The string of an operator may hold anything.
        lex::may_spell(bytes, b"_Pragma") || memchr::memmem::find_iter(bytes, ROOT).any(asks)
    };
    lex::may_be_spliced(bytes, ROOT) || memchr::memmem::find(bytes, ROOT).is_some() && may_ask()
}

/// Whether a file mentions unrolling at all, in a request or in the name of a macro that the host may define as one.
#[must_use]
pub fn may_mention_unrolling(bytes: &[u8]) -> bool {
    [&b"unroll"[..], b"UNROLL", b"Unroll"].iter().any(|word| lex::may_spell(bytes, word))
}

/// Whether clunroll's own [`MARKER`] follows a request: on the line of a directive, before the next token of anything else.
#[must_use]
pub fn has_marker(unit: &Unit, request: &Request<'_>) -> bool {
    let next = match &request.anchor {
        Anchor::Directive(_) => None,
        Anchor::Operator(code) | Anchor::Attribute(code) => Some(code.end),
    };
    is_marked(unit, request.place, next)
}

/// Whether the marker follows a place, on the same line, and before the code token `next`, if there is one.
#[must_use]
pub fn is_marked(unit: &Unit, place: Place, next: Option<usize>) -> bool {
    let file = &unit.sources[place.file];
    let (from, line) = (place.span.end, file.line_index(place.span.end));
    let line_end = file.line(line).map_or(from, |line| line.end);
    let next = next.and_then(|next| unit.code.get(next)).filter(|next| next.file == place.file);
    let end = next.map_or(line_end, |next| next.span.start.min(line_end));
    let following = file.bytes.get(from as usize..end as usize).unwrap_or_default();
    memchr::memmem::find(following, MARKER.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_words_of_requests_ask_for_unrolling() {
        for text in [
            "#pragma unroll",
            "#pragma unroll 4",
            "#pragma unroll 1 // of the author",
            "__attribute__((opencl_unroll_hint))",
            "#pragma clang loop unroll_count(2)",
            "#pragma un\\\nroll",
            "#pragma unroll\\\n_and_jam",
            "_Pragma(\"my_unroll\")",
            "// unroll?",
        ] {
            assert!(may_ask_for_unrolling(text.as_bytes()), "{text}");
        }
        for text in ["#ifdef _unroll", "#pragma unroll 1\nfor", "int unrolled;", "#define X \\\n  _unroll", "UNROLL"] {
            assert!(!may_ask_for_unrolling(text.as_bytes()), "{text}");
        }
    }
}
