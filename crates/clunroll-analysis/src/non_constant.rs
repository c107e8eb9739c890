//! The name that keeps an expression from being a compile-time constant, and the reason.
//!
//! "The bound is not a constant" lets the reader search its names for the reason. So the first name without a constant value is reported,
//! with its kind. The kind decides what helps: a macro takes its value from `-D`, a parameter never does. Values that differ between
//! work-items are reported first, wherever they are: nothing can make them constant.

use crate::limits::MAX_LOOKED_AT;
use std::collections::HashSet;

use super::evaluate::{Evaluator, LookupPoint};
use super::symbol::{Access, Storage, Symbol, SymbolId};
use super::symbols::Function;
use clunroll_rules::{NonConstantName, Varying};
use oclc_syntax::lex::Punct;
use oclc_syntax::tree::TokenRange;

/// The first name among the tokens without a constant value. A function is reported only if there is no other name, unless the function
/// identifies the work-item.
#[must_use]
pub fn non_constant_name(function: &Function<'_, '_>, range: &TokenRange) -> Option<NonConstantName> {
    among(function, range, &mut HashSet::new())
}

/// The same search, if some symbols have been examined already.
fn among(function: &Function<'_, '_>, range: &TokenRange, seen: &mut HashSet<SymbolId>) -> Option<NonConstantName> {
    let uses = function.uses_in(range.clone());
    let tells_work_item = |name: &str| function.program.is_query(name) && name.ends_with("_id");
    let call = |what, is_one: &dyn Fn(&str) -> bool| {
        let used = uses.iter().find(|used| used.called && is_one(used.name))?;
        Some(NonConstantName { name: used.name.to_owned(), what })
    };
    let mut variables = Vec::new();
    for used in uses {
        let Some(id) = used.symbol.filter(|&id| seen.insert(id)) else { continue };
        let what = varying(function, id, used.token, seen);
        variables.extend(what.map(|what| NonConstantName { name: used.name.to_owned(), what }));
    }
    let of_work_item = variables.iter().position(|variable| variable.root().what == Varying::WorkItem);
    of_work_item
        .map(|at| variables.swap_remove(at))
        .or_else(|| call(Varying::WorkItem, &tells_work_item))
        .or_else(|| variables.into_iter().next())
        .or_else(|| call(Varying::Call, &|_| true))
}

fn varying(function: &Function<'_, '_>, id: SymbolId, token: usize, seen: &mut HashSet<SymbolId>) -> Option<Varying> {
    let symbol = function.symbol(id);
    if symbol.kind.pointee().is_some() {
        let tokens = &function.parsed.expansion.tokens;
        let is = |at: Option<usize>, punct| at.and_then(|at| tokens.get(at)).is_some_and(|token| token.is(punct));
        let is_read = is(Some(token + 1), Punct::LeftBracket)
            || is(Some(token + 1), Punct::Arrow)
            || is(token.checked_sub(1), Punct::Star);
        return is_read.then_some(Varying::Memory);
    }
    // Only the type or a part of a non-integer can matter.
    symbol.kind.integer()?;
    let is_changed = function.first_access(id, Access::Write).is_some() || function.address_taken(id).is_some();
    match symbol.storage {
        Storage::Enumerator | Storage::Typedef => None,
        Storage::Parameter => Some(Varying::Parameter),
        Storage::Local | Storage::Static if is_changed => Some(Varying::Changing),
        Storage::Local | Storage::Static if !symbol.kind.is_const => match initialised(function, symbol, seen) {
            Some(Varying::Initialised(text, Some(by))) if by.root().what == Varying::WorkItem => {
                Some(Varying::Initialised(text, Some(by)))
            }
            _ => Some(Varying::Variable),
        },
        Storage::Local | Storage::Static => initialised(function, symbol, seen),
    }
}

/// The variable or function that gives a variable its only value, unless that value is a constant.
fn initialised(function: &Function<'_, '_>, symbol: &Symbol<'_>, seen: &mut HashSet<SymbolId>) -> Option<Varying> {
    let initializer = symbol.initializer?;
    if Evaluator::new(function, function.nothing_known(), LookupPoint::InTree).value(initializer).is_ok() {
        return None;
    }
    let tokens = function.tokens(initializer);
    let by = (seen.len() < MAX_LOOKED_AT).then(|| among(function, &tokens, seen)).flatten();
    Some(Varying::Initialised(function.text_of(&tokens), by.map(Box::new)))
}
