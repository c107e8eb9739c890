//! The tree of conditional groups (C99 6.10.1).
//!
//! An `#if … #elif … #else … #endif` is a chain; each of its branches is a group, whose parent is the group that contains
//! the chain. A branch that every configuration takes is not a group of its own, but part of its parent; one that no
//! configuration takes has no group at all, and its text is not read. The tree answers two questions. Is text in group A
//! compiled whenever text in group B is? Yes if A is B or one of its ancestors. Can both be compiled together? No if
//! their paths to the root pass different branches of one chain.

use super::moment::{GroupId, Moment};
use super::truth::{Atom, Truth};
use crate::limits::MAX_REFUTED;
use rustc_hash::FxHashMap;

#[derive(Clone, Debug)]
struct GroupNode {
    parent: GroupId,
    /// Index of the chain, and of the branch in it; branches of one chain exclude each other.
    chain: usize,
    branch: usize,
    depth: u32,
    /// The first group after those in this one; `u32::MAX` while it is being read.
    end: u32,
}

/// The value that a group assumes for a test.
#[derive(Clone, Copy, Debug)]
struct AssumedTest {
    group: GroupId,
    value: bool,
    /// The index, among the assumptions about the same test, of the assumption of the groups around.
    around: Option<usize>,
}

/// The values of tests that follow from a condition.
#[derive(Clone, Debug, Default)]
pub struct Consequences {
    /// If it is true.
    pub if_true: Vec<(Atom, bool)>,
    /// If it is false.
    pub if_false: Vec<(Atom, bool)>,
}

/// One branch of a chain.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// Its `#if`, `#elif` or `#else`.
    pub directive: Moment,
    /// Its group; `None` if no configuration takes it.
    pub group: Option<GroupId>,
}

/// One `#if … #endif`.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The group that contains it.
    pub parent: GroupId,
    /// Its branches, first to last.
    pub branches: Vec<Branch>,
    /// Whether the last branch is an `#else`.
    pub has_else: bool,
    /// Its `#endif`, once that is read.
    pub end: Option<Moment>,
}

/// All conditional groups of a translation unit.
#[derive(Clone, Debug)]
pub struct Groups {
    all: Vec<GroupNode>,
    chains: Vec<Chain>,
    /// The values of tests wherever a group is compiled, in the order of the groups.
    assumed: FxHashMap<Atom, Vec<AssumedTest>>,
    /// The chains that are being read, outermost first.
    open: Vec<OpenChain>,
}

/// A chain that is being read.
#[derive(Clone, Debug)]
struct OpenChain {
    chain: usize,
    /// Whether a branch was surely taken.
    taken: bool,
    /// The values of conditions if no branch so far is taken.
    refuted: Vec<(Atom, bool)>,
}

impl Default for Groups {
    fn default() -> Self {
        let root = GroupNode { parent: GroupId::ROOT, chain: usize::MAX, branch: 0, depth: 0, end: u32::MAX };
        Self { all: vec![root], chains: Vec::new(), assumed: FxHashMap::default(), open: Vec::new() }
    }
}

impl Groups {
    /// Begins a chain in `parent`; its first branch follows.
    pub(super) fn open(&mut self, parent: GroupId) {
        self.chains.push(Chain { parent, branches: Vec::new(), has_else: false, end: None });
        self.open.push(OpenChain { chain: self.chains.len() - 1, taken: false, refuted: Vec::new() });
    }

    /// The chain that is being read.
    pub(super) fn reading(&self) -> Option<usize> {
        self.open.last().map(|reading| reading.chain)
    }

    /// Adds a branch to the chain that is being read; `truth` is the truth of its condition if the branches before are
    /// not taken, and the consequences are the values of tests that follow if it is true and if it is false. Gives the
    /// branch's group, where it has one.
    pub(super) fn branch(
        &mut self,
        directive: Moment,
        is_else: bool,
        truth: Truth,
        consequences: Consequences,
    ) -> Option<GroupId> {
        self.end_branch();
        let reading = self.open.last_mut()?;
        let (index, taken) = (reading.chain, reading.taken);
        reading.taken |= truth == Truth::True;
        let Consequences { if_true: mut assumed, if_false: refuted } = consequences;
        assumed.extend_from_slice(&reading.refuted);
        reading.refuted.extend(refuted);
        reading.refuted.truncate(MAX_REFUTED);
        let chain = &self.chains[index];
        let (parent, branch) = (chain.parent, chain.branches.len());
        let group = match truth {
            _ if taken => None,
            Truth::False => None,
            Truth::True if chain.branches.iter().all(|before| before.group.is_none()) => Some(parent),
            Truth::True | Truth::Unknown => {
                let depth = self.all[parent.0 as usize].depth + 1;
                let group = GroupId(self.all.len() as u32);
                self.all.push(GroupNode { parent, chain: index, branch, depth, end: u32::MAX });
                self.assume(group, assumed);
                Some(group)
            }
        };
        let chain = &mut self.chains[index];
        chain.branches.push(Branch { directive, group });
        chain.has_else |= is_else;
        group
    }

    /// Ends the branch that is being read.
    fn end_branch(&mut self) {
        let branch = self.open.last().and_then(|reading| self.chains[reading.chain].branches.last());
        let parent = self.open.last().map(|reading| self.chains[reading.chain].parent);
        // One that is surely taken is a part of the group around it.
        if let Some(group) = branch.and_then(|branch| branch.group).filter(|&group| Some(group) != parent) {
            self.all[group.0 as usize].end = self.all.len() as u32;
        }
    }

    /// Notes the values of tests in a new group. The first value of a test counts.
    fn assume(&mut self, group: GroupId, assumed: Vec<(Atom, bool)>) {
        for (atom, value) in assumed {
            let around = self.assumption(group, &atom);
            let of_atom = self.assumed.entry(atom).or_default();
            if around.is_none_or(|at| of_atom[at].group != group) {
                of_atom.push(AssumedTest { group, value, around });
            }
        }
    }

    /// The index of the assumption about a test in the innermost group around that has one.
    fn assumption(&self, group: GroupId, atom: &Atom) -> Option<usize> {
        let of_atom = self.assumed.get(atom)?;
        let mut at = of_atom.partition_point(|assumption| assumption.group.0 <= group.0).checked_sub(1)?;
        // A group that encloses `group` began before this one and has not ended, so it encloses this one too.
        while !self.encloses(of_atom[at].group, group) {
            at = of_atom[at].around?;
        }
        Some(at)
    }

    /// Ends the chain that is being read, and returns the group around it.
    pub(super) fn close(&mut self, directive: Moment) -> Option<GroupId> {
        self.end_branch();
        let OpenChain { chain, .. } = self.open.pop()?;
        self.chains[chain].end = Some(directive);
        Some(self.chains[chain].parent)
    }

    fn get(&self, id: GroupId) -> &GroupNode {
        &self.all[id.0 as usize]
    }

    /// All chains, in the order of their `#if`.
    #[must_use]
    pub fn chains(&self) -> &[Chain] {
        &self.chains
    }

    /// The chain that a group is a branch of, and the branch's number; `None` for the root.
    #[must_use]
    pub fn branch_of(&self, group: GroupId) -> Option<(usize, usize)> {
        (group != GroupId::ROOT).then(|| (self.get(group).chain, self.get(group).branch))
    }

    /// The group that contains a group; the root contains itself.
    #[must_use]
    pub fn parent(&self, group: GroupId) -> GroupId {
        self.get(group).parent
    }

    /// The value of a test wherever the group is compiled, by the conditions around it.
    pub(super) fn assumed(&self, group: GroupId, atom: &Atom) -> Option<bool> {
        self.assumption(group, atom).map(|at| self.assumed[atom][at].value)
    }

    /// The innermost group around `group`, or itself, whose chain began before a directive: the directive has the same
    /// relation to both.
    pub(super) fn around_before(&self, group: GroupId, directive: Moment) -> GroupId {
        let mut at = group;
        while let Some((chain, _)) = self.branch_of(at)
            && self.chains[chain].branches[0].directive > directive
        {
            at = self.parent(at);
        }
        at
    }

    /// Whether text in `outer` is compiled whenever text in `inner` is.
    #[must_use]
    pub fn encloses(&self, outer: GroupId, inner: GroupId) -> bool {
        // Groups are numbered as they begin.
        outer.0 <= inner.0 && inner.0 < self.get(outer).end
    }

    /// Whether text in the one is never compiled together with text in the other.
    #[must_use]
    pub fn excludes(&self, one: GroupId, other: GroupId) -> bool {
        let (mut one, mut other) = (one, other);
        while one != other {
            let (a, b) = (self.get(one), self.get(other));
            if a.depth == b.depth && a.chain == b.chain {
                return true;
            }
            let (up_one, up_other) = (a.depth >= b.depth, b.depth >= a.depth);
            if up_one {
                one = a.parent;
            }
            if up_other {
                other = b.parent;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_of_one_chain_exclude_each_other_and_what_is_in_them() {
        let mut groups = Groups::default();
        let unknown = |groups: &mut Groups, at| {
            groups.branch(at, false, Truth::Unknown, Consequences::default()).expect("a group")
        };
        groups.open(GroupId::ROOT);
        let a = unknown(&mut groups, 0);
        groups.open(a);
        let inside = unknown(&mut groups, 1);
        groups.close(2);
        let b = unknown(&mut groups, 3);
        groups.close(4);
        groups.open(GroupId::ROOT);
        let later = unknown(&mut groups, 5);
        assert!(groups.excludes(inside, b) && groups.excludes(b, a));
        assert!(!groups.excludes(inside, a) && !groups.excludes(later, b));
        assert!(groups.encloses(a, inside) && !groups.encloses(b, inside));
        assert!(groups.encloses(GroupId::ROOT, later));
    }

    #[test]
    fn a_branch_that_is_surely_taken_is_its_parent_and_later_ones_are_dead() {
        let mut groups = Groups::default();
        groups.open(GroupId::ROOT);
        assert_eq!(groups.branch(0, false, Truth::False, Consequences::default()), None);
        assert_eq!(groups.branch(1, false, Truth::True, Consequences::default()), Some(GroupId::ROOT));
        assert_eq!(groups.branch(2, true, Truth::True, Consequences::default()), None);
        assert_eq!(groups.close(3), Some(GroupId::ROOT));
    }
}
