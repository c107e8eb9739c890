//! Which accesses of a nest touch the same memory, and in which iterations.
//!
//! Allen and Kennedy (*Optimizing Compilers for Modern Architectures*, 2001) describe a dependence by the iterations of its ends:
//! for each loop around both, the second end lies in a later iteration (`<`), in the same one (`=`) or in an earlier one (`>`). A
//! transformation that takes iterations in another order is right if no dependence has its ends reversed. Wolfe (*High Performance
//! Compilers*, 1996) gives the tests for subscripts that are sums of products of constants and induction variables; LLVM's
//! `DependenceAnalysis` and `LoopUnrollAndJam` do the same on its own code.
//!
//! The question here is that of a jam. Copies of the outer iteration run side by side:
//!
//! ```text
//! before(r)                        before(r) before(r + 1)
//! for k: body(r, k)                for k: body(r, k) body(r + 1, k)
//! after(r)                         after(r) after(r + 1)
//! before(r + 1) …
//! ```
//!
//! Two accesses in iterations `r` and `r + d` change places in two cases: the second is in an earlier iteration of an inner loop
//! around both than the first; or they are in the same iterations of these loops, and the part of the second comes before that
//! of the first. All other pairs keep their order, whatever they touch. So two accesses, one of which writes, need evidence only
//! for these cases: bases that never meet ([`bases`]), or subscripts that are never equal there ([`meeting`]). What has no
//! evidence is a [`Conflict`], which names both accesses.

mod accesses;
mod address;
mod affine;
mod bases;
mod calls;
mod loads;
mod meeting;
mod nest;
mod touched;

use accesses::{MemoryAccess, Part, accesses};
use affine::{Polynomial, Variable};
use bases::Bases;
use meeting::{LoopTerm, Order, Subscripts};

use super::ranges::{range_of_local_id, range_of_variable};
use super::symbols::Function;
use clunroll_rules::Decline;
use oclc_syntax::tree::TokenRange;

pub use accesses::Iterations;
pub use address::{Address, Form, Replaced, Surroundings};
pub use loads::{Evidence, Load, movable_loads};
pub use nest::{Item, Level, Nest, decline as decline_jam};
pub use touched::{Touched, TouchedPairs, Untestable, touched_pairs};

/// The most accesses that are compared with one another: time must not grow with the square of a nest.
const MAX_ACCESSES: usize = 256;
/// The most iterations of a loop for which bounds are computed.
const MAX_TRIPS: u64 = 1 << 40;

/// Two accesses that may touch the same memory in iterations that change places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The tokens of the one in the earlier iteration of the outer loop.
    pub first: TokenRange,
    /// The tokens of the other.
    pub second: TokenRange,
}

/// Finds what forbids to jam so many iterations of a nest.
///
/// # Errors
///
/// Declines a nest that holds what cannot be jammed at all.
pub fn conflict<'t>(function: &Function<'_, 't>, nest: &Nest<'t>, copies: u64) -> Result<Option<Conflict>, Decline> {
    let found = accesses(function, nest, Iterations::SideBySide)?;
    if found.len() > MAX_ACCESSES {
        let (first, second) = (found[0].tokens.clone(), found[MAX_ACCESSES].tokens.clone());
        return Ok(Some(Conflict { first, second }));
    }
    let pairs = Pairs::new(function, nest, copies);
    for first in &found {
        for second in &found {
            if (first.is_write || second.is_write) && pairs.may_conflict(first, second) {
                return Ok(Some(Conflict { first: first.tokens.clone(), second: second.tokens.clone() }));
            }
        }
    }
    Ok(None)
}

/// A load in an inner loop of what all iterations of the outer loop share, and the inner loops do not.
#[must_use]
pub fn shared_load(function: &Function<'_, '_>, nest: &Nest<'_>) -> Option<TokenRange> {
    let counters: Vec<Variable> = nest.counters().into_iter().map(Variable::Symbol).collect();
    let (outer, inner) = counters.split_first()?;
    let names = |subscript: &Polynomial, loops: &[Variable]| {
        subscript.terms().any(|(variables, _)| variables.iter().any(|variable| loops.contains(variable)))
    };
    let is_shared = |access: &MemoryAccess| {
        let subscript = access.subscript.as_ref().filter(|_| access.base.is_invariant && !access.base.is_private());
        let varies_inside_alone = subscript.is_some_and(|one| names(one, inner) && !names(one, &[*outer]));
        varies_inside_alone && !access.is_write && access.part.level > 0
    };
    accesses(function, nest, Iterations::SideBySide).ok()?.into_iter().find(is_shared).map(|access| access.tokens)
}

struct Pairs<'f, 'u, 't> {
    bases: Bases<'f, 'u, 't>,
    nest: &'f Nest<'t>,
    copies: u64,
}

/// What is known of the memory that two accesses touch.
enum Relation<'a> {
    /// It is never the same.
    Distinct,
    /// These elements of one array.
    Subscripts(&'a Polynomial, &'a Polynomial),
    /// Nothing.
    Unknown,
}

impl<'f, 'u, 't> Pairs<'f, 'u, 't> {
    fn new(function: &'f Function<'u, 't>, nest: &'f Nest<'t>, copies: u64) -> Self {
        Self { bases: Bases { function }, nest, copies }
    }

    fn relation<'a>(&self, first: &'a MemoryAccess<'_>, second: &'a MemoryAccess<'_>) -> Relation<'a> {
        if self.bases.are_distinct(&first.base, &second.base) {
            return Relation::Distinct;
        }
        let is_same = first.base.symbol == second.base.symbol && first.base.is_invariant;
        match (&first.subscript, &second.subscript) {
            (Some(one), Some(other)) if is_same => Relation::Subscripts(one, other),
            _ => Relation::Unknown,
        }
    }

    /// Whether two accesses may meet in iterations that change places, the second in a later iteration of the outer loop.
    fn may_conflict(&self, first: &MemoryAccess<'_>, second: &MemoryAccess<'_>) -> bool {
        let relation = self.relation(first, second);
        Self::reversed(first.part, second.part).any(|order| match relation {
            Relation::Distinct => false,
            Relation::Subscripts(one, other) => self.may_meet(one, other, first.part, second.part, order),
            Relation::Unknown => true,
        })
    }

    /// The iterations of the loops around both in which the second access comes before the first in a jam.
    fn reversed(first: Part, second: Part) -> impl Iterator<Item = Order> + use<> {
        let common = first.level.min(second.level);
        // Before, inside or after the inner loop of the last common level.
        let position = |part: Part| match (part.level > common, part.is_after) {
            (true, _) => 1,
            (false, false) => 0,
            (false, true) => 2,
        };
        let in_same = (position(second) < position(first)).then_some(Order::Same);
        (0..common).map(Order::Earlier).chain(in_same)
    }

    /// Whether two subscripts may be equal in iterations of that order.
    fn may_meet(&self, one: &Polynomial, other: &Polynomial, first: Part, second: Part, order: Order) -> bool {
        self.subscripts(one, other, first, second, order).is_none_or(|subscripts| subscripts.may_meet(order))
    }

    /// The least and the greatest value of what keeps its value, where the work-group size decides that.
    fn range(&self, variable: Variable) -> Option<(i128, i128)> {
        let function = self.bases.function;
        let range = match variable {
            Variable::Symbol(id) => range_of_variable(function, id)?,
            Variable::WorkItem("get_local_id", dimension) => {
                range_of_local_id(function, dimension, self.nest.tokens().start)?
            }
            Variable::WorkItem(..) => return None,
        };
        Some((range.low, range.high))
    }

    /// Their difference in numbers; `None` where it depends on more than constants.
    fn subscripts(
        &self,
        one: &Polynomial,
        other: &Polynomial,
        first: Part,
        second: Part,
        order: Order,
    ) -> Option<Subscripts> {
        let common = first.level.min(second.level);
        let equal = match order {
            Order::Same => common,
            Order::Earlier(equal) => equal,
        };
        let levels = &self.nest.levels;
        // What has the same value in both accesses.
        let level_of =
            |variable: &Variable| levels.iter().position(|level| Variable::Symbol(level.counter.variable) == *variable);
        let is_shared = |variable: &Variable| {
            let level = level_of(variable);
            level.is_none_or(|level| (1..=equal).contains(&level))
        };
        let difference = other.add(one, -1)?;
        let leaves = |polynomial: &Polynomial| {
            polynomial.terms().all(|(variables, _)| variables.len() <= 1 || variables.iter().all(is_shared))
        };
        if !leaves(one) || !leaves(other) {
            return None;
        }
        let mut sums = Sums { one, other, constant: difference.coefficient(&[]), free: Vec::new() };
        // A product with a variable that differs has no bounds; products that do not differ must cancel out. So must variables,
        // unless they are numbers of a work-item with a known range.
        for (variables, coefficient) in difference.terms() {
            match variables {
                [] => {}
                [one] if level_of(one).is_some() => {}
                [one] => sums.add_range(coefficient, self.range(*one)?)?,
                _ => return None,
            }
        }
        let mut terms = Vec::new();
        for level in &levels[1..=common] {
            let (first, second) = sums.growth(level)?;
            terms.push(LoopTerm { first, second, trips: trips_of(level) });
        }
        let (ahead, outer) = sums.growth(&levels[0])?;
        let mut others = vec![(outer - ahead, trips_of(&levels[0]))];
        // The loops around only one of the accesses; those around none have no part in a subscript.
        for level in &levels[common + 1..=first.level.max(second.level)] {
            let (a, b) = sums.growth(level)?;
            others.push((b - a, trips_of(level)));
        }
        let Sums { constant, mut free, .. } = sums;
        free.extend(others);
        let last = trips_of(&levels[0]).map_or(u64::MAX, |trips| trips.saturating_sub(1));
        let farthest = self.copies.saturating_sub(1).min(last);
        Some(Subscripts { constant, outer, farthest, common: terms, free })
    }
}

/// How often a loop runs, where that is known and not too much to compute with.
fn trips_of(level: &Level<'_>) -> Option<u64> {
    level.run.trips.filter(|&trips| trips <= MAX_TRIPS)
}

/// Puts the difference of two subscripts together.
struct Sums<'a> {
    one: &'a Polynomial,
    other: &'a Polynomial,
    /// The difference, where all iteration numbers are 0.
    constant: i128,
    /// What has any value at all, with its coefficient.
    free: Vec<(i128, Option<u64>)>,
}

impl Sums<'_> {
    /// Adds a multiple of what has any value between two.
    fn add_range(&mut self, coefficient: i128, (low, high): (i128, i128)) -> Option<()> {
        self.constant = small(self.constant + coefficient.checked_mul(low)?)?;
        let values = u64::try_from(high - low).ok()?.checked_add(1).filter(|&values| values <= MAX_TRIPS)?;
        self.free.push((coefficient, Some(values)));
        Some(())
    }

    /// What both subscripts grow by in each iteration of a loop. The first value of its variable goes into the constant, unless
    /// it cancels out.
    fn growth(&mut self, level: &Level<'_>) -> Option<(i128, i128)> {
        let Level { counter, run, .. } = level;
        let variable = [Variable::Symbol(counter.variable)];
        let (one, other) = (self.one.coefficient(&variable), self.other.coefficient(&variable));
        let difference = other - one;
        match run.start {
            _ if difference == 0 => {}
            Some(start) => self.constant = small(self.constant + difference.checked_mul(start)?)?,
            None => self.free.push((difference, None)),
        }
        let stride = if one == 0 && other == 0 { 0 } else { run.stride? };
        Some((small(one.checked_mul(stride)?)?, small(other.checked_mul(stride)?)?))
    }
}

/// A number that is far from the limits of what computes with it.
fn small(value: i128) -> Option<i128> {
    (value.abs() <= 1 << 60).then_some(value)
}
