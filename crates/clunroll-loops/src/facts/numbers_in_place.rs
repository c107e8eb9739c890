//! Where numbers may take the place of the induction variable in the copies of a body.
//!
//! ```text
//! for (int i = 0; i < 2; i++) acc[i] += a[i + k];     ->   acc[0] += a[0 + k];
//!                                                          acc[1] += a[1 + k];
//! ```
//!
//! The copies then need neither a declaration nor braces. A number is written only as a subscript, or as an operand of a sum, a difference or a
//! product in a subscript: only its value counts there, and compilers do not warn about it. It has the type that the variable has after
//! promotion. No number is written under a condition, since compilers would warn about an element that the condition excludes, nor in a
//! comparison of elements: `a[i] == a[j]` would be `a[0] == a[0]`, and compilers warn about that. Either all uses are replaced, or none.
//!
//! The use may be in an argument of a macro, as in `ACC(i, j)`, if all tokens that come out of the argument are such uses. Whether a macro of
//! the host may name the variable is decided when the copy is written: only then it is known which macros an `#if` pins.

use clunroll_analysis::{Body, Function, Induction, SymbolId};
use lang_c::ast::{BinaryOperator, Expression, ForStatement, Statement};
use lang_c::span::{Node, Span as TreeSpan};
use lang_c::visit::{self, Visit};
use oclc_syntax::lex::Punct;
use oclc_syntax::preprocess::{Expanded, IntegerType};
use oclc_syntax::source::{FileId, Span};

/// The places of the induction variable in a body, if numbers may take all of them.
#[must_use]
pub fn numbers_in_place<'t>(
    function: &Function<'_, 't>,
    counter: &Induction<'t>,
    body: &Body,
    statement: &'t Node<Statement>,
) -> Vec<Span> {
    let is_plain = body.uses_variable
        && !body.may_be_unseen_macro
        && !body.may_hide_variable
        && !body.asks_type
        && body.exits.is_empty()
        && body.exits.labels.is_empty()
        && counter.kind.integer().is_some_and(|kind| number_kind(kind).is_some());
    if !is_plain {
        return Vec::new();
    }
    let mut walk = SubscriptWalk {
        function,
        variable: counter.variable,
        is_subscript: false,
        conditions: 0,
        loops: 0,
        found: Vec::new(),
        is_refused: false,
    };
    walk.visit_statement(&statement.node, &statement.span);
    walk.found.sort_unstable();
    let range = function.tokens(statement);
    let tokens = &function.parsed.expansion.tokens;
    let is_known = |at: usize| {
        let other = function.uses_in(at..at + 1).iter().all(|used| used.symbol != Some(counter.variable));
        walk.found.binary_search(&at).is_ok() || (other && !function.uses_in(at..at + 1).is_empty())
    };
    let are_all = range.clone().filter(|&at| &*tokens[at].text == counter.name).all(is_known)
        && function
            .uses_in(range)
            .iter()
            .all(|used| used.symbol != Some(counter.variable) || walk.found.binary_search(&used.token).is_ok());
    if walk.is_refused || !are_all {
        return Vec::new();
    }
    let span = |at: usize| {
        if tokens[at].open {
            None
        } else if tokens[at].call.is_none() {
            function.source_span(&(at..at + 1))
        } else {
            function.span_in_argument(&(at..at + 1))
        }
    };
    let Some(mut spans) = walk.found.iter().map(|&at| span(at)).collect::<Option<Vec<Span>>>() else {
        return Vec::new();
    };
    spans.sort_unstable();
    spans.dedup();
    // What comes out of an argument is one text.
    let is_of_argument = |token: &Expanded<'_>| {
        token.call.is_some() && token.spelled.file == FileId::MAIN && spans.binary_search(&token.spelled.span).is_ok()
    };
    let is_whole = |at: usize| !is_of_argument(&tokens[at]) || walk.found.binary_search(&at).is_ok();
    if function.tokens(statement).all(is_whole) { spans } else { Vec::new() }
}

/// The type of a number in such a place, for a variable of that type.
#[must_use]
pub fn number_kind(kind: IntegerType) -> Option<IntegerType> {
    match kind.bits {
        _ if kind.is_size => None,
        0..32 => Some(IntegerType::INT),
        _ => Some(kind),
    }
}

struct SubscriptWalk<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    variable: SymbolId,
    /// Whether the expression is a subscript, or an operand of one.
    is_subscript: bool,
    /// The number of nodes around it that may skip it.
    conditions: usize,
    /// The number of loops around it.
    loops: usize,
    /// The tokens of the variable.
    found: Vec<usize>,
    is_refused: bool,
}

impl SubscriptWalk<'_, '_, '_> {
    fn within(&mut self, is_subscript: bool, conditions: usize, visit: impl FnOnce(&mut Self)) {
        let around = (self.is_subscript, self.conditions);
        (self.is_subscript, self.conditions) = (is_subscript, self.conditions + conditions);
        visit(self);
        (self.is_subscript, self.conditions) = around;
    }

    /// Whether both operands have subscripts.
    fn compares_elements(&self, left: &Node<Expression>, right: &Node<Expression>) -> bool {
        let tokens = &self.function.parsed.expansion.tokens;
        [left, right].iter().all(|side| self.function.tokens(side).any(|at| tokens[at].is(Punct::LeftBracket)))
    }

    /// Whether a subscript becomes a constant that is more than the number.
    fn is_computed(&self, subscript: &Node<Expression>) -> bool {
        let range = self.function.tokens(subscript);
        let mut uses = self.function.uses_in(range).iter();
        !matches!(subscript.node, Expression::Identifier(_)) && uses.all(|used| used.symbol == Some(self.variable))
    }
}

impl<'t> Visit<'t> for SubscriptWalk<'_, '_, 't> {
    fn visit_expression(&mut self, expression: &'t Expression, span: &'t TreeSpan) {
        match expression {
            Expression::Identifier(name) => {
                // Parentheses around it are not its own.
                let at = self.function.parsed.token_of(name.span);
                if self.function.uses_in(at..at + 1).iter().any(|used| used.symbol == Some(self.variable)) {
                    self.is_refused |= !self.is_subscript || self.conditions > 0;
                    self.found.push(at);
                }
            }
            Expression::BinaryOperator(binary) => {
                let (left, right) = (&*binary.node.lhs, &*binary.node.rhs);
                match binary.node.operator.node {
                    BinaryOperator::Index => {
                        self.within(false, 0, |walk| walk.visit_expression(&left.node, &left.span));
                        // A loop around it may run no iteration, and compilers know the array's length.
                        let may_be_skipped = self.loops > 0 && self.is_computed(right);
                        let conditions = usize::from(may_be_skipped);
                        self.within(true, conditions, |walk| walk.visit_expression(&right.node, &right.span));
                    }
                    BinaryOperator::Plus | BinaryOperator::Minus | BinaryOperator::Multiply if self.is_subscript => {
                        self.visit_expression(&left.node, &left.span);
                        self.visit_expression(&right.node, &right.span);
                    }
                    BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                        self.within(false, 1, |walk| visit::visit_expression(walk, expression, span));
                    }
                    BinaryOperator::Less
                    | BinaryOperator::Greater
                    | BinaryOperator::LessOrEqual
                    | BinaryOperator::GreaterOrEqual
                    | BinaryOperator::Equals
                    | BinaryOperator::NotEquals
                        if self.compares_elements(left, right) =>
                    {
                        self.within(false, 1, |walk| visit::visit_expression(walk, expression, span));
                    }
                    _ => self.within(false, 0, |walk| visit::visit_expression(walk, expression, span)),
                }
            }
            Expression::Conditional(_) => {
                self.within(false, 1, |walk| visit::visit_expression(walk, expression, span));
            }
            _ => self.within(false, 0, |walk| visit::visit_expression(walk, expression, span)),
        }
    }

    fn visit_for_statement(&mut self, node: &'t ForStatement, _: &'t TreeSpan) {
        self.within(false, 1, |walk| {
            walk.visit_for_initializer(&node.initializer.node, &node.initializer.span);
            for part in node.condition.iter().chain(&node.step) {
                walk.visit_expression(&part.node, &part.span);
            }
        });
        self.loops += 1;
        self.visit_statement(&node.statement.node, &node.statement.span);
        self.loops -= 1;
    }

    fn visit_statement(&mut self, statement: &'t Statement, span: &'t TreeSpan) {
        let is_condition = matches!(
            statement,
            Statement::If(_)
                | Statement::Switch(_)
                | Statement::While(_)
                | Statement::DoWhile(_)
                | Statement::Labeled(_)
        );
        self.within(false, usize::from(is_condition), |walk| visit::visit_statement(walk, statement, span));
    }
}
