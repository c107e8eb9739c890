//! The variables from outside a nest that it writes: all copies of a jam share each of them.
//!
//! ```text
//! for (int r = 0; r < rows; r++) {
//!   int t = 1;
//!   for (int k = 0; k < n; k++) t = t * 3 + a[r * n + k];
//!   sum += t;
//! }
//! ```
//!
//! Each iteration touches such a variable at the same place, like an array element with a constant subscript. So two uses must keep their
//! order if one of them writes. Here `sum` is right, because the copies of one part keep their order. A promise about memory says nothing
//! about a variable.

use super::Pairs;
use super::affine::Polynomial;
use super::nest::decline;
use super::nest_accesses::NestPart;
use crate::symbol::{Access, Storage, Symbol, SymbolId};
use crate::types::{Space, TypeKind};
use clunroll_rules::{Decline, JamProblem};

/// Whether a variable is a private value, which only its name reaches if no pointer to it is made.
pub(super) fn is_shared_value(symbol: &Symbol<'_>) -> bool {
    let is_value = matches!(
        symbol.kind.shape,
        TypeKind::Integer(_) | TypeKind::Bool | TypeKind::Floating(_) | TypeKind::Vector(..)
    );
    let is_own = matches!(symbol.storage, Storage::Local | Storage::Parameter);
    is_value && is_own && symbol.kind.space == Space::Private
}

/// The uses of a variable in one part.
#[derive(Clone, Copy, PartialEq, Eq)]
struct SharedUses {
    symbol: SymbolId,
    part: NestPart,
    is_write: bool,
    /// The first of them.
    token: usize,
}

impl Pairs<'_, '_, '_> {
    /// Checks that no two uses of a variable change places, if one of them writes it.
    pub(super) fn check_shared(&self) -> Result<(), Decline> {
        let found = self.uses_of_shared();
        let zero = Polynomial::default();
        for first in &found {
            for second in found.iter().filter(|second| second.symbol == first.symbol) {
                let may_meet = |order| self.may_meet(&zero, &zero, first.part, second.part, order);
                if (first.is_write || second.is_write) && self.reversed(first.part, second.part).any(may_meet) {
                    let function = self.bases.function;
                    let name = function.symbol(first.symbol).name.to_owned();
                    let written = if first.is_write { first } else { second };
                    return decline(function, JamProblem::Writes(name), written.token);
                }
            }
        }
        Ok(())
    }

    /// The uses of the variables from outside that the parts of the nest write.
    fn uses_of_shared(&self) -> Vec<SharedUses> {
        let function = self.bases.function;
        let mut found: Vec<SharedUses> = Vec::new();
        for (level, one) in self.nest.levels.iter().enumerate() {
            for (code, items) in one.codes.iter().enumerate() {
                let part = NestPart { level, code };
                if !self.is_jammed(part) {
                    continue;
                }
                for used in items.iter().flat_map(|item| function.uses_in(item.tokens(function))) {
                    let Some(symbol) = used.symbol else { continue };
                    let is_write = used.access == Access::Write;
                    let is_known =
                        |known: &SharedUses| (known.symbol, known.part, known.is_write) == (symbol, part, is_write);
                    let is_outside = !self.nest.tokens().contains(&function.symbol(symbol).declared);
                    if is_outside && is_shared_value(function.symbol(symbol)) && !found.iter().any(is_known) {
                        found.push(SharedUses { symbol, part, is_write, token: used.token });
                    }
                }
            }
        }
        let written: Vec<SymbolId> = found.iter().filter(|one| one.is_write).map(|one| one.symbol).collect();
        found.retain(|one| written.contains(&one.symbol));
        found
    }
}
