//! The end of a main loop, as an expression of OpenCL C.
//!
//! The main loop may only run iterations that the author's loop runs, and it must run a multiple of the factor; the author's own loop
//! after it runs the rest. With C the type of the comparison and U its unsigned counterpart, the distance from the first value to the
//! bound is exact in U, since one comes before the other:
//!
//! ```text
//! i <  b, step  s:  trips = (U(b) - U(a) - 1) / s + 1        if a <  b, else 0
//! i <= b, step  s:  trips = (U(b) - U(a)) / s + 1            if a <= b, else 0; 0 where it wraps
//! i >  b, step -s:  trips = (U(a) - U(b) - 1) / s + 1        if a >  b, else 0
//! i >= b, step -s:  trips = (U(a) - U(b)) / s + 1            if a >= b, else 0; 0 where it wraps
//! i != b, step  s:  trips = (U(b) - U(a)) / s                and likewise downwards
//! ```
//!
//! The end is the first value plus `trips / factor * factor` steps. Where that wraps, beyond the last value of the type, it lies on the
//! other side of the first value: the main loop then runs fewer iterations or none, never too many, and the author's loop does the
//! rest, including the wrap-around. `!=` counts in the variable's own width, in U, and the main loop meets its end exactly.

use crate::limits::MAX_PASS;
use crate::plan::shape::main_loop_counter;
use crate::values::literal;
use clunroll_analysis::Comparison;
use oclc_syntax::preprocess::IntegerType;

/// The operands of the end.
#[derive(Clone, Copy, Debug)]
pub struct EndOperands<'a> {
    /// How the variable is compared with the bound.
    pub comparison: Comparison,
    /// The amount that is added after each iteration.
    pub stride: i128,
    /// Copies in the main loop.
    pub factor: u32,
    /// The induction variable's type.
    pub kind: IntegerType,
    /// The first value, where it is a constant.
    pub start: Option<i128>,
    /// A variable that holds the first value.
    pub first: &'a str,
    /// That variable's type.
    pub first_kind: IntegerType,
    /// The bound: a name or a literal.
    pub bound: &'a str,
    /// The bound's type.
    pub bound_kind: IntegerType,
    /// The bound's value, where it is written as a number.
    pub bound_value: Option<i128>,
    /// The bound's value, where it is a constant of any kind.
    pub known_bound: Option<i128>,
}

impl EndOperands<'_> {
    /// The type in which the main loop counts.
    #[must_use]
    pub fn counter(&self) -> IntegerType {
        main_loop_counter(self.comparison, self.kind, self.bound_kind)
    }

    /// The operator of the main loop's test.
    #[must_use]
    pub const fn operator(&self) -> &'static str {
        match self.comparison {
            Comparison::NotEqual => "!=",
            _ if self.stride > 0 => "<",
            _ => ">",
        }
    }

    /// The end as an expression.
    #[must_use]
    pub fn expression(&self) -> String {
        if self.comparison == Comparison::NotEqual {
            return self.meeting_end();
        }
        let counter = self.counter();
        let inclusive = self.comparison.is_inclusive();
        let (stride, factor) = (self.stride.unsigned_abs(), u128::from(self.factor));
        let first = match self.start {
            Some(value) => literal(counter.wrap(value), counter),
            None => self.first.to_owned(),
        };
        let distance = self.distance();
        let upwards = self.stride > 0;
        let end = if stride == 1 && !inclusive {
            // The bound minus the iterations that do not fill a pass.
            let rest = signed_again(&format!("{} % {factor}u", enclosed(&distance)), counter);
            let bound = self.bound_in(counter);
            match (self.bound_value, upwards) {
                (Some(0), false) => rest,
                (_, true) => format!("{bound} - {rest}"),
                (_, false) => format!("{bound} + {rest}"),
            }
        } else {
            let trips = match (stride, inclusive) {
                (1, _) => format!("{} + 1u", distance.text),
                (_, true) => format!("{} / {stride}u + 1u", enclosed(&distance)),
                (_, false) => format!("({} - 1u) / {stride}u + 1u", distance.text),
            };
            let steps = format!("({trips}) / {factor}u * {}u", factor * stride);
            let zero = self.start == Some(0);
            let sum = match (zero, upwards) {
                (true, true) => steps,
                (_, true) => format!("{} + {steps}", self.first_unsigned()),
                (_, false) => format!("{} - {steps}", self.first_unsigned()),
            };
            if counter.signed { format!("({})({sum})", counter.name()) } else { sum }
        };
        let is_needless =
            !counter.signed && self.start == Some(0) && stride == 1 && self.comparison == Comparison::Less;
        if is_needless {
            return end;
        }
        let operator = match self.comparison {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual | Comparison::NotEqual => ">=",
        };
        format!("{first} {operator} {} ? {end} : {first}", self.bound_in(counter))
    }

    /// The end where the test is `!=`: the main loop's counter meets it.
    fn meeting_end(&self) -> String {
        let counter = self.counter();
        let (stride, factor) = (self.stride.unsigned_abs(), u128::from(self.factor));
        let upwards = self.stride > 0;
        let is_narrow = counter.bits < 32;
        let distance = if is_narrow {
            // In the variable's own width, where promotion would not wrap.
            let own = unsigned(counter);
            let first = self.first_literal(counter);
            let (from, to) = if upwards { (first, self.bound.to_owned()) } else { (self.bound.to_owned(), first) };
            Term { text: format!("(uint)({})({to} - {from})", own.name()), is_sum: false }
        } else {
            self.distance()
        };
        let steps = match stride {
            1 => format!("{} / {factor}u * {factor}u", enclosed(&distance)),
            _ => format!("{} / {stride}u / {factor}u * {}u", enclosed(&distance), factor * stride),
        };
        let first = if is_narrow { self.first_literal(counter) } else { self.first_unsigned() };
        match (self.start, upwards) {
            (Some(0), true) if !is_narrow => steps,
            (_, true) => format!("{first} + {steps}"),
            (_, false) => format!("{first} - {steps}"),
        }
    }

    /// The author's test of a value of the main loop's counter.
    #[must_use]
    pub fn test(&self, value: &str) -> String {
        format!("{value} {} {}", self.comparison.text(), self.bound_in(self.counter()))
    }

    /// The value `index` steps after the main loop's counter, with a step of one.
    #[must_use]
    pub fn value_at(&self, index: u32) -> String {
        let sign = if self.stride > 0 { '+' } else { '-' };
        if index == 0 { self.first.to_owned() } else { format!("{} {sign} {index}", self.first) }
    }

    /// The value at the start of the last `left` iterations, with a step of one. `None` if there is no such iteration; the value may
    /// then be beyond the limits of its type.
    #[must_use]
    pub fn value_before(&self, left: u32) -> Option<String> {
        let (sign, back) = if self.stride > 0 { ('-', -1) } else { ('+', 1) };
        let counter = self.counter();
        let steps = left.checked_sub(u32::from(self.comparison.is_inclusive()))?;
        if steps == 0 {
            return Some(self.bound_in(counter));
        }
        let value = |bound: i128| bound + back * i128::from(steps);
        if self.known_bound.is_some_and(|bound| self.is_beyond_limits(value(bound))) {
            // The same value, where an iteration has it. A compiler computes it where none has it, too.
            return Some(format!("({})({} {sign} {steps}u)", self.kind.name(), self.bound_unsigned()));
        }
        let number = self.bound_value.map(value).filter(|&value| counter.holds(value));
        Some(number.map_or_else(
            || format!("{} {sign} {steps}", promoted(self.bound, self.bound_kind, counter)),
            |value| literal(value, counter),
        ))
    }

    /// Whether a sum of that value overflows, or changes where the variable takes it. Compilers warn of both where they know the bound.
    fn is_beyond_limits(&self, sum: i128) -> bool {
        let counter = self.counter();
        let value = if counter.signed { sum } else { counter.wrap(sum) };
        let overflows = counter.signed && !counter.holds(value);
        overflows || (self.kind.bits < counter.bits && !self.kind.holds(value))
    }

    /// How many iterations the main loop leaves, with a step of one.
    #[must_use]
    pub fn remaining(&self) -> String {
        let from_here = Self { start: None, ..*self };
        let mut distance = from_here.distance().text;
        if self.comparison == Comparison::NotEqual {
            return distance;
        }
        if self.comparison.is_inclusive() {
            distance.push_str(" + 1u");
        }
        format!("{} ? {distance} : 0", self.test(self.first))
    }

    /// How many iterations the main loop leaves, from the first value on, with a step of one.
    #[must_use]
    pub fn rest(&self) -> String {
        let counter = self.counter();
        let mut distance = self.distance();
        if self.comparison.is_inclusive() {
            distance = Term { text: format!("{} + 1u", distance.text), is_sum: true };
        }
        let rest = format!("{} % {}u", enclosed(&distance), self.factor);
        let never_fails = !counter.signed && self.start == Some(0) && self.comparison == Comparison::Less;
        if self.comparison == Comparison::NotEqual || never_fails {
            return rest;
        }
        format!("{} ? {rest} : 0", self.test(&self.first_literal(counter)))
    }

    /// From the first value to the bound, in U.
    fn distance(&self) -> Term {
        let bound = self.bound_unsigned();
        if self.stride > 0 {
            match self.start {
                Some(0) => Term { text: bound, is_sum: false },
                Some(value) if value < 0 => Term { text: format!("{bound} + {}u", -value), is_sum: true },
                Some(value) => Term { text: format!("{bound} - {value}u"), is_sum: true },
                None => Term { text: format!("{bound} - {}", self.first_unsigned()), is_sum: true },
            }
        } else {
            match self.bound_value {
                Some(0) => Term { text: self.first_unsigned(), is_sum: false },
                Some(value) if value < 0 => {
                    Term { text: format!("{} + {}u", self.first_unsigned(), -value), is_sum: true }
                }
                _ => Term { text: format!("{} - {bound}", self.first_unsigned()), is_sum: true },
            }
        }
    }

    fn bound_unsigned(&self) -> String {
        let unsigned = unsigned(self.counter());
        match self.bound_value {
            // Below zero, `size_t` has another value on each width.
            Some(value) if value >= 0 || !unsigned.is_size => format!("{}u", unsigned.wrap(value)),
            _ => converted(self.bound, self.bound_kind, unsigned),
        }
    }

    fn first_unsigned(&self) -> String {
        let counter = self.counter();
        let unsigned = unsigned(counter);
        match self.start {
            Some(value) => literal(unsigned.wrap(value), unsigned),
            None => converted(self.first, self.first_kind, unsigned),
        }
    }

    fn first_literal(&self, counter: IntegerType) -> String {
        self.start.map_or_else(|| self.first.to_owned(), |value| literal(counter.wrap(value), counter))
    }

    fn bound_in(&self, counter: IntegerType) -> String {
        converted(self.bound, self.bound_kind, counter)
    }
}

/// The end of a main loop whose step is known only at run time: the last value with a whole pass after it is before this end. With s
/// the step modulo the width of U, and f the factor:
///
/// ```text
/// i <  b, step  s:  end = b - (f - 1) s         if a <  b and U(b) - U(a) >  (f - 1) s, else a
/// i <= b, step  s:  end = b - (f - 1) s + 1     if a <= b and U(b) - U(a) >= (f - 1) s, else a
/// ```
///
/// and likewise downwards. It needs no division, which would cost more than a short loop. The product must not wrap, and a step of zero
/// never reaches a bound that may be met: the author's loop handles both, and a step away from the bound, which is very large in U.
#[derive(Clone, Copy, Debug)]
pub struct RuntimeStepEnd<'a> {
    /// How the variable is compared with the bound.
    pub comparison: Comparison,
    /// Copies in the main loop.
    pub factor: u32,
    /// The induction variable's type.
    pub kind: IntegerType,
    /// The induction variable.
    pub name: &'a str,
    /// The bound: a name or a literal.
    pub bound: &'a str,
    /// The bound's type.
    pub bound_kind: IntegerType,
    /// The bound's value, where it is written as a number.
    pub bound_value: Option<i128>,
    /// A variable of type U that holds the size of the step.
    pub step: &'a str,
}

impl RuntimeStepEnd<'_> {
    /// The type of the comparison, and of the end.
    #[must_use]
    pub fn kind(&self) -> IntegerType {
        self.kind.common(self.bound_kind).unwrap_or(self.kind)
    }

    /// U, the type of the step.
    #[must_use]
    pub fn step_kind(&self) -> IntegerType {
        unsigned(self.kind())
    }

    /// The end as an expression.
    #[must_use]
    pub fn expression(&self) -> String {
        let &Self { comparison, factor, kind, name, bound, bound_kind, bound_value, step } = self;
        let (common, unsigned) = (self.kind(), self.step_kind());
        let first = converted(name, kind, unsigned);
        let last = match bound_value {
            Some(value) if value >= 0 => format!("{value}u"),
            _ => converted(bound, bound_kind, unsigned),
        };
        let steps = if factor == 2 { step.to_owned() } else { format!("{}u * {step}", factor - 1) };
        let max = MAX_PASS / i128::from(factor);
        let is_inclusive = comparison.is_inclusive();
        let (range, reaches) = if is_inclusive {
            (format!("{step} != 0 && {step} <= {max}u"), ">=")
        } else {
            (format!("{step} <= {max}u"), ">")
        };
        let (distance, away, back) = match (self.is_upwards(), bound_value) {
            (true, _) => (format!("{last} - {first}"), " - ", " + 1"),
            (false, Some(0)) => (first, "", " - 1"),
            (false, _) => (format!("{first} - {last}"), " + ", " - 1"),
        };
        let pass = match (common.signed, factor) {
            (true, 2) => format!("({}){step}", common.name()),
            (true, _) => format!("({})({steps})", common.name()),
            (false, _) => steps.clone(),
        };
        let bound_in_common = if away.is_empty() { String::new() } else { converted(bound, bound_kind, common) };
        let last_but_one = if is_inclusive { back } else { "" };
        format!(
            "{name} {} {bound} && {range} && {distance} {reaches} {steps} \
             ? {bound_in_common}{away}{pass}{last_but_one} : {name}",
            comparison.text()
        )
    }

    /// The operator of the main loop's test.
    #[must_use]
    pub fn operator(&self) -> &'static str {
        if self.is_upwards() { "<" } else { ">" }
    }

    fn is_upwards(&self) -> bool {
        matches!(self.comparison, Comparison::Less | Comparison::LessEqual)
    }
}

struct Term {
    text: String,
    is_sum: bool,
}

fn enclosed(term: &Term) -> String {
    if term.is_sum { format!("({})", term.text) } else { term.text.clone() }
}

fn signed_again(text: &str, counter: IntegerType) -> String {
    if counter.signed { format!("({})({text})", counter.name()) } else { text.to_owned() }
}

/// A name or literal as an operand of `target`; a value that converts implicitly, without change, is not cast.
fn converted(text: &str, from: IntegerType, target: IntegerType) -> String {
    let widens = from.promoted() == target || (target.signed && from.signed && target.bits > from.bits);
    if from == target || widens { text.to_owned() } else { format!("({}){text}", target.name()) }
}

/// A name or literal as an operand of an operator that computes in `target`.
fn promoted(text: &str, from: IntegerType, target: IntegerType) -> String {
    if from.promoted() == target { text.to_owned() } else { format!("({}){text}", target.name()) }
}

/// The unsigned type of the same width.
fn unsigned(kind: IntegerType) -> IntegerType {
    IntegerType { signed: false, ..kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(comparison: Comparison, stride: i128, kind: IntegerType, start: Option<i128>) -> String {
        EndOperands {
            comparison,
            stride,
            factor: 4,
            kind,
            start,
            first: "i_base",
            first_kind: kind,
            bound: "n",
            bound_kind: kind,
            bound_value: None,
            known_bound: None,
        }
        .expression()
    }

    #[test]
    fn common_loops_have_short_ends() {
        assert_eq!(end(Comparison::Less, 1, IntegerType::INT, Some(0)), "0 < n ? n - (int)((uint)n % 4u) : 0");
        assert_eq!(end(Comparison::Less, 1, IntegerType::UINT, Some(0)), "n - n % 4u");
        assert_eq!(
            end(Comparison::Less, 1, IntegerType::INT, None),
            "i_base < n ? n - (int)(((uint)n - (uint)i_base) % 4u) : i_base"
        );
        assert_eq!(
            end(Comparison::GreaterEqual, -1, IntegerType::INT, None),
            "i_base >= n ? (int)((uint)i_base - ((uint)i_base - (uint)n + 1u) / 4u * 4u) : i_base"
        );
        assert_eq!(end(Comparison::NotEqual, 1, IntegerType::INT, Some(0)), "(uint)n / 4u * 4u");
    }

    #[test]
    fn ends_of_steps_of_the_run_divide_nothing() {
        let end = |comparison, kind, bound_kind| {
            let end = RuntimeStepEnd {
                comparison,
                factor: 4,
                kind,
                name: "i",
                bound: "n",
                bound_kind,
                bound_value: None,
                step: "s",
            };
            end.expression()
        };
        let (int, uint) = (IntegerType::INT, IntegerType::UINT);
        assert_eq!(
            end(Comparison::Less, int, int),
            "i < n && s <= 4194304u && (uint)n - (uint)i > 3u * s ? n - (int)(3u * s) : i"
        );
        assert_eq!(end(Comparison::Greater, uint, uint), "i > n && s <= 4194304u && i - n > 3u * s ? n + 3u * s : i");
        assert_eq!(
            end(Comparison::LessEqual, uint, IntegerType::SIZE),
            "i <= n && s != 0 && s <= 4194304u && n - (size_t)i >= 3u * s ? n - 3u * s + 1 : i"
        );
    }
}
