//! Values that are not polynomials but keep their value in a nest: `n / 4`, `(size >> 3) & 15`.
//!
//! Two such expressions that are alike have one value, since nothing in the nest changes what they are computed from. So each is one more
//! variable of a polynomial: `c[(n / 4) * i + j]` has the subscript `q*i + j`. Expressions are alike if they consist of the same operations on
//! the same variables and constants, and the spelling of constants and parentheses does not matter.

use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;

use super::affine::{AffineValue, Polynomial, SubscriptReader, Variable};
use super::meeting::range_of_type;
use crate::evaluate::{Evaluator, LookupPoint, operation};
use crate::symbol::{Access, Storage};
use crate::table_entries::ValueLimits;
use oclc_syntax::preprocess::{IntegerType, Operation};

/// How deep an expression may be.
const MAX_DEPTH: usize = 16;

/// An expression that keeps its value.
struct Opaque {
    /// A text that is equal for expressions that are alike.
    key: String,
    kind: IntegerType,
    limits: ValueLimits,
    /// Its value, if it is a constant.
    constant: Option<i128>,
}

impl SubscriptReader<'_, '_, '_> {
    /// The value of an expression that nothing in the nest changes, as a variable of its own.
    pub(super) fn opaque(&self, node: &Node<Expression>) -> Option<AffineValue> {
        let Opaque { key, kind, limits, .. } = self.unchanged(node, MAX_DEPTH)?;
        let number = self.function.known.opaque_terms.borrow_mut().number(key, limits);
        let polynomial = Polynomial::variable(Variable::Opaque(number));
        Some(AffineValue { polynomial, kind: Some(kind), is_exact: true })
    }

    // unchanged = constant | variable | operator unchanged | unchanged operator unchanged | "(" type ")" unchanged | query
    fn unchanged(&self, node: &Node<Expression>, depth: usize) -> Option<Opaque> {
        let deeper = depth.checked_sub(1)?;
        let evaluator = Evaluator::new(self.function, self.function.nothing_known(), LookupPoint::InTree);
        if let Some(known) = self.constants.value(self.function, node) {
            let (value, kind) = (known.value, known.kind);
            let key = format!("{value}:{}", kind.name());
            return (!known.facts.type_differs()).then_some(Opaque {
                key,
                kind,
                limits: (Some(value), Some(value)),
                constant: Some(value),
            });
        }
        let of_type = |key: String, kind| Some(Opaque { key, kind, limits: range_of_type(kind), constant: None });
        match &node.node {
            Expression::Identifier(name) => {
                let function = self.function;
                let token = function.parsed.token_of(name.span);
                let id = function.lookup(&name.node.name, token).filter(|&id| function.is_certain(id, token))?;
                let symbol = function.symbol(id);
                let keeps_value = matches!(symbol.storage, Storage::Local | Storage::Parameter)
                    && !symbol.kind.is_volatile
                    && !self.nest.contains(&symbol.declared)
                    && function.address_taken(id).is_none()
                    && function.find_access(id, Access::Write, self.nest.clone()).is_none();
                of_type(format!("v{}", id.0), symbol.kind.integer().filter(|_| keeps_value)?)
            }
            Expression::UnaryOperator(unary) => {
                let sign = match unary.node.operator.node {
                    UnaryOperator::Plus => '+',
                    UnaryOperator::Minus => '-',
                    UnaryOperator::Complement => '~',
                    _ => return None,
                };
                let operand = self.unchanged(&unary.node.operand, deeper)?;
                of_type(format!("{sign}({})", operand.key), operand.kind.promoted())
            }
            Expression::Cast(cast) => {
                let kind = evaluator.type_named(&cast.node.type_name).integer()?;
                let operand = self.unchanged(&cast.node.expression, deeper)?;
                of_type(format!("({})({})", kind.name(), operand.key), kind)
            }
            Expression::BinaryOperator(binary) => {
                let left = self.unchanged(&binary.node.lhs, deeper)?;
                let right = self.unchanged(&binary.node.rhs, deeper)?;
                combined(&binary.node.operator.node, &left, &right)
            }
            Expression::Call(call) => {
                let value = self.work_item(&call.node, node)?;
                let (variables, _) = value.polynomial.terms().next()?;
                of_type(format!("{variables:?}"), value.kind?)
            }
            _ => None,
        }
    }
}

/// An operation on two values.
fn combined(operator: &BinaryOperator, left: &Opaque, right: &Opaque) -> Option<Opaque> {
    let operation = operation(operator)?;
    let kind = match operation {
        Operation::ShiftLeft | Operation::ShiftRight => left.kind.promoted(),
        Operation::Multiply
        | Operation::Divide
        | Operation::Remainder
        | Operation::Add
        | Operation::Subtract
        | Operation::And
        | Operation::Xor
        | Operation::Or => left.kind.common(right.kind)?,
        _ => return None,
    };
    let is_commutative =
        matches!(operation, Operation::Multiply | Operation::Add | Operation::And | Operation::Xor | Operation::Or);
    let (first, last) = if is_commutative && right.key < left.key { (right, left) } else { (left, right) };
    let key = format!("({}){operation:?}({})", first.key, last.key);
    let not_negative = |one: &Opaque| one.constant.filter(|&constant| constant >= 0);
    let limits = match operation {
        Operation::And => match not_negative(left).or(not_negative(right)) {
            Some(mask) => (Some(0), Some(mask)),
            None => range_of_type(kind),
        },
        Operation::Remainder => match right.constant.filter(|&constant| constant > 0 && kind.holds(constant)) {
            Some(divisor) => (Some(if kind.signed { 1 - divisor } else { 0 }), Some(divisor - 1)),
            None => range_of_type(kind),
        },
        _ => range_of_type(kind),
    };
    Some(Opaque { key, kind, limits, constant: None })
}
