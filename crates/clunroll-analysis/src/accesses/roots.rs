//! The object that the value of a pointer expression leads into.
//!
//! An expression is a pointer into a known object, a number, or unknown. The operands of a sum determine which one is the pointer; their
//! order does not matter. Two pointers are never added, and their difference is a number:
//!
//! ```text
//! a + 4, 4 + a, &a[4], &4[a], &*a, (c, a), n ? a : a + 1     into a
//! (b + 4) - b                                                a number
//! ((b + 4) - b) + a                                          into a
//! n ? a : b, f(a), (p = a), table[0]                         unknown
//! ```
//!
//! A row of an array of arrays is a pointer into the whole array, and so is the address of a member of an element. A number that is
//! converted to a pointer may lead anywhere.

use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, CastExpression, Expression, MemberOperator, UnaryOperator,
    UnaryOperatorExpression,
};
use lang_c::span::Node;

use super::bases::{Bases, is_array};
use crate::evaluate::{Evaluator, LookupPoint};
use crate::induction::compound;
use crate::symbol::{Storage, SymbolId};
use crate::types::{Type, TypeKind};
use oclc_syntax::tree::is_computing_function;

/// The value of an expression, as far as it concerns objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RootedValue {
    /// A pointer into an object.
    Into(SymbolId),
    /// Not a pointer.
    Number,
    /// Unknown.
    Unknown,
}

/// Reads pointer expressions, up to a number of parts.
pub(super) struct PointerReader<'s, 'f, 'u, 't> {
    pub bases: Bases<'f, 'u, 't>,
    pub steps: &'s mut usize,
}

impl PointerReader<'_, '_, '_, '_> {
    /// The object that a pointer leads into, if it is known.
    pub fn root(&mut self, node: &Node<Expression>) -> Option<SymbolId> {
        match self.value(node) {
            RootedValue::Into(object) => Some(object),
            RootedValue::Number | RootedValue::Unknown => None,
        }
    }

    fn value(&mut self, node: &Node<Expression>) -> RootedValue {
        let Some(left) = self.steps.checked_sub(1) else { return RootedValue::Unknown };
        *self.steps = left;
        match &node.node {
            Expression::Constant(_) | Expression::SizeOfTy(_) | Expression::SizeOfVal(_) => RootedValue::Number,
            Expression::Identifier(name) => self.name(&name.node.name, node),
            Expression::BinaryOperator(binary) => self.binary(&binary.node, node),
            Expression::UnaryOperator(unary) => self.unary(&unary.node, node),
            Expression::Cast(cast) => self.cast(&cast.node),
            Expression::Member(_) => self.of_type(node),
            Expression::Comma(parts) => parts.last().map_or(RootedValue::Unknown, |last| self.value(last)),
            Expression::Conditional(conditional) => {
                let chosen = self.value(&conditional.node.then_expression);
                let other = self.value(&conditional.node.else_expression);
                if chosen == other { chosen } else { RootedValue::Unknown }
            }
            Expression::Call(call) => match &call.node.callee.node {
                Expression::Identifier(name) => {
                    let (function, name) = (self.bases.function, &*name.node.name);
                    let is_builtin = function.is_builtin(name, function.parsed.token_of(node.span));
                    let computes = is_computing_function(name) || function.program.is_query(name);
                    if is_builtin && computes { RootedValue::Number } else { RootedValue::Unknown }
                }
                _ => RootedValue::Unknown,
            },
            _ => RootedValue::Unknown,
        }
    }

    fn name(&mut self, name: &str, node: &Node<Expression>) -> RootedValue {
        let function = self.bases.function;
        let token = function.parsed.token_of(node.span);
        let Some(id) = function.lookup(name, token).filter(|&id| function.is_certain(id, token)) else {
            return RootedValue::Unknown;
        };
        let symbol = function.symbol(id);
        match symbol.storage {
            Storage::Enumerator => RootedValue::Number,
            _ if is_number(&symbol.kind) => RootedValue::Number,
            _ => self.bases.root(id, self.steps).map_or(RootedValue::Unknown, RootedValue::Into),
        }
    }

    fn binary(&mut self, binary: &BinaryOperatorExpression, node: &Node<Expression>) -> RootedValue {
        match &binary.operator.node {
            BinaryOperator::Plus => self.sum(&binary.lhs, &binary.rhs),
            BinaryOperator::Minus => match (self.value(&binary.lhs), self.value(&binary.rhs)) {
                (left, RootedValue::Number) => left,
                (left, RootedValue::Unknown) if self.evaluator().value(&binary.rhs).is_ok() => left,
                // Only a pointer is subtracted from a pointer.
                (_, RootedValue::Into(_)) => RootedValue::Number,
                (_, RootedValue::Unknown) => RootedValue::Unknown,
            },
            BinaryOperator::Index => self.of_type(node),
            operator if *operator == BinaryOperator::Assign || compound(operator).is_some() => {
                self.of_type(&binary.lhs)
            }
            _ => RootedValue::Number,
        }
    }

    /// The sum of a pointer and another operand, which is a number even if nothing else is known about it.
    fn sum(&mut self, left: &Node<Expression>, right: &Node<Expression>) -> RootedValue {
        match (self.value(left), self.value(right)) {
            (RootedValue::Into(_), RootedValue::Into(_)) => RootedValue::Unknown,
            (RootedValue::Into(object), _) | (_, RootedValue::Into(object)) => RootedValue::Into(object),
            (RootedValue::Number, RootedValue::Number) => RootedValue::Number,
            _ => RootedValue::Unknown,
        }
    }

    fn unary(&mut self, unary: &UnaryOperatorExpression, node: &Node<Expression>) -> RootedValue {
        use UnaryOperator as Op;
        match unary.operator.node {
            Op::Address => self.object(&unary.operand),
            Op::Indirection => self.of_type(node),
            Op::PostIncrement | Op::PostDecrement | Op::PreIncrement | Op::PreDecrement => self.of_type(&unary.operand),
            Op::Plus | Op::Minus | Op::Complement | Op::Negate => RootedValue::Number,
        }
    }

    fn cast(&mut self, cast: &CastExpression) -> RootedValue {
        let kind = self.evaluator().type_named(&cast.type_name);
        match self.value(&cast.expression) {
            RootedValue::Into(object) if kind.is_pointer() => RootedValue::Into(object),
            _ if is_number(&kind) => RootedValue::Number,
            _ => RootedValue::Unknown,
        }
    }

    /// The value of an object: an array is a pointer into the object that it is a part of.
    fn of_type(&mut self, node: &Node<Expression>) -> RootedValue {
        match self.evaluator().type_of_object(&node.node) {
            Some(Type { shape: TypeKind::Array(..), .. }) => self.object(node),
            Some(kind) if is_number(&kind) => RootedValue::Number,
            _ => RootedValue::Unknown,
        }
    }

    /// The object that another one is a part of, as a pointer into it.
    // object = name | object "." name | pointer "->" name | pointer "[" number "]" | number "[" pointer "]" | "*" pointer
    fn object(&mut self, node: &Node<Expression>) -> RootedValue {
        let Some(left) = self.steps.checked_sub(1) else { return RootedValue::Unknown };
        *self.steps = left;
        match &node.node {
            Expression::Identifier(name) => {
                let function = self.bases.function;
                let token = function.parsed.token_of(node.span);
                let id = function.lookup(&name.node.name, token).filter(|&id| function.is_certain(id, token));
                id.filter(|&id| is_array(function.symbol(id))).map_or(RootedValue::Unknown, RootedValue::Into)
            }
            Expression::Member(member) => match member.node.operator.node {
                MemberOperator::Direct => self.object(&member.node.expression),
                MemberOperator::Indirect => self.pointer(&member.node.expression),
            },
            Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                let sum = self.sum(&binary.node.lhs, &binary.node.rhs);
                if sum == RootedValue::Number { RootedValue::Unknown } else { sum }
            }
            Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Indirection => {
                self.pointer(&unary.node.operand)
            }
            _ => RootedValue::Unknown,
        }
    }

    fn pointer(&mut self, node: &Node<Expression>) -> RootedValue {
        self.root(node).map_or(RootedValue::Unknown, RootedValue::Into)
    }

    fn evaluator(&self) -> Evaluator<'_, '_, '_> {
        let function = self.bases.function;
        Evaluator::new(function, function.nothing_known(), LookupPoint::InTree)
    }
}

/// Whether a type surely is not a pointer or an array.
fn is_number(kind: &Type) -> bool {
    match &kind.shape {
        TypeKind::Integer(_) | TypeKind::Bool | TypeKind::Floating(_) | TypeKind::Vector(..) => true,
        TypeKind::Arithmetic
        | TypeKind::Pointer(_)
        | TypeKind::Array(..)
        | TypeKind::Record(_)
        | TypeKind::OneOf(_)
        | TypeKind::Unknown
        | TypeKind::Function => false,
    }
}
