//! How the literals of a host spell the text of a program.
//!
//! A raw string, and the argument of a macro that makes a string of it, contain the text itself. An ordinary literal contains escapes
//! (`\n`, `\"`, `\x41`) and line splices. Each byte of the text comes from a [`Stretch`] of the file, so every position in the text has one
//! in the file, and the other way round.

use std::ops::Range;

use super::tokens::{HostToken, HostTokenKind};
use oclc_syntax::source::Span;

/// How a literal spells its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// `R"(…)"`.
    Raw,
    /// `"…"`.
    Ordinary,
    /// `STRINGIFY(…)`. The preprocessor removes the comments, and makes one blank of other white space. The text is what the file contains,
    /// since that has the same tokens.
    Argument,
}

impl Notation {
    /// The notation of a token; `None` if it is not a literal.
    pub(super) const fn of(token: &HostToken) -> Option<Self> {
        match token.kind {
            HostTokenKind::RawString(_) => Some(Self::Raw),
            HostTokenKind::String(_) => Some(Self::Ordinary),
            HostTokenKind::Argument(_) => Some(Self::Argument),
            _ => None,
        }
    }
}

/// A part of a file that makes a part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    /// Where its first byte is in the text.
    pub(super) at: u32,
    /// Its place in the file.
    pub(super) span: Span,
    /// The byte that it makes, if it is an escape. Otherwise it makes its own bytes.
    pub(super) value: Option<u8>,
    /// The index of its literal in the program.
    pub(super) literal: usize,
}

impl Stretch {
    /// The offset after its last byte in the text.
    pub(super) const fn end(&self) -> u32 {
        self.at + if self.value.is_some() { 1 } else { self.span.len() as u32 }
    }
}

/// Adds the stretches of a literal. Returns an escape whose byte is not certain, if there is one.
pub(super) fn read(
    source: &[u8],
    (notation, content): (Notation, Span),
    literal: usize,
    stretches: &mut Vec<Stretch>,
) -> Option<Span> {
    let mut next = stretches.last().map_or(0, Stretch::end);
    let mut add = |span: Span, value: Option<u8>| {
        if !span.is_empty() {
            let stretch = Stretch { at: next, span, value, literal };
            next = stretch.end();
            stretches.push(stretch);
        }
    };
    if notation != Notation::Ordinary {
        add(content, None);
        return None;
    }
    let (mut at, mut uncertain) = (
        content.start,
        trigraph(&source[content.range()])
            .map(|found| Span::new(content.start + found.start as u32, content.start + found.end as u32)),
    );
    // In some encodings, a backslash may be the second byte of a character.
    let is_utf8 = std::str::from_utf8(&source[content.range()]).is_ok();
    while at < content.end {
        let rest = &source[at as usize..content.end as usize];
        let plain = memchr::memchr(b'\\', rest).unwrap_or(rest.len()) as u32;
        add(Span::new(at, at + plain), None);
        at += plain;
        if at == content.end {
            break;
        }
        if !is_utf8 && plain > 0 && !source[at as usize - 1].is_ascii() {
            uncertain.get_or_insert(Span::new(at - 1, at + 1));
        }
        let rest = &rest[plain as usize..];
        if let Some(splice) = splice_length(rest) {
            at += splice as u32;
            continue;
        }
        let (length, value, is_certain) = escape(rest);
        let span = Span::new(at, at + length as u32);
        add(span, Some(value));
        if !is_certain {
            uncertain.get_or_insert(span);
        }
        at = span.end;
    }
    uncertain
}

/// The first trigraph of a text: `??/` is a backslash, and `??=` a `#`, for a compiler that replaces them.
pub(super) fn trigraph(text: &[u8]) -> Option<Range<usize>> {
    let is_trigraph = |at: &usize| text.get(at + 2).is_some_and(|last| b"=/'()!<>-".contains(last));
    memchr::memmem::find_iter(text, b"??").find(is_trigraph).map(|at| at..at + 3)
}

/// A trigraph of a file outside of raw strings that may be a splice or begin a directive.
pub(super) fn trigraph_of_file(source: &[u8], tokens: &[HostToken]) -> Option<Span> {
    let in_raw = |at: usize| {
        let next = tokens.partition_point(|token| token.span.start as usize <= at);
        next > 0 && tokens[next - 1].is_raw_string() && at < tokens[next - 1].span.end as usize
    };
    let mut found =
        memchr::memmem::find_iter(source, b"??").filter(|at| matches!(source.get(at + 2), Some(b'/' | b'=')));
    found.find(|&at| !in_raw(at)).map(|at| Span::new(at as u32, at as u32 + 3))
}

/// The text that stretches make.
pub(super) fn bytes(source: &[u8], stretches: &[Stretch]) -> Vec<u8> {
    let mut text = Vec::new();
    for stretch in stretches {
        match stretch.value {
            Some(value) => text.push(value),
            None => text.extend_from_slice(&source[stretch.span.range()]),
        }
    }
    text
}

/// The length of a line splice at the start of a text: a backslash, blanks, and a line end.
pub(super) fn splice_length(text: &[u8]) -> Option<usize> {
    let after = text.strip_prefix(b"\\")?;
    let blanks = after.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    (after.get(blanks) == Some(&b'\n')).then_some(blanks + 2)
}

/// The escape at the start of a text: its length, its byte, and whether that is certain. It is not for a character that needs several
/// bytes, for an escape that C does not have, for one with a splice in it, and for a zero, which ends the string.
fn escape(text: &[u8]) -> (usize, u8, bool) {
    let Some(&letter) = text.get(1) else { return (1, b'\\', false) };
    let number = |from: usize, radix: u32, most: usize| {
        let digits = text[from..].iter().take(most).take_while(|digit| char::from(**digit).is_digit(radix));
        let (mut count, mut value) = (0, 0_u32);
        for digit in digits {
            count += 1;
            value = value.saturating_mul(radix).saturating_add(char::from(*digit).to_digit(radix).unwrap_or(0));
        }
        let byte = u8::try_from(value);
        let is_spliced = splice_length(&text[from + count..]).is_some();
        (from + count, byte.unwrap_or(b'?'), count > 0 && !is_spliced && byte.is_ok_and(|byte| byte != 0))
    };
    match letter {
        b'x' => number(2, 16, usize::MAX),
        b'0'..=b'7' => number(1, 8, 3),
        b'u' => (number(2, 16, 4).0, b'?', false),
        b'U' => (number(2, 16, 8).0, b'?', false),
        _ => match SIMPLE.iter().find(|(spelled, _)| *spelled == letter) {
            Some(&(_, byte)) => (2, byte, true),
            None => (2, letter, false),
        },
    }
}

/// The escapes with one letter.
const SIMPLE: [(u8, u8); 11] = [
    (b'n', b'\n'),
    (b't', b'\t'),
    (b'r', b'\r'),
    (b'v', b'\x0b'),
    (b'f', b'\x0c'),
    (b'a', b'\x07'),
    (b'b', b'\x08'),
    (b'"', b'"'),
    (b'\\', b'\\'),
    (b'\'', b'\''),
    (b'?', b'?'),
];

/// Whether a text is an escape with one letter.
pub(super) fn is_simple(spelled: &[u8]) -> bool {
    matches!(spelled, [b'\\', letter] if SIMPLE.iter().any(|(simple, _)| simple == letter))
}

/// The spelling of a byte in an ordinary literal. A question mark that follows another one is an escape, as compilers may replace trigraphs.
pub(super) fn spelled(byte: u8, before: Option<u8>) -> Vec<u8> {
    match byte {
        b'?' if before == Some(b'?') => b"\\?".to_vec(),
        b'\'' | b'?' | b'\t' => vec![byte],
        _ => match SIMPLE.iter().find(|(_, value)| *value == byte) {
            Some((letter, _)) => vec![b'\\', *letter],
            // Always three digits, so that a digit after it is not a part of it.
            None if byte < b' ' || byte == 0x7f => format!("\\{byte:03o}").into_bytes(),
            None => vec![byte],
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(content: &str) -> (String, bool) {
        let source = content.as_bytes();
        let mut stretches = Vec::new();
        let span = Span::new(0, source.len() as u32);
        let uncertain = read(source, (Notation::Ordinary, span), 0, &mut stretches);
        let bytes = bytes(source, &stretches);
        assert!(stretches.windows(2).all(|pair| pair[0].end() == pair[1].at));
        (String::from_utf8_lossy(&bytes).into_owned(), uncertain.is_none())
    }

    #[test]
    fn escapes_make_bytes() {
        for (content, expected) in [
            (r"a\n\tb", "a\n\tb"),
            (r#"\"\\\'\?"#, "\"\\'?"),
            (r"\x41\101\60z\1012", "AA0zA2"),
            ("a\\\nb\\ \r\nc", "abc"),
            (r"\\n", r"\n"),
        ] {
            assert_eq!(text(content), (expected.to_owned(), true), "{content}");
        }
        for content in [r"\u0041", r"\0", r"\x00", r"\x141", r"\q", r"\x", "\\x4\\\n1", r"\U00000041", "\\e"] {
            assert!(!text(content).1, "{content}");
        }
    }

    #[test]
    fn each_byte_is_read_as_it_is_written() {
        let mut before = None;
        for byte in (1..=255).chain(*b"???=\x01\x011") {
            let written = spelled(byte, before);
            let mut stretches = Vec::new();
            let span = Span::new(0, written.len() as u32);
            assert_eq!(read(&written, (Notation::Ordinary, span), 0, &mut stretches), None);
            let [stretch] = stretches[..] else { panic!("{byte} is {stretches:?}") };
            assert_eq!(stretch.value.unwrap_or(written[0]), byte);
            before = Some(byte);
        }
    }
}
