//! The parts of a nest: the code before the inner loop of each level, the innermost body, and the code after.
//!
//! ```text
//! for (int r = 0; r < rows; r++) {         level 0
//!   float sum = 0.0f;                      before
//!   for (int k = 0; k < n; k++)            level 1
//!     sum += a[r * n + k] * b[k];          before (the innermost level has nothing else)
//!   c[r] = sum;                            after
//! }
//! ```
//!
//! Each level but the innermost has one loop, a statement of its body. The headers of the inner loops are the same in all iterations of the
//! outer loop: they hold constants, variables that nothing in the nest changes, and the induction variables of inner loops.

use std::rc::Rc;

use lang_c::ast::{BinaryOperator, BlockItem, Expression, Identifier, Statement, UnaryOperator};
use lang_c::span::Node;

use crate::evaluate::{Evaluator, LookupPoint};
use crate::induction::{Induction, Step};
use crate::loops::{Loop, recognise};
use crate::symbol::{Access, Storage, SymbolId};
use crate::symbols::{Function, place_of_token};
use crate::trips::{Advance, HeaderNumbers, Trips, count};
use clunroll_rules::{Decline, JamProblem, Reason};
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::tree::TokenRange;

/// The most levels of a nest.
const MAX_LEVELS: usize = 8;

/// One loop of a nest with the code around the next one.
#[derive(Clone, Debug)]
pub struct Level<'t> {
    /// The loop.
    pub site: Loop<'t>,
    /// The induction variable.
    pub counter: Rc<Induction<'t>>,
    /// The code before the inner loop; in the innermost level, all of the body.
    pub before: Vec<NestItem<'t>>,
    /// The code after the inner loop.
    pub after: Vec<NestItem<'t>>,
    /// The values of the induction variable.
    pub run: Run,
}

/// A statement or a declaration.
#[derive(Clone, Copy, Debug)]
pub enum NestItem<'t> {
    /// An item of a block.
    InBlock(&'t Node<BlockItem>),
    /// A body without braces.
    Alone(&'t Node<Statement>),
}

impl NestItem<'_> {
    /// Its tokens.
    #[must_use]
    pub fn tokens(&self, function: &Function<'_, '_>) -> TokenRange {
        match self {
            Self::InBlock(item) => function.tokens(item),
            Self::Alone(statement) => function.tokens(statement),
        }
    }
}

/// The values of an induction variable, as far as they are known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Run {
    /// The constant that is added after each iteration.
    pub stride: Option<i128>,
    /// Whether the sum has a signed type of at least 32 bits, whose overflow is undefined in C.
    pub is_signed: bool,
    /// The trip count.
    pub trips: Option<u64>,
}

/// A nest, from the outermost loop in.
#[derive(Clone, Debug)]
pub struct Nest<'t> {
    /// The loops.
    pub levels: Vec<Level<'t>>,
}

impl<'t> Nest<'t> {
    /// Reads a loop that contains other loops.
    ///
    /// # Errors
    ///
    /// Declines loops that are not such a nest.
    pub fn of(function: &Function<'_, 't>, outer: &Loop<'t>) -> Result<Self, Decline> {
        let nest = Self::of_any(function, outer)?;
        if nest.levels.len() == 1 {
            return decline(function, JamProblem::NoInnerLoop, outer.tokens.start);
        }
        Ok(nest)
    }

    /// Reads a loop that need not contain others.
    ///
    /// # Errors
    ///
    /// Declines headers and bodies that are not understood.
    pub fn of_any(function: &Function<'_, 't>, outer: &Loop<'t>) -> Result<Self, Decline> {
        let mut nest = Self { levels: Vec::new() };
        let mut next = Some(outer.clone());
        while let Some(site) = next.take() {
            let decline = |problem| decline(function, problem, site.tokens.start);
            if nest.levels.len() == MAX_LEVELS {
                return decline(JamProblem::TooDeep);
            }
            let counter = site.counter.clone()?;
            let run = nest.check_header(function, &site, &counter)?;
            let items: Vec<NestItem<'t>> = match &site.body.node {
                Statement::Compound(items) => items.iter().map(NestItem::InBlock).collect(),
                _ => vec![NestItem::Alone(site.body)],
            };
            let loops: Vec<(usize, TokenRange)> = items
                .iter()
                .enumerate()
                .filter(|(_, item)| is_for(item))
                .map(|(at, item)| (at, item.tokens(function)))
                .collect();
            let (before, after) = match &loops[..] {
                [] => (items, Vec::new()),
                [(at, tokens)] => {
                    next = Some(recognise(function, tokens.start)?);
                    (items[..*at].to_vec(), items[at + 1..].to_vec())
                }
                [_, (_, second), ..] => return self::decline(function, JamProblem::SecondLoop, second.start),
            };
            nest.levels.push(Level { site, counter, before, after, run });
        }
        Ok(nest)
    }

    /// The tokens of the nest.
    #[must_use]
    pub fn tokens(&self) -> &TokenRange {
        &self.levels[0].site.tokens
    }

    /// The induction variables.
    #[must_use]
    pub fn counters(&self) -> Vec<SymbolId> {
        self.levels.iter().map(|level| level.counter.variable).collect()
    }

    /// Checks that the header is one that the levels so far allow, and returns the values of its variable.
    fn check_header(
        &self,
        function: &Function<'_, 't>,
        site: &Loop<'t>,
        counter: &Induction<'t>,
    ) -> Result<Run, Decline> {
        let is_plain = counter.declared.is_some()
            && !counter.has_companions
            && counter.step_stays_inside
            && counter.kind.integer().is_some();
        let (Some(start), true) = (counter.start, is_plain) else {
            return decline(function, JamProblem::Header, site.tokens.start);
        };
        if !self.levels.is_empty() {
            for node in [start, counter.bound] {
                self.check_operand(function, node, &self.levels[0].site.tokens)?;
            }
        }
        let evaluator = Evaluator::new(function, function.nothing_known(), LookupPoint::InTree);
        let value = |node| evaluator.value(node).ok().filter(|value| value.facts.is_final());
        let advance = match &counter.step {
            Step::Constant(advance, by) if by.facts.is_final() => Some(advance.clone()),
            Step::Constant(..) | Step::Add(_) | Step::Subtract(_) if self.levels.is_empty() => None,
            _ => return decline(function, JamProblem::Header, site.tokens.start),
        };
        let stride = match &advance {
            Some(Advance::Add(stride)) => Some(*stride),
            _ => None,
        };
        let sum = match (&counter.step, counter.kind.integer()) {
            (Step::Constant(_, by), Some(kind)) if kind.bits >= IntegerType::INT.bits => kind.common(by.kind),
            _ => None,
        };
        let is_signed = sum.is_some_and(|sum| sum.signed) && counter.kind.integer() == sum;
        let mut run = Run { stride, is_signed, trips: None };
        if let (Some(start), Some(bound), Some(advance)) = (value(start), value(counter.bound), advance) {
            let numbers = HeaderNumbers::new(counter, &start, &bound, advance);
            if let Trips::Known(trips) = count(&numbers) {
                run.trips = Some(trips);
            }
        }
        Ok(run)
    }

    /// Checks that an operand of an inner loop's header is the same in all iterations of the outer loop.
    // operand = constant | name | macro of the host | operation of operands | conversion of an operand | query of the launch
    fn check_operand(
        &self,
        function: &Function<'_, 't>,
        node: &Node<Expression>,
        nest: &TokenRange,
    ) -> Result<(), Decline> {
        let all =
            |nodes: &[&Node<Expression>]| nodes.iter().try_for_each(|node| self.check_operand(function, node, nest));
        match &node.node {
            Expression::Constant(_) | Expression::SizeOfTy(_) => Ok(()),
            Expression::Identifier(name) => self.check_variable(function, name, nest),
            Expression::Cast(cast) => all(&[&cast.node.expression]),
            Expression::UnaryOperator(unary)
                if matches!(
                    unary.node.operator.node,
                    UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement | UnaryOperator::Negate
                ) =>
            {
                all(&[&unary.node.operand])
            }
            Expression::BinaryOperator(binary) if is_operation(&binary.node.operator.node) => {
                all(&[&binary.node.lhs, &binary.node.rhs])
            }
            Expression::Conditional(conditional) => {
                let parts = &conditional.node;
                all(&[&parts.condition, &parts.then_expression, &parts.else_expression])
            }
            Expression::Call(call) => match &call.node.callee.node {
                Expression::Identifier(name)
                    if function.program.is_query(&name.node.name)
                        || matches!(&*name.node.name, "min" | "max" | "clamp" if function.program.is_builtin(&name.node.name)) =>
                {
                    call.node.arguments.iter().try_for_each(|argument| self.check_operand(function, argument, nest))
                }
                _ => decline(function, JamProblem::InnerHeader, function.parsed.token_of(node.span)),
            },
            _ => decline(function, JamProblem::InnerHeader, function.parsed.token_of(node.span)),
        }
    }

    fn check_variable(
        &self,
        function: &Function<'_, 't>,
        name: &Node<Identifier>,
        nest: &TokenRange,
    ) -> Result<(), Decline> {
        let (token, name) = (function.parsed.token_of(name.span), &*name.node.name);
        if function.is_open(token) {
            return Ok(());
        }
        let Some(id) = function.lookup(name, token) else {
            return Err(Decline {
                reason: Reason::UndefinedName(name.to_owned()),
                place: place_of_token(function, token),
            });
        };
        if !function.is_certain(id, token) {
            return decline(function, JamProblem::Uncertain(name.to_owned()), token);
        }
        let symbol = function.symbol(id);
        let is_inner_counter = self.levels[1..].iter().any(|level| level.counter.variable == id);
        let is_own = matches!(symbol.storage, Storage::Local | Storage::Parameter)
            && symbol.kind.integer().is_some()
            && !symbol.kind.is_volatile
            && function.address_taken(id).is_none();
        let keeps_value = symbol.storage == Storage::Enumerator
            || (is_own
                && !nest.contains(&symbol.declared)
                && function.find_access(id, Access::Write, nest.clone()).is_none());
        if is_inner_counter || keeps_value {
            return Ok(());
        }
        decline(function, JamProblem::InnerHeader, token)
    }
}

fn is_for(item: &NestItem<'_>) -> bool {
    match item {
        NestItem::InBlock(item) => {
            matches!(&item.node, BlockItem::Statement(statement) if matches!(statement.node, Statement::For(_)))
        }
        NestItem::Alone(statement) => matches!(statement.node, Statement::For(_)),
    }
}

/// Whether an operator computes a value from two operands, and does nothing else.
pub(super) fn is_operation(operator: &BinaryOperator) -> bool {
    use BinaryOperator as Op;
    matches!(
        operator,
        Op::Multiply
            | Op::Divide
            | Op::Modulo
            | Op::Plus
            | Op::Minus
            | Op::ShiftLeft
            | Op::ShiftRight
            | Op::Less
            | Op::Greater
            | Op::LessOrEqual
            | Op::GreaterOrEqual
            | Op::Equals
            | Op::NotEquals
            | Op::BitwiseAnd
            | Op::BitwiseXor
            | Op::BitwiseOr
            | Op::LogicalAnd
            | Op::LogicalOr
    )
}

/// Declines a jam for this reason, at a token.
///
/// # Errors
///
/// Always.
pub fn decline<T>(function: &Function<'_, '_>, problem: JamProblem, token: usize) -> Result<T, Decline> {
    Err(Decline { reason: Reason::Jam(problem), place: place_of_token(function, token) })
}
