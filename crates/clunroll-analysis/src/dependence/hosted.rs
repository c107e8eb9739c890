//! Constants of a nest that the host decides: `acc[i * WPT + j]`, `float acc[WPT][WPT]`.
//!
//! Their values are known in the branch of an `#if` that pins these macros, if its assertions show two more things
//! (`clunroll-loops/src/legal/jam_hosted.rs`). Each macro is an operand of type `int`: then an expression of macros, numbers and operators has the
//! value that is computed here. And each array of arrays has rows of the computed length.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::nest::Nest;
use super::nest_accesses::{Iterations, accesses};
use crate::evaluate::{Evaluator, LookupPoint};
use crate::symbol::SymbolId;
use crate::symbols::Function;
use crate::types::{ArrayLength, Type, TypeKind};
use oclc_syntax::lex::TokenKind;
use oclc_syntax::preprocess::Constant;

/// Which constants of a nest have their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NestConstants {
    /// Those that nothing outside the source can change.
    Final,
    /// Also those that the host decides.
    Hosted,
}

impl NestConstants {
    /// The value of an expression.
    pub(super) fn value(self, function: &Function<'_, '_>, node: &Node<Expression>) -> Option<Constant> {
        let known = Evaluator::new(function, function.nothing_known(), LookupPoint::InTree).value(node).ok()?;
        // A variable from outside the nest may have a value that no macro in the nest decides.
        let is_operand = |at: usize| {
            let token = &function.parsed.expansion.tokens[at];
            token.kind != TokenKind::Identifier || token.open
        };
        let is_hosted = || self == Self::Hosted && function.tokens(node).all(is_operand);
        (known.facts.is_final() || is_hosted()).then_some(known)
    }

    /// The length of a row.
    pub(super) fn length(self, length: &ArrayLength) -> Option<u32> {
        match self {
            Self::Final => length.if_final(),
            Self::Hosted => length.likely(),
        }
    }
}

/// The rows of an array of arrays whose length the host decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostedRows {
    /// The array, or the pointer to its rows.
    pub array: SymbolId,
    /// How many subscripts lead to such a row.
    pub depth: usize,
    /// The elements of a row.
    pub length: u32,
    /// The macros that decide it.
    pub hosts: Vec<String>,
}

/// The rows of the arrays from outside that a nest writes.
#[must_use]
pub fn hosted_rows(function: &Function<'_, '_>, nest: &Nest<'_>) -> Vec<HostedRows> {
    let mut found = Vec::new();
    for access in accesses(function, nest, Iterations::SideBySide).unwrap_or_default() {
        let array = access.base.symbol;
        if !access.is_write || found.iter().any(|rows: &HostedRows| rows.array == array) {
            continue;
        }
        let mut row: Option<&Type> = function.symbol(array).kind.pointee();
        let mut depth = 1;
        while let Some(Type { shape: TypeKind::Array(element, length), .. }) = row {
            if let ArrayLength::Hosted(length, hosts) = length {
                found.push(HostedRows { array, depth, length: *length, hosts: hosts.to_vec() });
            }
            (row, depth) = (Some(&**element), depth + 1);
        }
    }
    found
}
