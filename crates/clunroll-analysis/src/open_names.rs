//! The possible meanings of a name in a loop if the host decides its meaning.
//!
//! The text of a loop is copied with its names. A copy is correct if each name means the same wherever it is copied, for every definition
//! that the final compile may have. So a name may be a value, a template ([`super::templates`]), or what its role promises
//! ([`MacroRoles`]). A role promises the same part and nothing more: a type has no known size or sign, a call may do anything that a call
//! of an unknown function does, and a variable with a qualifier may be `volatile`.
//!
//! An expression may not name what the function declares: `-D'ACT(x)=(x) * scale'` would change with the text around it.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::loops::Loop;
use super::symbol::{Storage, Use};
use super::symbols::{Function, place_of_token};
use super::templates::is_template;
use clunroll_rules::{Decline, Reason};
use oclc_syntax::lex::{Punct, Token, TokenKind};
use oclc_syntax::limits::MAX_DEFINITIONS;
use oclc_syntax::preprocess::{Expanded, Expansion, Meaning, Moment};
use oclc_syntax::tree::{
    ReplacementName, TokenRange, free_names, is_builtin_function, is_keyword, is_tag_word, is_type_name,
    parse_expression, standard_constant,
};

/// The types of C that are keywords.
const TYPE_KEYWORDS: [&str; 8] = ["char", "double", "float", "int", "long", "short", "signed", "unsigned"];

/// Checks that each name whose meaning the host decides can be copied.
pub(super) fn check_open_names(function: &Function<'_, '_>, candidate: &Loop<'_>) -> Result<(), Decline> {
    let uses = function.uses_in(candidate.tokens.clone());
    let tokens = &function.parsed.expansion.tokens;
    for at in candidate.tokens.clone().filter(|&at| tokens[at].open && !function.parsed.is_left_out(at)) {
        let name = &tokens[at].text;
        let is_operand = |is_called: bool| uses.iter().any(|used| used.token == at && used.called == is_called);
        let is_known = is_operand(false) && stands_for_values(function, at)
            || [false, true].iter().any(|&is_called| is_operand(is_called) && function.is_expression(at, is_called))
            || function.stands_for_types(at)
            || function.parsed.is_open_qualifier(at)
            || function.stands_for_members(at)
            || function.is_template(at);
        if !is_known {
            return Err(Decline { reason: Reason::HostDecides(name.to_string()), place: place_of_token(function, at) });
        }
    }
    if let Some(token) = function.hidden_else(candidate.body) {
        let name = function.unit.text(token).into_owned();
        return Err(Decline { reason: Reason::HostDecides(name), place: token.place() });
    }
    let suspect = |used: &&Use<'_>| used.called && function.may_be_macro(used);
    if let Some(used) = uses.iter().find(suspect) {
        let place = place_of_token(function, used.token);
        return Err(Decline { reason: Reason::HostDecides(used.name.to_owned()), place });
    }
    Ok(())
}

/// Whether all known definitions of an open macro, and of the open macros that they name, are expressions without side effects that call
/// only queries. A name that an open macro is pasted into may mean anything.
pub(super) fn stands_for_values(function: &Function<'_, '_>, token: usize) -> bool {
    let (name, moment) = (&*function.parsed.expansion.tokens[token].text, function.moment(token));
    function.known.are_values.get_or(name, moment, || all_stand_for_values(function, name, moment))
}

fn all_stand_for_values(function: &Function<'_, '_>, name: &str, moment: Moment) -> bool {
    // A type in a value is part of a cast.
    let is_type = |name: &str| {
        let roles = function.unit.macro_roles(name);
        roles.is_type && !roles.is_expression
    };
    let mut seen = FxHashSet::from_iter([name.to_owned()]);
    let mut open = vec![name.to_owned()];
    while let Some(name) = open.pop() {
        let Meaning::Open(definitions) = function.meaning(&name, moment) else { return false };
        if definitions.len() > MAX_DEFINITIONS {
            return false;
        }
        for definition in definitions {
            let expansion = function.expanded_line(&definition.body, moment);
            if definition.parameters.is_some() || !is_plain_value(function, &expansion) {
                return false;
            }
            let inner = expansion.tokens.iter().filter(|token| token.open).map(|token| token.text.to_string());
            open.extend(inner.filter(|name| !is_type(name) && seen.insert(name.clone())));
        }
    }
    true
}

/// Whether tokens are an expression without side effects that calls only queries.
fn is_plain_value(function: &Function<'_, '_>, expansion: &Expansion<'_>) -> bool {
    let calls = |at: usize| {
        let token = &expansion.tokens[at];
        token.kind == TokenKind::Identifier
            && expansion.tokens.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen))
            && !function.program.is_query(&token.text)
            && token.text != "sizeof"
    };
    !expansion.overflow
        && changes_nothing(expansion)
        && !(0..expansion.tokens.len()).any(calls)
        && parse_expression(&expansion.tokens).is_some()
}

/// Whether the operators among tokens of an expression change no variable and take no address, and the expression defines nothing.
pub(super) fn changes_nothing(expansion: &Expansion<'_>) -> bool {
    let changes = |token: &Expanded<'_>| match token.kind {
        TokenKind::Punct(punct) => punct.assigns() || punct == Punct::Ampersand,
        TokenKind::Stray => true,
        _ => false,
    };
    // A block may contain several copies of a definition in the expression.
    let defines = expansion.tokens.iter().any(|token| is_tag_word(&token.text))
        && expansion.tokens.iter().any(|token| token.is(Punct::LeftBrace));
    !defines && !expansion.tokens.iter().any(changes)
}

impl Function<'_, '_> {
    /// Whether the host decides the meaning of the name at a token.
    #[must_use]
    pub fn is_open(&self, token: usize) -> bool {
        self.parsed.expansion.tokens.get(token).is_some_and(|token| token.open)
    }

    /// Whether one of some expanded tokens is a name that nothing declares or defines here: a macro of the host's, or of an include.
    #[must_use]
    pub fn is_undeclared(&self, tokens: &[Expanded<'_>], at: usize) -> bool {
        let name = &*tokens[at].text;
        let is_of_its_own = |before: &Expanded<'_>| {
            !before.is(Punct::Dot) && !before.is(Punct::Arrow) && !matches!(&*before.text, "struct" | "union" | "enum")
        };
        tokens[at].kind == TokenKind::Identifier
            && at.checked_sub(1).is_none_or(|before| is_of_its_own(&tokens[before]))
            && !is_keyword(name)
            && !is_type_name(name)
            && !is_builtin_function(name)
            && standard_constant(name).is_none()
            && !self.program.may_declare(name)
            && !self.has_symbol(name)
            && !self.unit.has_definitions(name)
    }

    /// Whether the host decides the meaning of the name at a token, and the name is not a type.
    #[must_use]
    pub fn is_open_beside_types(&self, token: usize) -> bool {
        self.is_open(token) && !self.is_hosted_type(&(token..token + 1))
    }

    /// Whether all definitions of the open macro at a token, and there are some, are constants: numbers, operators, casts to types, and
    /// other such macros. A constant has no effect, and the same meaning wherever it is.
    #[must_use]
    pub fn is_hosted_constant(&self, token: usize) -> bool {
        let Some(name) = self.parsed.expansion.tokens.get(token).filter(|token| token.open) else { return false };
        let moment = self.moment(token);
        let mut seen = FxHashSet::from_iter([name.text.to_string()]);
        let mut open = vec![name.text.to_string()];
        while let Some(name) = open.pop() {
            let Meaning::Open(definitions) = self.meaning(&name, moment) else { return false };
            for definition in &definitions {
                let expansion = self.expanded_line(&definition.body, moment);
                for word in expansion.tokens.iter().filter(|token| token.kind == TokenKind::Identifier) {
                    let name = word.text.to_string();
                    match word.open {
                        true if seen.insert(name.clone()) => open.push(name),
                        false if !is_type_name(&name) && !TYPE_KEYWORDS.contains(&&*name) => return false,
                        _ => {}
                    }
                }
            }
            if definitions.is_empty() {
                return false;
            }
        }
        stands_for_values(self, token)
    }

    /// Whether all definitions of the open macro at a token are types. A single name counts as a type unless the function declares it.
    pub(super) fn stands_for_types(&self, token: usize) -> bool {
        let is_type = || {
            let roles = self.unit.macro_roles(&self.parsed.expansion.tokens[token].text);
            roles.is_type && (!roles.is_expression || self.is_expression(token, false))
        };
        self.type_names.contains(&token)
            && (is_type() || self.hidden_text(token).is_type && self.is_template(token) || self.is_type_if_told(token))
    }

    /// Whether the open macro at a token names a member, or a member of a member: `v.FIELD`, with `x`, `pair.x` or `lanes[0]` for `FIELD`.
    // member = name { "." name | "->" name | "[" number "]" }
    fn stands_for_members(&self, token: usize) -> bool {
        let tokens = &self.parsed.expansion.tokens;
        let is_after = |punct| token.checked_sub(1).is_some_and(|before| tokens[before].is(punct));
        let name = &*tokens[token].text;
        let is_part = |part: &Token| match part.kind {
            TokenKind::Identifier => !is_keyword(&self.unit.text(part)),
            TokenKind::Punct(punct) => {
                matches!(punct, Punct::Dot | Punct::Arrow | Punct::LeftBracket | Punct::RightBracket)
            }
            TokenKind::Number => true,
            _ => false,
        };
        (is_after(Punct::Dot) || is_after(Punct::Arrow))
            && self.unit.macro_roles(name).is_expression
            && self.unit.distinct_definitions(name).all(|definition| {
                let is_named = definition.body.first().is_some_and(|first| first.kind == TokenKind::Identifier);
                definition.parameters.is_none() && is_named && definition.body.iter().all(is_part)
            })
    }

    /// Whether the tokens before a declared name contain a type that the host decides.
    #[must_use]
    pub fn is_hosted_type(&self, specifiers: &TokenRange) -> bool {
        specifiers.clone().any(|at| self.is_open(at) && self.stands_for_types(at))
    }

    /// Whether the open macro at a token is an expression there, as an operand or called like a function, that contains no name that the
    /// function declares.
    pub(super) fn is_expression(&self, token: usize, is_called: bool) -> bool {
        let name = &*self.parsed.expansion.tokens[token].text;
        let is_object = || self.unit.distinct_definitions(name).all(|definition| definition.parameters.is_none());
        let is_local = |name: &ReplacementName| {
            let symbols = self.by_name.get(&*name.text).into_iter().flatten();
            symbols.copied().any(|id| matches!(self.symbol(id).storage, Storage::Local | Storage::Parameter))
        };
        let roles = self.unit.macro_roles(name);
        (if is_called { roles.is_callee } else { roles.is_expression && is_object() })
            && self.free_names(token).is_some_and(|names| !names.iter().any(is_local))
            || (is_called || is_object()) && self.is_expression_if_told(token)
    }

    /// Whether an open macro that is not a value may call a function.
    pub(super) fn may_call(&self, token: usize) -> bool {
        let is_call = |name: &ReplacementName| name.is_called && !self.program.is_query(&name.text);
        !stands_for_values(self, token) && self.free_names(token).is_none_or(|names| names.iter().any(is_call))
    }

    fn free_names(&self, token: usize) -> Option<Rc<Vec<ReplacementName>>> {
        let name = &*self.parsed.expansion.tokens[token].text;
        self.known.free_names.get_or(name, self.moment(token), || free_names(self.unit, name).map(Rc::new))
    }

    /// Whether every possible meaning of the open macro at a token, or of the name that one is pasted into, is a template.
    #[must_use]
    pub fn is_template(&self, token: usize) -> bool {
        let moment = self.moment(token);
        let name = &*self.parsed.expansion.tokens[token].text;
        let asked = self.unit.point(moment);
        if self.is_pasted(token) {
            return self.is_harmless_paste(token);
        }
        self.known.templates.get_or(name, moment, || is_template(self.unit, &self.parsed.configuration, name, asked))
    }

    /// Whether a call of that name may be a macro in the final compile that does more than compute a value.
    #[must_use]
    pub fn may_be_macro(&self, used: &Use<'_>) -> bool {
        let token = &self.parsed.expansion.tokens[used.token];
        (token.open && !self.is_template(used.token) && !self.is_expression(used.token, true))
            || (used.symbol.is_none()
                && self.unit.unread_include(self.moment(used.token)).is_some()
                && !self.program.declares(used.name)
                && !self.program.declares_type(used.name)
                // A file that defines a name after an include does not expect the include to define it.
                && !self.unit.has_definitions(used.name)
                && !is_builtin_function(used.name))
    }
}
