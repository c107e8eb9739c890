//! The jumps and labels of a body, which a copy must redirect or rename.
//!
//! `break` and `continue` act on the loop around them, and a copy may have another loop around it, or none. So it matters which of them
//! belong to the copied loop, and where they are. A `return`, and a `goto` out of the loop, keep their targets. A function may contain a
//! label only once, so each copy gets its own.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::continues::SkippedRest;
use super::symbols::{Function, place_of_token};
use clunroll_rules::{Decline, LabelProblem, Reason};
use oclc_syntax::source::{FileId, Place, Span};
use oclc_syntax::tree::{TokenRange, TreeExtent};

/// The jumps by which a body may be left before its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exits {
    /// The loop's own `break` statements.
    pub breaks: Vec<Jump>,
    /// The loop's own `continue` statements.
    pub continues: Vec<Jump>,
    /// The branches that copies have in the place of all `continue` statements, if they may.
    pub branches: Option<Rc<[SkippedRest]>>,
    /// Whether there is a `return`, or a `goto` out of the loop.
    pub leaves: bool,
    /// The labels in the body.
    pub labels: BTreeSet<String>,
}

/// A `break` or `continue` statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jump {
    /// Its token.
    pub token: usize,
    /// Its place in the file; that of the macro, if a macro makes it.
    pub place: Place,
    /// The bytes of the statement, its semicolon included; `None` if a macro makes it together with other text.
    pub span: Option<Span>,
}

impl Exits {
    /// Whether every iteration runs the body to its end.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.breaks.is_empty() && self.continues.is_empty() && !self.leaves
    }

    /// Whether the loop may end other than by its test.
    #[must_use]
    pub fn may_end(&self) -> bool {
        !self.breaks.is_empty() || self.leaves
    }

    /// Whether a copy ends at a `continue` that stays one: the copy is then a loop that runs once.
    #[must_use]
    pub fn needs_loop(&self) -> bool {
        !self.continues.is_empty() && self.branches.is_none()
    }

    /// Whether control leaves a copy only at its end.
    #[must_use]
    pub fn is_left_at_end(&self) -> bool {
        !self.may_end() && !self.needs_loop()
    }

    /// Whether a `break` needs a flag that ends the loop in the text after its copy: the block that lets `continue` end a copy catches
    /// `break` too.
    #[must_use]
    pub fn needs_flag(&self) -> bool {
        !self.breaks.is_empty() && self.needs_loop()
    }

    /// Whether the `break` and `continue` statements are at the same places.
    #[must_use]
    pub fn has_same_jumps(&self, other: &Self) -> bool {
        let is_same = |jumps: &[Jump], others: &[Jump]| {
            let place = |jump: &Jump| (jump.place, jump.span);
            jumps.iter().map(place).eq(others.iter().map(place))
        };
        is_same(&self.breaks, &other.breaks) && is_same(&self.continues, &other.continues)
    }

    /// Adds the exits of another configuration's body.
    pub fn absorb(&mut self, other: &Self) {
        for (jumps, others) in [(&mut self.breaks, &other.breaks), (&mut self.continues, &other.continues)] {
            for jump in others {
                if !jumps.iter().any(|known| (known.place, known.span) == (jump.place, jump.span)) {
                    jumps.push(jump.clone());
                }
            }
        }
        self.leaves |= other.leaves;
    }
}

/// Notes the labels and gotos of the body that is `range`.
///
/// # Errors
///
/// Declines labels that cannot be renamed in a copy.
pub fn note_labels(function: &Function<'_, '_>, range: &TokenRange, exits: &mut Exits) -> Result<(), Decline> {
    let decline = |reason, token| Err(Decline { reason, place: place_of_token(function, token) });
    let inside = function.labels_in(range.clone());
    exits.labels = inside.iter().filter(|used| used.is_definition).map(|label| label.name.to_owned()).collect();
    for used in function.labels.iter().filter(|used| exits.labels.contains(used.name)) {
        if !range.contains(&used.token) {
            return decline(Reason::Label(LabelProblem::TargetFromOutside), used.token);
        }
        let token = &function.parsed.expansion.tokens[used.token];
        if token.call.is_some() || token.open || token.spelled.file != FileId::MAIN {
            return decline(Reason::Label(LabelProblem::FromMacro), used.token);
        }
    }
    if !exits.labels.is_empty() && function.parsed.extent == TreeExtent::Loop {
        return Err(function.unreadable(range.start));
    }
    exits.leaves |= inside.iter().any(|used| !exits.labels.contains(used.name));
    Ok(())
}
