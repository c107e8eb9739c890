//! Expressions that may be evaluated where the program might not have evaluated them.
//!
//! The step of a loop is evaluated after an iteration; a loop without iterations, or one that ends in its first iteration, never evaluates
//! it. To compute it before the loop, it must have a value for all values of its operands: it contains no division by an operand that may
//! be zero, no memory access through a pointer or an index, and no signed arithmetic that may overflow (C99 6.5p5).

use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;

use super::env::Env;
use super::evaluate::{Evaluator, LookupPoint};
use super::symbols::Function;
use oclc_syntax::preprocess::IntegerType;

/// Whether an expression whose value has that type is defined for all values of its operands. The caller must ensure that its calls are
/// queries.
#[must_use]
pub fn is_total(function: &Function<'_, '_>, env: &Env, kind: IntegerType, node: &Node<Expression>) -> bool {
    let evaluator = Evaluator::new(function, env, LookupPoint::InTree);
    if evaluator.value(node).is_ok() {
        return true;
    }
    // The type of a part is not known here; it may have a sign.
    let total = |inner: &Node<Expression>| is_total(function, env, IntegerType::INT, inner);
    match &node.node {
        Expression::Identifier(_) | Expression::Constant(_) => true,
        Expression::Call(call) => call.node.arguments.iter().all(total),
        Expression::Cast(cast) => match evaluator.type_named(&cast.node.type_name).integer() {
            // The operand of a cast is computed in its own type, which is not known here.
            Some(_) => matches!(cast.node.expression.node, Expression::Identifier(_) | Expression::Call(_)),
            None => false,
        },
        Expression::UnaryOperator(unary) => match unary.node.operator.node {
            UnaryOperator::Plus | UnaryOperator::Complement | UnaryOperator::Negate => total(&unary.node.operand),
            UnaryOperator::Minus => !kind.promoted().signed && total(&unary.node.operand),
            _ => false,
        },
        Expression::BinaryOperator(binary) => {
            let (left, right) = (&binary.node.lhs, &binary.node.rhs);
            let operands = || total(left) && total(right);
            match binary.node.operator.node {
                BinaryOperator::Plus | BinaryOperator::Minus | BinaryOperator::Multiply => {
                    !kind.promoted().signed && operands()
                }
                BinaryOperator::Divide | BinaryOperator::Modulo => {
                    let by = evaluator.value(right);
                    by.is_ok_and(|by| by.facts.is_final() && by.value > 0) && total(left)
                }
                BinaryOperator::ShiftLeft
                | BinaryOperator::ShiftRight
                | BinaryOperator::BitwiseAnd
                | BinaryOperator::BitwiseOr
                | BinaryOperator::BitwiseXor => operands(),
                _ => false,
            }
        }
        _ => false,
    }
}
