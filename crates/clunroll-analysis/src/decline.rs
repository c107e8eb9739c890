//! Reasons for which a valid request is declined.

use crate::limits::MAX_TOKENS_OF_CALL;
use clunroll_rules::{Decline, MacroAtStop, Reason};
use oclc_syntax::lex::{Bracket, Punct, Token, TokenKind, opening};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::Place;
use oclc_syntax::tree::{NoTree, is_keyword};

/// Declines a loop without a tree, at the token where the parser stopped, or else at `here`.
#[must_use]
pub fn without_tree(unit: &Unit, error: NoTree, here: Place) -> Decline {
    let (reason, stopped) = match error {
        NoTree::TooDeep(at) => (Reason::TooDeep, Some(at)),
        NoTree::Overflow => (Reason::Overflow, None),
        NoTree::Syntax(at) => (Reason::Unreadable { by: at.and_then(|at| macro_at(unit, at)) }, at),
    };
    Decline { reason, place: stopped.map_or(here, |at| unit.code[at].place()) }
}

/// The macro that probably stopped the parser: at the code token where it stopped or before it, with or without arguments. It is a name
/// with a definition, or a name that is spelt like a macro.
pub(super) fn macro_at(unit: &Unit, stopped: usize) -> Option<MacroAtStop> {
    let name = |at: usize| {
        let token = unit.code.get(at).filter(|token| token.kind == TokenKind::Identifier)?;
        let word = unit.text(token);
        let is_capital = word.len() > 1 && !word.bytes().any(|byte| byte.is_ascii_lowercase());
        let is_defined = unit.has_definitions(&word);
        let is_macro = !is_keyword(&word) && (is_capital || is_defined);
        is_macro.then(|| MacroAtStop { name: word.into_owned(), is_defined })
    };
    let before = |at: usize| {
        let last = at.checked_sub(1)?;
        let is_group = unit.code.get(last).is_some_and(|token: &Token| token.is(Punct::RightParen));
        let first = last.saturating_sub(MAX_TOKENS_OF_CALL);
        let open = if is_group { first + opening(Bracket::Round, &unit.code[first..at], last - first)? } else { at };
        name(open.checked_sub(1)?)
    };
    name(stopped).or_else(|| before(stopped))
}
