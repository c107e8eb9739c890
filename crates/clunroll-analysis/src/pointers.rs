//! Pointers as operands of a header: whether one keeps its value while the loop runs, and the distance between two of them.
//!
//! A pointer bound is a variable that nothing changes, or an array, plus or minus an operand that keeps its value. Two pointers that are
//! the same variable or array plus constants are a constant number of elements apart.

use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;

use super::env::Env;
use super::evaluate::{Evaluator, LookupPoint};
use super::invariance::Examiner;
use super::reach::Reach;
use super::symbol::SymbolId;
use super::symbols::Function;
use super::types::{Type, TypeKind};
use clunroll_rules::{Decline, Dependency, Reason};
use oclc_syntax::tree::TokenRange;

/// Examines a pointer that is evaluated where the tokens of `region` run: a variable that nothing changes, an array, or one of these plus
/// or minus an operand that keeps its value. Returns the type that it points to.
///
/// # Errors
///
/// Declines at the token that may change.
pub fn runtime_pointer(
    function: &Function<'_, '_>,
    env: &Env,
    expression: &Node<Expression>,
    region: &TokenRange,
) -> Result<Type, Decline> {
    let reach = &Reach::new(0);
    Examiner { function, env, is_entry_point: None, region: region.clone(), depth: 0, reach }.pointer(expression)
}

/// A pointer as a variable or array and a number of elements added to it, if that number is final.
#[must_use]
pub fn constant_offset(function: &Function<'_, '_>, env: &Env, node: &Node<Expression>) -> Option<(SymbolId, i128)> {
    let offset = |amount: &Node<Expression>| {
        let value = Evaluator::new(function, env, LookupPoint::InTree).value(amount).ok()?;
        value.facts.is_final().then_some(value.value)
    };
    match &node.node {
        Expression::Identifier(name) => {
            let token = function.parsed.token_of(name.span);
            let id = function.lookup(&name.node.name, token)?;
            let is_known = function.is_certain(id, token) && function.symbol(id).kind.pointee().is_some();
            is_known.then_some((id, 0))
        }
        Expression::BinaryOperator(binary) => {
            let (left, right) = (&*binary.node.lhs, &*binary.node.rhs);
            match binary.node.operator.node {
                BinaryOperator::Plus => match constant_offset(function, env, left) {
                    Some((id, at)) => Some((id, at + offset(right)?)),
                    None => constant_offset(function, env, right).and_then(|(id, at)| Some((id, at + offset(left)?))),
                },
                BinaryOperator::Minus => {
                    let (id, at) = constant_offset(function, env, left)?;
                    Some((id, at - offset(right)?))
                }
                _ => None,
            }
        }
        Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Address => {
            let Expression::BinaryOperator(element) = &unary.node.operand.node else { return None };
            if element.node.operator.node != BinaryOperator::Index {
                return None;
            }
            let (id, at) = constant_offset(function, env, &element.node.lhs)?;
            Some((id, at + offset(&element.node.rhs)?))
        }
        _ => None,
    }
}

impl Examiner<'_, '_, '_> {
    // pointer = name | pointer ("+" | "-") operand | operand "+" pointer | "&" pointer "[" operand "]"
    pub(super) fn pointer(&self, node: &Node<Expression>) -> Result<Type, Decline> {
        match &node.node {
            Expression::Identifier(name) => {
                let token = self.function.parsed.token_of(name.span);
                let declared = self.function.lookup(&name.node.name, token);
                let array = declared.map(|id| self.function.symbol(id)).filter(|symbol| {
                    matches!(symbol.kind.shape, TypeKind::Array(..))
                        && declared.is_some_and(|id| self.function.is_certain(id, token))
                });
                // An array has a fixed address; writes to its elements do not matter.
                if let Some(element) = array.and_then(|symbol| symbol.kind.pointee()) {
                    return Ok(element.clone());
                }
                let id = self.unchanging(name, node)?;
                match self.function.symbol(id).kind.pointee() {
                    Some(element) => Ok(element.clone()),
                    None => self.decline(Reason::DependsOn(Dependency::PerhapsNotPointer), node),
                }
            }
            Expression::BinaryOperator(binary) => {
                let (left, right) = (&*binary.node.lhs, &*binary.node.rhs);
                match binary.node.operator.node {
                    BinaryOperator::Plus => {
                        if let Ok(element) = self.pointer(left) {
                            return self.operand(right).map(|_| element);
                        }
                        self.operand(left)?;
                        self.pointer(right)
                    }
                    BinaryOperator::Minus => {
                        self.operand(right)?;
                        self.pointer(left)
                    }
                    _ => self.decline(Reason::DependsOn(Dependency::OtherForm), node),
                }
            }
            Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Address => {
                match &unary.node.operand.node {
                    Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                        self.operand(&binary.node.rhs)?;
                        self.pointer(&binary.node.lhs)
                    }
                    _ => self.decline(Reason::DependsOn(Dependency::OtherForm), node),
                }
            }
            _ => self.decline(Reason::DependsOn(Dependency::OtherForm), node),
        }
    }
}
