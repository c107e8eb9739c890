//! Expressions that may do more than compute a value.
//!
//! A test that is known to pass need not be executed, unless it has an effect: it may count (`while (i++ < n)`), call a function, or read a
//! volatile object (C99 5.1.2.3p2). Everything unknown counts as an effect.

use super::symbol::Access;
use super::symbols::Function;
use super::types::{Type, TypeKind};
use oclc_syntax::lex::TokenKind;
use oclc_syntax::tree::TokenRange;

/// Whether the expression in those tokens may do more than compute a value.
#[must_use]
pub fn has_effects(function: &Function<'_, '_>, range: &TokenRange) -> bool {
    let tokens = &function.parsed.expansion.tokens[range.clone()];
    let assigns = tokens.iter().any(|token| {
        let is_assignment = matches!(token.kind, TokenKind::Punct(punct) if punct.assigns());
        // A macro whose meaning the host decides may be anything.
        is_assignment || token.open
    });
    assigns
        || function.uses_in(range.clone()).iter().any(|used| {
            if used.called {
                return !function.program.is_query(used.name);
            }
            let kind = used.symbol.map(|id| &function.symbol(id).kind);
            used.access == Access::Write || kind.is_none_or(may_be_volatile)
        })
}

/// Whether an object of that type, or an object reachable from it, may be volatile.
fn may_be_volatile(kind: &Type) -> bool {
    kind.is_volatile
        || match &kind.shape {
            TypeKind::Pointer(_) | TypeKind::Array(..) => kind.pointee().is_none_or(may_be_volatile),
            // Members, and types without a declaration, are only partly known.
            TypeKind::Record(_) | TypeKind::OneOf(_) | TypeKind::Arithmetic | TypeKind::Unknown => true,
            TypeKind::Integer(_)
            | TypeKind::Bool
            | TypeKind::Floating(_)
            | TypeKind::Vector(..)
            | TypeKind::Function => false,
        }
}
