//! The layout of an expansion as text.
//!
//! A replacement list was written to be read by a preprocessor, often all on one line; an argument was laid out by its author, and is
//! copied as it is. A replacement list on several lines keeps its lines, indented for their new place. A list on a single line is broken as
//! a formatter would break it: after `;`, `{`, `}` and `_Pragma(…)`, outside of parentheses.
//!
//! Two tokens that would read as one are separated, as by every preprocessor that writes text.

use oclc_syntax::lex::{self, Punct, Token, TokenKind};
use oclc_syntax::source::{Composed, FileId, Place, Span};

/// The place of a text, and the habits of its file.
#[derive(Clone, Debug)]
pub struct TextLayout<'a> {
    /// Whether the innermost bracket around it is a parenthesis or a subscript.
    pub in_parentheses: bool,
    /// The indentation of the line that it begins on.
    pub indentation: String,
    /// One step of indentation.
    pub step: &'a str,
    /// The line end.
    pub line_end: &'a str,
}

/// The text between the last token and the next.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Gap {
    Nothing,
    /// Nothing, and the tokens around it become one.
    Pasted,
    Space,
    Text(Vec<u8>),
    Break,
    /// A line break that is written even if nothing follows.
    EndOfComment,
}

/// Writes an expansion.
#[derive(Debug)]
pub struct ExpansionWriter<'a> {
    out: Composed,
    setting: &'a TextLayout<'a>,
    /// The place in messages for text outside of arguments.
    place: Place,
    gap: Gap,
    /// The last token.
    last: Vec<u8>,
    /// The open brackets, and whether lines are broken in each.
    open: Vec<bool>,
    /// How many brackets are open around a `_Pragma` whose parenthesis has not yet been closed.
    pragma: Option<usize>,
    keeps_lines: bool,
}

impl<'a> ExpansionWriter<'a> {
    /// Begins a text. With `keeps_lines`, lines are broken only where the gaps say so.
    #[must_use]
    pub const fn new(setting: &'a TextLayout<'a>, place: Place, keeps_lines: bool) -> Self {
        let out = Composed::empty();
        let keeps_lines = keeps_lines || setting.in_parentheses;
        Self { out, setting, place, gap: Gap::Nothing, last: Vec::new(), open: Vec::new(), pragma: None, keeps_lines }
    }

    /// Joins the last token and the next.
    pub fn paste(&mut self) {
        self.gap = Gap::Pasted;
    }

    /// Adds white space between two tokens of a replacement list, and its comments.
    pub fn space(&mut self, trivia: &[u8], margin: usize) {
        let comment = trivia.trim_ascii();
        let text = if trivia.contains(&b'\n') || trivia.contains(&b'\r') {
            self.relaid(trivia, margin)
        } else if !comment.is_empty() {
            [b" ", comment, b" "].concat()
        } else {
            if matches!(self.gap, Gap::Nothing | Gap::Pasted) && !trivia.is_empty() {
                self.gap = Gap::Space;
            }
            return;
        };
        match &mut self.gap {
            Gap::EndOfComment => {}
            Gap::Text(before) => before.extend_from_slice(&text),
            Gap::Break if !comment.is_empty() && !self.keeps_lines => {
                self.gap = Gap::Text([b" ", comment, &self.new_line(self.level())[..]].concat());
            }
            gap => *gap = Gap::Text(text),
        }
    }

    /// White space and comments on several lines, without splices, indented for their new place.
    fn relaid(&self, trivia: &[u8], margin: usize) -> Vec<u8> {
        let mut text = Vec::new();
        let mut lines = trivia.split(|&byte| byte == b'\n').enumerate().peekable();
        while let Some((index, line)) = lines.next() {
            let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let is_last = lines.peek().is_none();
            let content = if is_last { line } else { without_splice(line) };
            if index == 0 {
                text.extend_from_slice(content);
                continue;
            }
            text.extend_from_slice(self.setting.line_end.as_bytes());
            if is_last || !content.is_empty() {
                text.extend_from_slice(self.setting.indentation.as_bytes());
                text.extend_from_slice(&content[margin.min(blanks).min(content.len())..]);
            }
        }
        text
    }

    fn level(&self) -> usize {
        self.open.iter().filter(|breaks| **breaks).count()
    }

    fn new_line(&self, level: usize) -> Vec<u8> {
        let TextLayout { indentation, step, line_end, .. } = self.setting;
        [line_end, &**indentation, &step.repeat(level)].concat().into_bytes()
    }

    /// Adds a token outside of arguments.
    pub fn token(&mut self, kind: TokenKind, text: &[u8]) {
        self.close(kind, text);
        self.fill(text);
        self.out.made(text, self.place);
        self.last = text.to_vec();
        self.open(kind, text);
    }

    /// Adds the text of an argument, whose first and last tokens are given; `ends_in_comment` says whether following text on the same line
    /// would be a part of its comment.
    pub fn argument(&mut self, text: &Composed, span: Span, first: &[u8], last: &[u8], ends_in_comment: bool) {
        self.fill(first);
        self.out.append(text, span);
        self.last = last.to_vec();
        if ends_in_comment {
            self.gap = Gap::EndOfComment;
        }
    }

    fn fill(&mut self, next: &[u8]) {
        let text = match std::mem::replace(&mut self.gap, Gap::Nothing) {
            Gap::Pasted => return,
            Gap::Nothing if glues(&self.last, next) => b" ".to_vec(),
            Gap::EndOfComment | Gap::Break => self.new_line(self.level()),
            _ if self.out.bytes().is_empty() => return,
            Gap::Nothing => return,
            Gap::Space => b" ".to_vec(),
            Gap::Text(text) => text,
        };
        self.out.made(&text, self.place);
    }

    /// Prepares for a token that closes something.
    fn close(&mut self, kind: TokenKind, text: &[u8]) {
        match kind {
            TokenKind::Punct(Punct::RightBrace) => {
                let breaks = self.open.pop().unwrap_or(true);
                if breaks && !self.keeps_lines && !self.out.bytes().is_empty() && self.gap != Gap::EndOfComment {
                    self.gap = Gap::Break;
                }
            }
            TokenKind::Punct(Punct::RightParen | Punct::RightBracket) => {
                self.open.pop();
            }
            TokenKind::Punct(Punct::Semicolon | Punct::Comma) if self.gap == Gap::Break => self.gap = Gap::Nothing,
            TokenKind::Identifier
                if matches!(text, b"else" | b"while") && self.last == b"}" && self.gap == Gap::Break =>
            {
                self.gap = Gap::Space;
            }
            _ => {}
        }
    }

    /// Notes a token that opens something, or ends a line.
    fn open(&mut self, kind: TokenKind, text: &[u8]) {
        let may_break = self.open.last().copied().unwrap_or(true);
        let ends_line = match kind {
            TokenKind::Punct(Punct::LeftBrace) => {
                self.open.push(may_break && !self.keeps_lines);
                may_break
            }
            TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket) => {
                self.open.push(false);
                false
            }
            TokenKind::Punct(Punct::Semicolon | Punct::RightBrace) => may_break,
            TokenKind::Punct(Punct::RightParen) => self.pragma.take_if(|depth| *depth == self.open.len()).is_some(),
            TokenKind::Identifier if text == b"_Pragma" && may_break => {
                self.pragma = Some(self.open.len());
                false
            }
            _ => false,
        };
        if ends_line && !self.keeps_lines {
            self.gap = Gap::Break;
        }
    }

    /// Returns the text.
    #[must_use]
    pub fn finish(mut self) -> Composed {
        if self.gap == Gap::EndOfComment {
            let text = self.new_line(0);
            self.out.made(&text, self.place);
        }
        self.out
    }
}

/// Whether the innermost bracket around each token is a parenthesis or a subscript; `outside` is the answer for tokens outside of brackets.
#[must_use]
pub fn in_parentheses(tokens: &[Token], outside: bool) -> Vec<bool> {
    let mut open = Vec::new();
    let around = |token: &Token| {
        if let TokenKind::Punct(Punct::RightParen | Punct::RightBracket | Punct::RightBrace) = token.kind {
            open.pop();
        }
        let is_inside = open.last().copied().unwrap_or(outside);
        match token.kind {
            TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket) => open.push(true),
            TokenKind::Punct(Punct::LeftBrace) => open.push(false),
            _ => {}
        }
        is_inside
    };
    tokens.iter().map(around).collect()
}

/// A line without the backslash at its end and the white space before it.
fn without_splice(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii_end();
    line.strip_suffix(b"\\").map_or(line, <[u8]>::trim_ascii_end)
}

/// Whether two tokens, one right after the other, would be read differently.
#[must_use]
pub fn glues(left: &[u8], right: &[u8]) -> bool {
    if left.is_empty() {
        return false;
    }
    let text = [left, right].concat();
    let tokens = lex::lex(FileId::MAIN, &text);
    !matches!(&tokens[..], [first, _] if first.span.range().end == left.len())
}
