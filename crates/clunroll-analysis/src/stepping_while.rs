//! A `while` loop that steps its variable as a `for` loop does (C99 6.8.5.1).
//!
//! ```c
//! while (i < n) {                          // for (; i < n; i += get_global_size(0))
//!     out[i] = in[i];                      //     out[i] = in[i];
//!     i += get_global_size(0);
//! }
//! ```
//!
//! Both loops have the same trips if the step is the last statement of the body, in every configuration, and means the same before the loop
//! as in it. A `continue` skips the step, and the form that needs each step declines it (`clunroll-loops/src/legal/counted.rs`). The step
//! stays in the body, so each copy of the body contains it.
//!
//! Authors do not expect clunroll to count other `while` loops. So there is a reason against counting only if one of the body's own
//! statements is a step of a variable that the test compares.

use std::rc::Rc;

use lang_c::ast::{BlockItem, Expression, Statement, WhileStatement};
use lang_c::span::Node;

use super::induction::{Header, Induction, changed_variable, comma_parts};
use super::symbols::Function;
use clunroll_rules::{Decline, Dependency, HeaderProblem, Reason};
use oclc_syntax::lex::TokenKind;
use oclc_syntax::preprocess::DirectiveKind;
use oclc_syntax::tree::TokenRange;

/// The induction variable of the loop whose `while` is the token `keyword`; `None` for a loop without a step.
pub(super) fn find_step<'t>(
    function: &Function<'_, 't>,
    statement: &'t WhileStatement,
    keyword: usize,
) -> Option<Result<Rc<Induction<'t>>, Decline>> {
    let header =
        |step| Header { function, keyword, initializer: None, test: Some(&statement.expression), step: Some(step) };
    let steps = |expression: &&'t Node<Expression>| {
        let header = header(*expression);
        let parts = comma_parts(expression);
        let compared = header.compared(&statement.expression, &parts).ok();
        compared.is_some_and(|compared| {
            parts.iter().any(|part| {
                changed_variable(part) == Some(compared.name) && header.advance(part, compared.name).is_ok()
            })
        })
    };
    let statements = own_statements(&statement.statement);
    let (at, step) = statements.iter().enumerate().rev().find_map(|(at, one)| Some((at, one.filter(steps)?)))?;
    let header = header(step);
    let is_last = at + 1 == statements.len();
    let found = if is_last { check_step(&header) } else { misplaced(&header) };
    Some(found.and_then(|()| header.find()).map(Rc::new))
}

/// The expression that is the last statement of a body, if it runs at the end of each iteration, and means the same before the loop.
pub(super) fn last_step<'t>(
    function: &Function<'_, 't>,
    body: &'t Node<Statement>,
    keyword: usize,
) -> Option<&'t Node<Expression>> {
    let step = own_statements(body).pop()??;
    let header = Header { function, keyword, initializer: None, test: None, step: Some(step) };
    check_step(&header).is_ok().then_some(step)
}

/// The statements of a body that are in no other statement: each one that is an expression, and `None` for any other.
fn own_statements(body: &Node<Statement>) -> Vec<Option<&Node<Expression>>> {
    match &body.node {
        Statement::Compound(items) => items
            .iter()
            .map(|item| match &item.node {
                BlockItem::Statement(statement) => own_expression(&statement.node),
                _ => None,
            })
            .collect(),
        statement => vec![own_expression(statement)],
    }
}

fn own_expression(statement: &Statement) -> Option<&Node<Expression>> {
    match statement {
        Statement::Expression(Some(expression)) => Some(expression),
        _ => None,
    }
}

fn misplaced(header: &Header<'_, '_, '_>) -> Result<(), Decline> {
    let at = header.step.map_or(header.keyword, |step| header.at(step));
    Err(header.decline(Reason::Header(HeaderProblem::StepNotLast), at))
}

/// Checks that a step runs in every iteration, and means the same before the loop.
fn check_step(header: &Header<'_, '_, '_>) -> Result<(), Decline> {
    let (function, keyword) = (header.function, header.keyword);
    let range = header.step.map_or(keyword..keyword, |step| function.tokens(step));
    let (unit, configuration) = (function.unit, &function.parsed.configuration);
    let (of_loop, first, last) = (function.moment(keyword), function.moment(range.start), function.moment(range.end));
    let is_always = unit.is_uniform(configuration, first, last)
        && unit.encloses(configuration, unit.group(first), unit.group(of_loop));
    if !is_always {
        return Err(header.decline(Reason::DependsOn(Dependency::ConfigurationsDiffer), range.start));
    }
    let is_harmless = |kind: DirectiveKind| kind == DirectiveKind::Pragma || kind.is_conditional();
    let keeps_macros = unit.directives[of_loop..first].iter().all(|directive| is_harmless(directive.kind));
    match other_name(function, keyword, range.clone()) {
        Some(at) => Err(header.decline(Reason::Header(HeaderProblem::StepNamesBody), at)),
        None if !keeps_macros => Err(header.decline(Reason::Header(HeaderProblem::StepNamesBody), range.start)),
        None => Ok(()),
    }
}

/// A name in a range that the body declares.
fn other_name(function: &Function<'_, '_>, keyword: usize, mut range: TokenRange) -> Option<usize> {
    let tokens = &function.parsed.expansion.tokens;
    range.find(|&at| {
        let name = &*tokens[at].text;
        tokens[at].kind == TokenKind::Identifier && function.lookup(name, at) != function.lookup(name, keyword)
    })
}
