//! Why a valid request is left as written.

use clunroll_rules::{Decline, Reason};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::Place;
use oclc_syntax::tree::NoTree;

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
