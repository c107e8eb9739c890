//! The lexer: bytes to tokens.
//!
//! Translation phases 1 to 3 (C99 5.1.1.2) in one pass. A cursor reads *logical* bytes: it steps over all backslash-newline
//! pairs, so that no other function here handles them. Like clang and gcc, it takes white space between the backslash and
//! the newline as part of the splice. Trigraphs are not read (the engine rejects files that contain one).

use std::borrow::Cow;

use super::bytes::{BEGINS, Begins, continues_identifier};
use super::{Punct, Token, TokenKind};
use crate::source::{FileId, SourceFile, Span};

/// The tokens of a file, in order. An unclosed comment ends the list: the rest of the file is in the comment.
#[must_use]
pub fn lex(file: FileId, bytes: &[u8]) -> Vec<Token> {
    lex_part(file, bytes, whole(bytes))
}

/// All of a file but its byte order mark.
#[must_use]
pub fn whole(bytes: &[u8]) -> Span {
    let start = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    Span::new(start, bytes.len() as u32)
}

/// The tokens of a part of a file, as if it were a whole file.
#[must_use]
pub fn lex_part(file: FileId, bytes: &[u8], part: Span) -> Vec<Token> {
    // A token is seldom shorter than four bytes with its white space.
    let mut tokens = Vec::with_capacity(part.len() / 4);
    tokens.extend(Lexer::of(file, bytes, part));
    tokens
}

/// The tokens of a file, one after the other.
pub struct Lexer<'a> {
    file: FileId,
    cursor: Cursor<'a>,
    at_line_start: bool,
}

impl<'a> Lexer<'a> {
    /// The lexer of a part of a file.
    #[must_use]
    pub fn of(file: FileId, bytes: &'a [u8], part: Span) -> Self {
        let bytes = bytes.get(..part.end as usize).unwrap_or(bytes);
        Self { file, cursor: Cursor::new(bytes, part.start as usize), at_line_start: true }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        let cursor = &mut self.cursor;
        // Many tokens follow the one before directly.
        let trivia = if cursor.is_at_token() { Trivia::default() } else { cursor.skip_trivia(|_| ()) };
        let at_line_start = std::mem::take(&mut self.at_line_start) || trivia.line_break;
        let (start, splices) = (cursor.at, cursor.splices);
        let kind = cursor.token()?;
        Some(Token {
            kind,
            file: self.file,
            at_line_start,
            after_space: trivia.any || at_line_start,
            spliced: cursor.splices > splices,
            span: Span::new(start as u32, cursor.at as u32),
        })
    }
}

/// The starts of the logical lines of a text: of the lines that begin neither in a comment nor after a splice.
#[must_use]
pub fn logical_lines(bytes: &[u8]) -> Vec<u32> {
    let mut cursor = Cursor::new(bytes, 0);
    let mut lines = vec![0];
    loop {
        cursor.skip_trivia(|piece| {
            if let Trivium::LineBegins(at) = piece {
                lines.push(at as u32);
            }
        });
        if cursor.token().is_none() {
            return lines;
        }
    }
}

/// A comment and the tokens around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Its bytes, from the first slash; the line ending after a `//` is not one of them.
    pub span: Span,
    /// Whether a token precedes it on its line.
    pub follows_token: bool,
    /// Where the next token begins.
    pub next: Option<u32>,
}

/// The comments of a file, in order.
#[must_use]
pub fn comments(bytes: &[u8]) -> Vec<Comment> {
    let mut cursor = Cursor::new(bytes, 0);
    let mut comments = Vec::new();
    let mut follows_token = false;
    loop {
        let first = comments.len();
        cursor.skip_trivia(|piece| match piece {
            Trivium::LineBegins(_) => follows_token = false,
            Trivium::Comment(span) => comments.push(Comment { span, follows_token, next: None }),
        });
        let next = cursor.at as u32;
        if cursor.token().is_none() {
            return comments;
        }
        comments[first..].iter_mut().for_each(|comment| comment.next = Some(next));
        follows_token = true;
    }
}

/// A text with a blank for each comment. The rest is as written, splices among it.
#[must_use]
pub fn without_comments(bytes: &[u8]) -> Vec<u8> {
    let mut cursor = Cursor::new(bytes, 0);
    let mut text = Vec::with_capacity(bytes.len());
    let mut written = 0;
    loop {
        cursor.skip_trivia(|piece| {
            if let Trivium::Comment(span) = piece {
                text.extend_from_slice(&bytes[written..span.start as usize]);
                text.push(b' ');
                written = span.end as usize;
            }
        });
        if cursor.token().is_none() {
            text.extend_from_slice(&bytes[written..]);
            return text;
        }
    }
}

/// The token's text without the splices in it; digraphs stay as they are written.
#[must_use]
pub fn spelling<'a>(bytes: &'a [u8], token: &Token) -> Cow<'a, [u8]> {
    let text = &bytes[token.span.range()];
    if !token.spliced {
        return Cow::Borrowed(text);
    }
    let mut cursor = Cursor::new(text, 0);
    Cow::Owned(std::iter::from_fn(|| cursor.bump()).collect())
}

/// The same as characters; bytes that are not UTF-8 are replaced.
#[must_use]
pub fn text<'a>(bytes: &'a [u8], token: &Token) -> Cow<'a, str> {
    match spelling(bytes, token) {
        Cow::Borrowed(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(bytes),
        },
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

/// Length of the backslash-newline pair at the start of `bytes`, which is a backslash; 0 where none follows it.
fn splice_length(bytes: &[u8]) -> usize {
    let blanks = bytes[1..].iter().take_while(|&&byte| is_blank_byte(byte)).count();
    match bytes[1 + blanks..] {
        [b'\r', b'\n', ..] => blanks + 3,
        [b'\n' | b'\r', ..] => blanks + 2,
        _ => 0,
    }
}

/// Whether a word may be spelt in a text, perhaps with splices in it; if not, this takes two passes over the bytes.
#[must_use]
pub fn may_spell(bytes: &[u8], word: &[u8]) -> bool {
    memchr::memmem::find(bytes, word).is_some() || may_be_spliced(bytes, word)
}

/// The same for a file, which is searched once for each word.
#[must_use]
pub fn file_may_spell(file: &SourceFile, word: &'static str) -> bool {
    file.answer(word, |bytes| may_spell(bytes, word.as_bytes()))
}

/// Whether a splice may be inside a word.
#[must_use]
pub fn may_be_spliced(bytes: &[u8], word: &[u8]) -> bool {
    let is_in_word = |at: usize| at > 0 && word.contains(&bytes[at - 1]) && splice_length(&bytes[at..]) > 0;
    memchr::memchr_iter(b'\\', bytes).any(is_in_word)
}

/// Whether text ends in a line that continues after it, because of a backslash.
#[must_use]
pub fn ends_in_splice(text: &[u8]) -> bool {
    let ([line @ .., b'\r', b'\n'] | [line @ .., b'\r' | b'\n']) = text else { return false };
    let blanks = line.iter().rev().take_while(|&&byte| is_blank_byte(byte)).count();
    line[..line.len() - blanks].ends_with(b"\\")
}

const fn is_blank_byte(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\x0b' | b'\x0c')
}

/// Length of the white space at the start of `bytes`, splices among it.
pub fn blank_length(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        let length = match bytes.get(at) {
            Some(b'\\') => splice_length(&bytes[at..]),
            byte => usize::from(byte.is_some_and(u8::is_ascii_whitespace)),
        };
        if length == 0 {
            return at;
        }
        at += length;
    }
}

/// An event between tokens that a caller may want to note.
enum Trivium {
    /// A line begins here, neither in a comment nor after a splice.
    LineBegins(usize),
    Comment(Span),
}

#[derive(Default)]
struct Trivia {
    any: bool,
    line_break: bool,
}

/// Reads logical bytes: the bytes without splices.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// How many splices it has stepped over.
    splices: usize,
}

impl<'a> Cursor<'a> {
    const fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at, splices: 0 }
    }

    /// Whether a token surely begins here.
    fn is_at_token(&self) -> bool {
        self.bytes.get(self.at).is_some_and(|&byte| BEGINS[byte as usize] != Begins::Trivia)
    }

    fn skip_splices(&mut self) {
        while self.bytes.get(self.at) == Some(&b'\\') {
            match splice_length(&self.bytes[self.at..]) {
                0 => return,
                length => self.at += length,
            }
            self.splices += 1;
        }
    }

    #[inline]
    fn peek(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        if byte != b'\\' {
            return Some(byte);
        }
        self.skip_splices();
        self.bytes.get(self.at).copied()
    }

    fn bump(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// The next four logical bytes, zero past the end.
    fn ahead(&mut self) -> [u8; 4] {
        if let Some(&bytes) = self.bytes[self.at..].first_chunk::<4>()
            && !bytes.contains(&b'\\')
        {
            return bytes;
        }
        let mark = (self.at, self.splices);
        let bytes = std::array::from_fn(|_| self.bump().unwrap_or(0));
        (self.at, self.splices) = mark;
        bytes
    }

    /// Moves to the next of some bytes, or to a backslash that may begin a splice; to the end if there is none.
    fn skip_until(&mut self, find: impl Fn(&[u8]) -> Option<usize>) {
        let rest = &self.bytes[self.at..];
        self.at += find(rest).unwrap_or(rest.len());
    }

    fn skip_identifier(&mut self) {
        loop {
            let rest = &self.bytes[self.at..];
            self.at += rest.iter().position(|&byte| !continues_identifier(byte)).unwrap_or(rest.len());
            // It may continue after a splice.
            if self.bytes.get(self.at) != Some(&b'\\') || !self.peek().is_some_and(continues_identifier) {
                return;
            }
        }
    }

    fn advance(&mut self, count: usize) {
        for _ in 0..count {
            self.bump();
        }
    }

    /// Skips white space, comments and splices, and calls `seen` for each event.
    #[inline]
    fn skip_trivia(&mut self, mut seen: impl FnMut(Trivium)) -> Trivia {
        let mut trivia = Trivia::default();
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' | b'\r' => {
                    trivia.line_break = true;
                    self.at += 1;
                    if byte == b'\n' {
                        seen(Trivium::LineBegins(self.at));
                    }
                }
                b' ' | b'\t' | b'\x0b' | b'\x0c' => {
                    let rest = &self.bytes[self.at..];
                    let is_blank_byte = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\x0b' | b'\x0c');
                    self.at += rest.iter().position(|byte| !is_blank_byte(byte)).unwrap_or(rest.len());
                }
                b'/' => {
                    let start = self.at;
                    match self.ahead() {
                        [_, b'/', ..] => self.skip_line_comment(),
                        [_, b'*', ..] => self.skip_block_comment(),
                        _ => break,
                    }
                    seen(Trivium::Comment(Span::new(start as u32, self.at as u32)));
                }
                _ => break,
            }
            trivia.any = true;
        }
        trivia
    }

    fn skip_line_comment(&mut self) {
        loop {
            self.skip_until(|rest| memchr::memchr3(b'\n', b'\r', b'\\', rest));
            match self.peek() {
                None | Some(b'\n' | b'\r') => return,
                Some(_) => self.at += 1,
            }
        }
    }

    fn skip_block_comment(&mut self) {
        self.advance(2);
        loop {
            self.skip_until(|rest| memchr::memchr2(b'*', b'\\', rest));
            match self.bump() {
                Some(b'*') if self.peek() == Some(b'/') => {
                    self.at += 1;
                    return;
                }
                Some(_) => {}
                None => return,
            }
        }
    }

    #[inline]
    fn token(&mut self) -> Option<TokenKind> {
        let first = self.peek()?;
        Some(match BEGINS[first as usize] {
            Begins::Alone(punct) => {
                self.at += 1;
                TokenKind::Punct(punct)
            }
            Begins::Wide if matches!(self.ahead()[1], b'"' | b'\'') => {
                self.advance(1);
                let quote = self.peek()?;
                self.literal(quote)
            }
            Begins::Identifier | Begins::Wide => {
                self.skip_identifier();
                TokenKind::Identifier
            }
            Begins::Number => self.number(),
            Begins::Literal => self.literal(first),
            Begins::Other | Begins::Trivia => {
                let ahead = self.ahead();
                if first == b'.' && ahead[1].is_ascii_digit() {
                    self.number()
                } else if let Some((punct, length)) = Punct::at(ahead) {
                    self.advance(length);
                    TokenKind::Punct(punct)
                } else {
                    self.advance(1);
                    TokenKind::Stray
                }
            }
        })
    }

    // pp-number = ["."] digit { digit | identifier-nondigit | ("e" | "E" | "p" | "P") sign | "." }
    fn number(&mut self) -> TokenKind {
        let mut last = 0;
        while let Some(byte) = self.peek() {
            let sign_of_exponent = matches!(byte, b'+' | b'-') && matches!(last, b'e' | b'E' | b'p' | b'P');
            if !(continues_identifier(byte) || byte == b'.' || sign_of_exponent) {
                break;
            }
            self.at += 1;
            last = byte;
        }
        TokenKind::Number
    }

    /// A string or character constant up to its closing quote; one that its line ends is stray.
    fn literal(&mut self, quote: u8) -> TokenKind {
        self.advance(1);
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' | b'\r' => return TokenKind::Stray,
                b'\\' => self.advance(2),
                _ if byte == quote => {
                    self.at += 1;
                    return if quote == b'"' { TokenKind::String } else { TokenKind::Character };
                }
                _ => self.at += 1,
            }
        }
        TokenKind::Stray
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        lex(FileId::MAIN, source.as_bytes()).iter().map(|token| text(source.as_bytes(), token).into_owned()).collect()
    }

    #[test]
    fn splices_and_comments_are_trivia() {
        assert_eq!(texts("un\\\nroll /* x\n */ 4 // y \\\n z\n5"), ["unroll", "4", "5"]);
        assert_eq!(texts("a /\\\n* c *\\\n/ b"), ["a", "b"]);
    }

    #[test]
    fn logical_lines_begin_outside_of_comments_and_splices() {
        let lines = logical_lines(b"a /* x\n */ b\n// c \\\n d\ne \\\nf \"\\\n\"\r\n\ng");
        assert_eq!(lines, [0, 13, 23, 35, 36]);
    }

    #[test]
    fn comments_know_what_stands_around_them() {
        let source = b"a // one\n/* two\n */ // three\n\"// none\" /* four */";
        let found: Vec<_> = comments(source)
            .iter()
            .map(|comment| {
                let text = str::from_utf8(&source[comment.span.range()]).expect("a comment of this test");
                (text, comment.follows_token, comment.next)
            })
            .collect();
        let expected = [
            ("// one", true, Some(29)),
            ("/* two\n */", false, Some(29)),
            ("// three", false, Some(29)),
            ("/* four */", true, None),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn comments_become_blanks() {
        let same = ["", "a", "\"/* s */\" '\"' \"//\"", "a \\\n b", "un\\\nroll", "a / * b"];
        for source in same {
            assert_eq!(without_comments(source.as_bytes()), source.as_bytes());
        }
        let changed = [
            ("a/* x */b // y \\\n z\nc", "a b  \nc"),
            ("#/**/pragma/*\n*/unroll\n", "# pragma unroll\n"),
            ("a /\\\n* c *\\\n/ b", "a   b"),
            ("a // b", "a  "),
            ("a /* b", "a  "),
            ("'/* x */' /* ' */ b", "'/* x */'   b"),
            ("#if 0\ndon't /* x */\n#endif /* y */", "#if 0\ndon't /* x */\n#endif  "),
        ];
        for (source, text) in changed {
            assert_eq!(String::from_utf8(without_comments(source.as_bytes())).unwrap(), text, "{source}");
        }
    }

    #[test]
    fn digraphs_are_what_they_stand_for() {
        let tokens = lex(FileId::MAIN, b"<% <: %: %:%:");
        let kinds: Vec<_> = tokens.iter().map(|token| token.kind).collect();
        assert_eq!(kinds, [Punct::LeftBrace, Punct::LeftBracket, Punct::Hash, Punct::HashHash].map(TokenKind::Punct));
    }

    #[test]
    fn numbers_take_signed_exponents_and_suffixes() {
        assert_eq!(texts("1e+5f-2 .5 0x1p-3 1.0h"), ["1e+5f", "-", "2", ".5", "0x1p-3", "1.0h"]);
    }

    #[test]
    fn what_has_no_end_is_stray_or_nothing() {
        assert_eq!(lex(FileId::MAIN, b"\"abc\n").first().map(|token| token.kind), Some(TokenKind::Stray));
        assert!(lex(FileId::MAIN, b"/* abc").is_empty());
    }

    #[test]
    fn line_starts_are_seen_through_comments() {
        let tokens = lex(FileId::MAIN, b"/* a */ #x\ny z");
        assert_eq!(tokens.iter().map(|token| token.at_line_start).collect::<Vec<_>>(), [true, false, true, false]);
    }
}
