//! The lines of a text: before which of them a directive may be put in, and what they do to the counting of lines.
//!
//! A line may have a directive before it where a directive is read as one and parts nothing: not inside of a comment, not
//! behind a splice, not in parentheses, which may be those of a macro's arguments, and not between a pragma and its loop.
//! Parentheses in a conditional are counted along each of its branches; behind it as many count as open as the branch
//! with the most leaves.

use super::{Told, read_line};
use crate::lex::{self, Punct, Token};
use crate::source::{FileId, Span};

/// One line.
#[derive(Debug)]
pub(super) struct Line {
    /// Its bytes, the line's end included.
    pub span: Span,
    /// Whether a directive may be put in before it.
    pub is_free: bool,
    /// What it does.
    pub kind: Kind,
    /// The line that must have its number right: itself, or the loop behind a pragma.
    pub decided_by: usize,
}

/// What a line does to the counting of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
    /// `#line`; `None` where it is not known what it says.
    Line(Option<Told>),
}

/// The lines of a text.
pub(super) fn scan(bytes: &[u8]) -> Vec<Line> {
    let tokens = lex::lex(FileId::MAIN, bytes);
    let mut lines: Vec<Line> = Vec::new();
    let mut start = 0;
    while (start as usize) < bytes.len() {
        let end = memchr::memchr(b'\n', &bytes[start as usize..]).map_or(bytes.len(), |length| start as usize + length + 1);
        let span = Span::new(start, end as u32);
        lines.push(Line { span, is_free: false, kind: Kind::Other, decided_by: lines.len() });
        start = end as u32;
    }
    let logical = lex::logical_lines(bytes);
    let first_lines: Vec<usize> = logical
        .iter()
        .map(|start| lines.partition_point(|line| line.span.start < *start))
        .filter(|&line| line < lines.len())
        .collect();
    let mut at = 0;
    let mut depths = Depths::default();
    let mut pragma: Option<usize> = None;
    for (index, &first) in first_lines.iter().enumerate() {
        let last = first_lines.get(index + 1).map_or(lines.len(), |next| *next) - 1;
        let end = lines[last].span.end;
        let length = tokens[at..].partition_point(|token| token.span.start < end);
        let of_line = &tokens[at..at + length];
        at += length;
        lines[first].is_free = depths.open == 0;
        let word = |index: usize| of_line.get(index).map(|token| lex::text(bytes, token));
        if of_line.first().is_some_and(|token| token.is(Punct::Hash)) {
            let kind = kind_of(bytes, of_line);
            depths.directive(&kind);
            // It takes effect behind its last line.
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
        of_line.iter().for_each(|token| depths.token(token));
    }
    // A byte-order mark is not a part of the first line.
    if let (true, Some(first)) = (bytes.starts_with(b"\xEF\xBB\xBF"), lines.first_mut()) {
        first.is_free = false;
    }
    lines
}

fn kind_of(bytes: &[u8], directive: &[Token]) -> Kind {
    if let Some(told) = read_line(bytes, directive) {
        return Kind::Line(told);
    }
    let word = directive.get(1).map(|token| lex::text(bytes, token));
    match word.as_deref() {
        Some("if" | "ifdef" | "ifndef") => Kind::Begin,
        Some("elif" | "elifdef" | "elifndef") => Kind::Branch { is_else: false },
        Some("else") => Kind::Branch { is_else: true },
        Some("endif") => Kind::End,
        _ => Kind::Other,
    }
}

/// How many parentheses are open.
#[derive(Debug, Default)]
struct Depths {
    open: usize,
    /// Of each conditional around: how many are open before it, and at most at the end of a branch.
    around: Vec<(usize, usize)>,
}

impl Depths {
    fn token(&mut self, token: &Token) {
        if token.is(Punct::LeftParen) {
            self.open += 1;
        } else if token.is(Punct::RightParen) {
            self.open = self.open.saturating_sub(1);
        }
    }

    fn directive(&mut self, kind: &Kind) {
        match kind {
            Kind::Begin => self.around.push((self.open, 0)),
            Kind::Branch { .. } => {
                if let Some((before, most)) = self.around.last_mut() {
                    *most = self.open.max(*most);
                    self.open = *before;
                }
            }
            Kind::End => {
                if let Some((_, most)) = self.around.pop() {
                    self.open = self.open.max(most);
                }
            }
            Kind::Line(_) | Kind::Other => {}
        }
    }
}
