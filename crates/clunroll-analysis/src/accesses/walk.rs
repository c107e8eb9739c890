//! The one walk that finds accesses to memory.
//!
//! It names each statement and expression of C, so that nothing is missed: everything other than an access, a call or a plain computation
//! becomes [`Other`]. Parts are walked in the order of evaluation, as far as the language defines one: the value before the object that is
//! assigned, a subscript before the element. Only an `if`, `?:`, `&&`, `||`, `switch` and `while` make accesses conditional; the body of a
//! `for` or `do` counts as executed, and comes after [`Other::Loop`].

use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, BlockItem, CallExpression, Declaration, Expression, ForInitializer,
    Initializer, MemberOperator, Statement, UnaryOperator, UnaryOperatorExpression,
};
use lang_c::span::{Node, Span};

use super::variable::{pointer_first, pointer_variable};
use super::{Call, Element, MemoryAccess, Other, VectorElements, WalkItem};
use crate::evaluate::{Evaluator, LookupPoint};
use crate::induction::compound;
use crate::symbol::LoopNode;
use crate::symbols::Function;
use crate::types::{Type, TypeKind};
use clunroll_rules::AccessKind;
use oclc_syntax::tree::{Effect, effect, vector_elements};

/// Walks through parts of a function, and lists what it finds.
#[derive(Debug)]
pub struct Walk<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    is_conditional: bool,
    /// The list so far, in the order of evaluation.
    pub found: Vec<WalkItem<'t>>,
}

impl<'f, 'u, 't> Walk<'f, 'u, 't> {
    /// A walk with an empty list.
    #[must_use]
    pub const fn new(function: &'f Function<'u, 't>) -> Self {
        Self { function, is_conditional: false, found: Vec::new() }
    }

    fn other(&mut self, other: Other<'t>, span: Span) {
        self.found.push(WalkItem::Other(other, span));
    }

    /// Walks through code that a condition may skip.
    fn perhaps(&mut self, walk: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.is_conditional, true);
        walk(self);
        self.is_conditional = before;
    }

    /// Walks through a statement or declaration of a block.
    pub fn block_item(&mut self, item: &'t Node<BlockItem>) {
        match &item.node {
            BlockItem::Declaration(declaration) => self.declaration(&declaration.node, item.span),
            BlockItem::Statement(statement) => self.statement(statement),
            BlockItem::StaticAssert(_) => self.other(Other::Statement, item.span),
        }
    }

    fn declaration(&mut self, declaration: &'t Declaration, span: Span) {
        use lang_c::ast::{DeclarationSpecifier as Specifier, TypeSpecifier as Kind};
        let is_plain = declaration.specifiers.iter().all(|specifier| match &specifier.node {
            Specifier::TypeQualifier(_) => true,
            Specifier::TypeSpecifier(kind) => match &kind.node {
                Kind::Struct(record) => record.node.declarations.is_none(),
                Kind::Enum(enumeration) => enumeration.node.enumerators.is_empty(),
                Kind::TypeOf(_) => false,
                _ => true,
            },
            _ => false,
        });
        if !is_plain || declaration.declarators.is_empty() {
            self.other(Other::Statement, span);
        }
        for declarator in &declaration.declarators {
            if let Some(initializer) = &declarator.node.initializer {
                self.initializer(&initializer.node);
            }
        }
    }

    fn initializer(&mut self, initializer: &'t Initializer) {
        match initializer {
            Initializer::Expression(value) => self.value(value),
            Initializer::List(items) => items.iter().for_each(|item| self.initializer(&item.node.initializer.node)),
        }
    }

    /// Walks through a statement.
    pub fn statement(&mut self, statement: &'t Node<Statement>) {
        match &statement.node {
            Statement::Compound(items) => items.iter().for_each(|item| self.block_item(item)),
            Statement::Expression(None) => {}
            Statement::Expression(Some(value)) => self.value(value),
            Statement::If(branches) => {
                let branches = &branches.node;
                self.value(&branches.condition);
                self.perhaps(|walk| {
                    walk.statement(&branches.then_statement);
                    branches.else_statement.iter().for_each(|other| walk.statement(other));
                });
            }
            Statement::For(node) => self.inner_loop(LoopNode::For(&node.node), statement.span),
            Statement::While(node) => self.inner_loop(LoopNode::While(&node.node), statement.span),
            Statement::DoWhile(node) => self.inner_loop(LoopNode::Do(&node.node), statement.span),
            Statement::Switch(switch) => {
                self.other(Other::Statement, statement.span);
                self.perhaps(|walk| {
                    walk.value(&switch.node.expression);
                    walk.statement(&switch.node.statement);
                });
            }
            Statement::Labeled(labeled) => {
                self.other(Other::Statement, statement.span);
                self.statement(&labeled.node.statement);
            }
            Statement::Return(value) => {
                self.other(Other::Jump, statement.span);
                if let Some(value) = value {
                    self.value(value);
                }
            }
            Statement::Continue => self.other(Other::Continue, statement.span),
            Statement::Goto(_) | Statement::Break | Statement::Asm(_) => self.other(Other::Jump, statement.span),
        }
    }

    fn inner_loop(&mut self, node: LoopNode<'t>, span: Span) {
        self.other(Other::Loop, span);
        self.whole_loop(node);
    }

    /// Walks through a loop, as if its body were executed once.
    pub fn whole_loop(&mut self, node: LoopNode<'t>) {
        match node {
            LoopNode::For(node) => {
                match &node.initializer.node {
                    ForInitializer::Empty => {}
                    ForInitializer::Expression(value) => self.value(value),
                    ForInitializer::Declaration(declaration) => self.declaration(&declaration.node, declaration.span),
                    ForInitializer::StaticAssert(assertion) => self.other(Other::Statement, assertion.span),
                }
                node.condition.iter().for_each(|value| self.value(value));
                self.statement(&node.statement);
                node.step.iter().for_each(|value| self.value(value));
            }
            LoopNode::While(node) => self.perhaps(|walk| {
                walk.value(&node.expression);
                walk.statement(&node.statement);
            }),
            LoopNode::Do(node) => {
                self.statement(&node.statement);
                self.value(&node.expression);
            }
        }
    }

    /// Walks through an expression that is evaluated for its value.
    pub fn value(&mut self, node: &'t Node<Expression>) {
        match &node.node {
            Expression::Constant(_) | Expression::SizeOfTy(_) => {}
            Expression::Identifier(name) => {
                let token = self.function.parsed.token_of(name.span);
                let is_whole = self
                    .function
                    .lookup(&name.node.name, token)
                    .is_some_and(|id| matches!(self.function.symbol(id).kind.shape, TypeKind::Array(..)));
                if is_whole {
                    self.other(Other::Array(&name.node.name), node.span);
                }
            }
            Expression::Member(_) => self.object(node, AccessKind::Read),
            Expression::Cast(cast) => self.value(&cast.node.expression),
            Expression::Comma(parts) => parts.iter().for_each(|part| self.value(part)),
            Expression::Conditional(conditional) => {
                let parts = &conditional.node;
                self.value(&parts.condition);
                self.perhaps(|walk| {
                    walk.value(&parts.then_expression);
                    walk.value(&parts.else_expression);
                });
            }
            Expression::UnaryOperator(unary) => self.unary(&unary.node, node),
            Expression::BinaryOperator(binary) => self.binary(&binary.node, node),
            Expression::Call(call) => self.call(&call.node, node),
            Expression::Statement(statement) => {
                self.other(Other::Expression, node.span);
                self.statement(statement);
            }
            Expression::CompoundLiteral(literal) => {
                self.other(Other::Expression, node.span);
                let items = literal.node.initializer_list.iter();
                items.for_each(|item| self.initializer(&item.node.initializer.node));
            }
            Expression::StringLiteral(_)
            | Expression::SizeOfVal(_)
            | Expression::AlignOf(_)
            | Expression::OffsetOf(_) => self.other(Other::Expression, node.span),
            Expression::GenericSelection(_) | Expression::VaArg(_) => self.other(Other::Unknown, node.span),
        }
    }

    fn unary(&mut self, unary: &'t UnaryOperatorExpression, node: &'t Node<Expression>) {
        use UnaryOperator as Op;
        match unary.operator.node {
            Op::PostIncrement | Op::PostDecrement | Op::PreIncrement | Op::PreDecrement => {
                self.object(&unary.operand, AccessKind::Update);
            }
            Op::Indirection => self.object(node, AccessKind::Read),
            Op::Plus | Op::Minus | Op::Complement | Op::Negate => self.value(&unary.operand),
            Op::Address => {
                self.other(Other::Expression, node.span);
                self.address(&unary.operand);
            }
        }
    }

    fn binary(&mut self, binary: &'t BinaryOperatorExpression, node: &'t Node<Expression>) {
        match &binary.operator.node {
            BinaryOperator::Index => self.object(node, AccessKind::Read),
            BinaryOperator::Assign => {
                self.value(&binary.rhs);
                self.object(&binary.lhs, AccessKind::Write);
            }
            operator if compound(operator).is_some() => {
                self.value(&binary.rhs);
                self.object(&binary.lhs, AccessKind::Update);
            }
            BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                self.value(&binary.lhs);
                self.perhaps(|walk| walk.value(&binary.rhs));
            }
            _ => {
                self.value(&binary.lhs);
                self.value(&binary.rhs);
            }
        }
    }

    /// Walks through an object that is read or written.
    // object = name | object "." name | name "->" name | name "[" expression "]" { "[" expression "]" } | "*" name
    //        | "*" "(" name "+" expression ")"; in a sum or a subscript, the number may also come first
    fn object(&mut self, node: &'t Node<Expression>, kind: AccessKind) {
        match &node.node {
            Expression::Member(member) => match member.node.operator.node {
                // The other parts keep their values.
                MemberOperator::Direct if kind == AccessKind::Write => {
                    self.object(&member.node.expression, AccessKind::Update);
                }
                MemberOperator::Direct => self.object(&member.node.expression, kind),
                MemberOperator::Indirect => self.access(node, &member.node.expression, Element::First, kind),
            },
            Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Indirection => {
                let pointer = &*unary.node.operand;
                match &pointer.node {
                    Expression::BinaryOperator(sum) if sum.node.operator.node == BinaryOperator::Plus => {
                        let (pointer, index) = pointer_first(self.function, &sum.node.lhs, &sum.node.rhs);
                        self.value(index);
                        self.access(node, pointer, Element::At(index), kind);
                    }
                    _ => self.access(node, pointer, Element::First, kind),
                }
            }
            Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                let (pointer, index) = pointer_first(self.function, &binary.node.lhs, &binary.node.rhs);
                self.value(index);
                self.access(node, pointer, Element::At(index), kind);
            }
            Expression::Identifier(_) => self.value(node),
            // A component of a value.
            _ => {
                if kind != AccessKind::Read {
                    self.other(Other::Expression, node.span);
                }
                self.value(node);
            }
        }
    }

    /// Adds an access, after the parts that its pointer is computed from.
    fn access(
        &mut self,
        node: &'t Node<Expression>,
        pointer: &'t Node<Expression>,
        element: Element<'t>,
        kind: AccessKind,
    ) {
        let access = MemoryAccess { node, pointer, element, kind, is_conditional: self.is_conditional };
        if self.is_array(pointer) {
            self.computed(pointer);
            self.found.push(WalkItem::Access(access));
        } else {
            self.found.push(WalkItem::Access(access));
            self.computed(pointer);
        }
    }

    /// Walks through the parts that a pointer is computed from.
    fn computed(&mut self, pointer: &'t Node<Expression>) {
        match &pointer.node {
            Expression::Identifier(_) => {}
            _ if self.is_array(pointer) => self.row(pointer),
            _ => self.value(pointer),
        }
    }

    /// Walks through an array that is an element or a member. Its address is used, and it is not read.
    fn row(&mut self, node: &'t Node<Expression>) {
        match &node.node {
            Expression::Member(member) => self.computed(&member.node.expression),
            Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                self.value(&binary.node.rhs);
                self.computed(&binary.node.lhs);
            }
            _ => self.value(node),
        }
    }

    /// Walks through an object whose address is taken, which is not an access.
    fn address(&mut self, node: &'t Node<Expression>) {
        match &node.node {
            Expression::Member(member) if member.node.operator.node == MemberOperator::Direct => {
                self.address(&member.node.expression);
            }
            Expression::Member(member) => self.value(&member.node.expression),
            Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Indirection => {
                self.value(&unary.node.operand);
            }
            Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                self.value(&binary.node.lhs);
                self.value(&binary.node.rhs);
            }
            _ => self.object(node, AccessKind::Update),
        }
    }

    fn call(&mut self, call: &'t CallExpression, node: &'t Node<Expression>) {
        let Expression::Identifier(name) = &call.callee.node else {
            return self.other(Other::Unknown, node.span);
        };
        let (name, callee) = (&*name.node.name, call.callee.span);
        let is_builtin = self.function.is_builtin(name, self.function.parsed.token_of(node.span));
        let effect = effect(name).filter(|_| is_builtin);
        let (pointer, kind) = match effect {
            Some(Effect::Loads { pointer }) => (Some(pointer), AccessKind::Read),
            Some(Effect::Stores { pointer } | Effect::StoresResult { pointer }) => (Some(pointer), AccessKind::Write),
            _ => (None, AccessKind::Read),
        };
        // With another number of arguments, it is another function.
        let is_whole = pointer.is_none_or(|pointer| pointer + 1 == call.arguments.len());
        self.found.push(WalkItem::Call(Call { name, effect: effect.filter(|_| is_whole), callee }));
        let of_files = || self.function.program.objects_read(name).unwrap_or_default();
        let read = if is_builtin { &[][..] } else { of_files() };
        let is_region = |at: usize| Some(at) == pointer || read.contains(&at);
        let mut values = call.arguments.iter().enumerate().filter(|(at, _)| !is_region(*at));
        if pointer.is_none()
            && let Some((_, pointer)) = values.find(|(_, argument)| self.may_be_pointer(argument))
        {
            self.other(Other::PointerArgument(name), pointer.span);
        }
        for (at, argument) in call.arguments.iter().enumerate() {
            if is_region(at) {
                let number = call.arguments.get(at.wrapping_sub(1));
                let elements = number.zip(vector_elements(name).filter(|_| is_builtin && is_whole));
                let vector = elements.map(|(number, (length, stride))| VectorElements {
                    call: node,
                    number,
                    stride,
                    length,
                    distance: None,
                });
                self.region(argument, kind, vector);
            } else {
                self.value(argument);
            }
        }
    }

    /// Walks through a pointer to several elements that are accessed.
    fn region(&mut self, pointer: &'t Node<Expression>, kind: AccessKind, vector: Option<VectorElements<'t>>) {
        let after = |distance| {
            let vector = vector.filter(|vector| vector.distance.is_none());
            vector.map(|vector| VectorElements { distance: Some(distance), ..vector })
        };
        if let Some((left, right)) = element_of_address(pointer) {
            let (object, index) = pointer_first(self.function, left, right);
            self.value(index);
            return self.region(object, kind, after(index));
        }
        match &pointer.node {
            Expression::Identifier(_) => {
                self.access(pointer, pointer, vector.map_or(Element::Several, Element::Vector), kind);
            }
            Expression::BinaryOperator(binary)
                if matches!(binary.node.operator.node, BinaryOperator::Plus | BinaryOperator::Minus) =>
            {
                let is_sum = binary.node.operator.node == BinaryOperator::Plus;
                let (left, right) = (&*binary.node.lhs, &*binary.node.rhs);
                let (object, number) = if is_sum { pointer_first(self.function, left, right) } else { (left, right) };
                self.value(number);
                self.region(object, kind, is_sum.then(|| after(number)).flatten());
            }
            Expression::UnaryOperator(address)
                if address.node.operator.node == UnaryOperator::Address
                    && matches!(address.node.operand.node, Expression::Identifier(_)) =>
            {
                self.value(pointer);
            }
            _ => {
                self.other(Other::Unknown, pointer.span);
                self.value(pointer);
            }
        }
    }

    fn is_array(&self, node: &Node<Expression>) -> bool {
        matches!(self.type_of(node), Some(Type { shape: TypeKind::Array(..), .. }))
    }

    fn type_of(&self, node: &Node<Expression>) -> Option<Type> {
        Evaluator::new(self.function, self.function.nothing_known(), LookupPoint::InTree).type_of_object(&node.node)
    }

    fn may_be_pointer(&self, node: &Node<Expression>) -> bool {
        match self.type_of(node) {
            Some(kind) if kind.shape != TypeKind::Unknown => kind.pointee().is_some(),
            _ => pointer_variable(self.function, node).is_some(),
        }
    }
}

/// The operands of the subscript in `&object[index]`.
fn element_of_address(node: &Node<Expression>) -> Option<(&Node<Expression>, &Node<Expression>)> {
    let Expression::UnaryOperator(address) = &node.node else { return None };
    let Expression::BinaryOperator(element) = &address.node.operand.node else { return None };
    let is_element =
        address.node.operator.node == UnaryOperator::Address && element.node.operator.node == BinaryOperator::Index;
    is_element.then_some((&element.node.lhs, &element.node.rhs))
}
