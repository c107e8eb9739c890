//! Uses that the tree does not show: uses in macros that the host decides.
//!
//! Such a macro remains a name in the tree. Its known expansions may write variables or point to them, and where the macro itself is
//! written or pointed to, its expansion is too. For an array, or a struct that contains one, the name alone may give away its address. A
//! macro that expands to nothing turns an apparent declaration into an assignment: after `#define MAYBE`, `MAYBE n = 8;` assigns to the
//! outer `n`.

use lang_c::span::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::symbol::{Access, LabelUse, Symbol, SymbolId, Use};
use super::symbols::Function;
use super::types::TypeKind;

impl<'t> Function<'_, 't> {
    /// Adds the writes and address-takings that the tree does not show in macros that the host decides: in their known definitions, and in
    /// those of the macros that they name. If such a macro itself is written, its expansion is too.
    pub(super) fn add_hidden_uses(&mut self) {
        self.doubt_changed_calls();
        let changed = self.uses.iter().filter(|used| used.access != Access::Read).map(|used| used.token);
        let changed: FxHashSet<usize> = changed.chain(self.changed_calls.iter().copied()).collect();
        for token in 0..self.parsed.expansion.tokens.len() {
            if !self.parsed.expansion.tokens[token].open {
                continue;
            }
            let hidden = self.hidden_text(token);
            let points = hidden.points || changed.contains(&token);
            let told = self.names_if_told(token).unwrap_or_default();
            for name in hidden.names.iter().chain(&*told) {
                let Some((&name, _)) = self.by_name.get_key_value(&**name) else { continue };
                if points || self.visible(name, token).any(|id| self.may_decay(id)) {
                    self.add_use(name, token, Access::Address, false);
                } else if hidden.assigns {
                    self.add_use(name, token, Access::Write, false);
                }
            }
        }
        for statement in std::mem::take(&mut self.doubts.statements) {
            let access = if statement.points { Access::Address } else { Access::Write };
            for token in statement.tokens {
                if let Some((&name, _)) = self.by_name.get_key_value(&*self.parsed.expansion.tokens[token].text) {
                    self.add_use(name, token, access, false);
                }
            }
        }
        self.add_hidden_gotos();
    }

    /// Adds a `goto` in a macro for each label that it names.
    fn add_hidden_gotos(&mut self) {
        let defined = self.labels.iter().filter(|label| label.is_definition);
        let defined: FxHashMap<&'t str, usize> = defined.map(|label| (label.name, label.token)).collect();
        if defined.is_empty() {
            return;
        }
        let tokens = &self.parsed.expansion.tokens;
        let written: FxHashSet<usize> = self.labels.iter().map(|label| label.token).collect();
        for token in (0..tokens.len()).filter(|&at| tokens[at].open) {
            let hidden = self.hidden_text(token);
            let may_jump = hidden.names.contains("goto") || written.contains(&token);
            let named = hidden.names.iter().filter_map(|name| defined.get_key_value(&**name)).filter(|_| may_jump);
            self.labels.extend(named.map(|(&name, _)| LabelUse { token, name, is_definition: false }));
        }
        self.labels.sort_by_key(|label| label.token);
    }

    /// Adds a write to each visible object of that name, for an apparent declaration in which no word before the name surely is a type, and
    /// a word may be a macro that expands to nothing.
    pub(super) fn add_uncertain_declaration(&mut self, id: SymbolId, name: &'t str, whole: Span) {
        let Symbol { hidden: Some(hidden), declared: token, .. } = *self.symbol(id) else { return };
        let words = &self.parsed.expansion.tokens[self.parsed.tokens_of(whole).start.min(token)..token];
        let is_sure = words.iter().any(|word| {
            if word.open { self.unit.macro_roles(&word.text).is_type } else { self.is_type_word(&word.text) }
        });
        let has_unread_include = self.unit.unread_include(self.moment(token)).is_some();
        if !is_sure && (has_unread_include || words.iter().any(|word| word.open)) {
            let outer: Vec<_> = std::iter::successors(Some(hidden), |&id| self.symbol(id).hidden).collect();
            let write = |id| Use { name, token, symbol: Some(id), access: Access::Write, called: false };
            self.uses.extend(outer.into_iter().map(write));
        }
    }

    /// Whether the value of an object, or of a part of it, may be a pointer into it (C99 6.3.2.1p3).
    pub(super) fn may_decay(&self, id: SymbolId) -> bool {
        matches!(self.symbol(id).kind.shape, TypeKind::Array(..) | TypeKind::Record(_) | TypeKind::OneOf(_))
    }
}
