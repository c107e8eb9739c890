//! Which name keeps an expression from being a compile-time constant, and why.
//!
//! "The bound is no constant" leaves its reader to look for the reason among its names. The first that has no constant
//! value is told with what it is, since that decides what helps: a macro takes its value from `-D`, a parameter never does.

use super::evaluate::{Evaluator, Position};
use super::symbols::{Access, Function, Storage, SymbolId};
use clunroll_rules::{Culprit, Varying};
use oclc_syntax::lex::Punct;
use oclc_syntax::tree::TokenRange;

/// The first name among the tokens that has no constant value; a function only where there is no other.
#[must_use]
pub fn culprit(function: &Function<'_, '_>, range: &TokenRange) -> Option<Culprit> {
    let uses = function.uses_in(range.clone());
    let variable = uses.iter().find_map(|used| {
        let what = varying(function, used.symbol?, used.token)?;
        Some(Culprit { name: used.name.to_owned(), what })
    });
    let call = || uses.iter().find(|used| used.called);
    variable.or_else(|| call().map(|used| Culprit { name: used.name.to_owned(), what: Varying::Call }))
}

fn varying(function: &Function<'_, '_>, id: SymbolId, token: usize) -> Option<Varying> {
    let symbol = function.symbol(id);
    if symbol.kind.pointee().is_some() {
        let tokens = &function.parsed.expansion.tokens;
        let is = |at: Option<usize>, punct| at.and_then(|at| tokens.get(at)).is_some_and(|token| token.is(punct));
        let is_read = is(Some(token + 1), Punct::LeftBracket)
            || is(Some(token + 1), Punct::Arrow)
            || is(token.checked_sub(1), Punct::Star);
        return is_read.then_some(Varying::Memory);
    }
    // What is no integer is asked for its type, or for a part.
    symbol.kind.integer()?;
    let is_changed = function.first_access(id, Access::Write).is_some() || function.address_taken(id).is_some();
    match symbol.storage {
        Storage::Enumerator | Storage::Typedef => None,
        Storage::Parameter => Some(Varying::Parameter),
        Storage::Local | Storage::Static if is_changed => Some(Varying::Changing),
        Storage::Local | Storage::Static if !symbol.kind.is_const => Some(Varying::Variable),
        Storage::Local | Storage::Static => {
            let initializer = symbol.initializer?;
            let evaluator = Evaluator::new(function, function.nothing_known(), Position::InTree);
            match evaluator.value(initializer) {
                Ok(_) => None,
                Err(_) => Some(Varying::Initialised(function.text_of(&function.tokens(initializer)))),
            }
        }
    }
}
