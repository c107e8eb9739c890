//! Expressions of which more than the value matters.
//!
//! A test that is known not to fail need not be made, unless making it does something: it may count (`while (i++ < n)`), call
//! a function, or read what is volatile (C99 5.1.2.3p2). What is not known counts as doing something.

use super::symbols::{Access, Function};
use super::types::{Type, TypeKind};
use oclc_syntax::lex::TokenKind;
use oclc_syntax::tree::TokenRange;

/// Whether the expression in those tokens may do more than give a value.
#[must_use]
pub fn has_effects(function: &Function<'_, '_>, range: &TokenRange) -> bool {
    let tokens = &function.parsed.expansion.tokens[range.clone()];
    let assigns = tokens.iter().any(|token| {
        let is_assignment = matches!(token.kind, TokenKind::Punct(punct) if punct.assigns());
        // A macro that the host decides upon may stand for anything.
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

/// Whether an object of that type, or one that is reached from it, may be volatile.
fn may_be_volatile(kind: &Type) -> bool {
    kind.is_volatile
        || match &kind.shape {
            TypeKind::Pointer(_) | TypeKind::Array(..) => kind.pointee().is_none_or(may_be_volatile),
            // Of members and of types without a declaration only some is known.
            TypeKind::Record(_) | TypeKind::OneOf(_) | TypeKind::Arithmetic | TypeKind::Unknown => true,
            TypeKind::Integer(_)
            | TypeKind::Bool
            | TypeKind::Floating(_)
            | TypeKind::Vector(..)
            | TypeKind::Function => false,
        }
}
