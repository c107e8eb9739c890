//! Code as it is written, for as long as macros have no say in where its statements end.
//!
//! A macro has none if each of its definitions begins with a token that stays as it is, closes the brackets that it opens,
//! holds no semicolon, brace or word that a statement is told by, pastes nothing, and names only macros that have none
//! either; if there is no such token among its arguments; and if it stands behind no such word, where a bracket of its own
//! would count. It may then be expanded or not, and its arguments may be put in once, often or never.
//!
//! Between brackets that are open, only brackets count. There a macro has no say if each of its definitions closes those that
//! it opens, whatever else it holds, and so do its arguments.

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
    /// How many brackets are open, those of arguments not counted.
    depth: usize,
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
    /// One that has none between brackets.
    Balanced,
    /// One that may have.
    Shaping,
}

impl Role {
    /// That of a macro which may be either.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Shaping, _) | (_, Self::Shaping) => Self::Shaping,
            (Self::Balanced, _) | (_, Self::Balanced) => Self::Balanced,
            _ => Self::Plain,
        }
    }
}

/// How many brackets are open.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Brackets {
    round: usize,
    square: usize,
    curly: usize,
}

impl Brackets {
    /// With one more token; `None` where that closes what is not open, or makes other tokens.
    fn with(self, token: &Token) -> Option<Self> {
        let Self { round, square, curly } = self;
        let TokenKind::Punct(punct) = token.kind else { return Some(self) };
        match punct {
            Punct::LeftParen => Some(Self { round: round + 1, ..self }),
            Punct::RightParen => Some(Self { round: round.checked_sub(1)?, ..self }),
            Punct::LeftBracket => Some(Self { square: square + 1, ..self }),
            Punct::RightBracket => Some(Self { square: square.checked_sub(1)?, ..self }),
            Punct::LeftBrace => Some(Self { curly: curly + 1, ..self }),
            Punct::RightBrace => Some(Self { curly: curly.checked_sub(1)?, ..self }),
            Punct::HashHash => None,
            _ => Some(self),
        }
    }
}

/// Whether a token gives statements their structure where no bracket is open.
fn shapes(unit: &Unit, token: &Token) -> bool {
    match token.kind {
        TokenKind::Punct(Punct::Semicolon | Punct::LeftBrace | Punct::RightBrace) => true,
        TokenKind::Identifier => tells_statement(&unit.text(token)),
        _ => false,
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
            depth: 0,
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
                Role::Plain | Role::Balanced if self.depth > 0 => Before::Macro,
                Role::Plain | Role::Balanced | Role::Shaping => return None,
            };
        }
        if let Some(open) = self.arguments {
            let open = open.with(token).filter(|_| self.depth > 0 || !shapes(self.unit, token))?;
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
        match token.kind {
            TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace) => self.depth += 1,
            TokenKind::Punct(Punct::RightParen | Punct::RightBracket | Punct::RightBrace) => {
                self.depth = self.depth.saturating_sub(1);
            }
            _ => {}
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
        // What it says of itself, through others too, nobody knows yet.
        self.names.insert(name.to_owned(), Role::Shaping);
        let mut role = if depth > MAX_DEPTH { Role::Shaping } else { Role::Plain };
        for definition in definitions {
            if role != Role::Shaping {
                role = role.or(self.role_of(definition, depth));
            }
        }
        self.names.insert(name.to_owned(), role);
        role
    }

    /// What a macro with this definition alone would be.
    fn role_of(&mut self, definition: &'u Definition, depth: usize) -> Role {
        let unit = self.unit;
        let stays = |token: &Token| {
            let text = unit.text(token);
            let is_parameter = definition.parameters.iter().flatten().any(|parameter| *parameter == text);
            token.kind != TokenKind::Identifier || (!is_parameter && unit.definitions(&text).is_empty())
        };
        let mut role = if definition.body.first().is_some_and(stays) { Role::Plain } else { Role::Balanced };
        let mut open = Brackets::default();
        for token in &definition.body {
            let Some(now) = open.with(token) else { return Role::Shaping };
            open = now;
            if shapes(unit, token) {
                role = role.or(Role::Balanced);
            }
            if token.kind == TokenKind::Identifier {
                role = role.or(match self.role(&unit.text(token), depth + 1) {
                    Role::Ordinary => Role::Plain,
                    named => named,
                });
            }
        }
        if open == Brackets::default() { role } else { Role::Shaping }
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
