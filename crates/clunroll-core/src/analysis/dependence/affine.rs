//! Subscripts as polynomials of variables, in the arithmetic of 32 bits.
//!
//! `A[(row + r) * n + k]` has the subscript `row*n + r*n + k`. Every operand of a sum, a difference or a product is converted to
//! at least 32 bits, and so the lowest 32 bits of the result are those of the polynomial, whatever wraps around on the way. A
//! conversion to fewer bits, a quotient or a value from memory has no polynomial.
//!
//! A work-item function is a variable that nothing changes. If a variable of the nest has only one value in each iteration, its
//! initialiser takes its place: `const int row = r * 16;`.

use std::collections::BTreeMap;

use lang_c::ast::{BinaryOperator, CallExpression, Expression, UnaryOperator};
use lang_c::span::Node;

use crate::analysis::evaluate::{Evaluator, LookupPoint};
use crate::analysis::symbols::{Access, Function, Storage, SymbolId};
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::tree::TokenRange;

/// The greatest coefficient, so that sums of products stay far from the limits of the arithmetic that computes with them.
const MAX_COEFFICIENT: i128 = 1 << 40;
/// The most terms of a polynomial.
const MAX_TERMS: usize = 32;
/// How deep an expression may be.
const MAX_DEPTH: usize = 32;

/// What a polynomial is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variable {
    /// A variable of the function.
    Symbol(SymbolId),
    /// One of [`WORK_ITEM`] with the dimension.
    WorkItem(&'static str, u8),
}

/// The work-item functions that give the same number whenever a work-item calls them (OpenCL C 6.15.1).
const WORK_ITEM: [&str; 8] = [
    "get_enqueued_local_size",
    "get_global_id",
    "get_global_offset",
    "get_global_size",
    "get_group_id",
    "get_local_id",
    "get_local_size",
    "get_num_groups",
];

/// A sum of products of variables, each with a coefficient that is not 0. The product of no variables is the constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial {
    terms: BTreeMap<Vec<Variable>, i128>,
}

impl Polynomial {
    /// A constant.
    #[must_use]
    pub fn constant(value: i128) -> Option<Self> {
        Self::default().plus(Vec::new(), value)
    }

    /// The terms: variables in order, and the coefficient.
    pub fn terms(&self) -> impl Iterator<Item = (&[Variable], i128)> {
        self.terms.iter().map(|(variables, &coefficient)| (&variables[..], coefficient))
    }

    /// The coefficient of a product of variables.
    #[must_use]
    pub fn coefficient(&self, variables: &[Variable]) -> i128 {
        self.terms.get(variables).copied().unwrap_or_default()
    }

    fn plus(mut self, variables: Vec<Variable>, coefficient: i128) -> Option<Self> {
        let sum = self.coefficient(&variables) + coefficient;
        if sum == 0 {
            self.terms.remove(&variables);
        } else {
            self.terms.insert(variables, sum);
        }
        (sum.abs() <= MAX_COEFFICIENT && self.terms.len() <= MAX_TERMS).then_some(self)
    }

    /// The sum of this and a multiple of another.
    #[must_use]
    pub fn add(&self, other: &Self, factor: i128) -> Option<Self> {
        other.terms.iter().try_fold(self.clone(), |sum, (variables, &coefficient)| {
            sum.plus(variables.clone(), coefficient.checked_mul(factor)?)
        })
    }

    fn times(&self, other: &Self) -> Option<Self> {
        let mut product = Self::default();
        for (one, &left) in &self.terms {
            for (two, &right) in &other.terms {
                let mut variables = [&one[..], &two[..]].concat();
                variables.sort_unstable();
                product = product.plus(variables, left.checked_mul(right)?)?;
            }
        }
        Some(product)
    }
}

/// Reads subscripts in a nest.
#[derive(Clone, Copy)]
pub struct SubscriptReader<'f, 'u, 't> {
    /// The function.
    pub function: &'f Function<'u, 't>,
    /// The tokens of the nest: what is declared outside and is not written in them keeps its value.
    pub nest: &'f TokenRange,
    /// The induction variables of the nest.
    pub counters: &'f [SymbolId],
}

impl SubscriptReader<'_, '_, '_> {
    /// The polynomial of an expression; `None` where it has none.
    #[must_use]
    pub fn read(&self, node: &Node<Expression>) -> Option<Polynomial> {
        self.at_depth(node, 0)
    }

    fn at_depth(&self, node: &Node<Expression>, depth: usize) -> Option<Polynomial> {
        if depth > MAX_DEPTH {
            return None;
        }
        let evaluator = Evaluator::new(self.function, self.function.nothing_known(), LookupPoint::InTree);
        if let Ok(known) = evaluator.value(node) {
            let is_final = known.facts.is_final() && !known.facts.type_differs();
            return is_final.then(|| Polynomial::constant(known.value)).flatten();
        }
        match &node.node {
            Expression::Identifier(name) => self.variable(&name.node.name, node, depth),
            Expression::BinaryOperator(binary) => {
                let operands =
                    || Some((self.at_depth(&binary.node.lhs, depth + 1)?, self.at_depth(&binary.node.rhs, depth + 1)?));
                match binary.node.operator.node {
                    BinaryOperator::Plus => operands().and_then(|(left, right)| left.add(&right, 1)),
                    BinaryOperator::Minus => operands().and_then(|(left, right)| left.add(&right, -1)),
                    BinaryOperator::Multiply => operands().and_then(|(left, right)| left.times(&right)),
                    _ => None,
                }
            }
            Expression::UnaryOperator(unary) => match unary.node.operator.node {
                UnaryOperator::Plus => self.at_depth(&unary.node.operand, depth + 1),
                UnaryOperator::Minus => Polynomial::default().add(&self.at_depth(&unary.node.operand, depth + 1)?, -1),
                _ => None,
            },
            Expression::Cast(cast) => {
                evaluator.type_named(&cast.node.type_name).integer().filter(|&kind| is_wide(kind))?;
                self.at_depth(&cast.node.expression, depth + 1)
            }
            Expression::Call(call) => self.work_item(&call.node, node),
            _ => None,
        }
    }

    /// A work-item function of a dimension that is a constant.
    fn work_item(&self, call: &CallExpression, node: &Node<Expression>) -> Option<Polynomial> {
        let (Expression::Identifier(name), [dimension]) = (&call.callee.node, &call.arguments[..]) else { return None };
        let token = self.function.parsed.token_of(node.span);
        let known = WORK_ITEM.into_iter().find(|known| *known == name.node.name)?;
        let evaluator = Evaluator::new(self.function, self.function.nothing_known(), LookupPoint::InTree);
        let dimension = evaluator.value(dimension).ok().filter(|known| known.facts.is_final())?;
        let variable = Variable::WorkItem(known, u8::try_from(dimension.value).ok()?);
        self.function.is_builtin(known, token).then(|| Polynomial::default().plus(vec![variable], 1)).flatten()
    }

    fn variable(&self, name: &str, node: &Node<Expression>, depth: usize) -> Option<Polynomial> {
        let function = self.function;
        let token = function.parsed.token_of(node.span);
        let id = function.lookup(name, token).filter(|&id| function.is_certain(id, token))?;
        let symbol = function.symbol(id);
        let kind = symbol.kind.integer().filter(|_| !symbol.kind.is_volatile)?;
        let itself = || Polynomial::default().plus(vec![Variable::Symbol(id)], 1);
        let is_own = matches!(symbol.storage, Storage::Local | Storage::Parameter);
        if !is_own || function.address_taken(id).is_some() {
            return None;
        }
        if self.counters.contains(&id) {
            return itself().filter(|_| is_wide(kind));
        }
        if !self.nest.contains(&symbol.declared) {
            return itself().filter(|_| function.find_access(id, Access::Write, self.nest.clone()).is_none());
        }
        let has_one_value = function.first_access(id, Access::Write).is_none() && is_wide(kind);
        symbol.initializer.filter(|_| has_one_value).and_then(|initializer| self.at_depth(initializer, depth + 1))
    }
}

/// Whether a type has at least 32 bits.
fn is_wide(kind: IntegerType) -> bool {
    kind.bits >= 32
}
