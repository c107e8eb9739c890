//! What the header of a loop says of a trip count that only the run knows: its remainder after a division by a power of two.
//!
//! ```c
//! for (int i = -radius; i <= radius; i++)   // 2 * radius + 1: an odd number
//! ```
//!
//! Bound and start are read as sums of multiples of variables. Where a power of two divides all of these multiples, only the constant
//! counts. Powers of two stay right where such a sum wraps around, in every integer type.

use std::collections::BTreeMap;

use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;

use super::comparison::Comparison;
use super::env::Env;
use super::evaluate::{Evaluator, LookupPoint};
use super::induction::{Induction, Step};
use super::symbol::SymbolId;
use super::symbols::Function;
use super::trips::Advance;

/// The largest power of two that is looked for.
const MOST: u32 = 64;
/// How deep an expression is read.
const DEPTH: usize = 64;

/// A set of numbers: those that differ from `first` by a multiple of `every`, which is a power of two up to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Residue {
    /// The distance between neighbours; 1 for all numbers.
    pub every: u32,
    /// The least of them that is not negative.
    pub first: u32,
}

impl Residue {
    /// All numbers.
    pub const ALL: Self = Self { every: 1, first: 0 };
}

/// The trip counts of a loop that runs at all.
#[must_use]
pub fn residue_of_trips(function: &Function<'_, '_>, env: &Env, counter: &Induction<'_>) -> Residue {
    let Step::Constant(Advance::Add(stride @ (1 | -1)), step) = &counter.step else { return Residue::ALL };
    let reader = SumReader { function, evaluator: Evaluator::new(function, env, LookupPoint::InTree) };
    let start = counter.start.and_then(|start| reader.sum(start, DEPTH));
    // Another part of the initialiser may change a variable that both expressions use.
    let is_known = counter.kind.integer().is_some() && step.facts.is_final() && !counter.has_companions;
    let (Some(start), Some(bound), true) = (start, reader.sum(counter.bound, DEPTH), is_known) else {
        return Residue::ALL;
    };
    let mut trips = bound.plus(&start, -1).times(*stride);
    if matches!(counter.comparison, Comparison::LessEqual | Comparison::GreaterEqual) {
        trips.constant = trips.constant.wrapping_add(1);
    }
    let bits = trips.terms.values().fold(i128::from(MOST), |bits, multiple| bits | multiple);
    let every = 1_u32 << bits.trailing_zeros();
    let first = trips.constant.rem_euclid(i128::from(every));
    u32::try_from(first).map_or(Residue::ALL, |first| Residue { every, first })
}

/// A constant and multiples of variables, with arithmetic that wraps around.
#[derive(Clone, Debug, Default)]
struct ResidueSum {
    terms: BTreeMap<SymbolId, i128>,
    constant: i128,
}

impl ResidueSum {
    fn plus(mut self, other: &Self, factor: i128) -> Self {
        for (&id, multiple) in &other.terms {
            let term = self.terms.entry(id).or_default();
            *term = term.wrapping_add(multiple.wrapping_mul(factor));
        }
        self.constant = self.constant.wrapping_add(other.constant.wrapping_mul(factor));
        self
    }

    fn times(self, factor: i128) -> Self {
        Self::default().plus(&self, factor)
    }
}

struct SumReader<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    evaluator: Evaluator<'f, 'u, 't>,
}

impl SumReader<'_, '_, '_> {
    fn sum(&self, node: &Node<Expression>, depth: usize) -> Option<ResidueSum> {
        let deeper = depth.checked_sub(1)?;
        if let Ok(known) = self.evaluator.value(node) {
            let is_final = known.facts.is_final() && !known.facts.type_differs();
            return is_final.then(|| ResidueSum { constant: known.value, ..ResidueSum::default() });
        }
        match &node.node {
            Expression::Identifier(name) => {
                let token = self.function.parsed.token_of(name.span);
                let id = self.function.lookup(&name.node.name, token)?;
                let kind = &self.function.symbol(id).kind;
                let is_plain = kind.integer().is_some() && !kind.is_volatile && self.function.is_certain(id, token);
                is_plain.then(|| ResidueSum { terms: BTreeMap::from([(id, 1)]), constant: 0 })
            }
            Expression::UnaryOperator(unary) => match unary.node.operator.node {
                UnaryOperator::Plus => self.sum(&unary.node.operand, deeper),
                UnaryOperator::Minus => Some(self.sum(&unary.node.operand, deeper)?.times(-1)),
                _ => None,
            },
            Expression::BinaryOperator(binary) => {
                let (left, right) = (self.sum(&binary.node.lhs, deeper)?, self.sum(&binary.node.rhs, deeper)?);
                match binary.node.operator.node {
                    BinaryOperator::Plus => Some(left.plus(&right, 1)),
                    BinaryOperator::Minus => Some(left.plus(&right, -1)),
                    BinaryOperator::Multiply if left.terms.is_empty() => Some(right.times(left.constant)),
                    BinaryOperator::Multiply if right.terms.is_empty() => Some(left.times(right.constant)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
