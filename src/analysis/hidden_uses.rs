//! Uses that the tree does not show: those in macros that the host decides upon.
//!
//! Such a macro stays a name in the tree. What it is known to stand for may point to variables, and where the macro itself
//! is written or pointed to, so is what it stands for. An array, or a struct that holds one, needs neither: its mere name may
//! give its place away.

use rustc_hash::FxHashSet;

use super::symbols::{Access, Function, SymbolId};
use super::types::Shape;
use crate::lex::{Punct, TokenKind};
use crate::preprocess::{Meaning, Moment};

impl Function<'_, '_> {
    /// A macro that the host decides upon may take addresses that the tree does not show: those in its known
    /// definitions, and in those of the macros that they name. And where it is written itself, so is what it stands for.
    pub(super) fn add_hidden_uses(&mut self) {
        let changed = self.uses.iter().filter(|used| used.access != Access::Read).map(|used| used.token);
        let changed: FxHashSet<usize> = changed.chain(self.changed_calls.iter().copied()).collect();
        for token in 0..self.parsed.expansion.tokens.len() {
            if !self.parsed.expansion.tokens[token].open {
                continue;
            }
            let (names, takes_address) =
                self.hidden_text(&self.parsed.expansion.tokens[token].text, self.moment(token));
            let may_change = takes_address || changed.contains(&token);
            for name in names {
                if let Some((&name, _)) = self.by_name.get_key_value(&*name)
                    && (may_change || self.visible(name, token).any(|id| self.may_decay(id)))
                {
                    self.add_use(name, token, Access::Address, false);
                }
            }
        }
    }

    /// Whether the value of an object, or of a part of it, may be a pointer into it (C99 6.3.2.1p3).
    pub(super) fn may_decay(&self, id: SymbolId) -> bool {
        matches!(self.symbol(id).kind.shape, Shape::Array(..) | Shape::Record(_))
    }

    /// The identifiers that an open macro may expand to, and whether an `&` is among the tokens.
    fn hidden_text(&self, name: &str, moment: Moment) -> (FxHashSet<String>, bool) {
        let mut names = FxHashSet::from_iter([name.to_owned()]);
        let mut open = vec![name.to_owned()];
        let mut takes_address = false;
        while let Some(name) = open.pop() {
            let Meaning::Open(definitions) = self.meaning(&name, moment) else { continue };
            for definition in definitions {
                let expansion = self.expanded_line(&definition.body, moment);
                takes_address |= expansion.overflow;
                for part in expansion.tokens {
                    takes_address |= part.is(Punct::Ampersand);
                    if part.kind == TokenKind::Identifier && names.insert(part.text.to_string()) && part.open {
                        open.push(part.text.into_owned());
                    }
                }
            }
        }
        (names, takes_address)
    }
}
