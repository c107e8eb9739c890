//! Headers whose operands the host's macros give, without a value that is known here.
//!
//! ```c
//! (void)sizeof(char[((((N) | 0) >= 0) & ((N) <= 2147483647) & !((N) < N) & (((N) - 1) < N)) ? 1 : -1]);
//! const int i_bound = N;
//! ```
//!
//! A macro may be any text: `n + 4`, where the body changes `n`, or `9 & 10`, which `i < N` takes apart. The first line stops the build
//! for all of these, and computes nothing. An array has a constant length, so that `N` is a constant; `|` takes integers alone; the
//! limits make its value one of the variable's type. The author's own test, for the bound and for the value before it, shows that no
//! operator of `N` binds less than the comparison: such a text has only two outcomes, and changes from one to the other at one value.
//!
//! So the bound is a constant of a known type, and the loop is counted as with a variable. A step is positive likewise. A start is
//! computed once, as ever; only its text must be an operand.

use crate::host_values::Unfolded;
use crate::host_values::{ASSERTION_WORDS, is_plain};
use crate::legal::assumption::all_of;
use crate::planner::{PlannedRequest, Planner};
use crate::settings::Guard;
use crate::values::{literal, operand};
use clunroll_analysis::{
    Advance, Comparison, Evaluator, Function, Induction, LookupPoint, Operand, Step, place_of_token,
};
use clunroll_rules::{Decline, Reason};
use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::{IntegerType, Meaning};
use oclc_syntax::tree::{TokenRange, TreeExtent, is_builtin_function, is_standard_macro, is_type_name};

/// Whether the token is the name of a macro that the host defines: a condition tests it, or the host passes it, or nothing declares
/// it and no file is missing that could.
#[must_use]
pub fn is_macro_of_host(function: &Function<'_, '_>, at: usize) -> bool {
    let (unit, token) = (function.unit, &function.parsed.expansion.tokens[at]);
    let name = &*token.text;
    if token.open {
        return unit.may_be_of_host(name)
            && unit.distinct_definitions(name).all(|definition| definition.parameters.is_none());
    }
    let is_undeclared = || {
        let uses = function.uses_in(at..at + 1);
        uses.iter().any(|used| used.symbol.is_none() && !used.called)
            && !function.program.may_declare(name)
            && !is_builtin_function(name)
            && !is_standard_macro(name)
            && !is_type_name(name)
    };
    let moment = function.moment(at);
    token.kind == TokenKind::Identifier
        && function.parsed.extent == TreeExtent::Function
        && matches!(function.meaning(name, moment), Meaning::Ordinary)
        && unit.unread_include(moment).is_none()
        && function.made_parameters().is_none()
        && function.pasted_open_name().is_none()
        && is_undeclared()
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Whether a macro of the host is in an expression.
    pub(crate) fn has_host_names(&self, node: &Node<Expression>) -> bool {
        let range = self.function.tokens(node);
        range.into_iter().any(|at| self.function.is_open(at) || is_macro_of_host(self.function, at))
    }

    /// An operand of a header with macros of the host, as the assertions make it.
    pub(crate) fn asserted_operand(&self, counter: &Induction<'t>, node: &Node<Expression>) -> Option<Operand> {
        let kind = counted_in(counter)?;
        self.has_host_names(node).then_some(Operand { kind, is_uniform: true })
    }

    /// The conditions of C under which the macros of the host in a header are what the counted form takes them for.
    ///
    /// # Errors
    ///
    /// Declines a header for which they cannot be written.
    pub(crate) fn header_assertions(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        counter: &Induction<'t>,
    ) -> Result<Vec<String>, Decline> {
        let (function, site) = (self.function, &planned.site);
        let header = site.tokens.start..function.tokens(site.body).start;
        let all: Vec<usize> = header.clone().chain(counter.step_tokens.clone()).collect();
        let is_open = |at: usize| function.is_open(at) || is_macro_of_host(function, at);
        let Some(first) = all.iter().copied().find(|&at| is_open(at)) else { return Ok(Vec::new()) };
        let by = match counter.added {
            Some(Step::Add(by) | Step::Subtract(by)) => Some(by),
            _ => None,
        };
        let nodes = counter.start.into_iter().chain([counter.bound]).chain(by);
        let operands: Vec<TokenRange> = nodes.map(|node| function.tokens(node)).collect();
        let is_known = |at: usize| {
            !is_open(at) || operands.iter().any(|range| range.contains(&at)) && is_macro_of_host(function, at)
        };
        let unknown = all.iter().copied().find(|&at| !is_known(at));
        if let Some(at) = unknown.filter(|at| counter.declared.as_ref().is_some_and(|declared| declared.contains(at))) {
            return self.decline(Reason::VariableType(counter.name.to_owned()), at);
        }
        let declined = || {
            let at = unknown.unwrap_or(first);
            let name = function.parsed.expansion.tokens[at].text.to_string();
            Decline { reason: Reason::HostDecides(name), place: place_of_token(function, at) }
        };
        let is_one_text = function.moment(site.tokens.start) == function.moment(header.end - 1);
        let may_assert = unknown.is_none() && is_one_text && self.settings.guard != Guard::Tests;
        if !may_assert || self.check_meanings(&ASSERTION_WORDS, &site.tokens).is_err() {
            return Err(declined());
        }
        let facts = || {
            let mut facts = Vec::new();
            if let Some(start) = counter.start.filter(|start| self.has_host_names(start)) {
                facts.push(format!("((({}) | 1) != 0)", self.plain_operand(start)?));
            }
            if self.has_host_names(counter.bound) {
                facts.extend(self.facts_of_bound(planned, counter)?);
            }
            if let Some(by) = by.filter(|by| self.has_host_names(by)) {
                let (text, kind) = (self.plain_operand(by)?, counted_in(counter)?);
                // Another operator before it might take its text apart.
                let before = &function.parsed.expansion.tokens[function.tokens(by).start.checked_sub(1)?];
                matches!(before.kind, TokenKind::Punct(Punct::PlusAssign | Punct::MinusAssign)).then_some(())?;
                facts.extend([format!("((({text}) | 0) > 0)"), within(&text, kind)]);
            }
            Some(vec![all_of(&facts)])
        };
        facts().ok_or_else(declined)
    }

    /// The text of an operand of macros, numbers and operators.
    fn plain_operand(&self, node: &Node<Expression>) -> Option<String> {
        let (function, range) = (self.function, self.function.tokens(node));
        let tokens = &function.parsed.expansion.tokens;
        let is_known = |at: usize| {
            let token = &tokens[at];
            let changes = matches!(token.kind, TokenKind::Punct(punct) if punct.assigns() || punct == Punct::Comma);
            !changes && (is_macro_of_host(function, at) || is_plain(token))
        };
        function.source_span(&range).filter(|_| is_computed(node))?;
        range.clone().all(is_known).then(|| function.text_of(&range))
    }

    /// The facts about a bound that the variable goes up to.
    fn facts_of_bound(&self, planned: &PlannedRequest<'_, '_, 'u, 't>, counter: &Induction<'t>) -> Option<Vec<String>> {
        let function = self.function;
        let (text, kind) = (self.plain_operand(counter.bound)?, counted_in(counter)?);
        let test = function.tokens(planned.site.test?);
        let test_of =
            |value: &str| Some(format!("({})", self.test_with(&test, counter.name, value, &Unfolded::default())?));
        let is_upwards = match &counter.step {
            Step::Add(_) => true,
            Step::Constant(Advance::Add(stride), _) => *stride > 0,
            _ => false,
        };
        let (last, end) = match counter.comparison {
            Comparison::Less => (format!("(({text}) - 1)"), format!("({text})")),
            Comparison::LessEqual => (format!("({text})"), format!("(({text}) + 1)")),
            _ => return None,
        };
        if !is_upwards {
            return None;
        }
        let mut facts = vec![format!("((({text}) | 0) >= 0)"), within(&text, kind), format!("!{}", test_of(&end)?)];
        let is_less = counter.comparison == Comparison::Less;
        let last = test_of(&last)?;
        if !kind.signed && is_less {
            // Zero has no value before it: if the bound is zero, no value passes the test.
            facts.push(format!("((({text}) == 0) | {last})"));
            facts.push(format!("!{}", test_of(&operand(literal(kind.max(), kind)))?));
        } else {
            facts.push(last);
        }
        let evaluator = Evaluator::new(function, planned.env, LookupPoint::InTree);
        let start = counter.start.and_then(|start| evaluator.value(start).ok()).filter(|start| start.facts.is_final());
        if kind.signed && start.is_none_or(|start| start.value < 0) {
            // A bound without a sign would make large numbers of the values below zero.
            facts.push(test_of(&operand(literal(kind.min(), kind)))?);
        }
        Some(facts)
    }
}

/// Whether an expression computes a number from numbers and names: it reads no memory and calls nothing.
fn is_computed(node: &Node<Expression>) -> bool {
    use UnaryOperator as Op;
    match &node.node {
        Expression::Constant(_) | Expression::Identifier(_) | Expression::SizeOfTy(_) => true,
        Expression::Cast(cast) => is_computed(&cast.node.expression),
        Expression::UnaryOperator(unary) => {
            let computes = matches!(unary.node.operator.node, Op::Plus | Op::Minus | Op::Complement | Op::Negate);
            computes && is_computed(&unary.node.operand)
        }
        Expression::BinaryOperator(binary) => {
            let is_element = binary.node.operator.node == BinaryOperator::Index;
            !is_element && is_computed(&binary.node.lhs) && is_computed(&binary.node.rhs)
        }
        Expression::Conditional(parts) => {
            let parts = &parts.node;
            [&parts.condition, &parts.then_expression, &parts.else_expression].into_iter().all(|part| is_computed(part))
        }
        _ => false,
    }
}

/// The type of a bound or a step that is asserted to be in the range of the variable, or of `int` if that is wider.
fn counted_in(counter: &Induction<'_>) -> Option<IntegerType> {
    let kind = counter.kind.integer()?;
    Some(if kind.bits < IntegerType::INT.bits { IntegerType::INT } else { kind })
}

/// That a number which is not negative is in the range of a type.
fn within(text: &str, kind: IntegerType) -> String {
    if kind.is_size {
        return format!("((size_t)({text}) == ({text}))");
    }
    format!("(({text}) <= {})", literal(kind.max(), kind))
}
