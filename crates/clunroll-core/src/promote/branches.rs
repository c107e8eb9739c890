//! Branches that never run, in the text after unrolling.
//!
//! ```c
//! { const int i = 3; if (i < 3) s += t[i + 1] * t[i]; else s -= t[i]; }
//!                               ^ never runs
//! ```
//!
//! In the last copies of a loop, an author's own test often keeps an index inside the array. The test is a constant there. A use in a branch
//! that no configuration runs reads nothing, so it may name any element. A branch with a label may be entered by a jump, and counts as one
//! that runs.

use clunroll_analysis::Evaluator;
use lang_c::ast::Expression;
use lang_c::span::Node;

/// The branches of a function, outer ones first.
#[derive(Debug, Default)]
pub struct TestedBranches<'t> {
    all: Vec<TestedBranch<'t>>,
    /// The innermost branch at the present place of the walk.
    current: Option<usize>,
}

/// A part of a statement or an expression that runs only if a condition has one truth value.
#[derive(Debug)]
struct TestedBranch<'t> {
    condition: &'t Node<Expression>,
    runs_if: bool,
    /// The branch around it.
    parent: Option<usize>,
    has_label: bool,
}

impl<'t> TestedBranches<'t> {
    /// The innermost branch that the walk is in.
    #[must_use]
    pub const fn current(&self) -> Option<usize> {
        self.current
    }

    /// Enters a branch that runs if the condition has that truth value.
    pub fn enter(&mut self, condition: &'t Node<Expression>, runs_if: bool) {
        let parent = self.current;
        self.current = Some(self.all.len());
        self.all.push(TestedBranch { condition, runs_if, parent, has_label: false });
    }

    /// Leaves the innermost branch.
    pub fn leave(&mut self) {
        self.current = self.current.and_then(|at| self.all[at].parent);
    }

    /// Meets a label.
    pub fn label(&mut self) {
        let mut next = self.current;
        while let Some(at) = next {
            self.all[at].has_label = true;
            next = self.all[at].parent;
        }
    }

    /// Whether a branch, or one around it, runs in no configuration.
    #[must_use]
    pub fn is_dead(&self, branch: Option<usize>, evaluator: &Evaluator<'_, '_, 't>) -> bool {
        let around = std::iter::successors(branch, |&at| self.all[at].parent).map(|at| &self.all[at]);
        let mut closed = around.filter(|branch| !branch.has_label);
        closed.any(|branch| {
            let value = evaluator.value(branch.condition);
            value.is_ok_and(|known| known.facts.is_final() && (known.value != 0) != branch.runs_if)
        })
    }
}
