//! All accesses of a loop to global memory, and whether they are all.
//!
//! An access is an element, what a pointer points to, or a member of that. Each is led back to the pointer that it begins
//! with, through the variables that are initialised with another pointer, to the parameter: two accesses that begin at
//! different parameters are taken for accesses to different objects. Where the loop does anything that is not seen through
//! (a call, a jump, a pointer that nothing is known of), there is no answer at all.

use crate::limits::MAX_POINTERS_IN_A_ROW;
use std::collections::HashMap;

use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, CallExpression, ConditionalExpression, Expression, MemberOperator,
    Statement, UnaryOperator,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};

use clunroll_analysis::{Access, Function, Loop, Space, Storage, SymbolId, Type, TypeKind, compound};
use clunroll_rules::AccessKind;
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::tree::{TokenRange, convergent, is_builtin_function, is_restrict, vector_type};

/// Built-in functions that do more than compute a value, by how their names begin.
const ACTING: [&str; 18] = [
    "async_",
    "atom_",
    "atomic_",
    "barrier",
    "enqueue_",
    "get_pipe",
    "intel_sub_group_",
    "mem_fence",
    "prefetch",
    "printf",
    "read_mem_fence",
    "read_pipe",
    "sub_group_",
    "vload",
    "vstore",
    "wait_group_events",
    "work_group_",
    "write_mem_fence",
];

/// The pointer that an access begins with.
#[derive(Clone, Copy)]
pub(super) struct AccessBase<'f> {
    /// The object, as far as it can be told: a parameter, or a variable of the file. `None` may be any.
    pub root: Option<SymbolId>,
    /// What the pointer points to.
    pub element: &'f Type,
    /// Whether it is declared `restrict`.
    pub is_restrict: bool,
}

/// One access.
pub(super) struct GlobalAccess<'f, 't> {
    /// Its tokens.
    pub range: TokenRange,
    pub kind: AccessKind,
    pub base: AccessBase<'f>,
    /// The pointer, and the index behind it.
    pub pointer: &'t Node<Expression>,
    pub index: Option<&'t Node<Expression>>,
    /// Whether some iterations may leave it out.
    pub is_conditional: bool,
    pub is_in_body: bool,
}

/// The accesses of a loop in the order of their tokens; `None` where there may be others.
pub(super) fn met<'f, 't>(function: &'f Function<'_, 't>, site: &Loop<'t>) -> Option<Vec<GlobalAccess<'f, 't>>> {
    let mut walk = AccessWalk {
        function,
        keyword: site.tokens.start,
        access: AccessKind::Read,
        conditions: 0,
        is_in_body: true,
        is_lost: false,
        met: Vec::new(),
        bases: HashMap::new(),
    };
    walk.visit_statement(&site.body.node, &site.body.span);
    walk.is_in_body = false;
    for part in site.test.into_iter().chain(site.step) {
        walk.visit_expression(&part.node, &part.span);
    }
    (!walk.is_lost).then_some(walk.met)
}

struct AccessWalk<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    keyword: usize,
    /// What is done to the expression that is visited.
    access: AccessKind,
    conditions: usize,
    is_in_body: bool,
    /// Whether something was met that is not seen through.
    is_lost: bool,
    met: Vec<GlobalAccess<'f, 't>>,
    /// What was found out about pointers; `None` of those to other memory.
    bases: HashMap<SymbolId, Option<AccessBase<'f>>>,
}

impl<'t> AccessWalk<'_, '_, 't> {
    fn conditionally(&mut self, visit: impl FnOnce(&mut Self)) {
        self.conditions += 1;
        visit(self);
        self.conditions -= 1;
    }

    fn with_access(&mut self, access: AccessKind, node: &'t Node<Expression>) {
        let outer = std::mem::replace(&mut self.access, access);
        self.visit_expression(&node.node, &node.span);
        self.access = outer;
    }

    /// Making a pointer is no access yet.
    fn visit_address(&mut self, node: &'t Node<Expression>) {
        match &node.node {
            Expression::Member(member) if member.node.operator.node == MemberOperator::Direct => {
                self.visit_address(&member.node.expression);
            }
            Expression::Member(member) => self.with_access(AccessKind::Read, &member.node.expression),
            Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Indirection => {
                self.with_access(AccessKind::Read, &unary.node.operand);
            }
            Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                self.with_access(AccessKind::Read, &binary.node.lhs);
                self.with_access(AccessKind::Read, &binary.node.rhs);
            }
            _ => self.with_access(AccessKind::Update, node),
        }
    }

    /// Takes note of what stands behind a pointer.
    fn note(&mut self, span: Span, pointer: &'t Node<Expression>, index: Option<&'t Node<Expression>>) {
        let (pointer, index) = match (pointer_of(self.function, pointer), index) {
            (None, Some(second)) if pointer_of(self.function, second).is_some() => (second, Some(pointer)),
            _ => (pointer, index),
        };
        let Some(id) = pointer_of(self.function, pointer) else {
            self.is_lost = true;
            return;
        };
        let function = self.function;
        let base = self.bases.entry(id).or_insert_with(|| base(function, id));
        let Some(base) = *base else { return };
        let range = self.function.parsed.tokens_of(span);
        let unit = self.function.unit;
        let group = |token: usize| unit.group(self.function.moment(token));
        let is_always = unit.encloses(&self.function.parsed.configuration, group(range.start), group(self.keyword));
        self.met.push(GlobalAccess {
            range,
            kind: self.access,
            base,
            pointer,
            index,
            is_conditional: self.conditions > 0 || !is_always,
            is_in_body: self.is_in_body,
        });
    }
}

/// What a pointer to global memory begins with.
fn base<'f>(function: &'f Function<'_, '_>, id: SymbolId) -> Option<AccessBase<'f>> {
    let element = pointee_element(&function.symbol(id).kind).filter(|element| element.space == Space::Global)?;
    Some(AccessBase { root: root(function, id, 0), element, is_restrict: declares_restrict(function, id) })
}

/// The elements behind a pointer, or of an array of any number of dimensions.
fn pointee_element(kind: &Type) -> Option<&Type> {
    let pointee = kind.pointee()?;
    if matches!(pointee.shape, TypeKind::Array(..)) { pointee_element(pointee) } else { Some(pointee) }
}

/// The variable that an expression of pointer type begins with.
fn pointer_of(function: &Function<'_, '_>, node: &Node<Expression>) -> Option<SymbolId> {
    match &node.node {
        Expression::Identifier(name) => {
            let token = function.parsed.token_of(name.span);
            let id = function.lookup(&name.node.name, token)?;
            let is_pointer = function.is_certain(id, token) && function.symbol(id).kind.pointee().is_some();
            is_pointer.then_some(id)
        }
        Expression::Cast(cast) => pointer_of(function, &cast.node.expression),
        Expression::UnaryOperator(unary) => match unary.node.operator.node {
            UnaryOperator::PostIncrement
            | UnaryOperator::PostDecrement
            | UnaryOperator::PreIncrement
            | UnaryOperator::PreDecrement => pointer_of(function, &unary.node.operand),
            UnaryOperator::Address => match &unary.node.operand.node {
                Expression::BinaryOperator(element) if element.node.operator.node == BinaryOperator::Index => {
                    pointer_of(function, &element.node.lhs)
                }
                _ => None,
            },
            _ => None,
        },
        Expression::BinaryOperator(binary) => match binary.node.operator.node {
            BinaryOperator::Plus => {
                pointer_of(function, &binary.node.lhs).or_else(|| pointer_of(function, &binary.node.rhs))
            }
            // The difference of two pointers is a number.
            BinaryOperator::Minus => {
                pointer_of(function, &binary.node.lhs).filter(|_| pointer_of(function, &binary.node.rhs).is_none())
            }
            BinaryOperator::Index if is_row(function, node) => pointer_of(function, &binary.node.lhs),
            _ => None,
        },
        _ => None,
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
    let id = if matches!(element.node, Expression::Cast(_)) { None } else { pointer_of(function, element) };
    let kind = id.map(|id| &function.symbol(id).kind);
    let row = (0..depth).try_fold(kind, |kind, _| Some(kind?.pointee())).flatten();
    depth > 0 && row.is_some_and(|row| matches!(row.shape, TypeKind::Array(..)))
}

/// The parameter, or the variable of the file, whose object a pointer leads into.
fn root(function: &Function<'_, '_>, id: SymbolId, depth: usize) -> Option<SymbolId> {
    let symbol = function.symbol(id);
    match symbol.storage {
        _ if depth > MAX_POINTERS_IN_A_ROW || function.address_taken(id).is_some() => None,
        Storage::Parameter | Storage::Local if is_assigned(function, id) => None,
        Storage::Parameter | Storage::Static => Some(id),
        Storage::Local => root(function, pointer_of(function, symbol.initializer?)?, depth + 1),
        Storage::Enumerator | Storage::Typedef => None,
    }
}

/// Whether a pointer is given another object anywhere: a write that moves it within its object is none.
fn is_assigned(function: &Function<'_, '_>, id: SymbolId) -> bool {
    if function.first_access(id, Access::Write).is_none() {
        return false;
    }
    let tokens = &function.parsed.expansion.tokens;
    let is = |at: Option<usize>, puncts: &[Punct]| {
        at.and_then(|at| tokens.get(at)).is_some_and(|token| puncts.iter().any(|&punct| token.is(punct)))
    };
    let steps = [Punct::Increment, Punct::Decrement];
    let moves = [Punct::Increment, Punct::Decrement, Punct::PlusAssign, Punct::MinusAssign];
    let writes = function.uses_in(0..usize::MAX).iter();
    let mut writes = writes.filter(|used| used.symbol == Some(id) && used.access == Access::Write);
    writes.any(|used| !is(Some(used.token + 1), &moves) && !is(used.token.checked_sub(1), &steps))
}

/// Whether a compiler must take it that objects behind both pointers may be one: of one type, and neither pointer says
/// that it is the only one.
pub(super) fn may_be_same(one: &AccessBase<'_>, other: &AccessBase<'_>) -> bool {
    !one.is_restrict && !other.is_restrict && one.element.is_same_object(other.element)
}

/// Whether a pointer's declarator says that it is the only one.
pub(super) fn declares_restrict(function: &Function<'_, '_>, id: SymbolId) -> bool {
    let before = &function.parsed.expansion.tokens[..function.symbol(id).declared];
    // Nothing but qualifiers stands between the star and the name.
    let mut qualifiers = before.iter().rev().take_while(|token| token.kind == TokenKind::Identifier);
    qualifiers.any(|token| !token.open && is_restrict(&token.text))
}

/// Whether a function is known to compute a value and to do nothing else.
fn only_computes(function: &Function<'_, '_>, name: &str) -> bool {
    (is_builtin_function(name) || vector_type(name).is_some())
        && convergent(name).is_none()
        && !function.program.may_declare(name)
        && !ACTING.iter().any(|start| name.starts_with(start))
}

impl<'t> Visit<'t> for AccessWalk<'_, '_, 't> {
    fn visit_statement(&mut self, statement: &'t Statement, span: &'t Span) {
        match statement {
            _ if self.is_lost => {}
            // What comes behind a jump, some iterations leave out.
            Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Return(_) | Statement::Asm(_) => {
                self.is_lost = true;
            }
            Statement::If(node) => {
                self.visit_expression(&node.node.condition.node, &node.node.condition.span);
                self.conditionally(|walk| {
                    walk.visit_statement(&node.node.then_statement.node, &node.node.then_statement.span);
                    if let Some(other) = &node.node.else_statement {
                        walk.visit_statement(&other.node, &other.span);
                    }
                });
            }
            Statement::Switch(_) | Statement::While(_) => {
                self.conditionally(|walk| visit::visit_statement(walk, statement, span));
            }
            _ => visit::visit_statement(self, statement, span),
        }
    }

    fn visit_expression(&mut self, expression: &'t Expression, span: &'t Span) {
        match expression {
            _ if self.is_lost => {}
            Expression::Member(node) => {
                let base = &*node.node.expression;
                if node.node.operator.node == MemberOperator::Indirect {
                    self.note(*span, base, None);
                    self.with_access(AccessKind::Read, base);
                } else {
                    // The other parts stay.
                    let access = if self.access == AccessKind::Write { AccessKind::Update } else { self.access };
                    self.with_access(access, base);
                }
            }
            Expression::UnaryOperator(node) => {
                let operand = &*node.node.operand;
                match node.node.operator.node {
                    UnaryOperator::PostIncrement
                    | UnaryOperator::PostDecrement
                    | UnaryOperator::PreIncrement
                    | UnaryOperator::PreDecrement => self.with_access(AccessKind::Update, operand),
                    UnaryOperator::Indirection => {
                        self.note(*span, operand, None);
                        self.with_access(AccessKind::Read, operand);
                    }
                    UnaryOperator::Address => self.visit_address(operand),
                    _ => self.with_access(AccessKind::Read, operand),
                }
            }
            Expression::SizeOfVal(_) | Expression::SizeOfTy(_) | Expression::AlignOf(_) => {}
            Expression::BinaryOperator(_) | Expression::Call(_) | Expression::Conditional(_) => {
                visit::visit_expression(self, expression, span);
            }
            _ => {
                let outer = std::mem::replace(&mut self.access, AccessKind::Read);
                visit::visit_expression(self, expression, span);
                self.access = outer;
            }
        }
    }

    fn visit_binary_operator_expression(&mut self, binary: &'t BinaryOperatorExpression, span: &'t Span) {
        use BinaryOperator as Op;
        let (left, right) = (&*binary.lhs, &*binary.rhs);
        match binary.operator.node {
            Op::Assign => self.with_access(AccessKind::Write, left),
            ref operator if compound(operator).is_some() => self.with_access(AccessKind::Update, left),
            Op::Index => {
                self.note(*span, left, Some(right));
                // A row of an array of arrays is no access: it is an address.
                if is_row(self.function, left) {
                    self.visit_address(left);
                } else {
                    self.with_access(AccessKind::Read, left);
                }
            }
            _ => self.with_access(AccessKind::Read, left),
        }
        if matches!(binary.operator.node, Op::LogicalAnd | Op::LogicalOr) {
            self.conditionally(|walk| walk.with_access(AccessKind::Read, right));
        } else {
            self.with_access(AccessKind::Read, right);
        }
    }

    fn visit_conditional_expression(&mut self, conditional: &'t ConditionalExpression, _span: &'t Span) {
        self.with_access(AccessKind::Read, &conditional.condition);
        self.conditionally(|walk| {
            walk.with_access(AccessKind::Read, &conditional.then_expression);
            walk.with_access(AccessKind::Read, &conditional.else_expression);
        });
    }

    fn visit_call_expression(&mut self, call: &'t CallExpression, _span: &'t Span) {
        match &call.callee.node {
            Expression::Identifier(name)
                if only_computes(self.function, &name.node.name)
                    && !self.function.is_open(self.function.parsed.token_of(name.span)) => {}
            _ => self.is_lost = true,
        }
        for argument in &call.arguments {
            // Through a pointer, a function may access anything.
            self.is_lost |= pointer_of(self.function, argument).is_some();
            self.with_access(AccessKind::Read, argument);
        }
    }
}
