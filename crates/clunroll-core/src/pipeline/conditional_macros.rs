//! The names in a stretch of code whose definitions conditions choose.
//!
//! Only an expansion of the code in a configuration shows for certain whether the meaning of such a name is still open. But all names that
//! an expansion can contain are in the text: in the code, and in the replacement lists that it leads to. So they are collected once, and in
//! most configurations a look-up shows that nothing is open, without an expansion.

use crate::limits::{MAX_LOOKUPS, MAX_TOKENS_OF_CHOSEN};
use std::ops::Range;

use rustc_hash::FxHashMap;

use clunroll_analysis::are_templates;
use oclc_syntax::lex::{Punct, Token, TokenKind};
use oclc_syntax::preprocess::{Configuration, Meaning, Unit};

/// The names, each with whether a parenthesis follows it wherever it is written.
pub(super) struct ConditionalMacros(Vec<(String, bool)>);

impl ConditionalMacros {
    /// Finds the names in a stretch of code; `None` if there may be others.
    pub fn find(unit: &Unit, code: &Range<usize>) -> Option<Self> {
        // Pasted names are not in any text.
        if unit.pastes() {
            return None;
        }
        let mut macros = ReachedMacros { unit, known: FxHashMap::default(), unread: Vec::new() };
        for (at, token) in code.clone().zip(&unit.code[code.clone()]) {
            let next = unit.code[at + 1..code.end].first();
            macros.note(token, next, || unit.moment(at) == unit.moment(at + 1));
        }
        let mut left = MAX_TOKENS_OF_CHOSEN;
        while let Some(name) = macros.unread.pop() {
            for definition in unit.distinct_definitions(&name) {
                left = left.checked_sub(definition.body.len())?;
                for (at, token) in definition.body.iter().enumerate() {
                    macros.note(token, definition.body.get(at + 1), || true);
                }
            }
        }
        Some(Self(macros.known.into_iter().filter(|(name, _)| unit.is_conditional_macro(name)).collect()))
    }

    /// Whether a configuration surely leaves none of their meanings open that could change the code of the stretch: each has one meaning,
    /// or it is called and harmless in all of them.
    pub fn are_settled(&self, unit: &Unit, configuration: &Configuration, code: &Range<usize>) -> bool {
        let (first, last) = (unit.moment(code.start), unit.moment(code.end.saturating_sub(1)));
        if (last - first + 1) * self.0.len() > MAX_LOOKUPS {
            return false;
        }
        (first..=last).all(|moment| {
            let group = unit.group(moment);
            if unit.is_dead(configuration, group) {
                return true;
            }
            let is_open = |name: &str| matches!(unit.meaning_in(configuration, name, moment, group), Meaning::Open(_));
            let open: Vec<&(String, bool)> = self.0.iter().filter(|(name, _)| is_open(name)).collect();
            let names = || open.iter().map(|(name, _)| name.as_str());
            open.is_empty()
                || open.iter().all(|(_, is_called)| *is_called)
                    && are_templates(unit, configuration, names(), unit.point(moment))
        })
    }
}

/// The macros that a stretch of code leads to.
struct ReachedMacros<'u> {
    unit: &'u Unit,
    /// The names, each with whether it only occurred before an opening parenthesis.
    known: FxHashMap<String, bool>,
    /// The names whose replacement lists have not been read.
    unread: Vec<String>,
}

impl ReachedMacros<'_> {
    /// Notes a token; `are_together` says whether the next token follows it in every configuration.
    fn note(&mut self, token: &Token, next: Option<&Token>, are_together: impl Fn() -> bool) {
        if token.kind != TokenKind::Identifier {
            return;
        }
        let name = self.unit.text(token);
        if !self.unit.has_definitions(&name) {
            return;
        }
        let is_called = next.is_some_and(|next| next.is(Punct::LeftParen)) && are_together();
        if let Some(always) = self.known.get_mut(&*name) {
            *always &= is_called;
        } else {
            self.unread.push(name.to_string());
            self.known.insert(name.into_owned(), is_called);
        }
    }
}
