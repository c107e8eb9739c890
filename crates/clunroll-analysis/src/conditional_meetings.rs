//! The barriers of a function that an iteration may skip.
//!
//! ```c
//! for (…) {
//!     if (a > 0) barrier(CLK_LOCAL_MEM_FENCE);   // may be skipped
//!     for (…) barrier(CLK_LOCAL_MEM_FENCE);      // may not: each iteration of its own loop reaches it
//! }
//! ```
//!
//! A compiler that runs work-items one after the other (PoCL) follows each path through such barriers. Each copy doubles the number of
//! paths, and the code after the barriers is copied for each path. So this module counts such barriers in all text that is written for a
//! function.
//!
//! If all iterations are written one after the other, a condition may have one known outcome in each copy (`i < 4`), or the same outcome in
//! all copies (`a > 0`). Then the number of paths does not grow.

use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, CallExpression, ConditionalExpression, Expression, Statement,
};
use lang_c::span::Span;
use lang_c::visit::{self, Visit};

use rustc_hash::FxHashSet;

use super::{Access, Function, Loop, SymbolId, Use};
use oclc_syntax::lex::Punct;
use oclc_syntax::preprocess::Expanded;
use oclc_syntax::tree::{TokenRange, convergent};

/// The calls of a function that lead to a barrier, and that an iteration of the innermost loop around them may skip.
#[derive(Debug, Default)]
pub struct ConditionalMeetings {
    /// In the order of the text.
    calls: Vec<SkippableMeeting>,
}

/// A call that an iteration may skip.
#[derive(Debug)]
struct SkippableMeeting {
    token: usize,
    /// The keyword of its innermost loop.
    around: Option<usize>,
    /// The conditions in that loop around it; `None` if a jump or a function may skip it.
    conditions: Option<Vec<TokenRange>>,
}

impl ConditionalMeetings {
    /// Finds these calls in a function.
    #[must_use]
    pub fn of(function: &Function<'_, '_>) -> Self {
        let (conditions, found) = (Vec::new(), Self::default());
        let mut walk = MeetingWalk { function, around: None, conditions, may_skip: false, found };
        walk.visit_translation_unit(&function.parsed.tree);
        walk.found.calls.sort_unstable_by_key(|call| call.token);
        walk.found
    }

    /// Returns the number of calls that are in loops.
    #[must_use]
    pub fn in_loops(&self) -> u64 {
        self.calls.iter().filter(|call| call.around.is_some()).count() as u64
    }

    /// The calls in a range of tokens.
    fn inside(&self, range: &TokenRange) -> &[SkippableMeeting] {
        let index = |at: usize| self.calls.partition_point(|call| call.token < at);
        &self.calls[index(range.start)..index(range.end).max(index(range.start))]
    }

    /// Returns the number of calls in a range of tokens.
    #[must_use]
    pub fn count(&self, range: &TokenRange) -> u64 {
        self.inside(range).len() as u64
    }

    /// Returns the number of calls in a range of tokens whose innermost loop has this keyword.
    #[must_use]
    pub fn direct(&self, range: &TokenRange, keyword: usize) -> u64 {
        self.inside(range).iter().filter(|call| call.around == Some(keyword)).count() as u64
    }

    /// Returns two numbers: the calls of the loop whose conditions have more than one outcome even in a copy that knows the value of the
    /// loop's variable, and how many of them depend on the copy.
    #[must_use]
    pub fn direct_in_copies(&self, function: &Function<'_, '_>, site: &Loop<'_>) -> (u64, u64) {
        let variable = site.counter.as_ref().ok().map(|counter| counter.variable);
        let inside = self.inside(&site.tokens).iter().filter(|call| call.around == Some(site.tokens.start));
        let open = inside.filter(|call| call.conditions.as_ref().is_none_or(|all| is_open(function, all, variable)));
        open.fold((0, 0), |(all, varying), call| {
            let varies = call.conditions.as_ref().is_none_or(|all| may_vary(function, all, &site.tokens, variable));
            (all + 1, varying + u64::from(varies))
        })
    }

    /// The token of the first call in a range.
    #[must_use]
    pub fn first(&self, range: &TokenRange) -> Option<usize> {
        self.inside(range).first().map(|call| call.token)
    }
}

/// Whether conditions depend on more than constants and a variable.
fn is_open(function: &Function<'_, '_>, conditions: &[TokenRange], variable: Option<SymbolId>) -> bool {
    let mut uses = conditions.iter().flat_map(|range| function.uses_in(range.clone()));
    uses.any(|used| used.symbol != variable || variable.is_none())
        || conditions.iter().any(|range| function.parsed.expansion.tokens[range.clone()].iter().any(|token| token.open))
}

/// Whether conditions may have different outcomes in different iterations of a loop: they name its variable, or a variable that the loop
/// writes or declares, or they load or call something.
fn may_vary(
    function: &Function<'_, '_>,
    conditions: &[TokenRange],
    of_loop: &TokenRange,
    variable: Option<SymbolId>,
) -> bool {
    let written = function.uses_in(of_loop.clone()).iter().filter(|used| used.access != Access::Read);
    let written: FxHashSet<Option<SymbolId>> = written.map(|used| used.symbol).collect();
    let is_written = |used: &Use<'_>| {
        used.called
            || used.symbol.is_none()
            || used.symbol == variable
            || written.contains(&used.symbol)
            || used.symbol.is_some_and(|symbol| of_loop.contains(&function.symbol(symbol).declared))
    };
    let loads = |token: &Expanded<'_>| {
        token.open || token.is(Punct::LeftBracket) || token.is(Punct::Star) || token.is(Punct::Arrow)
    };
    conditions.iter().any(|range| {
        function.uses_in(range.clone()).iter().any(is_written)
            || function.parsed.expansion.tokens[range.clone()].iter().any(loads)
    })
}

struct MeetingWalk<'f, 'u, 't> {
    function: &'f Function<'u, 't>,
    /// The keyword of the innermost loop.
    around: Option<usize>,
    /// The conditions in that loop around the current node.
    conditions: Vec<TokenRange>,
    /// Whether a jump in that loop may skip the code after it.
    may_skip: bool,
    found: ConditionalMeetings,
}

impl MeetingWalk<'_, '_, '_> {
    fn under(&mut self, condition: Span, visit: impl FnOnce(&mut Self)) {
        self.conditions.push(self.function.parsed.tokens_of(condition));
        visit(self);
        self.conditions.pop();
    }

    fn in_loop(&mut self, keyword: Span, visit: impl FnOnce(&mut Self)) {
        let around = self.around.replace(self.function.parsed.token_of(keyword));
        let conditions = std::mem::take(&mut self.conditions);
        let may_skip = std::mem::take(&mut self.may_skip);
        visit(self);
        (self.around, self.conditions, self.may_skip) = (around, conditions, may_skip);
    }
}

impl<'t> Visit<'t> for MeetingWalk<'_, '_, 't> {
    fn visit_statement(&mut self, statement: &'t Statement, span: &'t Span) {
        match statement {
            Statement::Break | Statement::Continue | Statement::Goto(_) | Statement::Return(_) => {
                visit::visit_statement(self, statement, span);
                self.may_skip = true;
            }
            Statement::For(node) => {
                self.in_loop(node.span, |walk| visit::visit_for_statement(walk, &node.node, &node.span));
            }
            Statement::While(node) => {
                self.in_loop(node.span, |walk| visit::visit_while_statement(walk, &node.node, &node.span));
            }
            Statement::DoWhile(node) => {
                self.in_loop(node.span, |walk| visit::visit_do_while_statement(walk, &node.node, &node.span));
            }
            Statement::Switch(node) => {
                self.under(node.node.expression.span, |walk| visit::visit_statement(walk, statement, span));
            }
            Statement::If(node) => {
                self.under(node.node.condition.span, |walk| visit::visit_statement(walk, statement, span));
            }
            _ => visit::visit_statement(self, statement, span),
        }
    }

    fn visit_conditional_expression(&mut self, conditional: &'t ConditionalExpression, span: &'t Span) {
        self.under(conditional.condition.span, |walk| visit::visit_conditional_expression(walk, conditional, span));
    }

    fn visit_binary_operator_expression(&mut self, binary: &'t BinaryOperatorExpression, span: &'t Span) {
        if matches!(binary.operator.node, BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr) {
            self.under(binary.lhs.span, |walk| visit::visit_binary_operator_expression(walk, binary, span));
        } else {
            visit::visit_binary_operator_expression(self, binary, span);
        }
    }

    fn visit_call_expression(&mut self, call: &'t CallExpression, span: &'t Span) {
        if let Expression::Identifier(name) = &call.callee.node
            && self.function.program.is_meeting(&name.node.name)
        {
            // A function that is defined here may call its barrier under a condition, and this walk does not follow it.
            let is_direct = convergent(&name.node.name).is_some() && self.function.program.is_builtin(&name.node.name);
            let is_plain = is_direct && !self.may_skip;
            if !is_plain || !self.conditions.is_empty() {
                let token = self.function.parsed.token_of(name.span);
                let conditions = is_plain.then(|| self.conditions.clone());
                self.found.calls.push(SkippableMeeting { token, around: self.around, conditions });
            }
        }
        visit::visit_call_expression(self, call, span);
    }
}
