//! The assumptions of arrays and their indices about the host's macros.
//!
//! ```c
//! #ifndef N
//! #define N 4
//! #endif
//! float sum[N]; … sum[N - 1] …
//! ```
//!
//! A length or an index that the host decides is certain only under a condition of the preprocessor that pins it. Until it is known whether
//! there is one ([`super::stretch`]), both the assumption and the finding are kept.

use std::collections::BTreeMap;

use lang_c::ast::Expression;
use lang_c::span::Node;

use clunroll_analysis::Evaluator;
use clunroll_loops::Assumption;
use clunroll_rules::PromotionDecline;
use oclc_syntax::lex::{Bracket, after_group};
use oclc_syntax::preprocess::{Facts, IntegerType};

/// An assumption, and the finding if it is not allowed.
#[derive(Clone, Debug, Default)]
pub struct HostedValues {
    /// All assumptions.
    pub assumption: Assumption,
    /// The reason why the first of these values is not certain; `None` if there are no assumptions.
    pub decline: Option<PromotionDecline>,
}

impl HostedValues {
    /// Adds the assumptions of another one.
    pub fn add(&mut self, other: &Self) {
        self.assumption.add(&other.assumption);
        self.decline = self.decline.take().or_else(|| other.decline.clone());
    }

    /// Assumes that a length or an index has its known value.
    ///
    /// # Errors
    ///
    /// Returns `decline` if no condition can pin the value.
    pub fn assume(
        &mut self,
        evaluator: &Evaluator<'_, '_, '_>,
        expression: &Node<Expression>,
        decline: PromotionDecline,
    ) -> Result<(), PromotionDecline> {
        let mut assumption = self.assumption.clone();
        if pin(evaluator, expression, true, &mut assumption).is_none() {
            return Err(decline);
        }
        self.assumption = assumption;
        self.decline.get_or_insert(decline);
        Ok(())
    }
}

/// Pins the smallest parts of an expression that operators around them cannot separate: those in parentheses, or all of it. A constant
/// variable in such a part is written as its value.
fn pin(
    evaluator: &Evaluator<'_, '_, '_>,
    expression: &Node<Expression>,
    is_whole: bool,
    assumption: &mut Assumption,
) -> Option<()> {
    let function = evaluator.function();
    let range = function.tokens(expression);
    if !function.has_open_names(range.clone()) {
        return Some(());
    }
    let parts = operands(expression);
    let mut smaller = assumption.clone();
    if !parts.is_empty() && parts.iter().all(|part| pin(evaluator, part, false, &mut smaller).is_some()) {
        *assumption = smaller;
        return Some(());
    }
    let tokens = &function.parsed.expansion.tokens;
    let is_in_parentheses = || after_group(Bracket::Round, &tokens[..range.end], range.start) == Some(range.end);
    if !is_whole && !is_in_parentheses() {
        return None;
    }
    let mut constants = BTreeMap::new();
    find_constants(evaluator, expression, &mut constants)?;
    assumption.pin(function, &range, evaluator.value(expression).ok()?.value, &constants)
}

/// The operands of an operator.
fn operands(expression: &Node<Expression>) -> Vec<&Node<Expression>> {
    match &expression.node {
        Expression::BinaryOperator(binary) => vec![&*binary.node.lhs, &*binary.node.rhs],
        Expression::UnaryOperator(unary) => vec![&*unary.node.operand],
        _ => Vec::new(),
    }
}

/// Finds the constant variables in an expression, with their values. `None` if it contains anything other than these, numbers, macros of
/// the host and operators.
fn find_constants(
    evaluator: &Evaluator<'_, '_, '_>,
    expression: &Node<Expression>,
    found: &mut BTreeMap<usize, i128>,
) -> Option<()> {
    let function = evaluator.function();
    let range = function.tokens(expression);
    match &expression.node {
        Expression::Constant(_) => {}
        Expression::Identifier(_) if function.has_open_names(range) => {}
        Expression::Identifier(name) => {
            let known = evaluator.value(expression).ok()?;
            // A written number is an `int`.
            if known.facts != Facts::default() || known.kind != IntegerType::INT || known.value < 0 {
                return None;
            }
            found.insert(function.parsed.token_of(name.span), known.value);
        }
        Expression::BinaryOperator(_) | Expression::UnaryOperator(_) => {
            for operand in operands(expression) {
                find_constants(evaluator, operand, found)?;
            }
        }
        _ => return None,
    }
    Some(())
}
