//! Whether a private variable may replace an element of memory while a loop runs.
//!
//! ```text
//! for (int i = 0; i < n; i++)        if (0 < n) {
//!     out[gid] += a[i];                  int out_value = out[gid];
//!                                        for (int i = 0; i < n; i++) out_value += a[i];
//!                                        out[gid] = out_value;
//!                                    }
//! ```
//!
//! The result is the same if
//!
//! - each access to the element in the loop has the same tokens, whose names mean the same variables;
//! - all other accesses, also those of the header, surely go to other objects: the evidence is that of a jam;
//! - each iteration stores the element: not under a condition, and not in an inner loop that may never run. So the element is loaded and
//!   stored only where the author's loop does so too;
//! - the loop contains nothing but code that computes, reads and writes: no jump, call, barrier, fence or atomic. Other work-items that
//!   touch the element meanwhile would race with the author's own loop;
//! - it is a scalar, or a vector that is stored as a whole. Other work-items may write the other components of a vector.
//!
//! The caller has checked that the address stays the same in the loop.

use super::hosted::NestConstants;
use super::loads::is_value;
use super::nest::Nest;
use super::nest_accesses::{Iterations, NestAccess, accesses};
use crate::accesses::bases::{Base, Bases, may_be_volatile};
use crate::accesses::{Walk, WalkItem, pointer_variable};
use crate::loops::Loop;
use crate::symbol::{Access, SymbolId};
use crate::symbols::Function;
use oclc_syntax::lex::Punct;
use oclc_syntax::preprocess::Expanded;
use oclc_syntax::tree::{Effect, TokenRange};

/// An element of memory that a private variable may replace in a loop.
#[derive(Clone, Debug)]
pub struct ReplaceableElement {
    /// The tokens of each access, without parentheses around them.
    pub places: Vec<TokenRange>,
    /// The pointer variable that the accesses go through.
    pub base: SymbolId,
    /// Whether the loop surely runs, in every final compile.
    pub surely_runs: bool,
}

/// Finds the accesses of a loop to the element that some of its tokens access; `None` if a private variable may not replace it.
#[must_use]
pub fn replaceable_element<'t>(
    function: &Function<'_, 't>,
    site: &Loop<'t>,
    element: &TokenRange,
) -> Option<ReplaceableElement> {
    let nest = Nest::of_any(function, site, NestConstants::Final).ok()?;
    let found = accesses(function, &nest, Iterations::InOrder).ok()?;
    let bare = |access: &NestAccess<'t>| function.bare_tokens(access.node);
    let first = found.iter().find(|access| bare(access) == *element || access.tokens == *element)?;
    if first.vector.is_some() {
        return None;
    }
    let spelt = spelling(function, &bare(first));
    let (same, others): (Vec<_>, Vec<_>) =
        found.iter().partition(|access| spelling(function, &bare(access)) == spelt && access.base == first.base);
    let bases = Bases { function };
    let is_apart = |base: &Base| bases.are_distinct(&first.base, base);
    let kind = function.symbol(first.base.symbol).kind.pointee()?;
    let tokens = &function.parsed.expansion.tokens;
    let writes_component = |access: &&NestAccess<'_>| {
        let is_part = |next: &Expanded<'_>| next.is(Punct::Dot) || next.is(Punct::LeftBracket);
        access.is_write && tokens.get(access.tokens.end).is_some_and(is_part)
    };
    let trips = nest.levels[0].run.trips;
    let stores_always = |access: &&NestAccess<'_>| {
        let around = &nest.levels[access.part.level].path[1..];
        let runs = |level: &usize| nest.levels[*level].run.trips.is_some_and(|trips| trips > 0);
        access.is_write && !access.is_conditional && around.iter().all(runs)
    };
    let is_right = first.base.is_invariant
        && is_value(&kind.shape)
        && trips != Some(0)
        && same.iter().any(stores_always)
        && !same.iter().any(writes_component)
        && others.iter().all(|access| is_apart(&access.base))
        && header_is_apart(function, site, &is_apart);
    is_right.then(|| ReplaceableElement {
        places: same.into_iter().map(bare).collect(),
        base: first.base.symbol,
        surely_runs: trips.is_some(),
    })
}

/// The texts of an expression's tokens, and the variables that its names mean.
fn spelling<'f>(function: &'f Function<'_, '_>, range: &TokenRange) -> (Vec<&'f str>, Vec<Option<SymbolId>>) {
    let texts = function.parsed.expansion.tokens[range.clone()].iter().map(|token| &*token.text).collect();
    (texts, function.uses_in(range.clone()).iter().map(|used| used.symbol).collect())
}

/// Whether the header of a loop only computes and reads, and reads other objects.
fn header_is_apart<'t>(function: &Function<'_, 't>, site: &Loop<'t>, is_apart: &dyn Fn(&Base) -> bool) -> bool {
    let Ok(counter) = &site.counter else { return false };
    let mut walk = Walk::new(function);
    counter.start.into_iter().chain(site.test).chain(site.step).for_each(|part| walk.value(part));
    let (bases, is_written) = (Bases { function }, function.program.mentions_volatile());
    let is_known = |id: SymbolId| {
        let kind = &function.symbol(id).kind;
        !may_be_volatile(kind, is_written) && bases.doubt(id).is_none()
    };
    let is_harmless = |item: &WalkItem<'t>| match item {
        WalkItem::Access(access) => {
            // The step changes the counter, which is a variable and not an access.
            let id = pointer_variable(function, access.pointer).filter(|_| !access.kind.writes());
            id.is_some_and(|id| is_known(id) && is_apart(&bases.base(id, true)))
        }
        WalkItem::Call(call) => matches!(call.effect, Some(Effect::Computes | Effect::Queries)),
        WalkItem::Other(..) => false,
    };
    let writes = |range: TokenRange| function.uses_in(range).iter().any(|used| used.access == Access::Write);
    let evaluated_again = counter.start.into_iter().chain(site.test);
    let is_pure = !evaluated_again.map(|part| function.tokens(part)).any(writes);
    is_pure && walk.found.iter().all(is_harmless)
}
