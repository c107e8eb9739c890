//! The branches of a function, and which of them no run enters.
//!
//! ```text
//! { int stage = 2; if (stage + 1 < 3) { … } else { … } }     `if (0) { … }`
//! ```
//!
//! A condition on constants, and on induction variables whose values a copy knows, has one outcome. What is in the other branch
//! does not run. Nothing is written otherwise for that; it only says that no launch can enter it.

use lang_c::ast::{Expression, IfStatement, Statement};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};

use clunroll_analysis::{Env, Evaluator, Function, LookupPoint};
use oclc_syntax::tree::TokenRange;

/// The branches of all `if`s of a function, in the order of their first tokens.
pub struct Branches<'t> {
    branches: Vec<IfBranch<'t>>,
}

struct IfBranch<'t> {
    tokens: TokenRange,
    condition: &'t Node<Expression>,
    /// What the condition is where it is entered.
    outcome: bool,
    /// The innermost branch around it.
    around: Option<usize>,
}

impl<'t> Branches<'t> {
    /// Finds those of a function.
    #[must_use]
    pub fn of(function: &Function<'_, 't>) -> Self {
        let mut walk = BranchWalk { function, around: None, branches: Vec::new() };
        walk.visit_translation_unit(&function.parsed.tree);
        Self { branches: walk.branches }
    }

    /// Whether no run reaches a token, where variables have these values.
    #[must_use]
    pub fn excludes(&self, function: &Function<'_, '_>, env: &Env, token: usize) -> bool {
        let evaluator = Evaluator::new(function, env, LookupPoint::InTree);
        let mut next = self.branches.partition_point(|branch| branch.tokens.start <= token).checked_sub(1);
        while let Some(branch) = next.map(|at| &self.branches[at]) {
            next = branch.around;
            let is_other = |value: i128| (value != 0) != branch.outcome;
            if branch.tokens.contains(&token)
                && evaluator.value(branch.condition).is_ok_and(|constant| is_other(constant.value))
            {
                return true;
            }
        }
        false
    }
}

struct BranchWalk<'a, 'u, 't> {
    function: &'a Function<'u, 't>,
    around: Option<usize>,
    branches: Vec<IfBranch<'t>>,
}

impl<'t> BranchWalk<'_, '_, 't> {
    fn branch(&mut self, condition: &'t Node<Expression>, outcome: bool, statement: &'t Node<Statement>) {
        let (tokens, around) = (self.function.tokens(statement), self.around);
        self.around = Some(self.branches.len());
        self.branches.push(IfBranch { tokens, condition, outcome, around });
        self.visit_statement(&statement.node, &statement.span);
        self.around = around;
    }
}

impl<'t> Visit<'t> for BranchWalk<'_, '_, 't> {
    fn visit_if_statement(&mut self, statement: &'t IfStatement, _: &'t Span) {
        visit::visit_expression(self, &statement.condition.node, &statement.condition.span);
        self.branch(&statement.condition, true, &statement.then_statement);
        if let Some(other) = &statement.else_statement {
            self.branch(&statement.condition, false, other);
        }
    }
}
