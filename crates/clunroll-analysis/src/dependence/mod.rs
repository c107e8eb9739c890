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
//! for these cases: bases that never meet ([`bases`](crate::accesses::bases)), or subscripts that are never equal there
//! ([`meeting`]). Two accesses without evidence are a [`Conflict`], which names both.

mod address;
mod affine;
#[cfg(test)]
mod dice;
mod element;
mod first_value;
mod hosted;
mod integers;
mod loads;
mod meeting;
mod nest;
mod nest_accesses;
mod opaque;
mod shared;
mod stride_test;
mod touched;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::RangeInclusive;

use affine::{Locals, Polynomial, SubscriptReader, Variable};
use meeting::{Course, Meeting, Order, range_of_type};
use nest_accesses::{NestAccess, NestPart, accesses};

use super::ranges::{range_of_local_id, range_of_variable};
use super::symbols::Function;
use crate::accesses::Bases;
use crate::limits::MAX_INEQUALITIES_OF_NEST;
use crate::table_entries::ValueLimits;
use clunroll_rules::{ConflictCause, Decline};
use oclc_syntax::tree::TokenRange;

pub use address::{Address, Replaced, ReplacementContext, ReplacementForm};
pub use element::{ReplaceableElement, replaceable_element};
pub use hosted::{HostedRows, NestConstants, hosted_rows};
pub use loads::{Evidence, Load, movable_loads};
pub use nest::{Level, Nest, NestItem, decline as decline_jam};
pub use nest_accesses::Iterations;
pub use stride_test::{StrideTest, stride_test};
pub use touched::{Touched, TouchedPairs, Untestable, touched_pairs};

/// The most accesses that are compared with one another. Time must not grow with the square of a nest.
const MAX_ACCESSES: usize = 256;
/// The most distances that are examined one by one.
const MAX_DISTANCES: u64 = 16;
/// The most iterations of a loop for which bounds are computed.
const MAX_TRIPS: u64 = 1 << 40;

/// Two accesses that may touch the same memory in iterations that change places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The tokens of the access in the earlier iteration of the outer loop.
    pub first: TokenRange,
    /// The tokens of the other access.
    pub second: TokenRange,
    /// Why nothing shows that they use different memory.
    pub cause: ConflictCause,
}

/// Finds a pair of accesses that prevents a jam of this many iterations of a nest.
///
/// # Errors
///
/// Declines a nest with a part that cannot be jammed at all.
pub fn conflict<'t>(function: &Function<'_, 't>, nest: &Nest<'t>, copies: u64) -> Result<Option<Conflict>, Decline> {
    conflict_of(&Pairs::new(function, nest, copies))
}

/// Finds a pair of accesses that prevents a jam of this many iterations of an inner loop, in a nest whose outermost loop is jammed. Each of
/// the two may be in any iteration of the outermost loop.
///
/// # Errors
///
/// Declines a nest with a part that cannot be jammed at all.
pub fn conflict_inside<'t>(
    function: &Function<'_, 't>,
    nest: &Nest<'t>,
    jammed: usize,
    copies: u64,
) -> Result<Option<Conflict>, Decline> {
    conflict_of(&Pairs { jammed, ..Pairs::new(function, nest, copies) })
}

fn conflict_of(pairs: &Pairs<'_, '_, '_>) -> Result<Option<Conflict>, Decline> {
    let mut found = accesses(pairs.bases.function, pairs.nest, Iterations::SideBySide)?;
    pairs.check_shared()?;
    found.retain(|access| pairs.is_jammed(access.part));
    if found.len() > MAX_ACCESSES {
        let (first, second) = (found[0].tokens.clone(), found[MAX_ACCESSES].tokens.clone());
        return Ok(Some(Conflict { first, second, cause: ConflictCause::Pointers }));
    }
    for first in &found {
        for second in &found {
            if (first.is_write || second.is_write) && pairs.may_conflict(first, second) {
                let cause = pairs.bases.cause(&first.base, &second.base);
                return Ok(Some(Conflict { first: first.tokens.clone(), second: second.tokens.clone(), cause }));
            }
        }
    }
    Ok(None)
}

/// A load in an inner loop whose value all iterations of the outer loop share, and the inner loops do not.
#[must_use]
pub fn shared_load(function: &Function<'_, '_>, nest: &Nest<'_>) -> Option<TokenRange> {
    let counters: Vec<Variable> = nest.counters().into_iter().map(Variable::Symbol).collect();
    let (outer, inner) = counters.split_first()?;
    let names = |subscript: &Polynomial, loops: &[Variable]| {
        subscript.terms().any(|(variables, _)| variables.iter().any(|variable| loops.contains(variable)))
    };
    let is_shared = |access: &NestAccess| {
        let subscript = access.subscript.as_ref().filter(|_| access.base.is_invariant && !access.base.is_private());
        let varies_inside_alone = subscript.is_some_and(|one| names(one, inner) && !names(one, &[*outer]));
        varies_inside_alone && !access.is_write && access.part.level > 0
    };
    accesses(function, nest, Iterations::SideBySide).ok()?.into_iter().find(is_shared).map(|access| access.tokens)
}

/// How many loops two paths have in common.
fn common_loops(one: &[usize], other: &[usize]) -> usize {
    one.iter().zip(other).take_while(|(left, right)| left == right).count()
}

struct Pairs<'f, 'u, 't> {
    bases: Bases<'f, 'u, 't>,
    nest: &'f Nest<'t>,
    courses: Vec<Course>,
    /// The loop whose iterations run side by side, as its place in the nest.
    jammed: usize,
    copies: u64,
    /// What a test before the nest has shown: sums that are 0 or more.
    shown: Vec<Polynomial>,
    /// Whether subscripts may meet, by the facts that decide it: their difference, and not their positions.
    known: RefCell<HashMap<Question, bool>>,
    /// How many inequalities were processed.
    work: Cell<usize>,
}

/// Two subscripts without the constant of the first, with the levels, the order, and the distances in the outer and the inner loop.
type Question = ([Polynomial; 2], [usize; 2], Order, RangeInclusive<u64>, Option<u64>);

/// The known relation between the memory of two accesses.
enum Relation<'a> {
    /// The memory is never the same.
    Distinct,
    /// Elements of one array, with these subscripts.
    Subscripts(&'a Polynomial, &'a Polynomial),
    /// Unknown.
    Unknown,
}

impl<'f, 'u, 't> Pairs<'f, 'u, 't> {
    fn new(function: &'f Function<'u, 't>, nest: &'f Nest<'t>, copies: u64) -> Self {
        let counters = nest.counters();
        let locals = Locals::default();
        let reader = {
            let (nest, counters, locals, constants) = (nest.tokens(), &counters[..], &locals, nest.constants);
            SubscriptReader { function, nest, counters, locals, constants }
        };
        let courses = nest.levels.iter().map_while(|level| course(reader, level)).collect();
        let (bases, known, work) = (Bases { function }, RefCell::default(), Cell::new(0));
        Self { bases, nest, courses, jammed: 0, copies, shown: Vec::new(), known, work }
    }

    /// The same after a test that has shown more.
    fn showing(self, shown: Vec<Polynomial>) -> Self {
        Self { shown, known: RefCell::default(), ..self }
    }

    /// Whether a part is in the loop whose iterations run side by side.
    fn is_jammed(&self, part: NestPart) -> bool {
        self.nest.levels[part.level].path.contains(&self.jammed)
    }

    fn relation<'a>(&self, first: &'a NestAccess<'_>, second: &'a NestAccess<'_>) -> Relation<'a> {
        if self.bases.are_distinct(&first.base, &second.base) {
            return Relation::Distinct;
        }
        let is_same = first.base.origin == second.base.origin && first.base.is_invariant;
        match (&first.subscript, &second.subscript) {
            (Some(one), Some(other)) if is_same => Relation::Subscripts(one, other),
            _ => Relation::Unknown,
        }
    }

    /// Whether two accesses may meet in iterations that change places, the second in a later iteration of the outer loop.
    fn may_conflict(&self, first: &NestAccess<'_>, second: &NestAccess<'_>) -> bool {
        self.reversed(first.part, second.part).any(|order| {
            self.may_share(first, second, |one, other| self.may_meet(one, other, first.part, second.part, order))
        })
    }

    /// Whether two accesses may touch the same element, where that is so for two subscripts.
    fn may_share(
        &self,
        first: &NestAccess<'_>,
        second: &NestAccess<'_>,
        may_meet: impl Fn(&Polynomial, &Polynomial) -> bool,
    ) -> bool {
        match self.relation(first, second) {
            Relation::Distinct => false,
            Relation::Unknown => true,
            // Two vectors overlap if the difference of their first elements is small.
            Relation::Subscripts(one, other) => {
                (1 - i128::from(first.length)..i128::from(second.length)).any(|difference| {
                    let moved = Polynomial::constant(difference).and_then(|difference| one.add(&difference, -1));
                    moved.is_none_or(|one| may_meet(&one, other))
                })
            }
        }
    }

    /// The iterations of the loops around both in which the second access comes before the first in a jam.
    fn reversed(&self, first: NestPart, second: NestPart) -> impl Iterator<Item = Order> + use<> {
        let levels = &self.nest.levels;
        let path = |part: NestPart| &levels[part.level].path;
        let common = common_loops(path(first), path(second)) - 1;
        // The place in the body of the last common loop, where code and inner loops take turns.
        let position = |part: NestPart| match path(part).get(common + 1) {
            Some(&inside) => 2 * levels[inside].number + 1,
            None => 2 * part.code,
        };
        let in_same = (position(second) < position(first)).then_some(Order::Same);
        (levels[self.jammed].path.len() - 1..common).map(Order::Earlier).chain(in_same)
    }

    /// Whether two subscripts may be equal in iterations of that order, the second in a later iteration of the outer loop.
    fn may_meet(&self, one: &Polynomial, other: &Polynomial, first: NestPart, second: NestPart, order: Order) -> bool {
        let last = trips_of(&self.nest.levels[self.jammed]).map_or(u64::MAX, |trips| trips.saturating_sub(1));
        let farthest = self.copies.saturating_sub(1).min(last);
        let both = [(one, first), (other, second)];
        let has_product = |place: usize| {
            let counter = Variable::Symbol(self.nest.levels[place].counter.variable);
            let is_product = |(variables, _): (&[Variable], i128)| variables.len() > 1 && variables.contains(&counter);
            one.terms().chain(other.terms()).any(is_product)
        };
        // A product differs by a known amount at each distance.
        let outer = if farthest <= MAX_DISTANCES && has_product(0) {
            (1..=farthest).map(|distance| distance..=distance).collect()
        } else {
            vec![1..=farthest]
        };
        let inner = match order {
            Order::Earlier(equal) => {
                let place = self.nest.levels[first.level].path[equal + 1];
                let trips = trips_of(&self.nest.levels[place]).filter(|&trips| trips <= MAX_DISTANCES + 1);
                trips.filter(|_| has_product(place)).map_or(vec![None], |trips| (1..trips).map(Some).collect())
            }
            Order::Same => vec![None],
        };
        let may_meet = |outer: &RangeInclusive<u64>| {
            inner.iter().any(|&earlier| self.may_meet_at(both, order, outer.clone(), earlier))
        };
        outer.iter().any(may_meet)
    }

    /// The same question for a range of distances in the outer loop, and for a distance in the inner loop that the order names.
    fn may_meet_at(
        &self,
        both: [(&Polynomial, NestPart); 2],
        order: Order,
        distances: RangeInclusive<u64>,
        earlier: Option<u64>,
    ) -> bool {
        let levels = both.map(|(_, part)| part.level);
        if self.work.get() > MAX_INEQUALITIES_OF_NEST || self.courses.len() < self.nest.levels.len() {
            return true;
        }
        let constant = both[0].0.constant_term();
        let [Some(one), Some(other)] = both.map(|(subscript, _)| subscript.add(&constant, -1)) else { return true };
        let question = ([one, other], levels, order, distances.clone(), earlier);
        if let Some(&known) = self.known.borrow().get(&question) {
            return known;
        }
        let loops = levels.map(|level| &self.nest.levels[level].path[..]);
        let jammed = self.nest.levels[self.jammed].path.len() - 1;
        let meeting = Meeting { courses: &self.courses, loops, jammed, distances, order, earlier, known: &self.shown };
        let (may_meet, work) = meeting.is_possible(&question.0, &|variable| self.range(variable));
        self.work.set(self.work.get().saturating_add(work));
        self.known.borrow_mut().insert(question, may_meet);
        may_meet
    }

    /// The least and the greatest value of a variable that keeps its value.
    fn range(&self, variable: Variable) -> Option<ValueLimits> {
        let function = self.bases.function;
        let range = match variable {
            Variable::Symbol(id) => range_of_variable(function, id),
            Variable::WorkItem("get_local_id", dimension) => {
                range_of_local_id(function, dimension, self.nest.tokens().start)
            }
            Variable::WorkItem(..) => None,
            Variable::Opaque(number) => return function.known.opaque_terms.borrow().limits(number),
        };
        let of_type = || match variable {
            Variable::Symbol(id) => function.symbol(id).kind.integer().map(range_of_type),
            Variable::WorkItem(..) => Some((Some(0), None)),
            Variable::Opaque(_) => None,
        };
        range.map(|range| (Some(range.low), Some(range.high))).or_else(of_type)
    }
}

/// The course of a level's counter.
fn course(reader: SubscriptReader<'_, '_, '_>, level: &Level<'_>) -> Option<Course> {
    let Level { counter, run, .. } = level;
    Some(Course {
        counter: counter.variable,
        kind: counter.kind.integer()?,
        start: counter.start.and_then(|start| reader.read(start)),
        stride: run.stride,
        is_signed: run.is_signed,
        trips: trips_of(level),
        comparison: counter.comparison,
        bound: reader.read(counter.bound),
    })
}

/// The trip count of a level, if it is known and not too large to compute with.
fn trips_of(level: &Level<'_>) -> Option<u64> {
    level.run.trips.filter(|&trips| trips <= MAX_TRIPS)
}
