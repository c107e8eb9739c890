//! Which name keeps an expression from being a compile-time constant, and why.
//!
//! "The bound is no constant" leaves its reader to look for the reason among its names. The first that has no constant
//! value is told with what it is, since that decides what helps: a macro takes its value from `-D`, a parameter never does.

use super::evaluate::{Evaluator, Position};
use super::symbols::{Function, Storage, Symbol};
use crate::syntax::TokenRange;

/// A name without a constant value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Culprit {
    /// The name.
    pub name: String,
    /// What it is.
    pub what: Varying,
}

/// What has no constant value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Varying {
    /// A parameter of the function.
    Parameter,
    /// A variable that is not `const`.
    Variable,
    /// A `const` variable whose initialiser, this text, is no constant.
    Initialised(String),
    /// What an array holds, or a pointer leads to.
    Memory,
    /// The result of a function.
    Call,
}

/// The first name among the tokens that has no constant value; a function only where there is no other.
#[must_use]
pub fn culprit(function: &Function<'_, '_>, range: &TokenRange) -> Option<Culprit> {
    let uses = function.uses_in(range.clone());
    let variable = uses.iter().find_map(|used| {
        let what = varying(function, function.symbol(used.symbol?))?;
        Some(Culprit { name: used.name.to_owned(), what })
    });
    let call = || uses.iter().find(|used| used.called);
    variable.or_else(|| call().map(|used| Culprit { name: used.name.to_owned(), what: Varying::Call }))
}

fn varying(function: &Function<'_, '_>, symbol: &Symbol<'_>) -> Option<Varying> {
    if symbol.kind.pointee().is_some() {
        return Some(Varying::Memory);
    }
    match symbol.storage {
        Storage::Enumerator | Storage::Typedef => None,
        Storage::Parameter => Some(Varying::Parameter),
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
