//! Code as it is written, as long as macros do not affect where its statements end.
//!
//! A macro has no effect if its definitions have none ([`StatementRole`]), if no token among its arguments structures
//! statements, and if it does not follow a word that does, where a bracket of its own would count. It may then be expanded or
//! not, and its arguments may be used once, often or never. Between brackets that are open, only brackets count, those of its
//! arguments among them.

use std::borrow::Cow;
use std::ops::Range;

use super::extent::TokenSource;
use crate::lex::{Bracket, Depth, Punct, Token, TokenKind};
use crate::preprocess::{Brackets, Code, Configuration, StatementRole, Unit, is_statement_word};

/// The tokens of a stretch of code, until one comes that a macro may change the structure with.
pub struct Unexpanded<'u, 'c> {
    unit: &'u Unit,
    rest: Code<'u, 'c>,
    /// The code tokens that have been read.
    read: Vec<usize>,
    is_sure: bool,
    /// How many brackets are open, without those of arguments.
    depth: Depth,
    /// The brackets that are open in the arguments of a macro, its own first; `None` if none has begun.
    arguments: Option<Brackets>,
    before: Before,
}

/// The kind of the last token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// A macro's name, or the end of its arguments: its expansion may be another macro's name, and the next tokens that
    /// macro's arguments.
    Macro,
    /// A keyword of statements.
    Keyword,
    Other,
}

impl<'u, 'c> Unexpanded<'u, 'c> {
    /// The code tokens of a range that the configuration compiles.
    pub fn new(unit: &'u Unit, configuration: &'c Configuration, code: Range<usize>) -> Self {
        Self {
            unit,
            rest: Code::new(unit, configuration, code),
            read: Vec::new(),
            is_sure: true,
            depth: Depth::of(Bracket::Any),
            arguments: None,
            before: Before::Other,
        }
    }

    /// Whether no macro affected the tokens that were read.
    pub fn is_sure(&self) -> bool {
        self.is_sure
    }

    /// The code token that the one at an index is.
    pub fn code(&self, at: usize) -> usize {
        self.read[at]
    }

    fn look_at(&mut self, token: &'u Token) -> Option<()> {
        let before = std::mem::replace(&mut self.before, Before::Other);
        if token.kind == TokenKind::Identifier {
            let text = self.unit.text(token);
            let is_keyword = is_statement_word(&text);
            self.before = match self.unit.role(&text) {
                StatementRole::Ordinary if is_keyword => Before::Keyword,
                StatementRole::Ordinary => Before::Other,
                StatementRole::Plain if !is_keyword && before != Before::Keyword => Before::Macro,
                StatementRole::Plain | StatementRole::Balanced if !self.depth.is_outside() => Before::Macro,
                StatementRole::Plain | StatementRole::Balanced | StatementRole::Shaping => return None,
            };
        }
        if let Some(open) = self.arguments {
            let open = open.with(token).filter(|_| !self.depth.is_outside() || !self.unit.shapes(token))?;
            self.arguments = Some(open).filter(|open| open.round > 0);
            if open.round == 0 {
                self.before = Before::Macro;
            }
            return (open.round > 0 || open == Brackets::default()).then_some(());
        }
        if before == Before::Macro && token.is(Punct::LeftParen) {
            self.arguments = Some(Brackets { round: 1, ..Brackets::default() });
            return Some(());
        }
        self.depth.read(token.kind);
        Some(())
    }
}

impl TokenSource for Unexpanded<'_, '_> {
    fn token(&mut self, at: usize) -> Option<(TokenKind, Cow<'_, str>)> {
        while self.read.len() <= at {
            let index = self.rest.next().filter(|_| self.is_sure)?;
            if self.look_at(&self.unit.code[index]).is_none() {
                self.is_sure = false;
                return None;
            }
            self.read.push(index);
        }
        let token = &self.unit.code[self.read[at]];
        let text = if token.kind == TokenKind::Identifier { self.unit.text(token) } else { Cow::Borrowed("") };
        Some((token.kind, text))
    }
}
