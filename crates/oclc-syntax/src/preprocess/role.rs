//! What part a macro can have in where statements end, and what it can stand for among other words.
//!
//! It has none if each of its definitions begins with a token that stays as it is, closes the brackets that it opens, holds no
//! semicolon, brace or word that a statement is told by, pastes nothing, and names only macros that have none either. Between
//! brackets that are open, only brackets count: there a macro has none if each of its definitions closes those that it opens,
//! whatever else it holds.
//!
//! What it can stand for is found where the words of the language are known (`tree/roles.rs`), and is remembered here.
//!
//! All definitions of a name count, wherever they stand. So the answer is one for the whole unit, and is found once.

use super::definition::Definition;
use super::macros::Name;
use super::unit::Unit;
use crate::lex::{Punct, Token, TokenKind};
use crate::limits::MAX_ROLE_DEPTH;

/// What part a name has in where statements end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementRole {
    /// It is no macro's.
    Ordinary,
    /// None.
    Plain,
    /// None between brackets.
    Balanced,
    /// Perhaps one.
    Shaping,
}

impl StatementRole {
    /// That of a macro which may be either.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Shaping, _) | (_, Self::Shaping) => Self::Shaping,
            (Self::Balanced, _) | (_, Self::Balanced) => Self::Balanced,
            _ => Self::Plain,
        }
    }
}

/// What all known definitions of a macro can stand for; nothing where they have nothing in common, or where there is none. A name that
/// says nothing by itself can stand for a type or for an expression.
#[allow(clippy::struct_excessive_bools, reason = "independent facts, each asked for by itself")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MacroRoles {
    /// An object type, not qualified itself.
    pub is_type: bool,
    /// An expression that changes no variable and takes no address.
    pub is_expression: bool,
    /// What may stand before arguments in parentheses: an expression, or nothing.
    pub is_callee: bool,
    /// Words that say how something is declared, or none.
    pub is_specifier: bool,
    /// Those of them that may be said of each copy of a variable.
    pub is_qualifier: bool,
}

impl MacroRoles {
    /// Each of them.
    pub(crate) const ALL: Self =
        Self { is_type: true, is_expression: true, is_callee: true, is_specifier: true, is_qualifier: true };

    /// What both have in common.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            is_type: self.is_type && other.is_type,
            is_expression: self.is_expression && other.is_expression,
            is_callee: self.is_callee && other.is_callee,
            is_specifier: self.is_specifier && other.is_specifier,
            is_qualifier: self.is_qualifier && other.is_qualifier,
        }
    }

    /// Whether there is any.
    #[must_use]
    pub const fn any(self) -> bool {
        self.is_type || self.is_expression || self.is_callee || self.is_specifier || self.is_qualifier
    }
}

/// How many brackets are open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Brackets {
    /// `(`
    pub round: usize,
    /// `[`
    pub square: usize,
    /// `{`
    pub curly: usize,
}

impl Brackets {
    /// With one more token; `None` where that closes what is not open, or makes other tokens.
    #[must_use]
    pub fn with(self, token: &Token) -> Option<Self> {
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

/// The words that a statement is told by, or that may stand before one.
#[must_use]
pub fn is_statement_word(word: &str) -> bool {
    matches!(word, "for" | "while" | "switch" | "if" | "else" | "do" | "__attribute__" | "__attribute" | "_Pragma")
}

impl Unit {
    /// Whether a token gives statements their structure where no bracket is open.
    #[must_use]
    pub fn shapes(&self, token: &Token) -> bool {
        match token.kind {
            TokenKind::Punct(Punct::Semicolon | Punct::LeftBrace | Punct::RightBrace) => true,
            TokenKind::Identifier => is_statement_word(&self.text(token)),
            _ => false,
        }
    }

    /// What a macro can stand for, if that was found before.
    pub(crate) fn known_roles(&self, name: &str) -> Option<MacroRoles> {
        self.macros.name_of(name)?.roles.get().copied()
    }

    /// Takes note of what was found.
    pub(crate) fn remember_roles(&self, name: &str, roles: MacroRoles) {
        if let Some(known) = self.macros.name_of(name) {
            let _ = known.roles.set(roles);
        }
    }

    /// What part a name has in where statements end.
    #[must_use]
    pub fn role(&self, name: &str) -> StatementRole {
        self.role_in(name, &mut Vec::new())
    }

    /// The same of a name in the definitions of others, the outermost first.
    fn role_in<'u>(&'u self, name: &str, around: &mut Vec<&'u Name>) -> StatementRole {
        let Some(known) = self.macros.name_of(name).filter(|known| known.definitions().next().is_some()) else {
            return StatementRole::Ordinary;
        };
        if let Some(&role) = known.role.get() {
            return role;
        }
        // What it says of itself, through others too, nobody knows yet.
        if around.len() > MAX_ROLE_DEPTH || around.iter().any(|one| std::ptr::eq(*one, known)) {
            return StatementRole::Shaping;
        }
        around.push(known);
        let mut role = StatementRole::Plain;
        for definition in known.definitions() {
            if role != StatementRole::Shaping {
                role = role.or(self.role_of(definition, around));
            }
        }
        around.pop();
        *known.role.get_or_init(|| role)
    }

    /// What a macro with this definition alone would be.
    fn role_of<'u>(&'u self, definition: &'u Definition, around: &mut Vec<&'u Name>) -> StatementRole {
        let stays = |token: &Token| {
            let text = self.text(token);
            let is_parameter = definition.parameters.iter().flatten().any(|parameter| *parameter == text);
            token.kind != TokenKind::Identifier || (!is_parameter && !self.has_definitions(&text))
        };
        let mut role =
            if definition.body.first().is_some_and(stays) { StatementRole::Plain } else { StatementRole::Balanced };
        let mut open = Brackets::default();
        for token in &definition.body {
            let Some(now) = open.with(token) else { return StatementRole::Shaping };
            open = now;
            if self.shapes(token) {
                role = role.or(StatementRole::Balanced);
            }
            if token.kind == TokenKind::Identifier {
                role = role.or(match self.role_in(&self.text(token), around) {
                    StatementRole::Ordinary => StatementRole::Plain,
                    named => named,
                });
            }
        }
        if open == Brackets::default() { role } else { StatementRole::Shaping }
    }
}
