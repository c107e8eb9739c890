//! Operands that are parts of objects: members of structs, components of vectors, elements of arrays, and objects in `__constant` memory.
//!
//! A part keeps its value if the whole does: a private object that nothing writes and nothing points to, or anything in `__constant` memory
//! whose pointers and indices keep their values. Anything may write other memory.

use lang_c::ast::{BinaryOperator, Expression, MemberOperator, UnaryOperator};
use lang_c::span::Node;

use super::evaluate::{Evaluator, LookupPoint};
use super::invariance::{Examiner, Operand};
use super::types::{Space, Type, TypeKind};
use clunroll_rules::{Decline, Dependency, Reason};

impl Examiner<'_, '_, '_> {
    /// A part of an object, as an operand.
    // part = part "." name | pointer "->" name | part "[" operand "]" | pointer "[" operand "]" | "*" pointer | name
    pub(super) fn part(&self, node: &Node<Expression>) -> Result<Operand, Decline> {
        let is_uniform = self.whole(node)?;
        match self.type_of(node) {
            Some(Type { shape: TypeKind::Integer(kind), is_volatile: false, .. }) => Ok(Operand { kind, is_uniform }),
            Some(Type { is_volatile: true, .. }) => self.decline(Reason::ReadsMemory, node),
            Some(_) => self.decline(Reason::DependsOn(Dependency::NotInteger), node),
            None => self.decline(Reason::DependsOn(Dependency::UnknownPart), node),
        }
    }

    fn type_of(&self, node: &Node<Expression>) -> Option<Type> {
        Evaluator::new(self.function, self.env, LookupPoint::InTree).type_of_object(&node.node)
    }

    /// Whether all work-items read the same value there. Declines if the value may change.
    fn whole(&self, node: &Node<Expression>) -> Result<bool, Decline> {
        match &node.node {
            Expression::Identifier(name) => {
                let token = self.function.parsed.token_of(name.span);
                let declared = self.function.lookup(&name.node.name, token);
                let is_constant_array = declared.is_some_and(|id| {
                    let symbol = self.function.symbol(id);
                    let in_constant = match &symbol.kind.shape {
                        TypeKind::Array(element, _) => element.space == Space::Constant,
                        _ => symbol.kind.space == Space::Constant,
                    };
                    in_constant && !symbol.kind.is_pointer() && self.function.is_certain(id, token)
                });
                if is_constant_array {
                    return Ok(true);
                }
                let id = self.unchanging(name, node)?;
                Ok(self.is_uniform(id))
            }
            Expression::Member(member) => {
                let base = &member.node.expression;
                if member.node.operator.node == MemberOperator::Indirect {
                    self.pointee(base)
                } else {
                    self.whole(base)
                }
            }
            Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                let base = &binary.node.lhs;
                let is_array = matches!(self.type_of(base), Some(Type { shape: TypeKind::Array(..), .. }));
                let base_is_uniform = if is_array { self.whole(base)? } else { self.pointee(base)? };
                Ok(self.operand(&binary.node.rhs)?.is_uniform && base_is_uniform)
            }
            Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Indirection => {
                self.pointee(&unary.node.operand)
            }
            _ => self.decline(Reason::DependsOn(Dependency::OtherForm), node),
        }
    }

    /// The same question about the object that a pointer points to, or about an array used as a pointer.
    fn pointee(&self, pointer: &Node<Expression>) -> Result<bool, Decline> {
        let Some(Type { shape: TypeKind::Pointer(element) | TypeKind::Array(element, _), .. }) = self.type_of(pointer)
        else {
            return self.decline(Reason::ReadsMemory, pointer);
        };
        if element.space != Space::Constant || element.is_volatile {
            return self.decline(Reason::ReadsMemory, pointer);
        }
        self.whole(pointer)
    }
}
