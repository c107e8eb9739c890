//! Loops that count a variable down to zero, and test nothing else.
//!
//! ```c
//! while (n--) …              for (int i = n; i-- > 0;) …          // the test steps
//! for (; d; d--) …           while (d) { … d -= 2; }              // the variable is the test
//! ```
//!
//! These headers give no trip count that is right for every value: from a value below zero, a signed variable goes on until it overflows,
//! and an unsigned one wraps around after the last test. But if the variable has at least the value of several steps, so many tests hold,
//! whatever comes after them. This is all that a main loop needs. The author's own loop does the rest, the last test included.

use lang_c::ast::{BinaryOperator, Expression, ForInitializer, Statement, UnaryOperator};
use lang_c::span::Node;

use super::evaluate::{Evaluator, LookupPoint};
use super::induction::{Header, Step, VariableType, changed_variable, comma_parts};
use super::stepping_while::last_step;
use super::symbol::Access;
use super::symbols::Function;
use super::trips::Advance;
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::source::FileId;
use oclc_syntax::tree::TokenRange;

/// A variable that a loop counts down to zero.
#[derive(Clone, Debug)]
pub struct Countdown<'t> {
    /// Its name.
    pub name: &'t str,
    /// The token of its name in the test.
    pub name_token: usize,
    /// Its type.
    pub kind: IntegerType,
    /// The part of the test that steps, if the test does.
    pub step_in_test: Option<TokenRange>,
    /// The amount that is subtracted in each iteration.
    pub by: i128,
    /// Whether the test compares the value after the step.
    pub tests_after_step: bool,
}

/// The parts of a loop that may count down.
pub(super) struct Parts<'t> {
    pub(super) tokens: TokenRange,
    /// The token after the initialiser.
    pub(super) after_initializer: usize,
    pub(super) initializer: Option<&'t Node<ForInitializer>>,
    pub(super) test: Option<&'t Node<Expression>>,
    pub(super) step: Option<&'t Node<Expression>>,
    pub(super) body: &'t Node<Statement>,
    /// Whether the step may be the last statement of the body.
    pub(super) is_while: bool,
}

impl Countdown<'_> {
    /// The least value of the variable, before the test, with which so many tests hold.
    #[must_use]
    pub fn least(&self, iterations: u32) -> i128 {
        self.by * i128::from(iterations) + i128::from(self.tests_after_step)
    }
}

/// The variable that a loop counts down, if it does.
pub(super) fn find_countdown<'t>(function: &Function<'_, 't>, parts: &Parts<'t>) -> Option<Countdown<'t>> {
    let test = parts.test?;
    let tested = tested(function, test)?;
    let header = Header {
        function,
        keyword: parts.tokens.start,
        initializer: parts.initializer,
        test: Some(test),
        step: parts.step,
    };
    let (name, named) = changed_or_named(tested)?;
    let name_token = function.parsed.token_of(named.span);
    let steps_in_test = changed_variable(tested).is_some();
    let by = if steps_in_test {
        1
    } else {
        let step = if parts.is_while { last_step(function, parts.body, parts.tokens.start)? } else { parts.step? };
        let mut changing = comma_parts(step).into_iter().filter(|part| changed_variable(part) == Some(name));
        let (part, None) = (changing.next()?, changing.next()) else { return None };
        match header.advance(part, name).ok()? {
            Step::Constant(Advance::Add(by), constant) if by < 0 && constant.facts.is_final() => -by,
            _ => return None,
        }
    };
    let variable = function.lookup(name, name_token)?;
    let VariableType::Integer(kind) = header.variable_type(variable, name, name_token, None).ok()? else {
        return None;
    };
    let written = &function.parsed.expansion.tokens[name_token];
    let in_header = parts.tokens.start..function.tokens(parts.body).start;
    let range = parts.after_initializer..parts.tokens.end;
    let changes = function.uses_in(range).iter().filter(|used| used.symbol == Some(variable));
    let is_plain = changes.filter(|used| used.access != Access::Read).count() == 1
        && function.address_taken(variable).is_none()
        && written.call.is_none()
        && written.spelled.file == FileId::MAIN
        && !function.has_open_names(in_header)
        && function.pasted_open_name().is_none();
    let step_in_test = steps_in_test.then(|| function.tokens(tested));
    let has_text = step_in_test.as_ref().is_none_or(|range| function.source_span(range).is_some());
    (is_plain && has_text).then(|| Countdown {
        name,
        name_token,
        kind,
        step_in_test,
        by,
        tests_after_step: is_prefix(tested),
    })
}

// test = tested | tested ("!=" | ">") 0 | 0 ("!=" | "<") tested
/// What a test compares with zero.
fn tested<'t>(function: &Function<'_, 't>, test: &'t Node<Expression>) -> Option<&'t Node<Expression>> {
    let Expression::BinaryOperator(binary) = &test.node else { return Some(test) };
    let evaluator = Evaluator::new(function, function.nothing_known(), LookupPoint::InTree).without_launch();
    let is_zero =
        |node: &Node<Expression>| evaluator.value(node).is_ok_and(|value| value.value == 0 && value.facts.is_final());
    let (left, right) = (&*binary.node.lhs, &*binary.node.rhs);
    match &binary.node.operator.node {
        BinaryOperator::NotEquals | BinaryOperator::Greater if is_zero(right) => Some(left),
        BinaryOperator::NotEquals | BinaryOperator::Less if is_zero(left) => Some(right),
        _ => None,
    }
}

/// The name of a variable, or of one that is decremented.
fn changed_or_named(node: &Node<Expression>) -> Option<(&str, &Node<Expression>)> {
    match &node.node {
        Expression::Identifier(name) => Some((&name.node.name, node)),
        Expression::UnaryOperator(unary)
            if matches!(unary.node.operator.node, UnaryOperator::PostDecrement | UnaryOperator::PreDecrement) =>
        {
            Some((changed_variable(node)?, &unary.node.operand))
        }
        _ => None,
    }
}

fn is_prefix(node: &Node<Expression>) -> bool {
    matches!(&node.node, Expression::UnaryOperator(unary) if unary.node.operator.node == UnaryOperator::PreDecrement)
}
