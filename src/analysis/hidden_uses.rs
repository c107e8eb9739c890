//! Uses that the tree does not show: those in macros that the host decides upon.
//!
//! Such a macro stays a name in the tree. What it is known to stand for may write variables or point to them, and where the macro
//! itself is written or pointed to, so is what it stands for. An array, or a struct that holds one, needs neither: its mere name
//! may give its place away. And one that stands for nothing makes an assignment of what looks like a declaration: after
//! `#define MAYBE`, `MAYBE n = 8;` is one to the `n` further out.

use lang_c::span::Span;
use rustc_hash::FxHashSet;

use super::symbols::{Access, Function, Symbol, SymbolId, Use};
use super::types::Shape;
use crate::lex::{Punct, TokenKind};
use crate::preprocess::{Meaning, Moment};
use crate::syntax::is_asm_word;

/// What an open macro may expand to.
#[derive(Default)]
struct Hidden {
    names: FxHashSet<String>,
    assigns: bool,
    /// Whether it may point to what it names.
    points: bool,
}

impl<'t> Function<'_, 't> {
    /// A macro that the host decides upon may write variables and take addresses that the tree does not show: in its known
    /// definitions, and in those of the macros that they name. And where it is written itself, so is what it stands for.
    pub(super) fn add_hidden_uses(&mut self) {
        let changed = self.uses.iter().filter(|used| used.access != Access::Read).map(|used| used.token);
        let changed: FxHashSet<usize> = changed.chain(self.changed_calls.iter().copied()).collect();
        for token in 0..self.parsed.expansion.tokens.len() {
            if !self.parsed.expansion.tokens[token].open {
                continue;
            }
            let hidden = self.hidden_text(&self.parsed.expansion.tokens[token].text, self.moment(token));
            let points = hidden.points || changed.contains(&token);
            for name in hidden.names {
                let Some((&name, _)) = self.by_name.get_key_value(&*name) else { continue };
                if points || self.visible(name, token).any(|id| self.may_decay(id)) {
                    self.add_use(name, token, Access::Address, false);
                } else if hidden.assigns {
                    self.add_use(name, token, Access::Write, false);
                }
            }
        }
    }

    /// What looks like a declaration may write each object of that name that is visible there, where a macro may stand in it
    /// that stands for nothing.
    pub(super) fn add_uncertain_declaration(&mut self, id: SymbolId, name: &'t str, whole: Span) {
        let Symbol { hidden: Some(hidden), declared: token, .. } = *self.symbol(id) else { return };
        let has_unread_include = self.unit.unread_include(self.moment(token)).is_some();
        if has_unread_include || self.has_open_names(self.parsed.tokens_of(whole)) {
            let outer: Vec<_> = std::iter::successors(Some(hidden), |&id| self.symbol(id).hidden).collect();
            let write = |id| Use { name, token, symbol: Some(id), access: Access::Write, called: false };
            self.uses.extend(outer.into_iter().map(write));
        }
    }

    /// Whether the value of an object, or of a part of it, may be a pointer into it (C99 6.3.2.1p3).
    pub(super) fn may_decay(&self, id: SymbolId) -> bool {
        matches!(self.symbol(id).kind.shape, Shape::Array(..) | Shape::Record(_))
    }

    fn hidden_text(&self, name: &str, moment: Moment) -> Hidden {
        let mut hidden = Hidden { names: FxHashSet::from_iter([name.to_owned()]), ..Hidden::default() };
        let mut open = vec![name.to_owned()];
        while let Some(name) = open.pop() {
            let Meaning::Open(definitions) = self.meaning(&name, moment) else { continue };
            for definition in definitions {
                let expansion = self.expanded_line(&definition.body, moment);
                hidden.points |= expansion.overflow;
                for part in expansion.tokens {
                    hidden.assigns |= matches!(part.kind, TokenKind::Punct(punct) if punct.assigns());
                    hidden.points |= part.is(Punct::Ampersand) || is_asm_word(&part.text);
                    if part.kind == TokenKind::Identifier && hidden.names.insert(part.text.to_string()) && part.open {
                        open.push(part.text.into_owned());
                    }
                }
            }
        }
        hidden
    }
}
