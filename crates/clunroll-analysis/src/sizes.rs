//! `sizeof` (C99 6.5.3.4) and `vec_step` (OpenCL C 6.15.14): the type of the operand, and its size.
//!
//! Neither evaluates its operand, so a pointer may be followed and an index may be anything. A type whose size differs between devices has
//! no known size.
//!
//! Compilers differ in the type of `vec_step`: the standard says `int`, clang makes it a `size_t` like `sizeof`. Its value carries that as
//! a fact ([`Facts::of_differing_type`]), and is used only where both types give the same result.

use lang_c::ast::{BinaryOperator, CallExpression, Expression, MemberOperator, SizeOfTy, SizeOfVal, UnaryOperator};
use lang_c::span::Node;

use super::evaluate::{Evaluator, NoValue, NoValueKind};
use super::types::{Type, TypeKind};
use oclc_syntax::preprocess::{Constant, Facts, IntegerType};

impl Evaluator<'_, '_, '_> {
    /// `sizeof (type)`
    pub(super) fn size_of_type(&self, size: &SizeOfTy, node: &Node<Expression>) -> Result<Constant, NoValue> {
        size_of(&self.type_named(&size.0), node)
    }

    /// `sizeof object`
    pub(super) fn size_of_value(&self, size: &SizeOfVal, node: &Node<Expression>) -> Result<Constant, NoValue> {
        match self.type_of_object(&size.0.node) {
            Some(kind) => size_of(&kind, node),
            None => Err(NoValue { offset: node.span.start, kind: NoValueKind::PerhapsConstant }),
        }
    }

    /// `vec_step(object)`
    pub(super) fn step_of_value(&self, call: &CallExpression, node: &Node<Expression>) -> Result<Constant, NoValue> {
        match &call.arguments[..] {
            [object] => self.type_of_object(&object.node).and_then(|kind| step_of(&kind)),
            _ => None,
        }
        .ok_or(NoValue { offset: node.span.start, kind: NoValueKind::PerhapsConstant })
    }

    /// The type of an object that an expression names, without evaluation.
    // object = name | object "." name | object "->" name | object "[" … "]" | "*" object | "(" type ")" …
    pub(super) fn type_of_object(&self, expression: &Expression) -> Option<Type> {
        match expression {
            Expression::Identifier(name) => {
                let token = self.token(name.span);
                let id = self.function.lookup(&name.node.name, token)?;
                let symbol = self.function.symbol(id);
                if !self.function.is_certain(id, token) {
                    return None;
                }
                let is_as_declared = symbol.enumerator.is_none_or(|enumerator| {
                    self.enumerator(enumerator, token).is_some_and(|value| value.facts == Facts::default())
                });
                Some(if is_as_declared { symbol.kind.clone() } else { Type::unknown() })
            }
            Expression::Member(member) => {
                let mut of = self.type_of_object(&member.node.expression.node)?;
                if member.node.operator.node == MemberOperator::Indirect {
                    of = element_or_pointee(of)?;
                }
                member_of(&of.shape, &member.node.identifier.node.name)
            }
            Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                element_or_pointee(self.type_of_object(&binary.node.lhs.node)?)
            }
            Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Indirection => {
                element_or_pointee(self.type_of_object(&unary.node.operand.node)?)
            }
            Expression::Cast(cast) => Some(self.type_named(&cast.node.type_name)),
            _ => None,
        }
    }
}

fn member_of(of: &TypeKind, name: &str) -> Option<Type> {
    match of {
        TypeKind::Record(members) => members.kind(name).cloned(),
        TypeKind::Vector(component, length) => {
            let shape = match components(name, *length)? {
                1 => (**component).clone(),
                count => TypeKind::Vector(component.clone(), count),
            };
            Some(Type { shape, ..Type::unknown() })
        }
        TypeKind::OneOf(alternatives) => {
            let may_lack = |kind: &TypeKind| matches!(kind, TypeKind::Record(members) if members.may_lack(name));
            // If the object has a type without such a member, the text is not compiled.
            let of_each = || alternatives.iter().filter_map(|kind| member_of(kind, name));
            if alternatives.iter().any(may_lack) { None } else { Type::one_of(of_each()) }
        }
        _ => None,
    }
}

fn element_or_pointee(of: Type) -> Option<Type> {
    match of.shape {
        TypeKind::Pointer(element) | TypeKind::Array(element, _) => Some(*element),
        // Clang accepts such members beyond the standard's `.s0`.
        TypeKind::Vector(component, _) => Some(Type { shape: *component, ..Type::unknown() }),
        _ => None,
    }
}

/// How many components of a vector of this length a member of it names (OpenCL C 6.3.7): half of them, or one by one.
fn components(member: &str, length: u32) -> Option<u32> {
    if matches!(member, "hi" | "lo" | "even" | "odd") {
        return Some(length.div_ceil(2));
    }
    let names = match member.strip_prefix(['s', 'S']) {
        Some(digits) if digits.bytes().all(|digit| digit.is_ascii_hexdigit()) => digits,
        _ => member,
    };
    let are_letters = names.bytes().all(|name| b"xyzw".contains(&name));
    let count = names.len();
    ((are_letters || names.len() < member.len()) && matches!(count, 1..=4 | 8 | 16)).then_some(count as u32)
}

fn size_of(kind: &Type, node: &Node<Expression>) -> Result<Constant, NoValue> {
    kind.size()
        .map(|bytes| Constant::new(i128::from(bytes), IntegerType::SIZE))
        .ok_or(NoValue { offset: node.span.start, kind: NoValueKind::NotKnown })
}

/// How many elements there are between two vectors in memory: four for a vector of three.
pub(super) fn step_of(kind: &Type) -> Option<Constant> {
    let count = match kind.shape {
        TypeKind::Vector(_, 3) => 4,
        TypeKind::Vector(_, length) => length,
        TypeKind::Integer(_) | TypeKind::Floating(_) => 1,
        _ => return None,
    };
    Some(Constant { facts: Facts::of_differing_type(), ..Constant::new(i128::from(count), IntegerType::SIZE) })
}
