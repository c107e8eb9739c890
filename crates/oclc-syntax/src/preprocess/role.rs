//! The effect of a macro on where statements end, and the roles that its expansion can play among other words.
//!
//! It has no effect if each of its definitions begins with a token that stays as it is, closes the brackets that it opens, contains no
//! semicolon, brace or statement keyword, pastes no tokens, and names only macros without an effect. Between open brackets, only
//! brackets count: there a macro has no effect if each of its definitions closes the brackets that it opens, whatever else it
//! contains.
//!
//! Its roles are computed where the words of the language are known (`tree/roles.rs`), and are remembered here.
//!
//! All definitions of a name count, wherever they are. So the answer is the same for the whole unit, and is computed once.

use super::definition::Definition;
use super::macros::NameFacts;
use super::unit::Unit;
use crate::lex::{Punct, Token, TokenKind};
use crate::limits::MAX_ROLE_DEPTH;

/// The effect of a name on where statements end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementRole {
    /// It is not a macro's name.
    Ordinary,
    /// No effect.
    Plain,
    /// No effect between brackets.
    Balanced,
    /// Perhaps an effect.
    Shaping,
}

impl StatementRole {
    /// The role of a macro that may have either role.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Shaping, _) | (_, Self::Shaping) => Self::Shaping,
            (Self::Balanced, _) | (_, Self::Balanced) => Self::Balanced,
            _ => Self::Plain,
        }
    }
}

/// The roles that all known definitions of a macro can play; none if they have no role in common, or if there is no definition. A name
/// without a meaning of its own can be a type or an expression.
#[allow(clippy::struct_excessive_bools, reason = "independent facts, each asked for by itself")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MacroRoles {
    /// An object type, not qualified itself.
    pub is_type: bool,
    /// An expression that changes no variable and takes no address.
    pub is_expression: bool,
    /// A callee: an expression or no tokens, before arguments in parentheses.
    pub is_callee: bool,
    /// Specifiers of declarations, or no words.
    pub is_specifier: bool,
    /// Specifiers that may be repeated for each copy of a variable.
    pub is_qualifier: bool,
}

impl MacroRoles {
    /// Each of them.
    pub(crate) const ALL: Self =
        Self { is_type: true, is_expression: true, is_callee: true, is_specifier: true, is_qualifier: true };

    /// The roles in common.
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
    /// The role with one more token; `None` if that closes a bracket that is not open, or makes other tokens.
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

/// The words that begin a statement, or that may precede one.
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

    /// The roles of a macro, if they were computed before.
    pub(crate) fn known_roles(&self, name: &str) -> Option<MacroRoles> {
        self.macros.name_of(name)?.roles.get().copied()
    }

    /// Notes the roles.
    pub(crate) fn remember_roles(&self, name: &str, roles: MacroRoles) {
        if let Some(known) = self.macros.name_of(name) {
            let _ = known.roles.set(roles);
        }
    }

    /// The effect of a name on where statements end.
    #[must_use]
    pub fn role(&self, name: &str) -> StatementRole {
        self.role_in(name, &mut Vec::new())
    }

    /// The same of a name in the definitions of others, the outermost first.
    fn role_in<'u>(&'u self, name: &str, around: &mut Vec<&'u NameFacts>) -> StatementRole {
        let Some(known) = self.macros.name_of(name).filter(|known| known.definitions().next().is_some()) else {
            return StatementRole::Ordinary;
        };
        if let Some(&role) = known.role.get() {
            return role;
        }
        // Its own role is not known yet inside its definition, nor through others.
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

    /// The role of a macro with this definition alone.
    fn role_of<'u>(&'u self, definition: &'u Definition, around: &mut Vec<&'u NameFacts>) -> StatementRole {
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
