//! Code as it is written, for as long as macros have no say in where its statements end.
//!
//! A macro has none if each of its definitions begins with a token that stays as it is, closes the brackets that it opens,
//! holds no semicolon, brace or word that a statement is told by, pastes nothing, and names only macros that have none
//! either; if there is no such token among its arguments; and if it stands behind no such word, where a bracket of its own
//! would count. It may then be expanded or not, and its arguments may be put in once, often or never.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::extent::{Tokens, tells_statement};
use crate::lex::{Punct, Token, TokenKind};
use crate::preprocess::{Code, Configuration, Definition, Unit};

/// How many macros may name one another in a row.
const MAX_DEPTH: usize = 16;

/// The tokens of a stretch of code, until one comes that a macro may change the structure with.
pub struct Unexpanded<'u, 'c> {
    unit: &'u Unit,
    rest: Code<'u, 'c>,
    /// The code tokens that have been read.
    read: Vec<usize>,
    is_sure: bool,
    /// The brackets that are open in the arguments of a macro, its own first; `None` where none has begun.
    arguments: Option<Brackets>,
    before: Before,
    /// What is known of names: whether they are macros, and without a say.
    names: FxHashMap<String, Role>,
}

/// What the last token is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// A macro's name, or the end of its arguments: another macro may have been made, and what follows are its arguments.
    Macro,
    /// A word that a statement is told by.
    Keyword,
    Other,
}

/// What a name is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Ordinary,
    /// A macro that has no say in where statements end.
    Plain,
    /// One that may have.
    Shaping,
}

/// How many brackets are open.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Brackets {
    round: usize,
    square: usize,
}

impl Brackets {
    /// With one more token; `None` where that gives statements another structure, or closes what is not open.
    fn with(self, unit: &Unit, token: &Token) -> Option<Self> {
        let Self { round, square } = self;
        match token.kind {
            TokenKind::Punct(Punct::LeftParen) => Some(Self { round: round + 1, square }),
            TokenKind::Punct(Punct::RightParen) => Some(Self { round: round.checked_sub(1)?, square }),
            TokenKind::Punct(Punct::LeftBracket) => Some(Self { round, square: square + 1 }),
            TokenKind::Punct(Punct::RightBracket) => Some(Self { round, square: square.checked_sub(1)? }),
            TokenKind::Punct(Punct::Semicolon | Punct::LeftBrace | Punct::RightBrace | Punct::HashHash) => None,
            TokenKind::Identifier if tells_statement(&unit.text(token)) => None,
            _ => Some(self),
        }
    }
}

impl<'u, 'c> Unexpanded<'u, 'c> {
    /// The code tokens of a range that the configuration compiles.
    pub fn new(unit: &'u Unit, configuration: &'c Configuration, code: Range<usize>) -> Self {
        Self {
            unit,
            rest: Code::new(unit, configuration, code),
            read: Vec::new(),
            is_sure: true,
            arguments: None,
            before: Before::Other,
            names: FxHashMap::default(),
        }
    }

    /// Whether no macro had a say in what was read.
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
            let is_keyword = tells_statement(&text);
            self.before = match self.role(&text, 0) {
                Role::Ordinary if is_keyword => Before::Keyword,
                Role::Ordinary => Before::Other,
                Role::Plain if !is_keyword && before != Before::Keyword => Before::Macro,
                Role::Plain | Role::Shaping => return None,
            };
        }
        if let Some(open) = self.arguments {
            let open = open.with(self.unit, token)?;
            self.arguments = Some(open).filter(|open| open.round > 0);
            if open.round == 0 {
                self.before = Before::Macro;
            }
            return (open.round > 0 || open.square == 0).then_some(());
        }
        if before == Before::Macro && token.is(Punct::LeftParen) {
            self.arguments = Some(Brackets { round: 1, square: 0 });
        }
        Some(())
    }

    fn role(&mut self, name: &str, depth: usize) -> Role {
        if let Some(&known) = self.names.get(name) {
            return known;
        }
        let unit = self.unit;
        let definitions = unit.definitions(name);
        if definitions.is_empty() {
            return Role::Ordinary;
        }
        // One that names itself is not expanded in itself.
        self.names.insert(name.to_owned(), Role::Plain);
        let is_plain = |this: &mut Self, definition: &'u Definition| {
            let mut open = Brackets::default();
            let stays = |token: &Token| {
                let text = unit.text(token);
                let is_parameter = definition.parameters.iter().flatten().any(|parameter| *parameter == text);
                token.kind != TokenKind::Identifier || (!is_parameter && unit.definitions(&text).is_empty())
            };
            definition.body.first().is_some_and(stays)
                && definition.body.iter().all(|token| {
                    let is_kept = open.with(unit, token).map(|now| open = now).is_some();
                    is_kept
                        && (token.kind != TokenKind::Identifier
                            || this.role(&unit.text(token), depth + 1) != Role::Shaping)
                })
                && open == Brackets::default()
        };
        let is_shaping = depth > MAX_DEPTH || definitions.into_iter().any(|definition| !is_plain(self, definition));
        let role = if is_shaping { Role::Shaping } else { Role::Plain };
        self.names.insert(name.to_owned(), role);
        role
    }
}

impl Tokens for Unexpanded<'_, '_> {
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
