//! The accesses to memory in a nest, and whatever else in it decides whether its iterations may change places.
//!
//! One walk over each part. It knows the statements and expressions that do nothing but compute, read and write; everything else
//! is declined: jumps, loops beside the nest, calls of functions that may do more than compute, addresses, volatile objects. A
//! variable of the nest is one for each iteration, and no access to memory. A variable from outside is only read. Elements of arrays from
//! outside, and what pointers lead to, are accesses. A condition counts as one that may hold.

use lang_c::ast::{
    BinaryOperator, BlockItem, CallExpression, Declaration, Expression, Initializer, MemberOperator, Statement,
    UnaryOperator,
};
use lang_c::span::Node;

use super::affine::{Locals, Polynomial, SubscriptReader};
use super::bases::{Base, Bases, is_array, may_be_volatile};
use super::calls::{PointerUse, pointer_use};
use super::nest::{Item, Level, Nest, decline};
use crate::evaluate::{Evaluator, LookupPoint};
use crate::induction::compound;
use crate::symbols::{Access, Function, Storage, SymbolId, place_of_token};
use crate::types::{Space, Type, TypeKind};
use clunroll_rules::{Decline, JamProblem, Reason};
use oclc_syntax::tree::{TokenRange, is_computing_function, is_standard_macro};

/// Where in a nest something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The loops around it, without the outermost.
    pub level: usize,
    /// Whether it is after the inner loop of its level.
    pub is_after: bool,
}

/// An access to memory that other iterations may touch too.
#[derive(Clone, Debug)]
pub struct MemoryAccess<'t> {
    /// The expression: the object, or a pointer to it.
    pub node: &'t Node<Expression>,
    /// Its tokens.
    pub tokens: TokenRange,
    /// What it goes through.
    pub base: Base,
    /// The number of the element, where that is known.
    pub subscript: Option<Polynomial>,
    /// Whether it writes.
    pub is_write: bool,
    /// Whether some iterations may leave it out.
    pub is_conditional: bool,
    /// Where it is.
    pub part: Part,
}

/// What becomes of the order of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Iterations {
    /// They run side by side.
    SideBySide,
    /// They keep their order, so that they may pass on values in variables.
    InOrder,
}

/// Finds all accesses in a nest, in the order in which an iteration makes them.
///
/// # Errors
///
/// Declines what does more than compute, read and write.
pub fn accesses<'t>(
    function: &Function<'_, 't>,
    nest: &Nest<'t>,
    iterations: Iterations,
) -> Result<Vec<MemoryAccess<'t>>, Decline> {
    let counters = nest.counters();
    let mut walk = AccessWalk {
        function,
        nest: nest.tokens(),
        counters: &counters,
        bases: Bases { function },
        is_volatile_written: function.program.mentions_volatile(),
        iterations,
        part: Part { level: 0, is_after: false },
        is_conditional: false,
        locals: Locals::default(),
        found: Vec::new(),
    };
    for (level, Level { before, after, .. }) in nest.levels.iter().enumerate() {
        for (items, is_after) in [(before, false), (after, true)] {
            walk.part = Part { level, is_after };
            for item in items {
                walk.check_uses(item.tokens(function))?;
                walk.item(item)?;
            }
        }
    }
    Ok(walk.found)
}

struct AccessWalk<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    nest: &'f TokenRange,
    counters: &'f [SymbolId],
    bases: Bases<'f, 'u, 't>,
    /// Whether the word is in any text.
    is_volatile_written: bool,
    iterations: Iterations,
    part: Part,
    is_conditional: bool,
    locals: Locals,
    found: Vec<MemoryAccess<'t>>,
}

impl<'t> AccessWalk<'_, '_, 't> {
    fn decline<T, N>(&self, problem: JamProblem, node: &Node<N>) -> Result<T, Decline> {
        decline(self.function, problem, self.function.parsed.token_of(node.span))
    }

    /// Looks at all names in some tokens.
    fn check_uses(&self, tokens: TokenRange) -> Result<(), Decline> {
        let function = self.function;
        for used in function.uses_in(tokens) {
            let place = place_of_token(function, used.token);
            let Some(id) = used.symbol else {
                if used.called || is_standard_macro(used.name) || function.is_open(used.token) {
                    continue;
                }
                return Err(Decline { reason: Reason::UndefinedName(used.name.to_owned()), place });
            };
            let symbol = function.symbol(id);
            if matches!(symbol.storage, Storage::Enumerator | Storage::Typedef) {
                continue;
            }
            if !function.is_certain(id, used.token) {
                return decline(function, JamProblem::Uncertain(used.name.to_owned()), used.token);
            }
            if may_be_volatile(&symbol.kind, self.is_volatile_written) {
                return Err(Decline { reason: Reason::Volatile(used.name.to_owned()), place });
            }
            if let Some(doubt) = self.bases.doubt(id) {
                let text = function.parsed.expansion.tokens[doubt].text.to_string();
                return Err(Decline { reason: Reason::HostDecides(text), place });
            }
            let is_array = is_array(symbol);
            let is_constant = symbol.storage == Storage::Static && symbol.kind.space == Space::Constant;
            if symbol.storage == Storage::Static && !is_array && !is_constant {
                return decline(function, JamProblem::Access, used.token);
            }
            if function.address_taken(id).is_some() && !is_array {
                return decline(function, JamProblem::Pointer(used.name.to_owned()), used.token);
            }
            let is_shared = self.iterations == Iterations::SideBySide && !self.nest.contains(&symbol.declared);
            if used.access == Access::Write && (is_shared || self.counters.contains(&id)) && !is_array {
                return decline(function, JamProblem::Writes(used.name.to_owned()), used.token);
            }
        }
        Ok(())
    }

    /// What some iterations may leave out.
    fn perhaps(&mut self, walk: impl FnOnce(&mut Self) -> Result<(), Decline>) -> Result<(), Decline> {
        let before = std::mem::replace(&mut self.is_conditional, true);
        let result = walk(self);
        self.is_conditional = before;
        result
    }

    fn item(&mut self, item: &Item<'t>) -> Result<(), Decline> {
        match item {
            Item::InBlock(item) => self.block_item(item),
            Item::Alone(statement) => self.statement(statement),
        }
    }

    fn block_item(&mut self, item: &'t Node<BlockItem>) -> Result<(), Decline> {
        match &item.node {
            BlockItem::Declaration(declaration) => self.declaration(&declaration.node, item),
            BlockItem::Statement(statement) => self.statement(statement),
            BlockItem::StaticAssert(_) => self.decline(JamProblem::Statement, item),
        }
    }

    fn declaration(&mut self, declaration: &'t Declaration, item: &'t Node<BlockItem>) -> Result<(), Decline> {
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
            return self.decline(JamProblem::Statement, item);
        }
        for declarator in &declaration.declarators {
            if let Some(initializer) = &declarator.node.initializer {
                self.initializer(&initializer.node)?;
            }
        }
        Ok(())
    }

    fn initializer(&mut self, initializer: &'t Initializer) -> Result<(), Decline> {
        match initializer {
            Initializer::Expression(value) => self.value(value),
            Initializer::List(items) => items.iter().try_for_each(|item| self.initializer(&item.node.initializer.node)),
        }
    }

    // statement = expression ";" | block | "if" "(" expression ")" statement [ "else" statement ]
    fn statement(&mut self, statement: &'t Node<Statement>) -> Result<(), Decline> {
        match &statement.node {
            Statement::Compound(items) => items.iter().try_for_each(|item| self.block_item(item)),
            Statement::Expression(None) => Ok(()),
            Statement::Expression(Some(expression)) => self.value(expression),
            Statement::If(branches) => {
                let branches = &branches.node;
                self.value(&branches.condition)?;
                self.perhaps(|walk| {
                    walk.statement(&branches.then_statement)?;
                    branches.else_statement.as_ref().map_or(Ok(()), |other| walk.statement(other))
                })
            }
            Statement::For(_) | Statement::While(_) | Statement::DoWhile(_) => {
                self.decline(JamProblem::SecondLoop, statement)
            }
            _ => self.decline(JamProblem::Statement, statement),
        }
    }

    /// An expression that is evaluated for its value.
    fn value(&mut self, node: &'t Node<Expression>) -> Result<(), Decline> {
        match &node.node {
            Expression::Constant(_) | Expression::SizeOfTy(_) => Ok(()),
            Expression::Identifier(name) => {
                let token = self.function.parsed.token_of(name.span);
                let is_whole = self
                    .function
                    .lookup(&name.node.name, token)
                    .is_some_and(|id| matches!(self.function.symbol(id).kind.shape, TypeKind::Array(..)));
                if is_whole { self.decline(JamProblem::Pointer(name.node.name.clone()), node) } else { Ok(()) }
            }
            Expression::Member(_) => self.access(node, false),
            Expression::Cast(cast) => self.value(&cast.node.expression),
            Expression::Comma(parts) => parts.iter().try_for_each(|part| self.value(part)),
            Expression::Conditional(conditional) => {
                let parts = &conditional.node;
                self.value(&parts.condition)?;
                self.perhaps(|walk| {
                    walk.value(&parts.then_expression)?;
                    walk.value(&parts.else_expression)
                })
            }
            Expression::UnaryOperator(unary) => {
                use UnaryOperator as Op;
                let operand = &*unary.node.operand;
                match unary.node.operator.node {
                    Op::PostIncrement | Op::PostDecrement | Op::PreIncrement | Op::PreDecrement => {
                        self.access(operand, true)
                    }
                    Op::Indirection => self.access(node, false),
                    Op::Plus | Op::Minus | Op::Complement | Op::Negate => self.value(operand),
                    Op::Address => self.decline(JamProblem::Access, node),
                }
            }
            Expression::BinaryOperator(binary) => {
                let (left, right) = (&*binary.node.lhs, &*binary.node.rhs);
                match &binary.node.operator.node {
                    BinaryOperator::Index => self.access(node, false),
                    operator if *operator == BinaryOperator::Assign || compound(operator).is_some() => {
                        self.value(right)?;
                        self.access(left, true)
                    }
                    BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                        self.value(left)?;
                        self.perhaps(|walk| walk.value(right))
                    }
                    _ => {
                        self.value(left)?;
                        self.value(right)
                    }
                }
            }
            Expression::Call(call) => self.call(&call.node, node),
            _ => self.decline(JamProblem::Access, node),
        }
    }

    /// A call of a function of OpenCL C's that computes, loads or stores.
    fn call(&mut self, call: &'t CallExpression, node: &'t Node<Expression>) -> Result<(), Decline> {
        let Expression::Identifier(name) = &call.callee.node else { return self.decline(JamProblem::Access, node) };
        let name = &*name.node.name;
        let token = self.function.parsed.token_of(node.span);
        if !self.function.is_builtin(name, token) || self.function.program.judges_arguments() {
            return self.decline(JamProblem::Call(name.to_owned()), &call.callee);
        }
        if let Some(PointerUse { argument, is_write }) = pointer_use(name, call.arguments.len()) {
            for (at, other) in call.arguments.iter().enumerate() {
                if at == argument { self.region(other, is_write)? } else { self.value(other)? }
            }
            return Ok(());
        }
        if !is_computing_function(name) && !self.function.program.is_query(name) {
            return self.decline(JamProblem::Call(name.to_owned()), &call.callee);
        }
        let takes_pointer =
            |argument: &&Node<Expression>| self.type_of(argument).is_some_and(|kind| kind.pointee().is_some());
        if let Some(pointer) = call.arguments.iter().find(takes_pointer) {
            return self.decline(JamProblem::Call(name.to_owned()), pointer);
        }
        call.arguments.iter().try_for_each(|argument| self.value(argument))
    }

    /// What a pointer leads to, wherever that is.
    fn region(&mut self, pointer: &'t Node<Expression>, is_write: bool) -> Result<(), Decline> {
        match &pointer.node {
            Expression::Identifier(_) => self.element(pointer, None, is_write, pointer),
            Expression::BinaryOperator(binary)
                if matches!(binary.node.operator.node, BinaryOperator::Plus | BinaryOperator::Minus) =>
            {
                self.value(&binary.node.rhs)?;
                self.region(&binary.node.lhs, is_write)
            }
            _ => self.decline(JamProblem::Access, pointer),
        }
    }

    fn type_of(&self, node: &Node<Expression>) -> Option<Type> {
        Evaluator::new(self.function, self.function.nothing_known(), LookupPoint::InTree).type_of_object(&node.node)
    }

    /// An object that is read or written.
    // object = name | object "." name | name "->" name | name "[" expression "]" { "[" expression "]" } | "*" name
    //        | "*" "(" name "+" expression ")"
    fn access(&mut self, node: &'t Node<Expression>, is_write: bool) -> Result<(), Decline> {
        match &node.node {
            Expression::Identifier(_) => self.value(node),
            Expression::Member(member) => match member.node.operator.node {
                MemberOperator::Direct => self.access(&member.node.expression, is_write),
                MemberOperator::Indirect => {
                    self.element(&member.node.expression, Polynomial::constant(0), is_write, node)
                }
            },
            Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::Indirection => {
                let pointer = &*unary.node.operand;
                match &pointer.node {
                    Expression::BinaryOperator(sum) if sum.node.operator.node == BinaryOperator::Plus => {
                        self.value(&sum.node.rhs)?;
                        let subscript = self.subscript(&sum.node.rhs);
                        self.element(&sum.node.lhs, subscript, is_write, node)
                    }
                    _ => self.element(pointer, Polynomial::constant(0), is_write, node),
                }
            }
            Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                let (base, subscript) = (&*binary.node.lhs, &*binary.node.rhs);
                self.value(subscript)?;
                if let Expression::Identifier(_) = base.node {
                    let subscript = self.subscript(subscript);
                    return self.element(base, subscript, is_write, node);
                }
                // An array in an array or in a struct: the whole of the outermost one.
                match self.type_of(base) {
                    Some(Type { shape: TypeKind::Array(..), .. }) => self.whole(base, is_write, node),
                    _ => self.decline(JamProblem::Access, node),
                }
            }
            // A component of a value.
            _ if !is_write => self.value(node),
            _ => self.decline(JamProblem::Access, node),
        }
    }

    /// Some element of the array that an object is a part of.
    fn whole(
        &mut self,
        node: &'t Node<Expression>,
        is_write: bool,
        access: &'t Node<Expression>,
    ) -> Result<(), Decline> {
        match &node.node {
            Expression::Identifier(_) => self.element(node, None, is_write, access),
            Expression::Member(member) if member.node.operator.node == MemberOperator::Direct => {
                self.whole(&member.node.expression, is_write, access)
            }
            Expression::Member(member) => self.element(&member.node.expression, None, is_write, access),
            Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                self.value(&binary.node.rhs)?;
                let base = &*binary.node.lhs;
                let is_pointer = matches!(base.node, Expression::Identifier(_))
                    || matches!(self.type_of(base), Some(Type { shape: TypeKind::Array(..), .. }));
                if is_pointer { self.whole(base, is_write, access) } else { self.decline(JamProblem::Access, access) }
            }
            _ => self.decline(JamProblem::Access, access),
        }
    }

    /// Adds an access to an element of what a name stands for.
    fn element(
        &mut self,
        base: &'t Node<Expression>,
        subscript: Option<Polynomial>,
        is_write: bool,
        access: &'t Node<Expression>,
    ) -> Result<(), Decline> {
        let function = self.function;
        let Expression::Identifier(name) = &base.node else { return self.decline(JamProblem::Access, access) };
        let token = function.parsed.token_of(name.span);
        let Some(id) = function.lookup(&name.node.name, token) else { return self.decline(JamProblem::Access, access) };
        let symbol = function.symbol(id);
        let is_inside = self.nest.contains(&symbol.declared);
        // In `i[a]` and `*(i + a)`, the array is on the other side.
        let is_object = matches!(symbol.kind.shape, TypeKind::Record(_) | TypeKind::Vector(..));
        if !is_array(symbol) && symbol.kind.pointee().is_none() && !is_object {
            return self.decline(JamProblem::Access, base);
        }
        let is_own_object = is_array(symbol) || symbol.kind.pointee().is_none();
        if is_own_object && is_inside {
            return Ok(());
        }
        if symbol.kind.pointee().is_none() {
            // A part of a struct from outside, which is only read.
            let is_shared = is_write && self.iterations == Iterations::SideBySide;
            return if is_shared { self.decline(JamProblem::Writes(name.node.name.clone()), base) } else { Ok(()) };
        }
        self.found.push(MemoryAccess {
            node: access,
            tokens: function.tokens(access),
            base: self.bases.base(id, !is_inside),
            subscript,
            is_write,
            is_conditional: self.is_conditional,
            part: self.part,
        });
        Ok(())
    }

    fn subscript(&self, node: &Node<Expression>) -> Option<Polynomial> {
        let (function, nest, counters, locals) = (self.function, self.nest, self.counters, &self.locals);
        SubscriptReader { function, nest, counters, locals }.read(node).map(|value| value.polynomial)
    }
}
