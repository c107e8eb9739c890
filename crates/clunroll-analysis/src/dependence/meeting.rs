//! Whether two subscripts can be equal in two iterations of a nest whose order a jam changes.
//!
//! The two iterations form one system of equations and inequalities ([`System`]). Each access has its own copy of the counter of each loop
//! around it, since a loop whose start depends on another counter starts elsewhere for the other access:
//!
//! ```text
//! for (int r = 0; r < 8; r++)                   r2 = r1 + d, 1 <= d < copies
//!   for (int j = 0; j < 3; j++)                 j1 = j2 + e, 1 <= e              (an earlier iteration for the second access)
//!     for (int k = j; k < n; k += 2)            k1 = j1 + 2 * t1, k2 = j2 + 2 * t2, 0 <= t1, 0 <= t2, k1 < n, k2 < n
//!       a[r + k] = …                            r1 + k1 = r2 + k2
//! ```
//!
//! If both accesses are in the same iteration of a loop, the loop has one counter. A variable that nothing in the nest changes has one
//! value, and so does a product of such variables. A product of a counter and such variables differs by a known multiple of these, if the
//! distance is known: `r2 * n = r1 * n + d * n`. This may be the counter of the outer loop, or of the loop in which the second access is in an
//! earlier iteration. Any other product has an unknown value of its own for each access.
//!
//! A counter is its value in its own type. Where an expression is only known modulo 2^32, or a counter may wrap around, any multiple of
//! 2^32 may be added. A signed counter does not wrap around, since C leaves that undefined. Subscripts are compared modulo 2^32 too, so
//! that their width does not matter.
//!
//! The iterations are those whose order a jam changes ([`Order`]): the second is in a later iteration of the outer loop, and in an earlier
//! iteration of one of the inner loops around both (Allen and Kennedy: the direction vectors `(<, =, …, >, *, …)`).

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::affine::{AffineValue, Polynomial, Variable, holds_all};
use super::common_loops;
use super::integers::{Sum, System};
use crate::comparison::Comparison;
use crate::symbol::SymbolId;
use oclc_syntax::preprocess::IntegerType;

/// Subscripts are compared by their lowest 32 bits.
const MODULUS: i128 = 1 << 32;

/// The values of a loop's counter.
#[derive(Clone, Debug)]
pub struct Course {
    /// The counter.
    pub counter: SymbolId,
    /// Its type.
    pub kind: IntegerType,
    /// Its first value, before it is converted; `None` if it is unknown.
    pub start: Option<AffineValue>,
    /// The constant that is added after each iteration, if there is one.
    pub stride: Option<i128>,
    /// Whether an overflow of the counter is undefined in C.
    pub is_signed: bool,
    /// The trip count, if it is known.
    pub trips: Option<u64>,
    /// The comparison in the test.
    pub comparison: Comparison,
    /// The bound; `None` if it is unknown.
    pub bound: Option<AffineValue>,
}

/// The iterations of the common inner loops that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// The same iteration of all of them.
    Same,
    /// The same iteration of this many outer ones, and an earlier one of the next for the second access.
    Earlier(usize),
}

/// Two iterations of a nest.
#[derive(Clone, Debug)]
pub struct Meeting<'a> {
    /// The loops of the nest.
    pub courses: &'a [Course],
    /// The loops around the first access and around the second, from the outermost in, as their places among all.
    pub loops: [&'a [usize]; 2],
    /// The depth of the loop whose iterations run side by side. Those of the outermost loop then do so as well, and each access may be in
    /// any of them.
    pub jammed: usize,
    /// The distance of the second iteration from the first, in iterations of that loop.
    pub distances: RangeInclusive<u64>,
    /// Their order in the loops around both.
    pub order: Order,
    /// How many iterations earlier the second is in the loop that the order names; `None` for any number.
    pub earlier: Option<u64>,
    /// What a test before the nest has shown: sums of variables that keep their values, each 0 or more.
    pub known: &'a [Polynomial],
}

impl Course {
    /// The first value, if it equals the polynomial in the counter's type as well.
    fn exact_start(&self) -> Option<&Polynomial> {
        let start = self.start.as_ref()?.clone().converted(self.kind);
        self.start.as_ref().filter(|_| start.is_exact).map(|start| &start.polynomial)
    }

    /// The common type of the comparison, if no conversion to it changes a value.
    fn compared_in(&self) -> Option<IntegerType> {
        let bound = self.bound.as_ref()?;
        let kind = self.kind.common(bound.kind?)?;
        let constant = bound.polynomial.as_constant().filter(|_| bound.is_exact);
        let is_held = constant.map_or_else(|| holds_all(kind, bound.kind.unwrap_or(kind)), |one| kind.holds(one));
        (holds_all(kind, self.kind) && is_held).then_some(kind)
    }

    /// Whether the counter never wraps around.
    fn keeps_order(&self) -> bool {
        let Some(stride) = self.stride else { return false };
        let known = self.exact_start().and_then(Polynomial::as_constant).zip(self.trips);
        if let Some((start, trips)) = known {
            return self.kind.holds(start + stride * i128::from(trips.saturating_sub(1)));
        }
        if self.is_signed {
            return true;
        }
        let Some(compared) = self.compared_in() else { return false };
        let constant = self.bound.as_ref().and_then(|bound| bound.polynomial.as_constant().filter(|_| bound.is_exact));
        let inclusive = i128::from(!self.comparison.is_inclusive());
        match self.comparison {
            Comparison::Less | Comparison::LessEqual => {
                stride > 0 && constant.unwrap_or(compared.max()) - inclusive + stride <= self.kind.max()
            }
            Comparison::Greater | Comparison::GreaterEqual => {
                stride < 0 && constant.unwrap_or(compared.min()) + inclusive + stride >= self.kind.min()
            }
            Comparison::NotEqual => false,
        }
    }
}

impl Meeting<'_> {
    /// Whether the subscripts may be equal, and the work that the answer took. A variable may have a range.
    #[must_use]
    pub fn is_possible(
        &self,
        subscripts: &[Polynomial; 2],
        range: &dyn Fn(Variable) -> Option<(Option<i128>, Option<i128>)>,
    ) -> (bool, usize) {
        let mut equations = Equations {
            meeting: self,
            range,
            system: System::default(),
            shared: BTreeMap::new(),
            own: [BTreeMap::new(), BTreeMap::new()],
            counters: [Vec::new(), Vec::new()],
        };
        equations.add_loops();
        for known in self.known {
            let known = equations.sum(0, known);
            equations.system.not_negative(known);
        }
        let [one, other] = [0, 1].map(|access| equations.sum(access, &subscripts[access]));
        equations.congruent(&other, &one, MODULUS);
        equations.system.may_have_solution()
    }

    /// How many loops are around both, without the outermost.
    fn common(&self) -> usize {
        common_loops(self.loops[0], self.loops[1]).saturating_sub(1)
    }

    /// Whether a variable is the counter of the loop at this place.
    fn is_counter(&self, place: usize, variable: &Variable) -> bool {
        Variable::Symbol(self.courses[place].counter) == *variable
    }

    /// Whether both accesses are in the same iteration of a loop.
    fn is_same(&self, level: usize) -> bool {
        let equal = match self.order {
            Order::Same => self.common(),
            Order::Earlier(equal) => equal,
        };
        match level.cmp(&self.jammed) {
            Ordering::Less => level > 0,
            Ordering::Equal => self.distances == (0..=0),
            Ordering::Greater => level <= equal,
        }
    }
}

/// Builds the system.
struct Equations<'a> {
    meeting: &'a Meeting<'a>,
    range: &'a dyn Fn(Variable) -> Option<(Option<i128>, Option<i128>)>,
    system: System,
    /// The products with one value for both accesses.
    shared: BTreeMap<Vec<Variable>, usize>,
    /// The products that each access has a value of its own for.
    own: [BTreeMap<Vec<Variable>, usize>; 2],
    /// The counters of each access, from the outermost loop in.
    counters: [Vec<usize>; 2],
}

impl Equations<'_> {
    fn add_loops(&mut self) {
        let meeting = self.meeting;
        for level in 0..meeting.loops[0].len().max(meeting.loops[1].len()) {
            for access in [0, 1] {
                let Some(&place) = meeting.loops[access].get(level) else { continue };
                if access == 1 && meeting.is_same(level) {
                    let counter = self.counters[0][level];
                    self.counters[1].push(counter);
                } else {
                    self.add_counter(access, &meeting.courses[place]);
                }
            }
            if level > meeting.common() {
                continue;
            }
            let course = &meeting.courses[meeting.loops[0][level]];
            let reversed = match meeting.order {
                Order::Earlier(equal) => level == equal + 1,
                Order::Same => false,
            };
            if level == meeting.jammed && !meeting.is_same(level) {
                let distance = self.system.count();
                self.system.not_negative(Sum::of(distance, 1).plus(&number(*meeting.distances.start()), -1));
                self.system.not_negative(number(*meeting.distances.end()).and(distance, -1));
                self.add_distance(course, [1, 0].map(|access| self.counters[access][level]), distance);
            } else if level > meeting.jammed && reversed {
                let distance = self.system.count();
                self.system.not_negative(Sum::constant(-1).and(distance, 1));
                if let Some(known) = meeting.earlier {
                    self.system.zero(number(known).and(distance, -1));
                }
                self.add_distance(course, [0, 1].map(|access| self.counters[access][level]), distance);
            }
        }
    }

    /// Adds the equation for two counters that are this many iterations of their loop apart, if the loop began with the same value.
    fn add_distance(&mut self, course: &Course, [later, earlier]: [usize; 2], distance: usize) {
        if let Some(stride) = course.stride {
            let value = Sum::of(earlier, 1).and(distance, stride);
            self.equal_or_wrapped(course, &Sum::of(later, 1), &value);
        }
    }

    fn equal_or_wrapped(&mut self, course: &Course, counter: &Sum, value: &Sum) {
        if course.keeps_order() {
            self.system.zero(counter.plus(value, -1));
        } else {
            self.congruent(counter, value, modulus(course.kind));
        }
    }

    fn add_counter(&mut self, access: usize, course: &Course) {
        let counter = self.system.variable();
        self.counters[access].push(counter);
        self.add_range(counter, range_of_type(course.kind));
        let itself = Sum::of(counter, 1);
        if let (Some(start), Some(stride)) = (self.start(access, course), course.stride) {
            let trip = self.system.count();
            if let Some(trips) = course.trips {
                self.system.not_negative(number(trips).and(trip, -1).plus(&Sum::constant(1), -1));
            }
            self.equal_or_wrapped(course, &itself, &start.and(trip, stride));
        } else if course.trips == Some(0) {
            self.system.not_negative(Sum::constant(-1));
        }
        if course.compared_in().is_none() {
            return;
        }
        let Some(bound) = course.bound.as_ref().and_then(|bound| Some(self.value(access, bound, bound.kind?))) else {
            return;
        };
        let (sign, less) = match course.comparison {
            Comparison::Less => (1, 1),
            Comparison::LessEqual => (1, 0),
            Comparison::Greater => (-1, 1),
            Comparison::GreaterEqual => (-1, 0),
            Comparison::NotEqual => return,
        };
        // A value that passes the test is before the bound.
        let left = Sum::default().plus(&bound, sign).plus(&itself, -sign);
        self.system.not_negative(left.plus(&Sum::constant(1), -less));
    }

    /// The first value of a counter.
    fn start(&mut self, access: usize, course: &Course) -> Option<Sum> {
        let start = course.start.clone()?.converted(course.kind);
        Some(self.value(access, &start, course.kind))
    }

    /// An expression of that type.
    fn value(&mut self, access: usize, value: &AffineValue, kind: IntegerType) -> Sum {
        let polynomial = self.sum(access, &value.polynomial);
        if value.is_exact {
            return polynomial;
        }
        let own = self.system.variable();
        self.add_range(own, range_of_type(kind));
        let own = Sum::of(own, 1);
        self.congruent(&own, &polynomial, modulus(kind));
        own
    }

    fn congruent(&mut self, one: &Sum, other: &Sum, modulus: i128) {
        let wraps = self.system.variable();
        self.system.zero(one.plus(other, -1).and(wraps, modulus));
    }

    fn sum(&mut self, access: usize, polynomial: &Polynomial) -> Sum {
        polynomial.terms().fold(Sum::default(), |sum, (variables, coefficient)| match variables {
            [] => sum.plus(&Sum::constant(coefficient), 1),
            _ => sum.plus(&self.product(access, variables), coefficient),
        })
    }

    /// A product in the iteration of an access, as that of the first access where they differ by a known amount.
    fn product(&mut self, access: usize, product: &[Variable]) -> Sum {
        match self.advance(product).filter(|_| access == 1) {
            Some((rest, amount)) => Sum::of(self.variable(0, product), 1).and(self.variable(0, &rest), amount),
            None => Sum::of(self.variable(access, product), 1),
        }
    }

    /// The variables that are multiplied with a counter, if they have one value, and the known distance of the counter. It is the
    /// distance modulo 2^32 as well, and only the lowest 32 bits of a product are ever used.
    fn advance(&self, product: &[Variable]) -> Option<(Vec<Variable>, i128)> {
        [self.outer_distance(), self.inner_distance()].into_iter().flatten().find_map(|(place, distance)| {
            let (counters, rest): (Vec<Variable>, Vec<Variable>) =
                product.iter().partition(|variable| self.meeting.is_counter(place, variable));
            let is_known = counters.len() == 1 && !rest.is_empty() && rest.iter().all(|one| self.is_shared(1, one));
            let amount = self.meeting.courses[place].stride?.checked_mul(distance)?;
            is_known.then_some((rest, amount))
        })
    }

    /// How many iterations of the outer loop later the second access is, if that is one number.
    fn outer_distance(&self) -> Option<(usize, i128)> {
        let Meeting { distances, jammed, .. } = self.meeting;
        // Inside a jam, nothing is known about the distance of the outer counters.
        let is_known = *jammed == 0 && distances.start() == distances.end() && !self.meeting.is_same(0);
        is_known.then_some((0, i128::from(*distances.start())))
    }

    /// How many iterations of the loop that the order names later the second access is, if that is one number. Both accesses are in the same
    /// iteration of all loops that the start of its counter depends on.
    fn inner_distance(&self) -> Option<(usize, i128)> {
        let Order::Earlier(equal) = self.meeting.order else { return None };
        let place = *self.meeting.loops[1].get(equal + 1)?;
        Some((place, -i128::from(self.meeting.earlier?)))
    }

    /// The level of an access whose counter a variable is.
    fn level(&self, access: usize, variable: &Variable) -> Option<usize> {
        self.meeting.loops[access].iter().position(|&place| self.meeting.is_counter(place, variable))
    }

    /// Whether a variable has the same value for both accesses. The counter of a loop that is not around an access has any value.
    fn is_shared(&self, access: usize, variable: &Variable) -> bool {
        match self.level(access, variable) {
            Some(level) => self.meeting.is_same(level),
            None => !(0..self.meeting.courses.len()).any(|place| self.meeting.is_counter(place, variable)),
        }
    }

    /// A product of variables in the iteration of an access.
    fn variable(&mut self, access: usize, product: &[Variable]) -> usize {
        if let [one] = product
            && let Some(&counter) = self.level(access, one).and_then(|level| self.counters[access].get(level))
        {
            return counter;
        }
        let is_shared = product.iter().all(|one| self.is_shared(access, one));
        let known = if is_shared { &mut self.shared } else { &mut self.own[access] };
        if let Some(&variable) = known.get(product) {
            return variable;
        }
        let variable = self.system.variable();
        known.insert(product.to_vec(), variable);
        if let [one] = product
            && let Some(range) = (self.range)(*one)
        {
            self.add_range(variable, range);
        }
        variable
    }

    fn add_range(&mut self, variable: usize, (low, high): (Option<i128>, Option<i128>)) {
        if let Some(low) = low {
            self.system.not_negative(Sum::of(variable, 1).plus(&Sum::constant(low), -1));
        }
        if let Some(high) = high {
            self.system.not_negative(Sum::constant(high).and(variable, -1));
        }
    }
}

/// The least and the greatest value of a type. Those of 64 bits are too far away to show anything.
#[must_use]
pub fn range_of_type(kind: IntegerType) -> (Option<i128>, Option<i128>) {
    let is_far = kind.bits > 32;
    (Some(kind.min()).filter(|_| !is_far || !kind.signed), Some(kind.max()).filter(|_| !is_far))
}

/// The modulus for which a conversion to a type keeps the polynomial.
fn modulus(kind: IntegerType) -> i128 {
    1 << kind.bits.min(32)
}

fn number(value: u64) -> Sum {
    Sum::constant(value.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependence::dice::Dice;

    impl Dice {
        /// A sum of the counters outside a level. The outermost one is in no header.
        fn sum_of_counters(&mut self, first: usize, levels: usize, most: i128) -> Polynomial {
            let terms: Vec<_> = (first..levels).map(|level| (SymbolId(level), self.between(-1, most))).collect();
            Polynomial::sum(terms, self.between(-3, 3))
        }

        /// A loop whose header names no loop outside `first`.
        fn course(&mut self, level: usize, first: usize) -> Course {
            let exact = |polynomial| AffineValue { polynomial, kind: Some(IntegerType::INT), is_exact: true };
            let stride = [1, 1, 2, 3, -1, -2][self.between(0, 5) as usize];
            let comparisons = if stride > 0 {
                [Comparison::Less, Comparison::LessEqual]
            } else {
                [Comparison::Greater, Comparison::GreaterEqual]
            };
            let (start, length) =
                (self.sum_of_counters(first, level, 1), Polynomial::sum([], self.between(0, 4) * stride));
            let bound = if self.between(0, 2) == 0 {
                self.sum_of_counters(first, level, 1)
            } else {
                start.add(&length, 1).unwrap()
            };
            Course {
                counter: SymbolId(level),
                kind: IntegerType::INT,
                start: Some(exact(start)),
                stride: Some(stride),
                is_signed: true,
                trips: None,
                comparison: comparisons[self.between(0, 1) as usize],
                bound: Some(exact(bound)),
            }
        }
    }

    fn value(polynomial: &Polynomial, counters: &[i128]) -> i128 {
        let of = |variables: &[Variable]| match variables {
            [Variable::Symbol(id)] => counters[id.0],
            _ => 1,
        };
        polynomial.terms().map(|(variables, coefficient)| of(variables) * coefficient).sum()
    }

    /// All iterations of the loops up to a level, as counters and trips.
    fn iterations(courses: &[Course]) -> Vec<(Vec<i128>, Vec<i128>)> {
        courses.iter().fold(vec![(Vec::new(), Vec::new())], |all, course| {
            let mut found = Vec::new();
            for (counters, trips) in all {
                let start = value(&course.start.as_ref().unwrap().polynomial, &counters);
                let bound = value(&course.bound.as_ref().unwrap().polynomial, &counters);
                let runs = |counter: i128| match course.comparison {
                    Comparison::Less => counter < bound,
                    Comparison::LessEqual => counter <= bound,
                    Comparison::Greater => counter > bound,
                    Comparison::GreaterEqual => counter >= bound,
                    Comparison::NotEqual => counter != bound,
                };
                let counter = |trip: i128| start + trip * course.stride.unwrap();
                for trip in (0..).take_while(|&trip| runs(counter(trip))) {
                    found.push(([&counters[..], &[counter(trip)]].concat(), [&trips[..], &[trip]].concat()));
                }
            }
            found
        })
    }

    /// Whether the subscripts are equal in two iterations of that order.
    fn meets(meeting: &Meeting<'_>, subscripts: &[Polynomial; 2]) -> bool {
        let [first, second] = meeting.loops.map(|loops| iterations(&meeting.courses[..loops.len()]));
        let jammed = meeting.jammed;
        let is_equal = |one: &[i128], other: &[i128], last: usize| {
            (1..jammed).chain(jammed + 1..=last).all(|level| one[level] == other[level])
        };
        let in_order = |one: &[i128], other: &[i128]| match meeting.order {
            Order::Same => is_equal(one, other, meeting.common()),
            Order::Earlier(equal) => is_equal(one, other, equal) && other[equal + 1] < one[equal + 1],
        };
        first.iter().any(|(one, trips)| {
            second.iter().any(|(other, later)| {
                u64::try_from(later[jammed] - trips[jammed]).is_ok_and(|distance| meeting.distances.contains(&distance))
                    && in_order(trips, later)
                    && value(&subscripts[0], one) == value(&subscripts[1], other)
            })
        })
    }

    #[test]
    fn what_is_shown_never_to_meet_meets_nowhere() {
        let (mut dice, mut apart, mut missed) = (Dice::new(), 0, 0);
        for _ in 0..4_000 {
            let depth = dice.between(2, 4) as usize;
            let levels = [0, 1].map(|_| dice.between(1, depth as i128 - 1) as usize);
            let jammed = dice.between(0, 2).min(levels[0].min(levels[1]) as i128) as usize;
            let first = |level: usize| if level > jammed { jammed + 1 } else { 1 };
            let courses: Vec<Course> = (0..depth).map(|level| dice.course(level, first(level))).collect();
            let subscripts = levels.map(|level| dice.sum_of_counters(0, level + 1, 4));
            let common = levels[0].min(levels[1]) as i128;
            let order = match dice.between(jammed as i128 - 1, common - 1) {
                equal if equal < jammed as i128 => Order::Same,
                equal => Order::Earlier(equal as usize),
            };
            let least = dice.between(0, 1) as u64;
            let places: Vec<usize> = (0..depth).collect();
            let loops = levels.map(|level| &places[..=level]);
            let meeting = Meeting {
                courses: &courses,
                loops,
                jammed,
                distances: least..=least * 2,
                order,
                earlier: None,
                known: &[],
            };
            let (is_possible, is_met) = (meeting.is_possible(&subscripts, &|_| None).0, meets(&meeting, &subscripts));
            assert!(is_possible || !is_met, "{meeting:?} {subscripts:?}");
            apart += u32::from(!is_met);
            missed += u32::from(is_possible && !is_met);
        }
        assert!(apart > 1_000 && missed * 20 < apart, "{missed} of {apart}");
    }
}
