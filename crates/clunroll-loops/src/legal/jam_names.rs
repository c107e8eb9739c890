//! The variables that get a new name in each copy.
//!
//! These are the outer induction variable, and declarations beside an inner loop: all copies of these declarations are in one block.
//! Declarations in the innermost body, or in a block of their own, keep their names, since their copies are blocks too. So does a variable
//! that an inner loop counts and its header does not declare: the copies share it, and only the first copy contains its declaration.
//!
//! Each use must be a token of the source by itself. Inside a macro, or where the name has a second meaning, it cannot be renamed.

use crate::plan::jam::Renamed;
use clunroll_analysis::{Function, Nest, NestItem, SymbolId, TypeKind, decline_jam};
use clunroll_rules::{Decline, JamProblem};
use lang_c::ast::BlockItem;
use oclc_syntax::lex::Punct;
use oclc_syntax::source::Span;
use oclc_syntax::tree::TokenRange;

/// Finds them, and the declarations that only the first copy contains; the first variable is the outer induction variable.
///
/// # Errors
///
/// Declines a name that cannot be replaced.
pub fn renamed(function: &Function<'_, '_>, nest: &Nest<'_>) -> Result<(Vec<Renamed>, Vec<Span>), Decline> {
    let (mut symbols, mut once) = (vec![nest.levels[0].counter.variable], Vec::new());
    let counters = nest.counters();
    for level in nest.levels.iter().filter(|level| !level.loops.is_empty()) {
        for item in level.codes.iter().flatten() {
            if let NestItem::InBlock(node) = item
                && let BlockItem::Declaration(declaration) = &node.node
            {
                let declared: Vec<SymbolId> = function.declared_in(item.tokens(function)).collect();
                let Some(&counter) = declared.iter().find(|id| counters.contains(id)) else {
                    symbols.extend(declared);
                    continue;
                };
                let has_values = declaration.node.declarators.iter().any(|one| one.node.initializer.is_some());
                let span = function.source_span(&item.tokens(function));
                match span.filter(|_| !has_values && declared.iter().all(|id| counters.contains(id))) {
                    Some(span) => once.push(span),
                    None => {
                        let symbol = function.symbol(counter);
                        return decline_jam(function, JamProblem::Name(symbol.name.to_owned()), symbol.declared);
                    }
                }
            }
        }
    }
    let renamed = symbols.into_iter().map(|id| places(function, nest, id)).collect::<Result<_, _>>()?;
    Ok((renamed, once))
}

/// All places of a name in the body of the outer loop.
fn places(function: &Function<'_, '_>, nest: &Nest<'_>, id: SymbolId) -> Result<Renamed, Decline> {
    let symbol = function.symbol(id);
    let name = symbol.name;
    let fail = |token: usize| decline_jam(function, JamProblem::Name(name.to_owned()), token);
    let same_name = |&other: &SymbolId| function.symbol(other).name == name;
    if let Some(other) = function.declared_in(nest.tokens().clone()).filter(same_name).find(|&other| other != id) {
        return fail(function.symbol(other).declared);
    }
    let tokens = &function.parsed.expansion.tokens;
    let body: TokenRange = function.tokens(nest.levels[0].site.body);
    let mut spans = Vec::new();
    for at in body.filter(|&at| &*tokens[at].text == name) {
        if at > 0 && (tokens[at - 1].is(Punct::Dot) || tokens[at - 1].is(Punct::Arrow)) {
            continue;
        }
        let uses = function.uses_in(at..at + 1);
        let is_own = at == symbol.declared || (!uses.is_empty() && uses.iter().all(|used| used.symbol == Some(id)));
        let is_other = !uses.is_empty() && uses.iter().all(|used| used.symbol.is_some_and(|other| other != id));
        if is_other && at != symbol.declared && tokens[at].call.is_none() {
            continue;
        }
        match function.source_span(&(at..at + 1)) {
            Some(span) if is_own && tokens[at].call.is_none() => spans.push(span),
            _ => return fail(at),
        }
    }
    spans.sort_unstable_by_key(|span| span.start);
    Ok(Renamed { name: name.to_owned(), spans, values: values(&symbol.kind.shape) })
}

/// How many scalars an object of a type is, as far as that is known.
fn values(shape: &TypeKind) -> u64 {
    match shape {
        TypeKind::Array(element, count) => values(&element.shape).saturating_mul(count.unwrap_or(1).into()),
        TypeKind::Vector(_, length) => u64::from(*length),
        _ => 1,
    }
}
