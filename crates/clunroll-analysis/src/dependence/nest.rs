//! The parts of a nest: the code before the first inner loop of each body, between the inner loops, and after the last.
//!
//! ```text
//! for (int r = 0; r < rows; r++) {         level 0
//!   float sum = 0.0f;                      code 0
//!   for (int k = 0; k < n; k++)            level 1
//!     sum += a[r * n + k] * b[k];          code 0 (an innermost loop has nothing else)
//!   c[r] = sum;                            code 1
//!   for (int k = 0; k < n; k++)            level 2
//!     d[r * n + k] = sum;                  code 0
//! }
//! ```
//!
//! An inner loop is a statement of the body around it. The headers of the inner loops are the same in all iterations of the
//! outer loop: they hold constants, variables that nothing in the nest changes, and the induction variables of inner loops. So an inner
//! loop may also count a variable that its header does not declare: it has the same value after each iteration of the outer loop, and no
//! other code of the nest may use it. Its first value may be in a statement or declaration before the loop (`first_value.rs`).
//!
//! A `while` loop with a step is an inner loop too. Its step is the last statement of its body, and counts as a part of the header. So no
//! `continue` may pass by it.

use std::rc::Rc;

use lang_c::ast::{BinaryOperator, BlockItem, Expression, Identifier, Statement, UnaryOperator};
use lang_c::span::Node;

use super::first_value::FirstValue;
use super::hosted::NestConstants;
use crate::induction::{Induction, Step};
use crate::loops::{Keyword, Loop, recognise};
use crate::symbol::{Access, Storage, SymbolId};
use crate::symbols::{Function, place_of_token};
use crate::trips::{Advance, HeaderNumbers, Trips, count};
use crate::types::Space;
use clunroll_rules::{Decline, JamProblem, Reason};
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::tree::TokenRange;

/// The most loops around one another in a nest.
const MAX_LEVELS: usize = 8;
/// The most loops of a nest.
const MAX_LOOPS: usize = 16;

/// One loop of a nest with the code around its inner loops.
#[derive(Clone, Debug)]
pub struct Level<'t> {
    /// The loop.
    pub site: Loop<'t>,
    /// The induction variable.
    pub counter: Rc<Induction<'t>>,
    /// What gives the induction variable its first value, if that is before the loop.
    pub first: Option<FirstValue<'t>>,
    /// The tokens of the step, if it is the last statement of the body.
    pub step: Option<TokenRange>,
    /// The loops around it, from the outermost in, and the loop itself, as their places in the nest.
    pub path: Vec<usize>,
    /// Its place among the loops of the body around it.
    pub number: usize,
    /// The code before the first inner loop, between the inner loops, and after the last; of an innermost loop, all of the body. Neither
    /// steps nor statements with first values are in it.
    pub codes: Vec<Vec<NestItem<'t>>>,
    /// The inner loops, as their places in the nest.
    pub loops: Vec<usize>,
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

impl<'t> NestItem<'t> {
    /// The statement; `None` for a declaration.
    fn statement(&self) -> Option<&'t Statement> {
        match self {
            Self::InBlock(item) => match &item.node {
                BlockItem::Statement(statement) => Some(&statement.node),
                _ => None,
            },
            Self::Alone(statement) => Some(&statement.node),
        }
    }

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

/// A nest.
#[derive(Clone, Debug)]
pub struct Nest<'t> {
    /// The loops in the order of the text: the outermost one is the first.
    pub levels: Vec<Level<'t>>,
    /// Which constants have their values.
    pub constants: NestConstants,
}

impl<'t> Nest<'t> {
    /// Reads a loop that contains other loops.
    ///
    /// # Errors
    ///
    /// Declines loops that are not such a nest.
    pub fn of(function: &Function<'_, 't>, outer: &Loop<'t>, constants: NestConstants) -> Result<Self, Decline> {
        let nest = Self::of_any(function, outer, constants)?;
        if nest.levels.len() == 1 {
            let mut items = nest.levels[0].codes.iter().flatten();
            return match items.find(|item| is_uncounted_loop(item)) {
                Some(item) => decline(function, JamProblem::SecondLoop, item.tokens(function).start),
                None => decline(function, JamProblem::NoInnerLoop, outer.tokens.start),
            };
        }
        Ok(nest)
    }

    /// Reads a loop that need not contain others.
    ///
    /// # Errors
    ///
    /// Declines headers and bodies that are not understood.
    pub fn of_any(function: &Function<'_, 't>, outer: &Loop<'t>, constants: NestConstants) -> Result<Self, Decline> {
        let mut nest = Self { levels: Vec::new(), constants };
        nest.add(function, outer.clone(), None, &[], 0)?;
        nest.check_counters(function)?;
        Ok(nest)
    }

    /// Adds a loop and all loops in it; returns its place.
    fn add(
        &mut self,
        function: &Function<'_, 't>,
        site: Loop<'t>,
        first: Option<FirstValue<'t>>,
        around: &[usize],
        number: usize,
    ) -> Result<usize, Decline> {
        if around.len() == MAX_LEVELS || self.levels.len() == MAX_LOOPS {
            return decline(function, JamProblem::TooDeep, site.tokens.start);
        }
        let counter = site.counter.clone()?;
        let counter = first.as_ref().map_or_else(|| Rc::clone(&counter), |first| first.in_header(&counter));
        let run = self.check_header(function, &site, &counter, around)?;
        let mut items: Vec<NestItem<'t>> = match &site.body.node {
            Statement::Compound(items) => items.iter().map(NestItem::InBlock).collect(),
            _ => vec![NestItem::Alone(site.body)],
        };
        let last = if site.keyword == Keyword::While { items.pop() } else { None };
        let step = last.map(|step| step.tokens(function));
        let (mut codes, mut inner) = (Vec::new(), Vec::new());
        for part in items.split_inclusive(|item| is_inner_loop(function, item)) {
            let is_before_loop = part.last().is_some_and(|item| is_inner_loop(function, item));
            let (code, of_loop) = part.split_at(part.len() - usize::from(is_before_loop));
            codes.push(code.to_vec());
            for item in of_loop {
                let site = recognise(function, item.tokens(function).start)?;
                let before = items.iter().take_while(|before| before.tokens(function).end <= site.tokens.start);
                let first = first_value(function, &site, &before.copied().collect::<Vec<_>>());
                inner.push((site, first));
            }
        }
        if codes.len() == inner.len() {
            codes.push(Vec::new());
        }
        if step.is_some() && inner.is_empty() {
            check_continues(function, site.body)?;
        }
        let statements = inner.iter().filter_map(|(_, first)| first.as_ref().filter(|first| first.is_statement));
        let statements: Vec<TokenRange> = statements.map(|first| first.tokens.clone()).collect();
        for code in &mut codes {
            code.retain(|item| !statements.contains(&item.tokens(function)));
        }
        let at = self.levels.len();
        let path = [around, &[at]].concat();
        let loops = Vec::new();
        self.levels.push(Level { site, counter, first, step, path: path.clone(), number, codes, loops, run });
        for (number, (site, first)) in inner.into_iter().enumerate() {
            let next = self.add(function, site, first, &path, number)?;
            self.levels[at].loops.push(next);
        }
        Ok(at)
    }

    /// Checks that a counter which no header declares is used nowhere else in the nest. All other code of the nest would find the value
    /// of another iteration.
    fn check_counters(&self, function: &Function<'_, 't>) -> Result<(), Decline> {
        for level in self.levels.iter().filter(|level| level.counter.declared.is_none()) {
            let id = level.counter.variable;
            let is_counted = |token: usize| {
                let mut counting = self.levels.iter().filter(|other| other.counter.variable == id);
                let is_first = |first: &FirstValue<'_>| first.is_statement && first.tokens.contains(&token);
                counting.any(|other| other.site.tokens.contains(&token) || other.first.as_ref().is_some_and(is_first))
            };
            // A loop inside would change the counter of the loop around it.
            let (_, around) = level.path.split_last().unwrap_or((&0, &[]));
            if around.iter().any(|&other| self.levels[other].counter.variable == id) {
                return decline(function, JamProblem::Writes(level.counter.name.to_owned()), level.counter.name_token);
            }
            let mut uses = function.uses_in(self.tokens().clone()).iter().filter(|used| used.symbol == Some(id));
            if let Some(used) = uses.find(|used| !is_counted(used.token)) {
                return decline(function, JamProblem::Writes(used.name.to_owned()), used.token);
            }
        }
        Ok(())
    }

    /// Whether each loop has one inner loop at most.
    #[must_use]
    pub fn is_chain(&self) -> bool {
        self.levels.iter().all(|level| level.loops.len() < 2)
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
        around: &[usize],
    ) -> Result<Run, Decline> {
        let value = |node| self.constants.value(function, node);
        let amount = match counter.added {
            Some(Step::Add(amount) | Step::Subtract(amount)) => value(amount),
            _ => None,
        };
        let is_own = if counter.declared.is_some() {
            // A macro of the host may have effects in a step, unless it is a constant.
            counter.step_stays_inside || (self.constants == NestConstants::Hosted && amount.is_some())
        } else {
            !around.is_empty() && Self::is_private(function, counter)
        };
        let is_plain = is_own && !counter.has_companions && counter.kind.integer().is_some();
        let (Some(start), true) = (counter.start, is_plain) else {
            return decline(function, JamProblem::Header, site.tokens.start);
        };
        if !around.is_empty() {
            for node in [start, counter.bound] {
                self.check_operand(function, node, around)?;
            }
        }
        let advance = match &counter.step {
            Step::Constant(advance, by) if by.facts.is_final() || amount.is_some() => Some(advance.clone()),
            Step::Constant(..) | Step::Add(_) | Step::Subtract(_) if around.is_empty() => None,
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

    /// Whether a counter that no header declares is a private variable, which no pointer reaches.
    fn is_private(function: &Function<'_, 't>, counter: &Induction<'t>) -> bool {
        let (id, token) = (counter.variable, counter.name_token);
        let symbol = function.symbol(id);
        matches!(symbol.storage, Storage::Local | Storage::Parameter)
            && symbol.kind.space == Space::Private
            && !symbol.kind.is_volatile
            && function.is_certain(id, token)
            && function.address_taken(id).is_none()
    }

    /// Checks that an operand of an inner loop's header is the same in all iterations of the outer loop.
    // operand = constant | name | macro of the host | operation of operands | conversion of an operand | query of the launch
    fn check_operand(
        &self,
        function: &Function<'_, 't>,
        node: &Node<Expression>,
        around: &[usize],
    ) -> Result<(), Decline> {
        let all =
            |nodes: &[&Node<Expression>]| nodes.iter().try_for_each(|node| self.check_operand(function, node, around));
        match &node.node {
            Expression::Constant(_) | Expression::SizeOfTy(_) => Ok(()),
            Expression::Identifier(name) => self.check_variable(function, name, around),
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
                    call.node.arguments.iter().try_for_each(|argument| self.check_operand(function, argument, around))
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
        around: &[usize],
    ) -> Result<(), Decline> {
        let nest = self.tokens();
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
        let is_inner_counter = around[1..].iter().any(|&level| self.levels[level].counter.variable == id);
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

/// What gives the counter of an inner loop its first value before the loop, if the header does not.
fn first_value<'t>(function: &Function<'_, 't>, site: &Loop<'t>, before: &[NestItem<'t>]) -> Option<FirstValue<'t>> {
    let counter = site.counter.as_ref().ok().filter(|_| site.initializer.is_empty())?;
    FirstValue::find(function, counter, before)
}

/// Whether an item is a `for` loop, or a `while` loop with a step.
fn is_inner_loop(function: &Function<'_, '_>, item: &NestItem<'_>) -> bool {
    match item.statement() {
        Some(Statement::For(_)) => true,
        Some(Statement::While(_)) => recognise(function, item.tokens(function).start).is_ok_and(|site| site.has_step),
        _ => false,
    }
}

/// Whether an item is a `while` or `do` loop that does not count as an inner loop of the nest.
fn is_uncounted_loop(item: &NestItem<'_>) -> bool {
    matches!(item.statement(), Some(Statement::While(_) | Statement::DoWhile(_)))
}

/// Declines a `continue` in the body of a `while` loop, since it passes by the step.
fn check_continues(function: &Function<'_, '_>, body: &Node<Statement>) -> Result<(), Decline> {
    let mut tokens = function.tokens(body);
    match tokens.find(|&at| function.parsed.expansion.tokens[at].is_word("continue")) {
        Some(at) => decline(function, JamProblem::Statement, at),
        None => Ok(()),
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
