//! The parts of a loop (C99 6.8.5), in the tree and in the text.
//!
//! All three loops of C have the same parts here: a test that may be missing, a step that only the header of a `for` has, and a body. If
//! the trips can be counted, an [`Induction`] describes how; otherwise the loop is still unrolled, with its own test before each copy. This
//! module declines only loops for which even that is impossible.

use std::rc::Rc;

use lang_c::ast::{DoWhileStatement, Expression, Statement, WhileStatement};
use lang_c::span::Node;

use super::evaluate::{Evaluator, LookupPoint};
use super::induction::{Induction, find_counter};
use super::stepping_while::find_step;
use super::symbol::LoopNode;
use super::symbols::{Function, place_of_token};
use clunroll_rules::{Decline, Reason};
use oclc_syntax::lex::{Bracket, Depth, Punct};
use oclc_syntax::tree::TokenRange;

/// The kind of loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    /// `for`
    For,
    /// `while`
    While,
    /// `do`
    Do,
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop<'t> {
    /// The kind of loop.
    pub keyword: Keyword,
    /// The tokens of the whole statement.
    pub tokens: TokenRange,
    /// The tokens of a `for` loop's initialiser, up to its semicolon.
    pub initializer: TokenRange,
    /// The test; `None` if there is none, or one that never fails.
    pub test: Option<&'t Node<Expression>>,
    /// The step of a `for` loop. The step of a `while` loop is part of the body.
    pub step: Option<&'t Node<Expression>>,
    /// The body.
    pub body: &'t Node<Statement>,
    /// The induction variable, or the reason why there is none.
    pub counter: Result<Rc<Induction<'t>>, Decline>,
    /// Whether its author may expect a counted loop, since it has a test and a step.
    pub has_step: bool,
    /// For a `while` or `do` loop, the reason why its trip count is not known before it runs.
    pub no_trip_count: Option<Decline>,
}

impl Loop<'_> {
    /// The offset after the closing parenthesis of the header, or after the keyword of a `do` loop.
    #[must_use]
    pub fn header_end(&self, function: &Function<'_, '_>) -> u32 {
        let parsed = &function.parsed;
        let header = self.tokens.start..function.tokens(self.body).start;
        let last = header.rev().find(|&token| !parsed.is_left_out(token)).unwrap_or(self.tokens.start);
        let code = parsed.expansion.code_of(&parsed.expansion.tokens[last]);
        function.unit.code[code.end - 1].span.end
    }
}

/// Recognises the loop whose keyword is the token `keyword`.
///
/// # Errors
///
/// Declines keywords that are not those of a loop in the tree, and loops with volatile variables.
pub fn recognise<'t>(function: &Function<'_, 't>, keyword: usize) -> Result<Loop<'t>, Decline> {
    let Some(&node) = function.loops.get(&keyword) else {
        return Err(Decline { reason: Reason::Unreadable { by: None }, place: place_of_token(function, keyword) });
    };
    let body = node.body();
    let behind_body = function.tokens(body).end;
    let site = match node {
        LoopNode::For(statement) => {
            let counter = find_counter(function, statement, keyword)?;
            Loop {
                keyword: Keyword::For,
                tokens: keyword..behind_body,
                initializer: initializer_tokens(function, keyword),
                test: statement.condition.as_deref(),
                step: statement.step.as_deref(),
                body,
                counter,
                has_step: statement.step.is_some(),
                no_trip_count: None,
            }
        }
        LoopNode::While(WhileStatement { expression: test, .. })
        | LoopNode::Do(DoWhileStatement { expression: test, .. }) => {
            let (keyword_is, end, counter) = match node {
                LoopNode::While(statement) => (Keyword::While, behind_body, find_step(function, statement, keyword)),
                _ => (Keyword::Do, end_of_do(function, behind_body), None),
            };
            let no_trip_count = uncounted(function, keyword_is, test);
            Loop {
                keyword: keyword_is,
                tokens: keyword..end,
                initializer: keyword..keyword,
                test: Some(test),
                step: None,
                body,
                has_step: counter.is_some(),
                counter: counter.unwrap_or_else(|| Err(no_trip_count.clone())),
                no_trip_count: Some(no_trip_count),
            }
        }
    };
    let evaluator = Evaluator::new(function, &function.no_env, LookupPoint::InTree);
    let never_fails =
        |test: &&Node<Expression>| evaluator.value(test).is_ok_and(|value| value.value != 0 && value.facts.is_final());
    let test = site.test.filter(|test| !never_fails(test));
    Ok(Loop { test, has_step: site.has_step && test.is_some(), ..site })
}

/// The reason why a `while` or `do` loop has no trip count: only the run knows it, unless the test never holds.
fn uncounted(function: &Function<'_, '_>, keyword: Keyword, test: &Node<Expression>) -> Decline {
    let range = function.tokens(test);
    let place = place_of_token(function, range.start);
    let known = Evaluator::new(function, &function.no_env, LookupPoint::InTree).value(test);
    let reason = match known {
        Ok(value) if value.value == 0 && value.facts.is_final() => {
            Reason::RunsAtMostOnce { runs: keyword == Keyword::Do }
        }
        _ => Reason::RuntimeTrips { text: function.text_of(&range), non_constant: None },
    };
    Decline { reason, place }
}

/// The tokens from after the header's parenthesis to its first semicolon; a span of the tree may leave out parentheses. An operator may
/// come before the parenthesis: `for _Pragma("…") (…)`.
fn initializer_tokens(function: &Function<'_, '_>, keyword: usize) -> TokenRange {
    let mut behind = keyword + 1..function.parsed.expansion.tokens.len();
    let start = behind.find(|&at| !function.parsed.is_left_out(at)).unwrap_or(keyword) + 1;
    start..semicolon(function, start)
}

/// The index after the semicolon that ends a `do` loop whose body ends before the token `from`.
fn end_of_do(function: &Function<'_, '_>, from: usize) -> usize {
    (semicolon(function, from) + 1).min(function.parsed.expansion.tokens.len())
}

/// The first semicolon from a token on that is outside of parentheses: statement expressions are inside parentheses.
fn semicolon(function: &Function<'_, '_>, from: usize) -> usize {
    let tokens = &function.parsed.expansion.tokens;
    let mut depth = Depth::of(Bracket::Round);
    let ends = |at: &usize| depth.is_outside_after(tokens[*at].kind) && tokens[*at].is(Punct::Semicolon);
    (from..tokens.len()).find(ends).unwrap_or(tokens.len())
}
