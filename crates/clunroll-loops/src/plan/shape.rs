//! The forms of unrolled loops, as they are planned and before they are written.
//!
//! A [`Shape`] holds only what its form needs: the induction variable if the form counts one, how the copies get its value
//! ([`VariableStyle`]), the end of a main loop ([`MainLoopEnd`]), the form of the remainder after it ([`RemainderShape`]), and the
//! plans of the requested loops in each copy.

use std::rc::Rc;

use crate::plan::InnerPlans;
use clunroll_analysis::{Comparison, Countdown, HeaderNumbers, Induction};
use clunroll_rules::{Decline, RemainderReason, WantedRemainder};
use lang_c::ast::Expression;
use lang_c::span::Node;
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::tree::TokenRange;

/// How a copy gets the value of the induction variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableStyle {
    /// Each copy declares a constant, of the type that these tokens name.
    Declared(TokenRange),
    /// The variable lives outside the loop, where nothing else sees it: each copy declares a constant of this type in its place, and
    /// the variable gets its last value after them.
    Replaced(String),
    /// The variable lives outside the loop; each copy begins with an assignment.
    Assigned,
    /// The author's step is written between the copies.
    Stepped,
}

impl VariableStyle {
    /// Whether two configurations write the same copies; a declared type is the same text in both.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Replaced(text), Self::Replaced(same)) => text == same,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// Whether each copy declares the variable's value.
    #[must_use]
    pub fn declares(&self) -> bool {
        matches!(self, Self::Declared(_) | Self::Replaced(_))
    }
}

/// The end of the main loop of a counted loop.
#[derive(Clone, Copy, Debug)]
pub enum MainLoopEnd<'t> {
    /// A value of the induction variable.
    Value(EndNumbers),
    /// The distance between two pointers.
    Distance {
        /// The elements by which the pointer moves on.
        stride: i128,
    },
    /// A value of the induction variable, where only the run knows the step.
    Stepped {
        /// The variable's type.
        kind: IntegerType,
        /// The bound's type.
        bound_kind: IntegerType,
        /// The amount that is added or subtracted after each iteration.
        by: &'t Node<Expression>,
        /// Whether the amount is computed only if the loop runs: it may have no value otherwise.
        is_tested: bool,
    },
}

/// The operands of the last value of a main loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndNumbers {
    /// The variable's type.
    pub kind: IntegerType,
    /// The amount that is added after each iteration.
    pub stride: i128,
    /// Whether the variable may wrap around by that.
    pub wraps: bool,
    /// The first value, where it is a constant.
    pub start: Option<i128>,
    /// Whether that value, or the type of the expression that gives it, is known to be one of the variable's type.
    pub start_fits: bool,
    /// The bound's type.
    pub bound_kind: IntegerType,
    /// The bound's value, where it is a constant, even if only in this build.
    pub bound: Option<i128>,
}

impl EndNumbers {
    /// The first value of the counter that the copy `index` of a main loop has, where each copy has its own.
    pub fn first_of_counter(&self, start: i128, factor: u32, index: u32) -> i128 {
        start + (i128::from(index) - i128::from(factor)) * self.stride
    }
}

/// The type that a main loop counts in, for a variable of that type which is compared with such a bound.
#[must_use]
pub fn main_loop_counter(comparison: Comparison, kind: IntegerType, bound_kind: IntegerType) -> IntegerType {
    let common = kind.common(bound_kind).unwrap_or(kind);
    match comparison {
        Comparison::NotEqual if kind.bits < common.bits => kind,
        Comparison::NotEqual => IntegerType { signed: false, ..common },
        _ => common,
    }
}

impl MainLoopEnd<'_> {
    /// Whether two configurations compute it in the same way.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Self::Value(numbers), Self::Value(same)) => {
                // The value of the bound decides only how a sum is written, which is right for every bound.
                numbers == EndNumbers { bound: numbers.bound, ..same }
            }
            (Self::Distance { stride }, Self::Distance { stride: same }) => stride == same,
            (
                Self::Stepped { kind, bound_kind, is_tested, .. },
                Self::Stepped { kind: same_kind, bound_kind: same_bound, is_tested: same_test, .. },
            ) => kind == same_kind && bound_kind == same_bound && is_tested == same_test,
            _ => false,
        }
    }
}

/// The form of a remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemainderShape {
    /// The author's own loop.
    Loop,
    /// Nested tests.
    Nested,
    /// One computed jump.
    Switch,
    /// Straight copies, in one version of the loop for each number of them.
    Versions,
}

/// The proven length of a remainder.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RemainderLength {
    /// It is less than one pass.
    BelowOnePass,
    Any,
}

/// The lines before loops in the output that keep the compiler from unrolling them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pin {
    /// Before the main loop.
    pub main: Option<&'static str>,
    /// Before the author's own loop after it.
    pub rest: Option<&'static str>,
}

/// Why a loop is not written in a better form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// The remainder is the author's loop.
    Remainder {
        /// The remainder that was requested.
        wanted: WantedRemainder,
        /// Why it is not.
        why: RemainderReason,
    },
    /// The loop's own test before each copy; the reason says why its trips cannot be counted.
    Tests(Decline),
}

/// The form of an unrolled loop, with the plans of its copies.
#[derive(Clone, Debug)]
pub enum Shape<'t> {
    /// All iterations, one after the other.
    Full {
        /// The induction variable.
        counter: Rc<Induction<'t>>,
        /// How the copies get its value.
        style: VariableStyle,
        /// The header's numbers.
        header: HeaderNumbers,
        /// The inner loops of each copy.
        copies: Vec<InnerPlans<'t>>,
    },
    /// A main loop over a constant number of iterations, and the rest written out.
    Blocks {
        /// The induction variable.
        counter: Rc<Induction<'t>>,
        /// How the copies get its value.
        style: VariableStyle,
        /// The header's numbers.
        header: HeaderNumbers,
        /// The amount that is added after each iteration.
        stride: i128,
        /// Copies in the main loop.
        factor: u32,
        /// Iterations that the main loop runs.
        in_main: u64,
        /// The inner loops of the main loop's copies.
        main: InnerPlans<'t>,
        /// The inner loops of each copy after it.
        rest: Vec<InnerPlans<'t>>,
    },
    /// A main loop with the author's own test, on his promise that no iteration remains after it.
    Exact {
        /// The induction variable.
        counter: Rc<Induction<'t>>,
        /// How the copies get its value.
        style: VariableStyle,
        /// The amount that is added after each iteration.
        stride: i128,
        /// Copies in the main loop.
        factor: u32,
        /// The inner loops.
        inner_plans: InnerPlans<'t>,
    },
    /// A main loop up to a computed end, and the author's loop for the rest.
    Counted {
        /// The induction variable.
        counter: Rc<Induction<'t>>,
        /// How the copies get its value.
        style: VariableStyle,
        /// Copies in the main loop.
        factor: u32,
        /// The end of the main loop.
        ending: MainLoopEnd<'t>,
        /// The form of the remainder.
        rest: RemainderShape,
        /// The inner loops.
        inner_plans: InnerPlans<'t>,
    },
    /// All iterations of a loop with several conditions, each inside the test of the one before.
    Guarded {
        /// How many copies.
        copies: u32,
        /// Whether conditions are evaluated after the last copy.
        is_tested_once_more: bool,
        /// The inner loops.
        inner_plans: InnerPlans<'t>,
    },
    /// A main loop while the variable is far enough from zero, and the author's loop for the rest.
    Countdown {
        /// The variable, and its step.
        countdown: Rc<Countdown<'t>>,
        /// Copies in the main loop.
        factor: u32,
        /// The inner loops.
        inner_plans: InnerPlans<'t>,
    },
    /// Copies after the loop's own test, and the author's loop for the other iterations.
    Rechecked {
        /// How many copies.
        copies: u32,
        /// The inner loops.
        inner_plans: InnerPlans<'t>,
    },
    /// The author's loop over several copies, with its own test before each but the first.
    Checked {
        /// Copies in the loop.
        factor: u32,
        /// Whether these tests do not fail, by the trip count or the author's promise, so that they are not written.
        is_promised: bool,
        /// The inner loops.
        inner_plans: InnerPlans<'t>,
    },
}

impl<'t> Shape<'t> {
    /// The induction variable, and how copies get its value, if the form counts a variable.
    pub(crate) fn style(&self) -> Option<(&Induction<'t>, &VariableStyle)> {
        match self {
            Self::Full { counter, style, .. }
            | Self::Blocks { counter, style, .. }
            | Self::Exact { counter, style, .. }
            | Self::Counted { counter, style, .. } => Some((counter, style)),
            Self::Countdown { .. } | Self::Guarded { .. } | Self::Rechecked { .. } | Self::Checked { .. } => None,
        }
    }

    /// The same, to be changed.
    pub fn inner_plans_mut(&mut self) -> impl Iterator<Item = &mut InnerPlans<'t>> {
        let (first, rest) = match self {
            Self::Full { copies, .. } => (None, &mut copies[..]),
            Self::Blocks { main, rest, .. } => (Some(main), &mut rest[..]),
            Self::Exact { inner_plans, .. }
            | Self::Counted { inner_plans, .. }
            | Self::Countdown { inner_plans, .. }
            | Self::Guarded { inner_plans, .. }
            | Self::Rechecked { inner_plans, .. }
            | Self::Checked { inner_plans, .. } => (Some(inner_plans), &mut [][..]),
        };
        first.into_iter().chain(rest)
    }

    /// The inner loops of every copy.
    pub fn inner_plans(&self) -> impl Iterator<Item = &InnerPlans<'t>> {
        let (first, rest) = match self {
            Self::Full { copies, .. } => (None, &copies[..]),
            Self::Blocks { main, rest, .. } => (Some(main), &rest[..]),
            Self::Exact { inner_plans, .. }
            | Self::Counted { inner_plans, .. }
            | Self::Countdown { inner_plans, .. }
            | Self::Guarded { inner_plans, .. }
            | Self::Rechecked { inner_plans, .. }
            | Self::Checked { inner_plans, .. } => (Some(inner_plans), &[][..]),
        };
        first.into_iter().chain(rest)
    }
}
