//! Why a valid request is left as written, and whether the reason may pass.

use clunroll_rules::{Decline, Reason};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::Place;
use oclc_syntax::tree::NoTree;

/// Whether a second run may not find the reason again. Once other loops of the file are written, the room and the
/// configurations that they took are free again, and that run may get other limits. A loop that never runs stays as written
/// if another loop of its function is. A loop in a header may have lost its request, and loops around others may nest less
/// deep.
#[must_use]
pub const fn is_transient(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::TooManyCopies(..)
            | Reason::TooMuchText { .. }
            | Reason::TooManyConfigurations(_)
            | Reason::BudgetSpent { .. }
            | Reason::TooManyRegions
            | Reason::TestedMeetings { .. }
            | Reason::RequestInBranch
            | Reason::RunsAtMostOnce { runs: false }
            | Reason::LoopInHeader
            | Reason::TooDeep
            | Reason::InOtherBranch
    )
}

/// For want of a tree: where the parser stopped, or else `here`.
#[must_use]
pub fn without_tree(unit: &Unit, error: NoTree, here: Place) -> Decline {
    let (reason, stopped) = match error {
        NoTree::TooDeep(at) => (Reason::TooDeep, Some(at)),
        NoTree::Overflow => (Reason::Overflow, None),
        NoTree::Syntax(at) => (Reason::Unreadable, at),
    };
    Decline { reason, place: stopped.map_or(here, |at| unit.code[at].place()) }
}
