//! The role of one replacement list by its own words: a type, specifiers, or an expression.
//!
//! Nothing is expanded. The functions return the names in the list, and the caller follows them: another macro's definitions count
//! instead of its name.

use super::specifiers::is_specifier;
use super::vocabulary::{is_c_type_keyword, is_keyword, is_type_name};
use crate::lex::{Bracket, Punct, Token, TokenKind, after_group, opening};
use crate::preprocess::{Definition, Unit};

/// A name in a replacement list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacementName {
    /// The name.
    pub text: String,
    /// Whether a parenthesis follows it.
    pub is_called: bool,
}

/// The names that a type depends on; `None` if the list is not a type, or is a type with a qualifier of its own, and not only on its
/// target.
// type = { qualifier } ( word { word } | tag name | name ) { qualifier | "*" }
pub(super) fn type_names(unit: &Unit, definition: &Definition) -> Option<Vec<String>> {
    if definition.parameters.is_some() {
        return None;
    }
    let body = &definition.body[..];
    let mut names = Vec::new();
    let last_star = body.iter().rposition(|token| token.is(Punct::Star));
    let (mut words, mut stars, mut is_tag) = (0_usize, 0_usize, false);
    for (at, token) in body.iter().enumerate() {
        if token.is(Punct::Star) && words + names.len() > 0 {
            stars += 1;
            continue;
        }
        let text = (token.kind == TokenKind::Identifier).then(|| unit.text(token))?;
        let points_on = last_star.is_some_and(|star| star > at);
        match &*text {
            _ if std::mem::take(&mut is_tag) => {}
            "struct" | "union" | "enum" if words == 0 => (words, is_tag) = (1, true),
            "const" => {}
            "restrict" | "__restrict" if stars > 0 => {}
            "static" | "extern" | "inline" | "__inline" | "register" => return None,
            word if is_specifier(word) && points_on => {}
            word if stars == 0 && (is_type_name(word) || is_c_type_keyword(word)) => words += 1,
            word if stars == 0 && !is_keyword(word) => names.push(text.into_owned()),
            _ => return None,
        }
    }
    let is_one = if words > 0 { names.is_empty() && !is_tag } else { names.len() == 1 };
    is_one.then_some(names)
}

/// The kind of specifiers in a list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SpecifierKind {
    Any,
    /// Specifiers that may be repeated for each copy of a variable of a block.
    Qualifier,
}

/// The names that a list of specifiers of that kind holds besides words of the language; `None` if the list is not one.
// specifiers = { word | name | ( "__attribute__" | "_Pragma" ) "(" … ")" }
pub(super) fn specifier_names(unit: &Unit, definition: &Definition, kind: SpecifierKind) -> Option<Vec<String>> {
    let parameters = definition.parameters.as_deref().unwrap_or(&[]);
    let body = &definition.body[..];
    let mut names = Vec::new();
    let mut at = 0;
    while let Some(token) = body.get(at) {
        let text = (token.kind == TokenKind::Identifier).then(|| unit.text(token))?;
        at += 1;
        match &*text {
            "_Pragma" | "static" | "extern" | "inline" | "__inline" if kind == SpecifierKind::Qualifier => return None,
            "__attribute__" | "__attribute" | "_Pragma" => {
                if body.get(at).is_some_and(|token| token.is(Punct::LeftParen)) {
                    at = after_group(Bracket::Round, body, at)?;
                }
            }
            word if is_specifier(word) => {}
            word if is_keyword(word) || is_type_name(word) => return None,
            // An argument may be any words, except in an attribute.
            word if parameters.iter().any(|parameter| parameter == word) => return None,
            _ => names.push(text.into_owned()),
        }
    }
    Some(names)
}

/// The names in a list that is an expression: names, constants and operators between brackets that match, none of which changes a
/// variable or takes an address. An empty list counts as an expression. `None` if the list may be anything else.
// expression = { name | constant | operator | "(" expression ")" | "[" expression "]" }
#[must_use]
pub fn expression_names(unit: &Unit, definition: &Definition) -> Option<Vec<ReplacementName>> {
    let mut names = Vec::new();
    let mut brackets = Vec::new();
    let mut questions = 0_usize;
    let parameters = definition.parameters.as_deref().unwrap_or(&[]);
    let is_parameter = |token: &Token| parameters.iter().any(|parameter| *parameter == unit.text(token));
    for (at, token) in definition.body.iter().enumerate() {
        match token.kind {
            TokenKind::Punct(punct) => match punct {
                Punct::LeftParen | Punct::LeftBracket => brackets.push(punct),
                Punct::RightParen if brackets.pop() == Some(Punct::LeftParen) => {}
                Punct::RightBracket if brackets.pop() == Some(Punct::LeftBracket) => {}
                Punct::Question => questions += 1,
                Punct::Colon => questions = questions.checked_sub(1)?,
                Punct::Ampersand if !joins_operands(unit, &definition.body[..at], is_parameter) => return None,
                _ if is_harmless(punct) => {}
                _ => return None,
            },
            TokenKind::Identifier => {
                let text = unit.text(token);
                if is_parameter(token) {
                    continue;
                }
                let is_type = is_type_name(&text) || is_c_type_keyword(&text);
                if is_keyword(&text) && !is_type && text != "sizeof" {
                    return None;
                }
                let is_called = definition.body.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen));
                names.push(ReplacementName { text: text.into_owned(), is_called });
            }
            TokenKind::Number | TokenKind::Character | TokenKind::String => {}
            TokenKind::Stray => return None,
        }
    }
    (brackets.is_empty() && questions == 0).then_some(names)
}

/// Whether `&` after these tokens joins two operands, and does not take an address: the parentheses before it must surely not be a
/// type.
fn joins_operands(unit: &Unit, before: &[Token], is_parameter: impl Fn(&Token) -> bool) -> bool {
    let Some(last) = before.last() else { return false };
    if !last.is(Punct::RightParen) {
        return match last.kind {
            TokenKind::Identifier | TokenKind::Number | TokenKind::Character => true,
            TokenKind::Punct(punct) => punct == Punct::RightBracket,
            TokenKind::String | TokenKind::Stray => false,
        };
    }
    let open = opening(Bracket::Round, before, before.len() - 1);
    let inside = open.map_or(&[][..], |open| &before[open + 1..before.len() - 1]);
    match inside {
        [] => false,
        [name] if name.kind == TokenKind::Identifier => is_parameter(name),
        [.., last] => {
            let is_word = |token: &Token| token.kind == TokenKind::Identifier;
            let is_type = |token: &Token| {
                let text = unit.text(token);
                is_word(token) && (is_keyword(&text) || is_type_name(&text) || is_c_type_keyword(&text))
            };
            !last.is(Punct::Star)
                && !inside.iter().any(is_type)
                && !inside.windows(2).any(|pair| pair.iter().all(is_word))
        }
    }
}

/// Operators that read their operands and do nothing else.
const fn is_harmless(punct: Punct) -> bool {
    matches!(
        punct,
        Punct::Dot
            | Punct::Arrow
            | Punct::Ampersand
            | Punct::Star
            | Punct::Plus
            | Punct::Minus
            | Punct::Tilde
            | Punct::Not
            | Punct::Slash
            | Punct::Percent
            | Punct::ShiftLeft
            | Punct::ShiftRight
            | Punct::Less
            | Punct::Greater
            | Punct::LessEqual
            | Punct::GreaterEqual
            | Punct::Equal
            | Punct::NotEqual
            | Punct::Caret
            | Punct::Pipe
            | Punct::AndAnd
            | Punct::OrOr
            | Punct::Comma
    )
}
