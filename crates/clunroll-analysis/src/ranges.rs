//! The range of an expression that depends on a work-item's number.
//!
//! ```c
//! __attribute__((reqd_work_group_size(64, 1, 1)))
//! __kernel void sum(…)
//!     int item = get_local_id(0);                        // 0 to 63
//!     for (int i = item; i < 256; i += 64)               // four trips, wherever it begins
//! ```
//!
//! In a kernel whose work-group size is required, `get_local_id(d)` is less than the size in that dimension (OpenCL C 6.15.1), also in the
//! smaller groups at the edges. From there, ranges go through sums, differences, products and conversions that keep the value, and through
//! variables with a single value. An expression has no range if a conversion may change its value, or if the host decides it. The size
//! itself is an exception, since a condition can pin it.

use std::cell::RefCell;

use lang_c::ast::{BinaryOperator, CallExpression, Expression, Identifier};
use lang_c::span::Node;

use super::env::Env;
use super::evaluate::{Evaluator, LookupPoint};
use super::symbol::{Access, Storage, SymbolId};
use super::symbols::Function;
use crate::limits::MAX_RANGE_DEPTH;
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::tree::TokenRange;

/// The least and the greatest value of an expression, and its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRange {
    /// The least value.
    pub low: i128,
    /// The greatest value.
    pub high: i128,
    /// The type.
    pub kind: IntegerType,
}

impl ValueRange {
    /// The same values in another type, if it holds them on every device.
    #[must_use]
    pub fn converted(self, kind: IntegerType) -> Option<Self> {
        (kind.holds(self.low) && kind.holds(self.high)).then_some(Self { kind, ..self })
    }
}

/// A work-group size that macros of the host decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostedSize {
    /// The tokens of the attribute that give it.
    pub operand: TokenRange,
    /// The known value.
    pub value: i128,
}

/// The range of an expression, and the sizes of the host that it depends on; `None` if the range is unknown.
#[must_use]
pub fn range_of(
    function: &Function<'_, '_>,
    env: &Env,
    node: &Node<Expression>,
) -> Option<(ValueRange, Vec<HostedSize>)> {
    let finder = RangeFinder { function, env, sizes: RefCell::default() };
    let range = finder.of(node, MAX_RANGE_DEPTH)?;
    Some((range, finder.sizes.take()))
}

/// The range of a variable that is only ever initialised, if no macro of the host decides it.
#[must_use]
pub fn range_of_variable(function: &Function<'_, '_>, id: SymbolId) -> Option<ValueRange> {
    let finder = RangeFinder { function, env: function.nothing_known(), sizes: RefCell::default() };
    finder.without_host(finder.of_symbol(id, MAX_RANGE_DEPTH))
}

/// The range of `get_local_id(d)` at a token, if no macro of the host decides it.
#[must_use]
pub fn range_of_local_id(function: &Function<'_, '_>, dimension: u8, token: usize) -> Option<ValueRange> {
    let finder = RangeFinder { function, env: function.nothing_known(), sizes: RefCell::default() };
    finder.without_host(finder.of_local_id(dimension.into(), token))
}

struct RangeFinder<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    env: &'f Env,
    sizes: RefCell<Vec<HostedSize>>,
}

impl RangeFinder<'_, '_, '_> {
    /// The range, if it does not depend on a size that the host decides.
    fn without_host(&self, found: Option<ValueRange>) -> Option<ValueRange> {
        found.filter(|_| self.sizes.borrow().is_empty())
    }

    fn of(&self, node: &Node<Expression>, depth: usize) -> Option<ValueRange> {
        let deeper = depth.checked_sub(1)?;
        let evaluator = Evaluator::new(self.function, self.env, LookupPoint::InTree);
        if let Ok(known) = evaluator.value(node) {
            let is_final = known.facts.is_final() && !known.facts.type_differs();
            return is_final.then_some(ValueRange { low: known.value, high: known.value, kind: known.kind });
        }
        match &node.node {
            Expression::Identifier(name) => self.variable(name, deeper),
            Expression::Call(call) => self.item_number(&call.node, node),
            Expression::Cast(cast) => {
                let kind = evaluator.type_named(&cast.node.type_name).integer()?;
                self.of(&cast.node.expression, deeper)?.converted(kind)
            }
            Expression::BinaryOperator(binary) => {
                let (left, right) = (self.of(&binary.node.lhs, deeper)?, self.of(&binary.node.rhs, deeper)?);
                let kind = left.kind.common(right.kind)?;
                let (left, right) = (left.converted(kind)?, right.converted(kind)?);
                let (low, high) = match binary.node.operator.node {
                    BinaryOperator::Plus => (left.low + right.low, left.high + right.high),
                    BinaryOperator::Minus => (left.low - right.high, left.high - right.low),
                    BinaryOperator::Multiply if left.low >= 0 && right.low >= 0 => {
                        (left.low * right.low, left.high * right.high)
                    }
                    _ => return None,
                };
                ValueRange { low, high, kind }.converted(kind)
            }
            _ => None,
        }
    }

    /// A variable that is only ever initialised.
    fn variable(&self, name: &Node<Identifier>, depth: usize) -> Option<ValueRange> {
        let function = self.function;
        let token = function.parsed.token_of(name.span);
        let id = function.lookup(&name.node.name, token)?;
        self.of_symbol(id, depth).filter(|_| function.is_certain(id, token))
    }

    fn of_symbol(&self, id: SymbolId, depth: usize) -> Option<ValueRange> {
        let function = self.function;
        let symbol = function.symbol(id);
        let has_one_value = symbol.storage == Storage::Local
            && !symbol.kind.is_volatile
            && function.first_access(id, Access::Write).is_none()
            && function.address_taken(id).is_none();
        let kind = symbol.kind.integer().filter(|_| has_one_value)?;
        self.of(symbol.initializer?, depth)?.converted(kind)
    }

    /// `get_local_id(d)` in a kernel with a required work-group size.
    fn item_number(&self, call: &CallExpression, node: &Node<Expression>) -> Option<ValueRange> {
        let function = self.function;
        let token = function.parsed.token_of(node.span);
        let (Expression::Identifier(name), [dimension]) = (&call.callee.node, &call.arguments[..]) else { return None };
        if name.node.name != "get_local_id" || !function.is_builtin("get_local_id", token) {
            return None;
        }
        let dimension = Evaluator::new(function, self.env, LookupPoint::InTree).value(dimension).ok()?;
        self.of_local_id(dimension.value, token).filter(|_| dimension.facts.is_final())
    }

    fn of_local_id(&self, dimension: i128, token: usize) -> Option<ValueRange> {
        let size = self.function.launched_with("get_enqueued_local_size", dimension, token)?;
        if !size.facts.is_final() {
            let operand = self.function.launch_operand(dimension)?.clone();
            self.sizes.borrow_mut().push(HostedSize { operand, value: size.value });
        }
        Some(ValueRange { low: 0, high: size.value - 1, kind: IntegerType::SIZE })
    }
}
