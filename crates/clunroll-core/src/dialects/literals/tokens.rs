//! The tokens of a file in C or C++, as far as its literals need them.
//!
//! The lexer of OpenCL C cannot read C++, because a raw string keeps its line splices and its quotes, and a number may contain `'`. This
//! lexer handles both, and line splices and comments everywhere else. Bytes that it does not understand become a [`HostTokenKind::Sign`] that no
//! list of harmless signs contains.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::limits::MAX_DELIMITER;
use oclc_syntax::source::Span;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HostTokenKind {
    /// An identifier or a keyword.
    Word,
    /// A number.
    Number,
    /// A raw string, with the span between its parentheses.
    RawString(Span),
    /// Another string, with the span between its quotes.
    String(Span),
    /// The call of a macro that makes a string of its argument, with the span of that ([`join_calls`](super::arguments::join_calls)).
    Argument(Span),
    /// A character constant.
    Character,
    /// The `#` that begins a directive.
    Hash,
    /// An operator, or bytes that do not begin a token.
    Sign,
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub(super) struct HostToken {
    pub(super) kind: HostTokenKind,
    /// Its span, with the prefix of a string and without the suffix.
    pub(super) span: Span,
    /// Whether it is part of a directive.
    pub(super) in_directive: bool,
    /// Whether it follows the token before without white space or a comment.
    pub(super) is_glued: bool,
}

impl HostToken {
    /// The span between the quotes of a string; the argument that becomes one.
    pub(super) const fn content(&self) -> Option<Span> {
        match self.kind {
            HostTokenKind::RawString(content) | HostTokenKind::String(content) | HostTokenKind::Argument(content) => {
                Some(content)
            }
            _ => None,
        }
    }

    /// Whether it is a string with a prefix: `L"…"`.
    pub(super) const fn has_prefix(&self) -> bool {
        matches!(self.kind, HostTokenKind::String(content) if self.span.start + 1 < content.start)
    }

    /// Whether it is a literal that may be a program without being a raw string.
    pub(super) const fn is_readable_string(&self) -> bool {
        matches!(self.kind, HostTokenKind::String(_) | HostTokenKind::Argument(_))
    }

    pub(super) const fn is_raw_string(&self) -> bool {
        matches!(self.kind, HostTokenKind::RawString(_))
    }
}

/// The tokens of a file.
pub(super) fn tokens(source: &[u8]) -> Vec<HostToken> {
    let mut lexer = CppLexer {
        source,
        at: 0,
        end: 0,
        tokens: Vec::new(),
        begins_line: true,
        in_directive: false,
        unclosed: HashSet::new(),
    };
    while lexer.token() {}
    lexer.tokens
}

/// Signs of more than one character, the longest first. Any other sign has one character.
const SIGNS: [&[u8]; 33] = [
    b"<<=", b">>=", b"...", b"->*", b"<=>", b"<<", b">>", b"->", b"::", b"++", b"--", b"+=", b"-=", b"*=", b"/=",
    b"%=", b"&=", b"|=", b"^=", b"==", b"!=", b"<=", b">=", b"&&", b"||", b"##", b".*", b"<:", b":>", b"<%", b"%>",
    b"%:", b"??",
];

struct CppLexer<'a> {
    source: &'a [u8],
    at: usize,
    /// The end of the last token.
    end: usize,
    tokens: Vec<HostToken>,
    begins_line: bool,
    in_directive: bool,
    /// The ends of raw strings that the remaining file does not contain.
    unclosed: HashSet<Vec<u8>>,
}

impl CppLexer<'_> {
    /// The index after the splices at `at`: a backslash, blanks, and a line end.
    fn after_splices(&self, mut at: usize) -> usize {
        while self.source.get(at) == Some(&b'\\') {
            let blanks = self.source[at + 1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
            if self.source.get(at + 1 + blanks) != Some(&b'\n') {
                break;
            }
            at += blanks + 2;
        }
        at
    }

    fn byte(&self, at: usize) -> u8 {
        self.source.get(at).copied().unwrap_or(0)
    }

    /// Reads the next token. Returns whether there is one.
    fn token(&mut self) -> bool {
        self.at = self.after_splices(self.at);
        let Some(&byte) = self.source.get(self.at) else { return false };
        let next_at = self.after_splices(self.at + 1);
        let next = self.byte(next_at);
        match (byte, next) {
            (b'\n', _) => {
                self.begins_line = true;
                self.in_directive = false;
                self.at += 1;
            }
            _ if byte.is_ascii_whitespace() || byte == b'\x0b' => self.at += 1,
            (b'/', b'/') => self.line_comment(next_at + 1),
            (b'/', b'*') => self.block_comment(next_at + 1),
            (b'"', _) => self.string(self.at),
            (b'\'', _) => self.character(self.at),
            (b'0'..=b'9', _) | (b'.', b'0'..=b'9') => self.number(),
            _ if continues_identifier(byte) => self.word(),
            _ => self.sign(),
        }
        true
    }

    fn push(&mut self, kind: HostTokenKind, start: usize, end: usize) {
        let is_glued = !self.tokens.is_empty() && self.end == start;
        let span = Span::new(start as u32, end as u32);
        self.tokens.push(HostToken { kind, span, in_directive: self.in_directive, is_glued });
        self.begins_line = false;
        self.at = end;
        self.end = end;
    }

    /// Reads up to the line end, which may end a directive too.
    fn line_comment(&mut self, mut from: usize) {
        loop {
            let Some(length) = memchr::memchr(b'\n', &self.source[from..]) else {
                self.at = self.source.len();
                return;
            };
            if !self.source[from..from + length].trim_ascii_end().ends_with(b"\\") {
                self.at = from + length;
                return;
            }
            from += length + 1;
        }
    }

    fn block_comment(&mut self, mut from: usize) {
        loop {
            let Some(length) = memchr::memchr(b'*', &self.source[from.min(self.source.len())..]) else {
                self.at = self.source.len();
                return;
            };
            let slash = self.after_splices(from + length + 1);
            if self.byte(slash) == b'/' {
                self.at = slash + 1;
                return;
            }
            from += length + 1;
        }
    }

    /// The end of a literal whose opening quote is at `quote`: after its closing quote; `None` if its line has none.
    fn closing(&self, quote: usize) -> Option<usize> {
        let mut at = quote + 1;
        loop {
            at = self.after_splices(at);
            match *self.source.get(at)? {
                b'\n' => return None,
                b'\\' => at = self.after_splices(at + 1) + 1,
                byte if byte == self.source[quote] => return Some(at),
                _ => at += 1,
            }
        }
    }

    fn string(&mut self, start: usize) {
        let content = self.at as u32 + 1;
        self.literal(start, |end| HostTokenKind::String(Span::new(content, end)));
    }

    fn character(&mut self, start: usize) {
        self.literal(start, |_| HostTokenKind::Character);
    }

    /// Reads a literal whose quote comes next. Without an end, as in `#error don't`, it extends to the end of its line.
    fn literal(&mut self, start: usize, kind: impl Fn(u32) -> HostTokenKind) {
        let quote = self.at;
        if let Some(end) = self.closing(quote) {
            self.push(kind(end as u32), start, end + 1);
        } else {
            let line = memchr::memchr(b'\n', &self.source[quote..]).unwrap_or(self.source.len() - quote);
            self.push(HostTokenKind::Sign, start, quote + line);
        }
    }

    // pp-number = ["."] digit { digit | identifier-nondigit | "'" (digit | nondigit) | "." }
    fn number(&mut self) {
        let start = self.at;
        let mut end = start + 1;
        loop {
            let at = self.after_splices(end);
            let byte = self.byte(at);
            let is_separator = byte == b'\'' && continues_identifier(self.byte(self.after_splices(at + 1)));
            if byte != b'.' && !continues_identifier(byte) && !is_separator {
                break;
            }
            end = at + 1;
        }
        self.push(HostTokenKind::Number, start, end);
    }

    /// Reads an identifier; or a string or character, if the word is its prefix.
    fn word(&mut self) {
        let start = self.at;
        let mut end = start;
        let mut word = Vec::new();
        loop {
            let at = self.after_splices(end);
            let byte = self.byte(at);
            if !continues_identifier(byte) {
                break;
            }
            word.push(byte);
            end = at + 1;
        }
        let quote = self.after_splices(end);
        let is_raw = matches!(&word[..], b"R" | b"u8R" | b"uR" | b"UR" | b"LR");
        let is_prefix = matches!(&word[..], b"u8" | b"u" | b"U" | b"L");
        if is_raw && self.byte(quote) == b'"' && self.raw_string(start, quote) {
            return;
        }
        match self.byte(quote) {
            b'"' if is_prefix => {
                self.at = quote;
                self.string(start);
            }
            b'\'' if is_prefix => {
                self.at = quote;
                self.character(start);
            }
            _ => self.push(HostTokenKind::Word, start, end),
        }
    }

    // raw-string = '"' delimiter "(" content ")" delimiter '"'
    fn raw_string(&mut self, start: usize, quote: usize) -> bool {
        let opening = quote + 1;
        let length =
            self.source[opening..].iter().take(MAX_DELIMITER + 1).take_while(|byte| is_delimiter(**byte)).count();
        if length > MAX_DELIMITER || self.source.get(opening + length) != Some(&b'(') {
            return false;
        }
        let closing = [b")", &self.source[opening..opening + length], b"\""].concat();
        let content = opening + length + 1;
        if self.unclosed.contains(&closing) {
            return false;
        }
        let Some(end) = memchr::memmem::find(&self.source[content..], &closing).map(|at| content + at) else {
            self.unclosed.insert(closing);
            return false;
        };
        self.push(HostTokenKind::RawString(Span::new(content as u32, end as u32)), start, end + closing.len());
        true
    }

    fn sign(&mut self) {
        let rest = &self.source[self.at..];
        let length = SIGNS.iter().find(|sign| rest.starts_with(sign)).map_or(1, |sign| sign.len());
        let start = self.at;
        let end = start + length;
        let begins_directive = self.begins_line && (rest.starts_with(b"#") || rest.starts_with(b"%:"));
        if begins_directive {
            self.in_directive = true;
            self.push(HostTokenKind::Hash, start, end);
            return;
        }
        // A splice may be inside a sign. The token then contains that splice, and is in no list of harmless signs.
        let after = self.after_splices(end);
        let longer = [&rest[..length], &[self.byte(after)]].concat();
        let goes_on = after > end && SIGNS.iter().any(|sign| sign.starts_with(&longer));
        self.push(HostTokenKind::Sign, start, if goes_on { after + 1 } else { end });
    }
}

/// The bytes of a token without its splices.
pub(super) fn spelling<'s>(source: &'s [u8], token: &HostToken) -> Cow<'s, [u8]> {
    let text = &source[token.span.range()];
    if token.is_raw_string() { Cow::Borrowed(text) } else { without_splices(text) }
}

/// A text without line splices.
pub(super) fn without_splices(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\n', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut clean: Vec<u8> = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        clean.extend_from_slice(line);
        if line.ends_with(b"\n") {
            let blanks = clean.trim_ascii_end();
            if blanks.ends_with(b"\\") {
                clean.truncate(blanks.len() - 1);
            }
        }
    }
    Cow::Owned(clean)
}

pub(super) const fn continues_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

const fn is_delimiter(byte: u8) -> bool {
    !matches!(byte, b'(' | b')' | b'\\' | b'"' | b' ' | b'\t' | b'\n' | b'\r' | b'\x0b' | b'\x0c')
}
