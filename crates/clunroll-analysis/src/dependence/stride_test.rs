//! The test before a nest that shows what its text does not: that rows are long enough.
//!
//! ```text
//! for (int i = 0; i < 4; i++)                     if (n >= m && n <= 715827882)
//!   for (int j = 0; j < m; j++)
//!     c[(row + i) * n + col + j] += …
//! ```
//!
//! Iterations `d` apart are `d * n` elements apart, modulo 2^32, and the elements of one iteration are less than `m` apart. Subscripts are
//! equal at no distance from 1 to 3 if `n >= m` and if `3 * n` stays below 2^31, so that it does not wrap around. The second condition
//! is needed for unsigned subscripts, and for those that are converted to `size_t` before they are added. The inner counter may lead from row to
//! row as well, in `c[(row + j) * n + i]`, if its distances are few and known.
//!
//! This file only proposes a test. [`Meeting`](super::meeting::Meeting) shows whether it is enough, with the test as one more fact; it compares
//! subscripts modulo 2^32. So a bad proposal is only declined.
//!
//! The test reads variables that the author may not read if the nest never runs. So each one is a parameter, or has its initial value on
//! every way to the nest. It contains no division, load or call.

use super::affine::{Polynomial, Variable};
use super::meeting::Course;
use super::nest::Nest;
use super::nest_accesses::{Iterations, NestAccess, accesses};
use super::{MAX_ACCESSES, Pairs, Relation};
use crate::comparison::Comparison;
use crate::symbol::{Storage, SymbolId};
use crate::symbols::Function;
use oclc_syntax::preprocess::Meaning;
use oclc_syntax::tree::TokenRange;

/// No multiple of a stride reaches this, nor does the length of a row: so their differences do not wrap around.
const LIMIT: i128 = (1 << 31) - 1;
/// The most strides that one test compares.
const MAX_STRIDES: usize = 4;

/// The conditions under which a nest may be jammed, one for each stride.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrideTest {
    conditions: Vec<StrideCondition>,
}

/// The condition on one stride.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StrideCondition {
    /// The variable.
    stride: SymbolId,
    /// The values that it is at least.
    least: Vec<Least>,
    /// The value that it is at most; `None` if its type has no greater one.
    most: Option<i128>,
}

/// A value that a stride is at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Least {
    /// A constant.
    Constant(i128),
    /// A variable and a constant that is not negative.
    Sum(SymbolId, i128),
}

impl StrideCondition {
    /// The values that it is at least, without those that others include, and constants first: a constant is only subtracted from a stride that
    /// is at least as great.
    fn strongest(&self) -> Vec<Least> {
        let constants = self.least.iter().filter_map(|least| match least {
            Least::Constant(value) => Some(*value),
            Least::Sum(..) => None,
        });
        let is_weaker = |one: &Least| match *one {
            Least::Constant(_) => true,
            Least::Sum(bound, value) => {
                self.least.iter().any(|other| matches!(*other, Least::Sum(same, more) if same == bound && more > value))
            }
        };
        let sums = self.least.iter().copied().filter(|least| !is_weaker(least));
        constants.max().map(Least::Constant).into_iter().chain(sums).collect()
    }
}

impl StrideTest {
    /// The conditions as C, joined by `&&`.
    #[must_use]
    pub fn text(&self, function: &Function<'_, '_>) -> String {
        let name = |id: SymbolId| function.symbol(id).name;
        let of_one = |condition: &StrideCondition| {
            let stride = name(condition.stride);
            let least = condition.strongest().into_iter().map(|least| match least {
                Least::Constant(value) => format!("{stride} >= {value}"),
                Least::Sum(other, 0) => format!("{stride} >= {}", name(other)),
                Least::Sum(other, 1) => format!("{stride} > {}", name(other)),
                Least::Sum(other, value) => format!("{stride} - {value} >= {}", name(other)),
            });
            let most = condition.most.map(|most| format!("{stride} <= {most}"));
            least.chain(most).collect::<Vec<_>>().join(" && ")
        };
        self.conditions.iter().map(of_one).collect::<Vec<_>>().join(" && ")
    }

    /// What it shows: sums that are 0 or more.
    fn shown(&self) -> Option<Vec<Polynomial>> {
        let mut shown = Vec::new();
        for StrideCondition { stride, least, most } in &self.conditions {
            let stride = Polynomial::variable(Variable::Symbol(*stride));
            for least in least {
                shown.push(match *least {
                    Least::Constant(value) => stride.add(&Polynomial::constant(value)?, -1)?,
                    Least::Sum(other, value) => stride
                        .add(&Polynomial::variable(Variable::Symbol(other)), -1)?
                        .add(&Polynomial::constant(value)?, -1)?,
                });
            }
            if let Some(most) = most {
                shown.push(Polynomial::constant(*most)?.add(&stride, -1)?);
            }
        }
        Some(shown)
    }

    /// With one more condition; `None` if there are too many.
    fn and(&self, condition: StrideCondition) -> Option<Self> {
        let mut test = self.clone();
        match test.conditions.iter_mut().find(|known| known.stride == condition.stride) {
            Some(known) => {
                let new: Vec<Least> =
                    condition.least.into_iter().filter(|least| !known.least.contains(least)).collect();
                known.least.extend(new);
                known.most = known.most.min(condition.most).or(known.most).or(condition.most);
            }
            None => test.conditions.push(condition),
        }
        (test.conditions.len() <= MAX_STRIDES).then_some(test)
    }
}

/// The test under which a jam of this many iterations keeps the order of all accesses; `None` if strides are not all that is missing.
#[must_use]
pub fn stride_test(function: &Function<'_, '_>, nest: &Nest<'_>, copies: u64) -> Option<StrideTest> {
    let found = accesses(function, nest, Iterations::SideBySide).ok()?;
    if found.len() > MAX_ACCESSES {
        return None;
    }
    let mut pairs = Pairs::new(function, nest, copies);
    let mut test = StrideTest::default();
    for first in &found {
        for second in &found {
            if (first.is_write || second.is_write) && pairs.may_conflict(first, second) {
                (test, pairs) = extended(&test, pairs, first, second)?;
            }
        }
    }
    Some(test)
}

/// The test with a condition for two accesses, and what is known then.
fn extended<'f, 'u, 't>(
    test: &StrideTest,
    mut pairs: Pairs<'f, 'u, 't>,
    first: &NestAccess<'_>,
    second: &NestAccess<'_>,
) -> Option<(StrideTest, Pairs<'f, 'u, 't>)> {
    let Relation::Subscripts(one, other) = pairs.relation(first, second) else { return None };
    for condition in conditions(&pairs, one, other) {
        let wider = test.and(condition)?;
        pairs = pairs.showing(wider.shown()?);
        if !pairs.may_conflict(first, second) {
            return Some((wider, pairs));
        }
    }
    None
}

/// The conditions that may be enough for two subscripts, the weakest first, for each loop whose counter is multiplied with the length of rows.
fn conditions(pairs: &Pairs<'_, '_, '_>, one: &Polynomial, other: &Polynomial) -> Vec<StrideCondition> {
    let of_level = |level| conditions_of(pairs, level, [one, other]).unwrap_or_default();
    (0..pairs.courses.len()).flat_map(of_level).collect()
}

/// The conditions if the counter of this loop leads from row to row.
fn conditions_of(pairs: &Pairs<'_, '_, '_>, level: usize, both: [&Polynomial; 2]) -> Option<Vec<StrideCondition>> {
    let course = pairs.courses.get(level)?;
    let (stride, factor) = row(both[0], course.counter)?;
    if row(both[1], course.counter)? != (stride, factor) || !is_readable(pairs, stride) {
        return None;
    }
    let kind = pairs.bases.function.symbol(stride).kind.integer()?;
    let step = factor.checked_mul(course.stride?)?.abs();
    let farthest = step.checked_mul(distance(pairs, level)?.max(1))?;
    let limit = LIMIT.checked_div(farthest)?;
    let of_type = pairs.range(Variable::Symbol(stride))?.1;
    let most = Some(limit).filter(|&limit| of_type.is_none_or(|greatest| greatest > limit));
    let condition = |least| StrideCondition { stride, least, most };
    let mut found = vec![condition(Vec::new()), condition(vec![Least::Constant(1)])];
    let others = (0..pairs.courses.len()).filter(|&other| other != level);
    let lengths = others.map(|other| length(pairs, other, both)).collect::<Option<Vec<_>>>();
    let Some(lengths) = lengths else { return Some(found) };
    let constant = lengths.iter().map(|length| length.constant).sum::<i128>() + difference(both[0], both[1]);
    let bounds: Vec<SymbolId> = lengths.iter().filter_map(|length| length.bound).collect();
    let constant = constant.max(0);
    match bounds[..] {
        [] if constant < limit => found.push(condition(vec![Least::Constant(constant / step + 1)])),
        [bound] if constant < limit && bound != stride && is_readable(pairs, bound) => {
            let other = pairs.bases.function.symbol(bound).kind.integer()?;
            // Before a constant is subtracted, the stride must be at least that. A negative one must not be converted.
            let first = (constant > 1 || kind.signed != other.signed).then_some(Least::Constant(constant.max(1)));
            found.push(condition(first.into_iter().chain([Least::Sum(bound, constant)]).collect()));
        }
        _ => {}
    }
    Some(found)
}

/// The greatest distance of two iterations of a loop that change places; `None` if it is unknown.
fn distance(pairs: &Pairs<'_, '_, '_>, level: usize) -> Option<i128> {
    let iterations = if level == 0 { Some(pairs.copies) } else { pairs.courses[level].trips };
    iterations.map(|iterations| iterations.saturating_sub(1).into())
}

/// How far the elements of one row are apart, at most, in one loop: a variable and a constant.
#[derive(Default)]
struct Length {
    bound: Option<SymbolId>,
    constant: i128,
}

/// The length for a loop whose counter leads through the row; `None` if it is unknown.
fn length(pairs: &Pairs<'_, '_, '_>, level: usize, subscripts: [&Polynomial; 2]) -> Option<Length> {
    let course: &Course = &pairs.courses[level];
    let counter = [Variable::Symbol(course.counter)];
    let factor = subscripts.iter().map(|one| one.coefficient(&counter).abs()).max()?;
    if factor == 0 {
        return Some(Length::default());
    }
    if let (Some(distance), Some(stride)) = (distance(pairs, level), course.stride) {
        let constant = factor.checked_mul(stride.abs())?.checked_mul(distance)?;
        return Some(Length { bound: None, constant });
    }
    let is_up = matches!(course.comparison, Comparison::Less | Comparison::LessEqual);
    let start = course.start.as_ref()?.polynomial.as_constant()?;
    let bound = course.bound.as_ref().filter(|bound| bound.is_exact && is_up && factor == 1)?;
    let mut terms = bound.polynomial.terms();
    let (Some(([Variable::Symbol(variable)], 1)), None) = (terms.next(), terms.next()) else { return None };
    // The counter goes from `start` to `bound - 1`, and a row must be longer than the difference.
    Some(Length { bound: Some(*variable), constant: i128::from(course.comparison.is_inclusive()) - start })
}

/// The difference of the constants of two subscripts.
fn difference(one: &Polynomial, other: &Polynomial) -> i128 {
    (one.coefficient(&[]) - other.coefficient(&[])).abs()
}

/// The only variable that is multiplied with a counter, and the constant factor of both.
fn row(subscript: &Polynomial, counter: SymbolId) -> Option<(SymbolId, i128)> {
    let counter = Variable::Symbol(counter);
    let mut products = subscript.terms().filter(|(variables, _)| variables.contains(&counter));
    let (Some((&[one, two], factor)), None) = (products.next(), products.next()) else { return None };
    match if one == counter { two } else { one } {
        Variable::Symbol(stride) if Variable::Symbol(stride) != counter => Some((stride, factor)),
        _ => None,
    }
}

/// Whether a variable may be read right before the nest, under its name.
fn is_readable(pairs: &Pairs<'_, '_, '_>, id: SymbolId) -> bool {
    let (function, nest) = (pairs.bases.function, pairs.nest.tokens());
    let symbol = function.symbol(id);
    let is_set = match symbol.storage {
        Storage::Parameter => true,
        Storage::Local => symbol.initializer.is_some() && !has_labels(function, symbol.declared..nest.start),
        _ => false,
    };
    let is_ordinary = matches!(function.meaning(symbol.name, function.moment(nest.start)), Meaning::Ordinary);
    let is_visible = !nest.contains(&symbol.declared) && function.lookup(symbol.name, nest.start) == Some(id);
    is_set && is_ordinary && is_visible && symbol.kind.integer().is_some()
}

/// Whether a jump may lead past a declaration.
fn has_labels(function: &Function<'_, '_>, mut range: TokenRange) -> bool {
    let tokens = &function.parsed.expansion.tokens;
    !function.labels_in(range.clone()).is_empty()
        || range.any(|at| tokens[at].is_word("case") || tokens[at].is_word("default"))
}
