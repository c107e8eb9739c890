//! The branches with the unrolled loops of a choice, as arrays need them.
//!
//! ```c
//! #if (N) == 4
//! … sum[0] … sum[3] …
//! #else
//! for (int i = 0; i < N; i++) … sum[i] …
//! #endif
//! ```
//!
//! Only in the first branch are all indices constants. So arrays are read in the configuration that takes the first branch of each choice
//! that clunroll wrote. An array becomes scalars there if its declaration and all of its uses are in one first branch, or if no choice
//! contains any of them.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use clunroll_loops::Assumption;
use oclc_syntax::lex::TokenKind;
use oclc_syntax::preprocess::{Configuration, GroupId, Unit};
use oclc_syntax::source::PresenceCondition;

/// Choices whose first branch is read.
#[derive(Debug, Default)]
pub struct FirstBranches {
    /// Their chains, with their conditions.
    pub chains: BTreeMap<usize, PresenceCondition>,
    /// Whether the reading only determines which arrays could become scalars if everything that they depend on were under one condition.
    pub is_question: bool,
}

impl FirstBranches {
    /// The configuration that takes all of them.
    #[must_use]
    pub fn configuration(&self) -> Configuration {
        self.chains.keys().fold(Configuration::default(), |configuration, &chain| configuration.in_branch(chain, 0))
    }

    /// The choice whose first branch a group is in.
    #[must_use]
    pub fn around(&self, unit: &Unit, group: GroupId) -> Option<usize> {
        let branches = std::iter::successors(Some(group), |&group| Some(unit.groups.parent(group)));
        let mut branches = branches.map_while(|group| unit.groups.branch_of(group));
        branches.find(|(chain, branch)| *branch == 0 && self.chains.contains_key(chain)).map(|(chain, _)| chain)
    }

    /// Whether a declaration in a group may assume something about the host's macros.
    #[must_use]
    pub fn permit(&self, unit: &Unit, group: GroupId, assumption: &Assumption) -> bool {
        let pinned = self.around(unit, group).map_or(&[][..], |chain| self.chains[&chain].terms());
        self.is_question || assumption.terms.iter().all(|term| pinned.contains(term))
    }
}

/// The names in the branches that are not read.
#[derive(Debug)]
pub struct UnreadNames {
    branches: Vec<UnreadBranch>,
}

/// The names in one of these branches.
#[derive(Debug)]
struct UnreadBranch {
    chain: usize,
    code: Range<usize>,
    /// Each name with its last code token.
    names: HashMap<String, usize>,
}

impl UnreadNames {
    /// The names in the unread branches of a unit.
    #[must_use]
    pub fn new(unit: &Unit, branches: &FirstBranches) -> Self {
        let branch = |&chain: &usize| {
            let written = &unit.groups.chains()[chain];
            let start = written.branches.get(1)?.directive;
            let code = unit.directives[start].code_before..unit.directives[written.end?].code_before;
            let identifiers = code.clone().filter(|&at| unit.code[at].kind == TokenKind::Identifier);
            let names = identifiers.map(|at| (unit.text(&unit.code[at]).into_owned(), at)).collect();
            Some(UnreadBranch { chain, code, names })
        };
        Self { branches: branches.chains.keys().filter_map(branch).collect() }
    }

    /// The last code token within a scope that may name the variable, in branches of all choices but `own`.
    #[must_use]
    pub fn last(&self, own: Option<usize>, scope: &Range<usize>, may_name: impl Fn(&str) -> bool) -> Option<usize> {
        let others = self.branches.iter().filter(|one| Some(one.chain) != own && scope.contains(&one.code.start));
        let names = others.flat_map(|one| &one.names).filter(|(name, _)| may_name(name));
        names.map(|(_, &at)| at).max()
    }
}
