//! The lines of a text: where a directive may be inserted, and how they affect the counting of lines.
//!
//! A directive may be inserted before a line if it is read as a directive there and separates nothing: not inside a comment, not after a
//! splice, not between parentheses that may be those of a macro's arguments, and not between a pragma and its loop. Parentheses are counted
//! along each branch of a conditional. After it, the branch that leaves the fewest open counts: a parenthesis that is never closed would
//! prevent the numbering of all later lines.

use super::{LineNumberChange, read_line};
use oclc_syntax::lex::{self, Punct, Token, TokenKind};
use oclc_syntax::source::{FileId, Span};

/// One line.
#[derive(Debug)]
pub(super) struct Line {
    /// Its bytes, the line's end included.
    pub span: Span,
    /// Whether a directive may be put in before it.
    pub is_free: bool,
    /// Its kind.
    pub kind: LineKind,
    /// The line whose number must be right: itself, or the loop after a pragma.
    pub decided_by: usize,
}

/// The effect of a line on the counting of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Nothing.
    Other,
    /// `#if`, `#ifdef` or `#ifndef`.
    Begin,
    /// `#elif` or `#else`.
    Branch {
        /// Whether one branch is always taken.
        is_else: bool,
    },
    /// `#endif`
    End,
    /// `#line`
    Line(LineNumberChange),
}

/// The lines of a text.
pub(super) fn scan(bytes: &[u8]) -> Vec<Line> {
    let tokens = lex::lex(FileId::MAIN, bytes);
    let mut lines: Vec<Line> = Vec::new();
    let mut start = 0;
    while (start as usize) < bytes.len() {
        let end =
            memchr::memchr(b'\n', &bytes[start as usize..]).map_or(bytes.len(), |length| start as usize + length + 1);
        let span = Span::new(start, end as u32);
        lines.push(Line { span, is_free: false, kind: LineKind::Other, decided_by: lines.len() });
        start = end as u32;
    }
    let logical = lex::logical_lines(bytes);
    let first_lines: Vec<usize> = logical
        .iter()
        .map(|start| lines.partition_point(|line| line.span.start < *start))
        .filter(|&line| line < lines.len())
        .collect();
    let mut at = 0;
    let mut parentheses = Parentheses::default();
    let mut pragma: Option<usize> = None;
    for (index, &first) in first_lines.iter().enumerate() {
        let last = first_lines.get(index + 1).map_or(lines.len(), |next| *next) - 1;
        let end = lines[last].span.end;
        let length = tokens[at..].partition_point(|token| token.span.start < end);
        let of_line = &tokens[at..at + length];
        at += length;
        lines[first].is_free = !parentheses.is_in_call();
        let word = |index: usize| of_line.get(index).map(|token| lex::text(bytes, token));
        if of_line.first().is_some_and(|token| token.is(Punct::Hash)) {
            let kind = kind_of(bytes, of_line);
            parentheses.directive(&kind);
            // It takes effect after its last line.
            lines[last].kind = kind;
            pragma = if word(1).as_deref() == Some("pragma") { pragma.or(Some(first)) } else { None };
            continue;
        }
        if let Some(pragma) = pragma.take()
            && matches!(word(0).as_deref(), Some("for" | "while" | "do"))
        {
            lines[pragma].decided_by = first;
            lines[pragma + 1..=first].iter_mut().for_each(|line| line.is_free = false);
        }
        for token in of_line {
            parentheses.token(bytes, token);
        }
    }
    // A byte-order mark is not a part of the first line.
    if let (true, Some(first)) = (bytes.starts_with(b"\xEF\xBB\xBF"), lines.first_mut()) {
        first.is_free = false;
    }
    lines
}

fn kind_of(bytes: &[u8], directive: &[Token]) -> LineKind {
    if let Some(told) = read_line(bytes, directive) {
        return LineKind::Line(told);
    }
    let word = directive.get(1).map(|token| lex::text(bytes, token));
    match word.as_deref() {
        Some("if" | "ifdef" | "ifndef") => LineKind::Begin,
        Some("elif" | "elifdef" | "elifndef") => LineKind::Branch { is_else: false },
        Some("else") => LineKind::Branch { is_else: true },
        Some("endif") => LineKind::End,
        _ => LineKind::Other,
    }
}

/// Words that open parentheses and are not macros.
const STATEMENTS: [&str; 4] = ["for", "if", "while", "switch"];

/// A conditional around a line.
#[derive(Debug)]
struct Around {
    /// The open parentheses before it.
    before: Vec<bool>,
    /// The fewest open parentheses at the end of a branch.
    least: Option<Vec<bool>>,
    has_else: bool,
}

/// The open parentheses.
#[derive(Debug, Default)]
struct Parentheses {
    /// Whether each may be the parenthesis of an invocation.
    open: Vec<bool>,
    /// Whether the last token may be the name of a macro.
    is_behind_name: bool,
    /// The conditionals around the current line.
    around: Vec<Around>,
}

impl Parentheses {
    fn is_in_call(&self) -> bool {
        self.open.contains(&true)
    }

    fn token(&mut self, bytes: &[u8], token: &Token) {
        if token.is(Punct::LeftParen) {
            self.open.push(self.is_behind_name);
        } else if token.is(Punct::RightParen) {
            self.open.pop();
        }
        self.is_behind_name = token.kind == TokenKind::Identifier && !STATEMENTS.contains(&&*lex::text(bytes, token));
    }

    fn directive(&mut self, kind: &LineKind) {
        match kind {
            LineKind::Begin => {
                self.around.push(Around { before: self.open.clone(), least: None, has_else: false });
            }
            LineKind::Branch { is_else } => {
                if let Some(around) = self.around.last_mut() {
                    let end = std::mem::replace(&mut self.open, around.before.clone());
                    around.least = Some(shorter(around.least.take(), end));
                    around.has_else |= is_else;
                }
            }
            LineKind::End => {
                if let Some(Around { before, least, has_else }) = self.around.pop() {
                    let least = shorter(least, std::mem::take(&mut self.open));
                    self.open = if has_else { least } else { shorter(Some(before), least) };
                }
            }
            LineKind::Line(_) | LineKind::Other => {}
        }
    }
}

fn shorter(one: Option<Vec<bool>>, other: Vec<bool>) -> Vec<bool> {
    one.filter(|one| one.len() < other.len()).unwrap_or(other)
}
