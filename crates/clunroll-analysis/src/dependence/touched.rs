//! Which pairs of accesses must not touch the same memory in two iterations, if the iterations are independent.
//!
//! `#pragma clunroll independent` promises that no iteration touches memory that another one writes. A run can test that before the loop
//! begins, if the addresses do not depend on values that the loop computes: subscripts that are sums of products of constants, induction
//! variables and variables from outside ([`affine`](super::affine)), from a pointer that keeps its value. An access that some iterations
//! skip cannot be tested like this, since its address does not show whether the access happens.

use std::collections::HashMap;

use lang_c::ast::Expression;

use super::meeting::Order;
use super::nest::{Level, Nest};
use super::nest_accesses::{Iterations, NestAccess, accesses};
use super::{MAX_ACCESSES, MAX_TRIPS, Pairs};
use crate::symbol::SymbolId;
use crate::symbols::Function;
use oclc_syntax::tree::TokenRange;

/// The most pairs that are tested: each is a page of text.
const MAX_PAIRS: usize = 16;

/// An object whose address is known before the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    /// The expression, in the author's words.
    pub text: String,
    /// The number of loops around it, without the outermost.
    pub level: usize,
    /// The variables of the nest that it uses, in the order of their declarations, with their values.
    pub locals: Vec<(SymbolId, String)>,
}

/// The pairs of a loop.
#[derive(Clone, Debug)]
pub struct TouchedPairs {
    /// The headers of the loops, from the outermost in.
    pub headers: Vec<String>,
    /// The first object of each pair is written.
    pub pairs: Vec<(Touched, Touched)>,
}

/// Why a promise cannot be tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untestable(pub TokenRange);

/// Finds the pairs whose first access writes. Pairs that surely access different memory are omitted.
///
/// # Errors
///
/// Names an access whose address is not known before the loop.
pub fn touched_pairs(
    function: &Function<'_, '_>,
    nest: &Nest<'_>,
    iterations: Iterations,
) -> Result<TouchedPairs, Untestable> {
    let whole = || Untestable(nest.levels[0].site.tokens.clone());
    // The headers are written once more, around the addresses. A variable from outside would be changed.
    if !nest.is_chain() || nest.levels.iter().any(|level| level.counter.declared.is_none()) {
        return Err(whole());
    }
    let found = accesses(function, nest, iterations).map_err(|_| whole())?;
    if found.len() > MAX_ACCESSES {
        return Err(whole());
    }
    let mut reader = TouchedReader { function, nest, names: HashMap::new() };
    let headers: Vec<String> =
        nest.levels.iter().map(|level| reader.header(level)).collect::<Option<_>>().ok_or_else(whole)?;
    let relations = Pairs::new(function, nest, MAX_TRIPS);
    let mut pairs: Vec<(Touched, Touched)> = Vec::new();
    for (at, first) in found.iter().enumerate().filter(|(_, access)| access.is_write) {
        for (place, second) in found.iter().enumerate() {
            // For two accesses that write, one order is enough.
            let is_again = second.is_write && place < at;
            if is_again || never_meet(&relations, first, second) {
                continue;
            }
            let pair = (reader.touched(first)?, reader.touched(second)?);
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    if pairs.len() > MAX_PAIRS { Err(whole()) } else { Ok(TouchedPairs { headers, pairs }) }
}

/// Whether two accesses surely never touch the same memory in different iterations. In a nest, subscripts are not compared, since they
/// rarely show this.
fn never_meet(relations: &Pairs<'_, '_, '_>, first: &NestAccess<'_>, second: &NestAccess<'_>) -> bool {
    let may_meet = |one: &NestAccess<'_>, other: &NestAccess<'_>| {
        relations.may_share(one, other, |of_one, of_other| {
            relations.nest.levels.len() > 1 || relations.may_meet(of_one, of_other, one.part, other.part, Order::Same)
        })
    };
    !may_meet(first, second) && !may_meet(second, first)
}

struct TouchedReader<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    nest: &'f Nest<'t>,
    /// The meaning of each name. All texts are written in one another's scopes, so no name may have two meanings.
    names: HashMap<&'t str, SymbolId>,
}

impl<'t> TouchedReader<'_, '_, 't> {
    fn header(&mut self, level: &Level<'t>) -> Option<String> {
        let tokens = level.site.tokens.start..self.function.tokens(level.site.body).start;
        self.symbols(tokens.clone())?;
        Some(self.function.text_of(&tokens)).filter(|text| text.starts_with("for"))
    }

    /// The symbols that some tokens use; `None` if a name has another meaning elsewhere.
    fn symbols(&mut self, tokens: TokenRange) -> Option<Vec<SymbolId>> {
        let function = self.function;
        let used = function.uses_in(tokens).iter().filter_map(|used| Some((used.symbol?, used.name)));
        let known = used.map(|(id, name)| (*self.names.entry(name).or_insert(id) == id).then_some(id));
        known.collect()
    }

    fn touched(&mut self, access: &NestAccess<'t>) -> Result<Touched, Untestable> {
        let untestable = || Untestable(access.tokens.clone());
        let is_known = access.subscript.is_some() && access.base.is_invariant && !access.is_conditional;
        // A bare name is a pointer to the first of several elements.
        if !is_known || access.vector.is_some() || matches!(access.node.node, Expression::Identifier(_)) {
            return Err(untestable());
        }
        let (function, inside, counters) = (self.function, self.nest.tokens(), self.nest.counters());
        let mut locals = Vec::new();
        let mut ranges = vec![access.tokens.clone()];
        while let Some(range) = ranges.pop() {
            for id in self.symbols(range).ok_or_else(untestable)? {
                let symbol = function.symbol(id);
                let is_local = inside.contains(&symbol.declared) && !counters.contains(&id);
                if !is_local || locals.iter().any(|(known, _)| *known == id) {
                    continue;
                }
                let initializer = function.tokens(symbol.initializer.ok_or_else(untestable)?);
                locals.push((id, function.text_of(&initializer)));
                ranges.push(initializer);
            }
        }
        locals.sort_by_key(|(id, _)| function.symbol(*id).declared);
        Ok(Touched { text: function.text_of(&access.tokens), level: access.part.level, locals })
    }
}
