//! What a macro of the host's can stand for, by what is known of it.
//!
//! `-DT=float` and `#ifndef T / #define T float` leave it to the final compile what `T` is, but show what part it plays: it is a type
//! wherever it is used as one. So the parser takes it for a type, and the text that holds it can be copied. The assumption is that
//! every later definition plays the same part; nothing else follows, neither a size nor a sign nor an address space.
//!
//! - A *type*: words or a name, and what points to such. Never `static`, nor anything qualified by itself.
//! - An *expression*: it changes no variable, takes no address and leaves nothing, whatever its arguments are.
//! - *Specifiers*: qualifiers, address spaces, attributes, or nothing. A variable of a block may be declared with a *qualifier* as
//!   often as one likes. The parser is shown `volatile` in its place, which stands wherever a qualifier can, and which keeps
//!   whoever reads the tree from taking the variable for a plain one.

use rustc_hash::FxHashSet;

use super::replacement::{ReplacementName, expression_names, specifier_names, type_names};
use super::specifiers::{is_specifier, specifiers_in_head};
use super::vocabulary::{is_asm_word, is_c_type_keyword, is_keyword, is_type_name};
use crate::lex::{Punct, TokenKind};
use crate::limits::{MAX_NAMES_OF_OPERANDS, MAX_ROLE_DEPTH, MAX_SPECIFIERS};
use crate::preprocess::{Definition, Expanded, Expansion, MacroRoles, Unit};

/// The tokens of an expansion that the parser is shown otherwise than they are written.
#[derive(Debug, Default)]
pub struct PlayedRoles {
    /// Those that it is not shown, in order.
    pub left_out: Vec<usize>,
    /// Those that stand for qualifiers, in order.
    pub qualifiers: Vec<usize>,
    /// Those that stand for types and for nothing else, in order.
    pub types: Vec<usize>,
}

impl PlayedRoles {
    /// Those of a function.
    pub(super) fn of_function(unit: &Unit, function: &Expansion<'_>) -> Self {
        let left_out = specifiers_in_head(unit, function);
        let mut found = Self::of(unit, function);
        found.qualifiers.retain(|at| left_out.binary_search(at).is_err());
        Self { left_out, ..found }
    }

    /// Those of other text.
    pub(super) fn of(unit: &Unit, expansion: &Expansion<'_>) -> Self {
        let tokens = &expansion.tokens;
        let mut found = Self::default();
        for at in (0..tokens.len()).filter(|&at| tokens[at].open) {
            let roles = unit.macro_roles(&tokens[at].text);
            if roles.is_qualifier && is_among_specifiers(unit, tokens, at) {
                found.qualifiers.push(at);
            } else if roles.is_type && !roles.is_expression {
                found.types.push(at);
            }
        }
        found
    }

    /// The same behind `count` other tokens.
    pub(super) fn behind(mut self, count: usize, before: Self) -> Self {
        let Self { left_out, qualifiers, types } = &mut self;
        left_out.iter_mut().chain(&mut *qualifiers).chain(&mut *types).for_each(|at| *at += count);
        left_out.splice(0..0, before.left_out);
        qualifiers.splice(0..0, before.qualifiers);
        types.splice(0..0, before.types);
        self
    }
}

/// Whether a macro that may stand for nothing is where only specifiers can be: before a type, behind the words of one, or behind the
/// star of a pointer.
fn is_among_specifiers(unit: &Unit, tokens: &[Expanded<'_>], at: usize) -> bool {
    let roles = |token: &Expanded<'_>| if token.open { unit.macro_roles(&token.text) } else { MacroRoles::default() };
    let is_qualifier = |token: &Expanded<'_>| is_specifier(&token.text) || roles(token).is_qualifier;
    let is_type = |token: &Expanded<'_>| {
        let is_word = is_type_name(&token.text) || is_c_type_keyword(&token.text);
        is_word && !token.open
            || roles(token).is_type && !roles(token).is_expression
            || matches!(&*token.text, "struct" | "union" | "enum")
    };
    let is_name = |token: &Expanded<'_>| token.kind == TokenKind::Identifier && !is_keyword(&token.text);
    let begins_declaration = |token: &Expanded<'_>| {
        use Punct::{Comma, LeftBrace, LeftParen, RightBrace, Semicolon};
        matches!(token.kind, TokenKind::Punct(Semicolon | LeftBrace | RightBrace | LeftParen | Comma))
    };
    // Only so many are looked at.
    let (first, end) = (at.saturating_sub(MAX_SPECIFIERS), tokens.len().min(at + 1 + MAX_SPECIFIERS));
    let mut after = tokens[at + 1..end].iter().skip_while(|token| is_qualifier(token));
    let next = after.next();
    let behind_next = after.find(|token| !token.is(Punct::Star));
    let mut before = tokens[first..at].iter().rev().skip_while(|token| is_qualifier(token)).peekable();
    let begins = before.peek().map_or(first == 0, |token| begins_declaration(token));
    let is_behind_word = at > 0 && is_specifier(&tokens[at - 1].text);
    if next.is_some_and(is_type) && (begins || is_behind_word) {
        return true;
    }
    // `CONST real x`, `LOCAL real *x`
    if next.is_some_and(is_name) && behind_next.is_some_and(is_name) && (begins || is_behind_word) {
        return true;
    }
    let ends = next.is_some_and(|next| {
        is_name(next) || [Punct::Star, Punct::Comma, Punct::RightParen].iter().any(|&punct| next.is(punct))
    });
    let is_pointer = before.peek().is_some_and(|token| token.is(Punct::Star));
    let mut words = before.skip_while(|token| token.is(Punct::Star) || is_qualifier(token));
    let Some(word) = words.next() else { return false };
    let mut is_named_type = || {
        let is_start = words.next().map_or(first == 0, |token| is_specifier(&token.text) || begins_declaration(token));
        is_pointer && is_name(word) && is_start
    };
    ends && (is_type(word) || is_named_type())
}

impl Unit {
    /// What a macro can stand for, by all of its definitions.
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
        let mut are_specifiers = |are_qualifiers: bool| {
            specifier_names(self, definition, are_qualifiers).is_some_and(|names| {
                names.iter().all(|name| {
                    let roles = self.roles_within(name, around);
                    if are_qualifiers { roles.is_qualifier } else { roles.is_specifier }
                })
            })
        };
        let (is_specifier, is_qualifier) = (are_specifiers(false), are_specifiers(true));
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
        MacroRoles { is_type, is_expression, is_specifier, is_qualifier }
    }
}

/// Words of an expression that ask for more than values, or that do more.
fn asks_more_than_values(word: &str) -> bool {
    is_asm_word(word)
        || matches!(
            word,
            "typeof" | "__typeof__" | "__typeof" | "_Generic" | "__builtin_constant_p" | "__LINE__" | "__COUNTER__"
        )
}

/// The names in what a macro stands for as an expression, through all macros that it names; `None` where there are too many.
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
        let MacroRoles { is_type, is_expression, is_specifier, is_qualifier } =
            Unit::alone(source.as_bytes()).macro_roles("M");
        let letters = [(is_type, 't'), (is_expression, 'e'), (is_specifier, 's'), (is_qualifier, 'q')];
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
            ("M(x)", "e"),
            ("M(x) ((x) & 3)", "e"),
            ("M(x) (&x)", ""),
            ("M(x) x++", ""),
            ("M(x) sum += (x)", ""),
            ("M(x) if (x) break", ""),
            ("M(x) #x", ""),
            ("M(x) a ## x", ""),
            ("M(x) (typeof(x))0", ""),
            ("M", "sq"),
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
            ("#define M M\n", ""),
            ("#define M other\n#define other M\n", ""),
            ("#define M const other\n#define other volatile\n", "sq"),
            ("", ""),
        ] {
            assert_eq!(roles(source), expected, "{source}");
        }
    }
}
