//! Whether a run-time operand of the header keeps its value while the loop runs, and its type.
//!
//! An operand may be computed once before the loop only if nothing can change it: it consists of literals, of private variables that the
//! loop does not write and whose address is taken nowhere in the function, of components of such vectors, of memory at an invariant address
//! that the loop does not store to (`stores.rs`), and of the work-item functions.

use crate::limits::MAX_INVARIANCE_DEPTH;
use lang_c::ast::{BinaryOperator, CallExpression, Expression, Identifier, UnaryOperator};
use lang_c::span::Node;

use super::accesses::bases::{Bases, may_be_volatile};
use super::env::Env;
use super::evaluate::{Evaluator, LookupPoint, NoValueKind};
use super::reach::Reach;
use super::symbol::{Access, Storage, SymbolId};
use super::symbols::{Function, place_of_token};
use clunroll_rules::{Decline, Dependency, Reason};
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::tree::TokenRange;

/// An operand that may be computed before the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Its type.
    pub kind: IntegerType,
    /// Whether all work-items of a work-group compute the same value.
    pub is_uniform: bool,
}

/// Examines an expression that is evaluated where the tokens of `region` run.
///
/// # Errors
///
/// Declines at the token that may change or has no known integer type.
pub fn runtime_operand(
    function: &Function<'_, '_>,
    env: &Env,
    is_entry_point: Option<&dyn Fn() -> bool>,
    expression: &Node<Expression>,
    region: &TokenRange,
) -> Result<Operand, Decline> {
    Examiner {
        function,
        env,
        is_entry_point,
        region: region.clone(),
        depth: 0,
        reach: &Reach::new(MAX_INVARIANCE_DEPTH),
    }
    .operand(expression)
}

pub(super) struct Examiner<'f, 'u, 't> {
    pub(super) function: &'f Function<'u, 't>,
    pub(super) env: &'f Env,
    /// Whether the function is a kernel whose arguments come from the host; `None` if uniformity does not matter.
    pub(super) is_entry_point: Option<&'f dyn Fn() -> bool>,
    pub(super) region: TokenRange,
    pub(super) depth: usize,
    pub(super) reach: &'f Reach,
}

impl Examiner<'_, '_, '_> {
    pub(super) fn decline<T>(&self, reason: Reason, node: &Node<Expression>) -> Result<T, Decline> {
        let token = self.function.parsed.token_of(node.span);
        Err(Decline { reason, place: place_of_token(self.function, token) })
    }

    pub(super) fn operand(&self, node: &Node<Expression>) -> Result<Operand, Decline> {
        let evaluator = Evaluator::new(self.function, self.env, LookupPoint::InTree);
        let (value, steps) = evaluator.measured(node);
        if !self.reach.take(1 + steps) {
            return self.decline(Reason::DependsOn(Dependency::TooLong), node);
        }
        match value {
            Ok(known) if known.facts.type_differs() => {
                return self.decline(Reason::DependsOn(Dependency::CompilersDiffer), node);
            }
            Ok(known) if known.facts.is_final() => return Ok(Operand { kind: known.kind, is_uniform: true }),
            // A macro of the host may expand to any expression, but the expression is evaluated where it is written: in an initialiser, or
            // before the launch.
            Ok(known) => {
                if let Expression::Identifier(name) = &node.node
                    && !self.is_local(name)
                {
                    let host = known.facts.hosts().first().cloned().unwrap_or_default();
                    return self.decline(Reason::HostDecides(host), node);
                }
            }
            Err(error) => {
                if let (Expression::Identifier(_), NoValueKind::Undefined(name)) = (&node.node, error.kind) {
                    return self.decline(Reason::UndefinedName(name), node);
                }
            }
        }
        match &node.node {
            Expression::Identifier(name) => self.variable(name, node),
            Expression::Constant(_) => self.decline(Reason::DependsOn(Dependency::OtherConstant), node),
            Expression::UnaryOperator(unary) => {
                let inner = &unary.node.operand;
                match unary.node.operator.node {
                    UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement => {
                        let operand = self.operand(inner)?;
                        Ok(Operand { kind: operand.kind.promoted(), ..operand })
                    }
                    UnaryOperator::Negate => Ok(Operand { kind: IntegerType::INT, ..self.operand(inner)? }),
                    UnaryOperator::Indirection => self.part(node),
                    _ => self.decline(Reason::DependsOn(Dependency::Change), node),
                }
            }
            Expression::BinaryOperator(binary) => {
                self.binary(&binary.node.operator.node, &binary.node.lhs, &binary.node.rhs, node)
            }
            Expression::Conditional(conditional) => {
                let parts = &conditional.node;
                let condition = self.operand(&parts.condition)?;
                let (then, other) = (self.operand(&parts.then_expression)?, self.operand(&parts.else_expression)?);
                let is_uniform = condition.is_uniform && then.is_uniform && other.is_uniform;
                self.common(then, other, is_uniform, node)
            }
            Expression::Cast(cast) => {
                let operand = self.operand(&cast.node.expression)?;
                match evaluator.type_named(&cast.node.type_name).integer() {
                    Some(kind) => Ok(Operand { kind, ..operand }),
                    None => self.decline(Reason::DependsOn(Dependency::OtherConversion), node),
                }
            }
            Expression::Member(_) => self.part(node),
            Expression::Call(call) => self.call(&call.node, node),
            // A size that differs between devices is an invariant value on each of them.
            Expression::SizeOfTy(_) | Expression::SizeOfVal(_) => {
                Ok(Operand { kind: IntegerType::SIZE, is_uniform: true })
            }
            _ => self.decline(Reason::DependsOn(Dependency::OtherForm), node),
        }
    }

    fn common(
        &self,
        one: Operand,
        other: Operand,
        is_uniform: bool,
        node: &Node<Expression>,
    ) -> Result<Operand, Decline> {
        match one.kind.common(other.kind) {
            Some(kind) => Ok(Operand { kind, is_uniform }),
            None => self.decline(Reason::DependsOn(Dependency::DevicesDiffer), node),
        }
    }

    fn binary(
        &self,
        operator: &BinaryOperator,
        left: &Node<Expression>,
        right: &Node<Expression>,
        node: &Node<Expression>,
    ) -> Result<Operand, Decline> {
        use BinaryOperator as Op;
        match operator {
            Op::Index => self.part(node),
            Op::Multiply
            | Op::Divide
            | Op::Modulo
            | Op::Plus
            | Op::Minus
            | Op::BitwiseAnd
            | Op::BitwiseXor
            | Op::BitwiseOr => {
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                self.common(left, right, left.is_uniform && right.is_uniform, node)
            }
            Op::ShiftLeft | Op::ShiftRight => {
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                Ok(Operand { kind: left.kind.promoted(), is_uniform: left.is_uniform && right.is_uniform })
            }
            Op::Less
            | Op::Greater
            | Op::LessOrEqual
            | Op::GreaterOrEqual
            | Op::Equals
            | Op::NotEquals
            | Op::LogicalAnd
            | Op::LogicalOr => {
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                Ok(Operand { kind: IntegerType::INT, is_uniform: left.is_uniform && right.is_uniform })
            }
            _ => self.decline(Reason::DependsOn(Dependency::Change), node),
        }
    }

    /// Whether a name is that of a variable of the function, and not a macro.
    fn is_local(&self, name: &Node<Identifier>) -> bool {
        let token = self.function.parsed.token_of(name.span);
        let is_macro = self.function.parsed.expansion.tokens[token].open;
        let id = self.function.lookup(&name.node.name, token).filter(|_| !is_macro);
        id.is_some_and(|id| self.function.symbol(id).storage == Storage::Local)
    }

    /// The symbol of a variable that keeps its value.
    pub(super) fn unchanging(&self, name: &Node<Identifier>, node: &Node<Expression>) -> Result<SymbolId, Decline> {
        let (token, name) = (self.function.parsed.token_of(name.span), &*name.node.name);
        let Some(id) = self.function.lookup(name, token) else {
            return self.decline(Reason::UndefinedName(name.to_owned()), node);
        };
        let symbol = self.function.symbol(id);
        if symbol.kind.is_volatile {
            return self.decline(Reason::Volatile(name.to_owned()), node);
        }
        let decided = |unknown: usize, reason: fn(String, &str) -> Reason| {
            let by = self.function.parsed.expansion.tokens[unknown].text.to_string();
            Err(Decline { reason: reason(by, name), place: place_of_token(self.function, unknown) })
        };
        if let Some(unknown) = self.function.pasted_open_name() {
            return decided(unknown, |by, _| Reason::HostDecides(by));
        }
        if let Some(unknown) = self.function.doubted_by(id, token) {
            return decided(unknown, |by, name| Reason::MayDeclare { by, name: name.to_owned() });
        }
        if !self.function.is_certain(id, token) {
            return self.decline(Reason::DependsOn(Dependency::ConfigurationsDiffer), node);
        }
        if symbol.storage == Storage::Enumerator {
            return self.decline(Reason::DependsOn(Dependency::UnknownValue), node);
        }
        if !self.function.is_private_variable(id) {
            self.check_memory_object(id, name, node)?;
            return Ok(id);
        }
        if let Some(write) = self.function.find_access(id, Access::Write, self.region.clone()) {
            let place = place_of_token(self.function, write.token);
            return Err(Decline { reason: Reason::NotInvariant(name.to_owned()), place });
        }
        if let Some(pointer) = self.function.address_taken(id) {
            let place = place_of_token(self.function, pointer.token);
            return Err(Decline { reason: Reason::AddressTaken(name.to_owned()), place });
        }
        Ok(id)
    }

    /// Checks that the loop does not store to a variable in memory that other work-items share.
    fn check_memory_object(&self, id: SymbolId, name: &str, node: &Node<Expression>) -> Result<(), Decline> {
        let symbol = self.function.symbol(id);
        let is_object = matches!(symbol.storage, Storage::Local | Storage::Static) && !symbol.kind.is_pointer();
        let bases = Bases { function: self.function };
        if !is_object
            || bases.doubt(id).is_some()
            || may_be_volatile(&symbol.kind, self.function.program.mentions_volatile())
        {
            return self.decline(Reason::NotInvariant(name.to_owned()), node);
        }
        self.function.check_not_stored(self.region.start, &bases.base(id, true), name)
    }

    fn variable(&self, name: &Node<Identifier>, node: &Node<Expression>) -> Result<Operand, Decline> {
        let id = self.unchanging(name, node)?;
        match self.function.symbol(id).kind.integer() {
            Some(kind) => Ok(Operand { kind, is_uniform: self.is_uniform(id) }),
            None => self.decline(Reason::DependsOn(Dependency::PerhapsNotInteger), node),
        }
    }

    /// Whether a variable has one value for all work-items: a kernel's argument, or a variable whose only value is an initialiser that has
    /// one.
    pub(super) fn is_uniform(&self, id: SymbolId) -> bool {
        let Some(is_entry_point) = self.is_entry_point else { return false };
        let symbol = self.function.symbol(id);
        let is_written = self.function.first_access(id, Access::Write).is_some();
        if is_written || self.function.address_taken(id).is_some() {
            return false;
        }
        match symbol.storage {
            Storage::Parameter => is_entry_point(),
            Storage::Local => symbol.initializer.is_some_and(|initializer| {
                // The variables that the initialiser reads may have changed since. Its value was uniform all the same.
                let region = symbol.declared..symbol.declared;
                let inner = Examiner { region, depth: self.depth + 1, ..*self };
                let find = || inner.operand(initializer).is_ok_and(|operand| operand.is_uniform);
                self.env.uniform.ask(id, self.reach, inner.depth, find)
            }),
            _ => false,
        }
    }

    /// A work-item function (OpenCL C 6.15.1), or `min`, `max` and `clamp` of integers of one type.
    fn call(&self, call: &CallExpression, node: &Node<Expression>) -> Result<Operand, Decline> {
        let unknown = || self.decline(Reason::DependsOn(Dependency::Call), node);
        let Expression::Identifier(name) = &call.callee.node else { return unknown() };
        let is_open = self.function.is_open(self.function.parsed.token_of(name.span));
        let name = &*name.node.name;
        if is_open || self.function.program.may_declare(name) {
            return unknown();
        }
        let arguments =
            call.arguments.iter().map(|argument| self.operand(argument)).collect::<Result<Vec<_>, Decline>>()?;
        let all_uniform = arguments.iter().all(|argument| argument.is_uniform);
        match (name, &arguments[..]) {
            ("get_work_dim", []) => Ok(Operand { kind: IntegerType::UINT, is_uniform: true }),
            (
                "get_global_size"
                | "get_local_size"
                | "get_enqueued_local_size"
                | "get_num_groups"
                | "get_group_id"
                | "get_global_offset",
                [_],
            ) => Ok(Operand { kind: IntegerType::SIZE, is_uniform: all_uniform }),
            ("get_global_id" | "get_local_id", [_]) => Ok(Operand { kind: IntegerType::SIZE, is_uniform: false }),
            ("get_global_linear_id" | "get_local_linear_id", []) => {
                Ok(Operand { kind: IntegerType::SIZE, is_uniform: false })
            }
            ("min" | "max", [one, other]) if one.kind == other.kind => {
                Ok(Operand { kind: one.kind, is_uniform: all_uniform })
            }
            ("clamp", [one, low, high]) if one.kind == low.kind && one.kind == high.kind => {
                Ok(Operand { kind: one.kind, is_uniform: all_uniform })
            }
            _ => unknown(),
        }
    }
}
