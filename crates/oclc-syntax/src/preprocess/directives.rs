//! Directive lines (C99 6.10).

use std::ops::Range;

use super::moment::GroupId;
use crate::lex::{Token, TokenKind, spelling};
use crate::source::{Place, Sources};

/// What a directive does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectiveKind {
    /// `#if`
    If,
    /// `#ifdef`
    Ifdef,
    /// `#ifndef`
    Ifndef,
    /// `#elif`
    Elif,
    /// `#else`
    Else,
    /// `#endif`
    Endif,
    /// `#define`
    Define,
    /// `#undef`
    Undef,
    /// `#include`, and the `#include_next` and `#import` of some compilers
    Include,
    /// `#pragma`
    Pragma,
    /// `#error`
    Error,
    /// `#line`, the null directive, and those that C does not know
    Other,
}

impl DirectiveKind {
    /// The kind of the directive whose tokens, `#` first, are `line`.
    pub(super) fn of(sources: &Sources, line: &[Token]) -> Self {
        let Some(word) = line.get(1).filter(|token| token.kind == TokenKind::Identifier) else {
            return Self::Other;
        };
        match &*spelling(&sources[word.file].bytes, word) {
            b"if" => Self::If,
            b"ifdef" => Self::Ifdef,
            b"ifndef" => Self::Ifndef,
            b"elif" | b"elifdef" | b"elifndef" => Self::Elif,
            b"else" => Self::Else,
            b"endif" => Self::Endif,
            b"define" => Self::Define,
            b"undef" => Self::Undef,
            b"include" | b"include_next" | b"import" => Self::Include,
            b"pragma" => Self::Pragma,
            b"error" => Self::Error,
            _ => Self::Other,
        }
    }
}

impl DirectiveKind {
    /// Whether it begins a branch of a conditional, or ends one.
    #[must_use]
    pub const fn is_conditional(self) -> bool {
        self.begins_branch() || matches!(self, Self::Endif)
    }

    /// Whether it begins a conditional.
    #[must_use]
    pub const fn begins_chain(self) -> bool {
        matches!(self, Self::If | Self::Ifdef | Self::Ifndef)
    }

    /// Whether it begins a branch of a conditional.
    #[must_use]
    pub const fn begins_branch(self) -> bool {
        matches!(self, Self::If | Self::Ifdef | Self::Ifndef | Self::Elif | Self::Else)
    }
}

/// One directive and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Directive {
    /// What it does.
    pub kind: DirectiveKind,
    /// How many code tokens of the unit stand before it.
    pub code_before: usize,
    /// The conditional group that it stands in.
    pub group: GroupId,
    /// The conditional group behind it.
    pub group_after: GroupId,
    /// Of an `#if`, `#elif`, `#else` or `#endif`: its chain.
    pub chain: Option<usize>,
    pub(super) first_token: usize,
    pub(super) end_token: usize,
}

impl Directive {
    /// The indices of its tokens among those of all directives.
    #[must_use]
    pub const fn tokens(&self) -> Range<usize> {
        self.first_token..self.end_token
    }
}

/// The bytes from the `#` to the last token of a directive.
#[must_use]
pub(super) fn place_of_directive(line: &[Token]) -> Option<Place> {
    let (first, last) = (line.first()?, line.last()?);
    Some(Place { file: first.file, span: first.span.to(last.span) })
}

/// Whether a directive, `#` first, says that its file is to be read once. Compilers warn of what stands behind the word, and do as
/// it says.
// "#" "pragma" "once"
pub(super) fn is_pragma_once(sources: &Sources, line: &[Token]) -> bool {
    let is_once = |word: &Token| *spelling(&sources[word.file].bytes, word) == *b"once";
    DirectiveKind::of(sources, line) == DirectiveKind::Pragma && line.get(2).is_some_and(is_once)
}
