//! Subscripts as polynomials of variables, in the arithmetic of 32 bits.
//!
//! `A[(row + r) * n + k]` has the subscript `row*n + r*n + k`. Every operand of a sum, a difference or a product is converted to at least
//! 32 bits, and so the lowest 32 bits of the result are those of the polynomial, even if an intermediate value wraps around. A conversion
//! to fewer bits, a quotient or a value from memory has no polynomial, unless nothing in the nest changes it ([`opaque`](super::opaque)). The
//! value equals the polynomial in all bits if nothing can wrap around: in a constant, and in a variable that no conversion changes.
//!
//! A work-item function is a variable that nothing changes. If a variable of the nest has only one value in each iteration, its
//! initialiser takes its place: `const int row = r * 16;`.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use lang_c::ast::{BinaryOperator, CallExpression, Expression, UnaryOperator};
use lang_c::span::Node;

use super::hosted::NestConstants;
use crate::evaluate::{Evaluator, LookupPoint};
use crate::symbol::{Access, Storage, SymbolId};
use crate::symbols::Function;
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::tree::TokenRange;

/// The greatest coefficient. Sums of products stay far from the limits of the arithmetic that computes them.
const MAX_COEFFICIENT: i128 = 1 << 40;
/// The most terms of a polynomial.
const MAX_TERMS: usize = 32;
/// How deep an expression may be.
const MAX_DEPTH: usize = 32;

/// A variable of a polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variable {
    /// A variable of the function.
    Symbol(SymbolId),
    /// One of [`WORK_ITEM`] with the dimension.
    WorkItem(&'static str, u8),
    /// Another expression that nothing in the nest changes, by its number.
    Opaque(usize),
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Polynomial {
    terms: BTreeMap<Vec<Variable>, i128>,
}

impl Polynomial {
    /// A constant.
    #[must_use]
    pub fn constant(value: i128) -> Option<Self> {
        Self::default().plus(Vec::new(), value)
    }

    /// A variable.
    #[must_use]
    pub fn variable(variable: Variable) -> Self {
        Self { terms: BTreeMap::from([(vec![variable], 1)]) }
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

    /// A sum of variables with a constant, for tests.
    #[cfg(test)]
    pub fn sum(variables: impl IntoIterator<Item = (SymbolId, i128)>, constant: i128) -> Self {
        let add = |sum: Self, (one, factor)| sum.plus(vec![Variable::Symbol(one)], factor).expect("a small sum");
        variables.into_iter().fold(Self::constant(constant).expect("a small constant"), add)
    }

    /// The constant term.
    #[must_use]
    pub fn constant_term(&self) -> Self {
        let constant = self.terms.get_key_value(&[][..]).map(|(none, &constant)| (none.clone(), constant));
        Self { terms: constant.into_iter().collect() }
    }

    /// The value, if it depends on no variable.
    #[must_use]
    pub fn as_constant(&self) -> Option<i128> {
        let is_constant = self.terms.keys().all(Vec::is_empty);
        is_constant.then(|| self.coefficient(&[]))
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

/// The value of an expression as a polynomial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffineValue {
    /// The polynomial with the same lowest 32 bits.
    pub polynomial: Polynomial,
    /// Its type; `None` if it differs between devices.
    pub kind: Option<IntegerType>,
    /// Whether it equals the polynomial in all bits.
    pub is_exact: bool,
}

impl AffineValue {
    /// The result of an operation, which may wrap around.
    fn computed(kind: Option<IntegerType>, polynomial: Option<Polynomial>) -> Option<Self> {
        Some(Self { polynomial: polynomial?, kind, is_exact: false })
    }

    /// The result of a conversion to a type of at least 32 bits.
    #[must_use]
    pub fn converted(self, kind: IntegerType) -> Self {
        let is_held = self.kind.is_some_and(|from| holds_all(kind, from));
        let constant = self.polynomial.as_constant().is_some_and(|constant| kind.holds(constant));
        Self { is_exact: self.is_exact && (is_held || constant), kind: Some(kind), ..self }
    }
}

/// Whether a type has all values of another, on every device.
#[must_use]
pub fn holds_all(kind: IntegerType, other: IntegerType) -> bool {
    let greatest = if other.is_size { IntegerType::ULONG.max() } else { other.max() };
    kind == other || kind.holds(other.min()) && kind.holds(greatest)
}

/// The values of variables that are declared in a nest, each read once.
pub type Locals = RefCell<HashMap<SymbolId, Option<AffineValue>>>;

/// Reads subscripts in a nest.
#[derive(Clone, Copy)]
pub struct SubscriptReader<'f, 'u, 't> {
    /// The function.
    pub function: &'f Function<'u, 't>,
    /// The tokens of the nest. A variable that is declared outside of them and not written in them keeps its value.
    pub nest: &'f TokenRange,
    /// The induction variables of the nest.
    pub counters: &'f [SymbolId],
    /// The variables of the nest that were already read.
    pub locals: &'f Locals,
    /// Which constants have their values.
    pub constants: NestConstants,
}

impl SubscriptReader<'_, '_, '_> {
    /// The value of an expression; `None` if it has no polynomial.
    #[must_use]
    pub fn read(&self, node: &Node<Expression>) -> Option<AffineValue> {
        self.at_depth(node, 0)
    }

    fn at_depth(&self, node: &Node<Expression>, depth: usize) -> Option<AffineValue> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.polynomial(node, depth).or_else(|| self.opaque(node))
    }

    fn polynomial(&self, node: &Node<Expression>, depth: usize) -> Option<AffineValue> {
        let evaluator = Evaluator::new(self.function, self.function.nothing_known(), LookupPoint::InTree);
        if let Some(known) = self.constants.value(self.function, node) {
            let polynomial = Polynomial::constant(known.value).filter(|_| !known.facts.type_differs())?;
            return Some(AffineValue { polynomial, kind: Some(known.kind), is_exact: true });
        }
        match &node.node {
            Expression::Identifier(name) => self.variable(&name.node.name, node, depth),
            Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::ShiftLeft => {
                let left = self.at_depth(&binary.node.lhs, depth + 1)?;
                let count = self.constants.value(self.function, &binary.node.rhs)?;
                let kind = left.kind.map(IntegerType::promoted);
                let factor = u32::try_from(count.value).ok().filter(|&count| count < 32).map(|count| 1 << count)?;
                AffineValue::computed(kind, Polynomial::default().add(&left.polynomial, factor))
            }
            Expression::BinaryOperator(binary) => {
                let operation = match binary.node.operator.node {
                    BinaryOperator::Plus => |left: &Polynomial, right: &Polynomial| left.add(right, 1),
                    BinaryOperator::Minus => |left: &Polynomial, right: &Polynomial| left.add(right, -1),
                    BinaryOperator::Multiply => Polynomial::times,
                    _ => return None,
                };
                let left = self.at_depth(&binary.node.lhs, depth + 1)?;
                let right = self.at_depth(&binary.node.rhs, depth + 1)?;
                let kind = left.kind.zip(right.kind).and_then(|(left, right)| left.common(right));
                let polynomial = operation(&left.polynomial, &right.polynomial);
                AffineValue::computed(kind, polynomial)
            }
            Expression::UnaryOperator(unary) => {
                let factor = match unary.node.operator.node {
                    UnaryOperator::Plus => 1,
                    UnaryOperator::Minus => -1,
                    _ => return None,
                };
                let operand = self.at_depth(&unary.node.operand, depth + 1)?;
                let (kind, polynomial) = (operand.kind, Polynomial::default().add(&operand.polynomial, factor));
                AffineValue::computed(kind.map(IntegerType::promoted), polynomial)
            }
            Expression::Cast(cast) => {
                let kind = evaluator.type_named(&cast.node.type_name).integer().filter(|&kind| is_wide(kind))?;
                Some(self.at_depth(&cast.node.expression, depth + 1)?.converted(kind))
            }
            Expression::Call(call) => self.work_item(&call.node, node),
            _ => None,
        }
    }

    /// A work-item function of a constant dimension.
    pub(super) fn work_item(&self, call: &CallExpression, node: &Node<Expression>) -> Option<AffineValue> {
        let (Expression::Identifier(name), [dimension]) = (&call.callee.node, &call.arguments[..]) else { return None };
        let token = self.function.parsed.token_of(node.span);
        let known = WORK_ITEM.into_iter().find(|known| *known == name.node.name)?;
        let evaluator = Evaluator::new(self.function, self.function.nothing_known(), LookupPoint::InTree);
        let dimension = evaluator.value(dimension).ok().filter(|known| known.facts.is_final())?;
        let variable = Variable::WorkItem(known, u8::try_from(dimension.value).ok()?);
        let polynomial = Polynomial::variable(variable);
        let value = AffineValue { polynomial, kind: Some(IntegerType::SIZE), is_exact: true };
        self.function.is_builtin(known, token).then_some(value)
    }

    fn variable(&self, name: &str, node: &Node<Expression>, depth: usize) -> Option<AffineValue> {
        let function = self.function;
        let token = function.parsed.token_of(node.span);
        let id = function.lookup(name, token).filter(|&id| function.is_certain(id, token))?;
        let symbol = function.symbol(id);
        let kind = symbol.kind.integer().filter(|_| !symbol.kind.is_volatile)?;
        let itself = || {
            let polynomial = Polynomial::variable(Variable::Symbol(id));
            AffineValue { polynomial, kind: Some(kind), is_exact: true }
        };
        let is_own = matches!(symbol.storage, Storage::Local | Storage::Parameter);
        if !is_own || function.address_taken(id).is_some() {
            return None;
        }
        if self.counters.contains(&id) {
            return is_wide(kind).then(itself);
        }
        if !self.nest.contains(&symbol.declared) {
            let keeps_value = function.find_access(id, Access::Write, self.nest.clone()).is_none();
            return keeps_value.then(itself);
        }
        let has_one_value = function.first_access(id, Access::Write).is_none() && is_wide(kind);
        let initializer = symbol.initializer.filter(|_| has_one_value)?;
        if let Some(known) = self.locals.borrow().get(&id) {
            return known.clone();
        }
        // An initialiser that uses its own variable has no value.
        self.locals.borrow_mut().insert(id, None);
        let value = self.at_depth(initializer, depth + 1).map(|value| value.converted(kind));
        self.locals.borrow_mut().insert(id, value.clone());
        value
    }
}

/// Whether a type has at least 32 bits.
fn is_wide(kind: IntegerType) -> bool {
    kind.bits >= 32
}
