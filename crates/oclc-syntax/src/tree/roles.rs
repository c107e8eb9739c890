//! The roles that a macro of the host can play, by its known definitions.
//!
//! `-DT=float` and `#ifndef T / #define T float` leave the definition of `T` to the final compile, but show its role: it is a type
//! wherever it is used as one. So the parser takes it for a type, and text that contains it can be copied. The assumption is that every
//! later definition plays the same role; the size, the sign and the address space remain unknown.
//!
//! - A *type*: words or a name, and pointers to these. Never `static`, nor a type with a qualifier of its own.
//! - An *expression*: it changes no variable, takes no address and does not jump, whatever its arguments are.
//! - *Specifiers*: qualifiers, address spaces, attributes, or nothing, with arguments or without. A variable of a block may be declared
//!   with a *qualifier* as often as one likes. The parser is shown `volatile` in its place, which is allowed wherever a qualifier is,
//!   and which keeps the analysis from taking the variable for a plain one. After the name of the variable it is an attribute, which
//!   the parser is not shown, like all attributes.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::head::Head;
use super::replacement::{ReplacementName, SpecifierKind, expression_names, specifier_names, type_names};
use super::specifiers::is_specifier;
use super::vocabulary::{is_asm_word, is_c_type_keyword, is_keyword, is_type_name};
use crate::lex::{Bracket, Punct, TokenKind, after_group, opening};
use crate::limits::{MAX_NAMES_OF_OPERANDS, MAX_ROLE_DEPTH, MAX_SPECIFIERS, MAX_TOKENS_OF_DECLARATION};
use crate::preprocess::{Definition, Expanded, Expansion, MacroRoles, Unit};

/// The text that the parser is shown for a qualifier that the host defines, with the blank after it.
pub(super) const ANY_QUALIFIER: &str = "volatile ";

/// Some tokens of an expansion, and the text that the parser is shown in their place; an empty range is a place between tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The tokens.
    pub range: Range<usize>,
    /// The text that is shown: none, or words with a blank after them.
    pub text: &'static str,
}

/// The roles of the macros among some tokens.
#[derive(Debug, Default)]
pub struct PlayedRoles {
    /// The tokens that it is shown otherwise than they are written, in order.
    pub shown: Vec<Shown>,
    /// The tokens that are types and cannot be anything else, in order.
    pub types: Vec<usize>,
    /// The parts of the function's head that macros make.
    pub made: MadeByMacros,
}

/// The parts of a function's head that macros make, by their first tokens.
#[derive(Clone, Copy, Debug, Default)]
pub struct MadeByMacros {
    /// The function's name.
    pub name: Option<usize>,
    /// Parameters of unknown names.
    pub parameters: Option<usize>,
}

impl PlayedRoles {
    /// The roles in a function.
    pub(super) fn of_function(unit: &Unit, function: &Expansion<'_>) -> Self {
        let Head { mut shown, body, makes_name, makes_parameters } = Head::read(unit, &function.tokens);
        let inside = Self::within(unit, &function.tokens, body..function.tokens.len());
        shown.extend(inside.shown);
        let mut types = Self::types_in(unit, &function.tokens, 0..body);
        types.extend(inside.types);
        Self { shown, types, made: MadeByMacros { name: makes_name, parameters: makes_parameters } }
    }

    /// The roles in other text.
    pub(super) fn of(unit: &Unit, expansion: &Expansion<'_>) -> Self {
        Self::within(unit, &expansion.tokens, 0..expansion.tokens.len())
    }

    fn within(unit: &Unit, tokens: &[Expanded<'_>], range: Range<usize>) -> Self {
        let mut shown: Vec<Shown> = Vec::new();
        for at in range.clone().filter(|&at| tokens[at].kind == TokenKind::Identifier) {
            let place = SpecifierPlace { unit, tokens, shown: &shown };
            if let Some(found) = place.shown_at(at) {
                shown.push(found);
            }
        }
        Self { shown, types: Self::types_in(unit, tokens, range), made: MadeByMacros::default() }
    }

    fn types_in(unit: &Unit, tokens: &[Expanded<'_>], range: Range<usize>) -> Vec<usize> {
        let is_type = |&at: &usize| {
            let roles = if tokens[at].open { unit.macro_roles(&tokens[at].text) } else { MacroRoles::default() };
            roles.is_type && !roles.is_expression
        };
        range.filter(is_type).collect()
    }

    /// The same roles after `count` other tokens.
    pub(super) fn after_tokens(mut self, count: usize, before: Self) -> Self {
        for Shown { range, .. } in &mut self.shown {
            *range = range.start + count..range.end + count;
        }
        self.types.iter_mut().chain(&mut self.made.name).chain(&mut self.made.parameters).for_each(|at| *at += count);
        self.shown.splice(0..0, before.shown);
        self.types.splice(0..0, before.types);
        self
    }
}

/// The place of a macro, by the tokens around it.
struct SpecifierPlace<'a, 'u> {
    unit: &'a Unit,
    tokens: &'a [Expanded<'u>],
    /// The specifier macros before it.
    shown: &'a [Shown],
}

impl SpecifierPlace<'_, '_> {
    /// How the parser is shown the macro at a token, if it is a specifier: as a qualifier, or not at all after the declared name.
    fn shown_at(&self, at: usize) -> Option<Shown> {
        if self.shown.last().is_some_and(|last| at < last.range.end) {
            return None;
        }
        if !self.tokens[at].open {
            let is_one = self.is_name(at) && self.is_undefined_qualifier(at);
            return is_one.then(|| Shown { range: at..at + 1, text: ANY_QUALIFIER });
        }
        let range = self.qualifier(at)?;
        let text = if self.is_among_specifiers(&range) { ANY_QUALIFIER } else { "" };
        (!text.is_empty() || self.is_after_declared_name(&range)).then_some(Shown { range, text })
    }

    /// The tokens of the macro that begins at a token, if it can be qualifiers or attributes: its name, and its arguments if it has
    /// parameters.
    fn qualifier(&self, at: usize) -> Option<Range<usize>> {
        let token = self.tokens.get(at).filter(|token| token.open)?;
        if !self.unit.macro_roles(&token.text).is_qualifier {
            return None;
        }
        let mut definitions = self.unit.distinct_definitions(&token.text);
        let has_parameters = definitions.next()?.parameters.is_some();
        if definitions.any(|other| other.parameters.is_some() != has_parameters) {
            return None;
        }
        let end = if has_parameters { after_group(Bracket::Round, self.tokens, at + 1)? } else { at + 1 };
        (has_parameters || !self.is(at + 1, Punct::LeftParen)).then_some(at..end)
    }

    fn is(&self, at: usize, punct: Punct) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(punct))
    }

    fn is_name(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| {
            token.kind == TokenKind::Identifier && !is_keyword(&token.text) && !is_type_name(&token.text)
        })
    }

    fn is_type(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| {
            let roles = if token.open { self.unit.macro_roles(&token.text) } else { MacroRoles::default() };
            let is_word = is_type_name(&token.text) || is_c_type_keyword(&token.text);
            is_word && !token.open
                || roles.is_type && !roles.is_expression
                || matches!(&*token.text, "struct" | "union" | "enum")
        })
    }

    fn is_specifier(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| is_specifier(&token.text))
    }

    /// The first token from an index on that is not a qualifier.
    fn after_qualifiers(&self, mut at: usize) -> usize {
        for _ in 0..MAX_SPECIFIERS {
            at = match self.qualifier(at) {
                Some(range) => range.end,
                None if self.is_specifier(at) => at + 1,
                None => return at,
            };
        }
        at
    }

    /// The end of the text before a token, without the qualifiers at its end.
    fn before_qualifiers(&self, mut end: usize) -> usize {
        let mut shown = self.shown;
        for _ in 0..MAX_SPECIFIERS {
            end = match shown {
                [rest @ .., last] if last.range.end == end => {
                    shown = rest;
                    last.range.start
                }
                _ if end > 0 && (self.is_specifier(end - 1) || self.qualifier(end - 1).is_some()) => end - 1,
                _ => return end,
            };
        }
        end
    }

    /// Whether a declaration may begin at a token.
    fn begins_declaration(&self, at: usize) -> bool {
        use Punct::{Comma, LeftBrace, LeftParen, RightBrace, Semicolon};
        let before = at.checked_sub(1).map(|before| self.tokens[before].kind);
        before
            .is_none_or(|kind| matches!(kind, TokenKind::Punct(Semicolon | LeftBrace | RightBrace | LeftParen | Comma)))
    }

    /// Whether tokens before one end with a type: words of one, or a name where a declaration begins and a star after it.
    fn is_after_type(&self, end: usize) -> bool {
        let mut end = self.before_qualifiers(end);
        let is_pointer = end > 0 && self.is(end - 1, Punct::Star);
        for _ in 0..MAX_SPECIFIERS {
            if end == 0 || !self.is(end - 1, Punct::Star) {
                break;
            }
            end = self.before_qualifiers(end - 1);
        }
        let Some(word) = end.checked_sub(1) else { return false };
        let is_start = || self.begins_declaration(self.before_qualifiers(word)) || self.is_specifier(word - 1);
        self.is_type(word) || is_pointer && self.is_name(word) && is_start()
    }

    /// Whether a macro that may be empty is where only specifiers can be: before a type, after the words of one, or after the star of a
    /// pointer.
    fn is_among_specifiers(&self, range: &Range<usize>) -> bool {
        let next = self.after_qualifiers(range.end);
        let after_stars = (next + 1..next + 1 + MAX_SPECIFIERS).find(|&at| !self.is(at, Punct::Star));
        let begins = self.begins_declaration(self.before_qualifiers(range.start))
            || range.start > 0 && self.is_specifier(range.start - 1);
        // `CONST float x`, `CONST real x`, `LOCAL real *x`
        let is_before_type = self.is_type(next) || self.is_name(next) && after_stars.is_some_and(|at| self.is_name(at));
        let ends = || {
            self.is_name(next)
                || [Punct::Star, Punct::Comma, Punct::RightParen].iter().any(|&punct| self.is(next, punct))
        };
        begins && is_before_type || ends() && self.is_after_type(range.start)
    }

    /// Whether a name that nothing defines can only be a qualifier: `float *RESTRICT x`, `__local CONST float *x`.
    fn is_undefined_qualifier(&self, at: usize) -> bool {
        let is_after_star = at > 0 && self.is(at - 1, Punct::Star) && self.is_name(at + 1);
        let is_after_word = at > 0 && self.is_specifier(at - 1) && self.is_type(at + 1);
        is_after_word || is_after_star && self.is_after_type(at)
    }

    /// Whether a macro follows the name in a declarator, with the lengths of an array: `float x UNUSED = 0`, `float x[4] ALIGN(16)`.
    fn is_after_declared_name(&self, range: &Range<usize>) -> bool {
        use Punct::{Assign, Comma, LeftBracket, Semicolon};
        let mut end = range.start;
        while end > 0 && self.is(end - 1, Punct::RightBracket) {
            let Some(open) = opening(Bracket::Square, self.tokens, end - 1) else { return false };
            end = open;
        }
        let next = self.after_qualifiers(range.end);
        let is_end = [Assign, Comma, LeftBracket, Semicolon].iter().any(|&punct| self.is(next, punct));
        is_end && end > 0 && self.is_name(end - 1) && (self.is_after_type(end - 1) || self.is_after_declarator(end - 1))
    }

    /// Whether a name follows another declarator of the same declaration: `float x = 0, *y`.
    fn is_after_declarator(&self, name: usize) -> bool {
        let is_between = |&at: &usize| self.is(at, Punct::Star) || self.is_specifier(at);
        let Some(comma) = (0..name).rev().find(|at| !is_between(at)).filter(|&at| self.is(at, Punct::Comma)) else {
            return false;
        };
        let mut depth = 0_usize;
        let begins = |&at: &usize| match self.tokens[at].kind {
            TokenKind::Punct(Punct::RightParen | Punct::RightBracket | Punct::RightBrace) => {
                depth += 1;
                false
            }
            TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace) => match depth.checked_sub(1) {
                Some(outer) => {
                    depth = outer;
                    false
                }
                None => true,
            },
            TokenKind::Punct(Punct::Semicolon) => depth == 0,
            _ => false,
        };
        let first = comma.saturating_sub(MAX_TOKENS_OF_DECLARATION);
        let Some(before) = (first..comma).rev().find(begins) else { return false };
        let start = self.after_qualifiers(before + 1);
        self.is_type(start) || self.is_name(start) && self.is_name(start + 1)
    }
}

impl Unit {
    /// The roles of a macro, by all of its definitions.
    #[must_use]
    pub fn macro_roles(&self, name: &str) -> MacroRoles {
        self.roles_within(name, &mut Vec::new())
    }

    /// The same of a name in the definitions of others, the outermost first.
    fn roles_within(&self, name: &str, around: &mut Vec<String>) -> MacroRoles {
        if around.len() > MAX_ROLE_DEPTH || around.iter().any(|one| one == name) || !self.has_definitions(name) {
            return MacroRoles::default();
        }
        if let Some(known) = self.known_roles(name) {
            return known;
        }
        around.push(name.to_owned());
        let mut roles = MacroRoles::ALL;
        for definition in self.distinct_definitions(name) {
            if roles.any() {
                roles = roles.and(self.roles_of(definition, around));
            }
        }
        around.pop();
        self.remember_roles(name, roles);
        roles
    }

    fn roles_of(&self, definition: &Definition, around: &mut Vec<String>) -> MacroRoles {
        let is_macro = |name: &str| self.has_definitions(name);
        let types = type_names(self, definition);
        let is_type = types
            .as_ref()
            .is_some_and(|names| names.iter().all(|name| !is_macro(name) || self.roles_within(name, around).is_type));
        let mut are_specifiers = |kind: SpecifierKind| {
            specifier_names(self, definition, kind).is_some_and(|names| {
                names.iter().all(|name| {
                    let roles = self.roles_within(name, around);
                    match kind {
                        SpecifierKind::Any => roles.is_specifier,
                        SpecifierKind::Qualifier => roles.is_qualifier,
                    }
                })
            })
        };
        let (is_specifier, is_qualifier) =
            (are_specifiers(SpecifierKind::Any), are_specifiers(SpecifierKind::Qualifier));
        let is_word = definition.parameters.is_none() && (definition.body.is_empty() || is_specifier);
        let is_type_alone = is_type
            && types.is_some_and(|names| {
                names.iter().all(|name| is_macro(name) && !self.roles_within(name, around).is_expression)
            });
        let is_expression = !is_word
            && !is_type_alone
            && !definition.body.last().is_some_and(|last| last.is(Punct::Star))
            && expression_names(self, definition).is_some_and(|names| {
                names.iter().all(|ReplacementName { text, .. }| {
                    let roles = if is_macro(text) { self.roles_within(text, around) } else { MacroRoles::ALL };
                    !asks_more_than_values(text) && (roles.is_expression || roles.is_type)
                })
            });
        // `convertToT(x)`, with an empty `convertToT`, or a name that may be empty
        let is_nothing = definition.parameters.is_none()
            && match &*definition.body {
                [] => true,
                [name] if name.kind == TokenKind::Identifier => self.roles_within(&self.text(name), around).is_callee,
                _ => false,
            };
        MacroRoles { is_type, is_expression, is_callee: is_expression || is_nothing, is_specifier, is_qualifier }
    }
}

/// Words of an expression that ask for more than values, or that do more.
#[must_use]
pub fn asks_more_than_values(word: &str) -> bool {
    is_asm_word(word)
        || matches!(
            word,
            "typeof" | "__typeof__" | "__typeof" | "_Generic" | "__builtin_constant_p" | "__LINE__" | "__COUNTER__"
        )
}

/// The names in the expansion of a macro as an expression, through all macros that it names; `None` if there are too many.
#[must_use]
pub fn free_names(unit: &Unit, name: &str) -> Option<Vec<ReplacementName>> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::from_iter([name.to_owned()]);
    let mut open = vec![name.to_owned()];
    while let Some(name) = open.pop() {
        for definition in unit.distinct_definitions(&name) {
            for name in expression_names(unit, definition)? {
                if !unit.has_definitions(&name.text) {
                    found.push(name);
                } else if seen.insert(name.text.clone()) {
                    open.push(name.text);
                }
            }
            if seen.len() + found.len() > MAX_NAMES_OF_OPERANDS {
                return None;
            }
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The roles of `M` by their first letters.
    fn roles(source: &str) -> String {
        let MacroRoles { is_type, is_expression, is_callee, is_specifier, is_qualifier } =
            Unit::alone(source.as_bytes()).macro_roles("M");
        let is_callee_alone = is_callee && !is_expression;
        let letters =
            [(is_type, 't'), (is_expression, 'e'), (is_callee_alone, 'c'), (is_specifier, 's'), (is_qualifier, 'q')];
        letters.into_iter().filter_map(|(has, letter)| has.then_some(letter)).collect()
    }

    #[test]
    fn a_definition_shows_what_it_stands_for() {
        for (definition, expected) in [
            ("M float", "t"),
            ("M unsigned int", "t"),
            ("M const float *", "t"),
            ("M __global float *restrict", "t"),
            ("M struct pair", "t"),
            ("M volatile int", ""),
            ("M static int", ""),
            ("M real", "te"),
            ("M 4", "e"),
            ("M(x) native_exp(x)", "e"),
            ("M(x)", "esq"),
            ("M(x) __attribute__((aligned(x)))", "sq"),
            ("M(x) const x", ""),
            ("M(x) ((x) & 3)", "e"),
            ("M(x) (&x)", ""),
            ("M(x) x++", ""),
            ("M(x) sum += (x)", ""),
            ("M(x) if (x) break", ""),
            ("M(x) #x", ""),
            ("M(x) a ## x", ""),
            ("M(x) (typeof(x))0", ""),
            ("M", "csq"),
            ("M const", "sq"),
            ("M __local", "sq"),
            ("M __attribute__((unused))", "sq"),
            ("M static inline", "s"),
        ] {
            assert_eq!(roles(&format!("#define {definition}\n")), expected, "{definition}");
        }
    }

    #[test]
    fn all_definitions_count_and_names_are_followed() {
        for (source, expected) in [
            ("#if A\n#define M float\n#else\n#define M double\n#endif\n", "t"),
            ("#if A\n#define M float\n#else\n#define M 4\n#endif\n", ""),
            ("#define M other\n#define other float\n", "t"),
            ("#define M(x) other(x)\n#define other(x) x++\n", ""),
            ("#define M other\n#define other\n", "csq"),
            ("#if A\n#define M convert\n#else\n#define M\n#endif\n", "c"),
            ("#define M M\n", ""),
            ("#define M other\n#define other M\n", ""),
            ("#define M const other\n#define other volatile\n", "sq"),
            ("", ""),
        ] {
            assert_eq!(roles(source), expected, "{source}");
        }
    }
}
