//! The tree of conditional groups (C99 6.10.1).
//!
//! An `#if … #elif … #else … #endif` is a chain; each of its branches is a group, whose parent is the group that
//! the chain stands in. Two questions are asked of the tree. Whether text in group A is there whenever text in
//! group B is: A is then B or one of its ancestors. And whether both can be there at once: they cannot where their
//! paths to the root pass different branches of one chain.

/// Names a group of [`Groups`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroupId(u32);

impl GroupId {
    /// What stands in no conditional.
    pub const ROOT: Self = Self(0);
}

#[derive(Clone, Copy, Debug)]
struct Group {
    parent: GroupId,
    /// Index of the directive that opened the chain; tells the branches of one chain from those of another.
    chain: usize,
    depth: u32,
}

/// All conditional groups of a translation unit.
#[derive(Clone, Debug)]
pub struct Groups {
    groups: Vec<Group>,
}

impl Default for Groups {
    fn default() -> Self {
        Self { groups: vec![Group { parent: GroupId::ROOT, chain: usize::MAX, depth: 0 }] }
    }
}

impl Groups {
    pub(super) fn open(&mut self, parent: GroupId, directive: usize) -> GroupId {
        let depth = self.get(parent).depth + 1;
        self.push(Group { parent, chain: directive, depth })
    }

    /// The branch behind an `#elif` or `#else`; one without its `#if` is ignored.
    pub(super) fn next_branch(&mut self, group: GroupId) -> GroupId {
        if group == GroupId::ROOT { group } else { self.push(self.get(group)) }
    }

    pub(super) fn close(&self, group: GroupId) -> GroupId {
        self.get(group).parent
    }

    fn push(&mut self, group: Group) -> GroupId {
        self.groups.push(group);
        GroupId(self.groups.len() as u32 - 1)
    }

    fn get(&self, id: GroupId) -> Group {
        self.groups[id.0 as usize]
    }

    /// Whether text in `outer` is compiled whenever text in `inner` is.
    #[must_use]
    pub fn encloses(&self, outer: GroupId, inner: GroupId) -> bool {
        let depth = self.get(outer).depth;
        let mut at = inner;
        while self.get(at).depth > depth {
            at = self.get(at).parent;
        }
        at == outer
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
            if a.depth >= b.depth {
                one = a.parent;
            }
            if b.depth >= a.depth {
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
        let a = groups.open(GroupId::ROOT, 0);
        let inside = groups.open(a, 1);
        let b = groups.next_branch(a);
        let later = groups.open(GroupId::ROOT, 5);
        assert!(groups.excludes(inside, b) && groups.excludes(b, a));
        assert!(!groups.excludes(inside, a) && !groups.excludes(later, b));
        assert!(groups.encloses(a, inside) && !groups.encloses(b, inside));
        assert!(groups.encloses(GroupId::ROOT, later));
    }
}
