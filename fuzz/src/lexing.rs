//! Properties of the tokens of any text.
//!
//! - Their spans are in rising order, in the text, not empty, and end at whole characters of valid text.
//! - Between them there are only white space, splices and comments; an independent recogniser checks this.
//! - Each is the one token of its own bytes, and of a text without its splices the tokens are the same.
//! - Comments are between tokens and begin like comments; logical lines begin after line feeds.

use clunroll::source::{FileId, Span};
use oclc_syntax::lex::{Token, TokenKind, comments, lex, lex_part, logical_lines, spelling, text};

use crate::clock::limited;

/// Lexes a text in all ways that there are.
///
/// # Panics
///
/// Where something does not hold.
pub fn check(bytes: &[u8]) {
    let tokens = limited("lexing", || lex(FileId::MAIN, bytes));
    spans(bytes, &tokens);
    flags(bytes, &tokens);
    gaps(bytes, &tokens);
    each_alone(bytes, &tokens);
    without_splices(bytes, &tokens);
    trivia(bytes, &tokens);
}

/// Spans are in order, not empty, and on the boundaries of characters.
pub fn spans(bytes: &[u8], tokens: &[Token]) {
    let characters = std::str::from_utf8(bytes).ok();
    let mut end = 0;
    for token in tokens {
        let Span { start, end: behind } = token.span;
        assert!(end <= start && start < behind && behind as usize <= bytes.len(), "{token:?} behind {end}");
        if let Some(text) = characters {
            assert!(text.is_char_boundary(start as usize) && text.is_char_boundary(behind as usize), "{token:?}");
        }
        end = behind;
    }
}

fn flags(bytes: &[u8], tokens: &[Token]) {
    if let Some(first) = tokens.first() {
        assert!(first.at_line_start, "the first token begins a line: {first:?}");
    }
    let mut end = 0;
    for token in tokens {
        let gap = without_splices_in(&bytes[end..token.span.start as usize]);
        assert!(!token.at_line_start || token.after_space, "{token:?}");
        // The mark of the byte order is none of them.
        let is_parted = end > 0 && !gap.is_empty();
        assert!(end == 0 || is_parted == token.after_space, "{token:?} behind {gap:?}");
        let has_splice = without_splices_in(&bytes[token.span.range()]).len() < token.span.len();
        assert_eq!(token.spliced, has_splice, "{token:?}");
        end = token.span.end as usize;
    }
}

/// Text between tokens is trivia.
fn gaps(bytes: &[u8], tokens: &[Token]) {
    let mut start = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    for token in tokens {
        let gap = without_splices_in(&bytes[start..token.span.start as usize]);
        assert_eq!(trivia_of(&gap), Some(Trivia::Whole), "{gap:?} before {token:?}");
        start = token.span.end as usize;
    }
    let rest = without_splices_in(&bytes[start..]);
    assert!(trivia_of(&rest).is_some(), "{rest:?} at the end");
}

#[derive(Debug, PartialEq, Eq)]
enum Trivia {
    Whole,
    /// A comment at its end is not closed.
    Open,
}

/// White space and comments, in a text without splices; `None` if there is anything else.
fn trivia_of(mut text: &[u8]) -> Option<Trivia> {
    loop {
        text = match text {
            [] => return Some(Trivia::Whole),
            [b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c, rest @ ..] => rest,
            [b'/', b'/', rest @ ..] => match rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
                Some(end) => &rest[end..],
                None => return Some(Trivia::Whole),
            },
            [b'/', b'*', rest @ ..] => match rest.windows(2).position(|window| window == b"*/") {
                Some(end) => &rest[end + 2..],
                None => return Some(Trivia::Open),
            },
            // A backslash at the end of the file, or in front of nothing, is a token.
            _ => return None,
        }
    }
}

/// Translation phase 2, with blanks before the line ending as all compilers for OpenCL take them.
fn without_splices_in(text: &[u8]) -> Vec<u8> {
    let mut output = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, behind @ ..] = rest {
        let blanks = behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)).count();
        match (first, &behind[blanks..]) {
            (b'\\', [b'\r', b'\n', behind @ ..] | [b'\n' | b'\r', behind @ ..]) => rest = behind,
            _ => {
                output.push(*first);
                rest = behind;
            }
        }
    }
    output
}

fn each_alone(bytes: &[u8], tokens: &[Token]) {
    for token in tokens {
        let alone = lex_part(FileId::MAIN, bytes, token.span);
        let is_same = matches!(&alone[..], [one] if one.kind == token.kind && one.span == token.span && one.spliced == token.spliced);
        assert!(is_same, "{token:?} alone is {alone:?}");
        assert!(!text(bytes, token).is_empty(), "{token:?}");
        if let TokenKind::Punct(punct) = token.kind {
            let spelt = spelling(bytes, token);
            let digraphs: [(&[u8], &str); 6] =
                [(b"<:", "["), (b":>", "]"), (b"<%", "{"), (b"%>", "}"), (b"%:", "#"), (b"%:%:", "##")];
            let canonical = digraphs.iter().find(|(digraph, _)| *digraph == &*spelt).map(|(_, punct)| punct.as_bytes());
            assert_eq!(canonical.unwrap_or(&spelt), punct.text().as_bytes(), "{token:?}");
        }
    }
}

/// A text from which the splices are taken out has the same tokens.
fn without_splices(bytes: &[u8], tokens: &[Token]) {
    let plain = without_splices_in(bytes);
    // New ones may have come together.
    if plain.len() == bytes.len()
        || without_splices_in(&plain).len() != plain.len()
        || plain.starts_with(b"\xEF\xBB\xBF")
    {
        return;
    }
    let others = lex(FileId::MAIN, &plain);
    assert_eq!(others.len(), tokens.len(), "as many tokens without splices");
    for (one, other) in tokens.iter().zip(&others) {
        assert_eq!((one.kind, one.at_line_start), (other.kind, other.at_line_start), "{one:?} {other:?}");
        assert_eq!(spelling(bytes, one), spelling(&plain, other), "{one:?} {other:?}");
    }
}

fn trivia(bytes: &[u8], tokens: &[Token]) {
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        // Both properties are about files; the mark is an ordinary token in this text.
        return;
    }
    let mut at = 0;
    for comment in limited("comments", || comments(bytes)) {
        let Span { start, end } = comment.span;
        assert!(at <= start && start < end && end as usize <= bytes.len(), "{comment:?}");
        let written = without_splices_in(&bytes[comment.span.range()]);
        assert!(written.starts_with(b"//") || written.starts_with(b"/*"), "{comment:?}");
        let behind = tokens.partition_point(|token| token.span.start < start);
        assert!(behind == 0 || tokens[behind - 1].span.end <= start, "{comment:?} in {:?}", tokens[behind - 1]);
        assert_eq!(comment.next, tokens.get(behind).map(|token| token.span.start), "{comment:?}");
        at = end;
    }
    let lines = limited("lines", || logical_lines(bytes));
    assert!(lines.is_sorted_by(|one, other| one < other) && lines[0] == 0, "{lines:?}");
    assert!(lines[1..].iter().all(|&line| bytes[line as usize - 1] == b'\n'), "{lines:?}");
}
