//! The variable that a pointer expression begins with, and the operand of a sum that is the pointer.

use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;

use crate::evaluate::{Evaluator, LookupPoint};
use crate::symbol::SymbolId;
use crate::symbols::Function;
use crate::types::{Type, TypeKind};

/// The pointer or array variable from which an expression of pointer type is computed: `p` in `p + 4`, `&p[4]`, `p++` and
/// `(__global int *)p`. `None` if there is none, or if the expression is a number.
#[must_use]
pub fn pointer_variable(function: &Function<'_, '_>, node: &Node<Expression>) -> Option<SymbolId> {
    match &node.node {
        Expression::Identifier(name) => {
            let token = function.parsed.token_of(name.span);
            let id = function.lookup(&name.node.name, token)?;
            let is_pointer = function.is_certain(id, token) && function.symbol(id).kind.pointee().is_some();
            is_pointer.then_some(id)
        }
        Expression::Cast(cast) => pointer_variable(function, &cast.node.expression),
        Expression::UnaryOperator(unary) => match unary.node.operator.node {
            UnaryOperator::PostIncrement
            | UnaryOperator::PostDecrement
            | UnaryOperator::PreIncrement
            | UnaryOperator::PreDecrement => pointer_variable(function, &unary.node.operand),
            UnaryOperator::Address => match &unary.node.operand.node {
                Expression::BinaryOperator(element) if element.node.operator.node == BinaryOperator::Index => {
                    pointer_variable(function, &element.node.lhs)
                }
                _ => None,
            },
            _ => None,
        },
        Expression::BinaryOperator(binary) => {
            let (left, right) = (&*binary.node.lhs, &*binary.node.rhs);
            match binary.node.operator.node {
                BinaryOperator::Plus => pointer_variable(function, left).or_else(|| pointer_variable(function, right)),
                // The difference of two pointers is a number.
                BinaryOperator::Minus => {
                    pointer_variable(function, left).filter(|_| pointer_variable(function, right).is_none())
                }
                BinaryOperator::Index if is_row(function, node) => pointer_variable(function, left),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The operands of a sum or a subscript, the pointer first: `p` and `k` of `k + p` and `k[p]`. If none of them surely is a pointer, they keep
/// their order.
pub(super) fn pointer_first<'t>(
    function: &Function<'_, 't>,
    left: &'t Node<Expression>,
    right: &'t Node<Expression>,
) -> (&'t Node<Expression>, &'t Node<Expression>) {
    let is_right = !is_surely_pointer(function, left) && is_surely_pointer(function, right);
    if is_right { (right, left) } else { (left, right) }
}

/// Whether the type of an expression is known, and one of pointers or arrays.
fn is_surely_pointer(function: &Function<'_, '_>, node: &Node<Expression>) -> bool {
    let type_of = |node: &Node<Expression>| {
        Evaluator::new(function, function.nothing_known(), LookupPoint::InTree).type_of_object(&node.node)
    };
    match &node.node {
        Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Address => true,
        Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Plus => {
            is_surely_pointer(function, &binary.node.lhs) || is_surely_pointer(function, &binary.node.rhs)
        }
        // The difference of two pointers is a number.
        Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Minus => {
            let subtracted = &*binary.node.rhs;
            let is_number = matches!(subtracted.node, Expression::Constant(_))
                || type_of(subtracted).is_some_and(|kind| kind.integer().is_some());
            is_number && is_surely_pointer(function, &binary.node.lhs)
        }
        _ => type_of(node).as_ref().and_then(Type::pointee).is_some(),
    }
}

/// Whether an expression is a row of an array of arrays.
fn is_row(function: &Function<'_, '_>, node: &Node<Expression>) -> bool {
    let mut element = node;
    let mut depth = 0;
    while let Expression::BinaryOperator(binary) = &element.node
        && binary.node.operator.node == BinaryOperator::Index
    {
        element = &binary.node.lhs;
        depth += 1;
    }
    // A cast makes other elements of them.
    let id = if matches!(element.node, Expression::Cast(_)) { None } else { pointer_variable(function, element) };
    let kind = id.map(|id| &function.symbol(id).kind);
    let row = (0..depth).try_fold(kind, |kind, _| Some(kind?.pointee())).flatten();
    depth > 0 && row.is_some_and(|row| matches!(row.shape, TypeKind::Array(..)))
}
