//! Finds what two launches have both changed, each in memory as it was.
//!
//! They run parts of the work-items that a third launch runs together. If both change a byte, and not both to the value that it gets from
//! all work-items together, the work-items race. If both change it to that value, this may be no race, as in `found[0] = 1`. But if another
//! comparison has a difference in this very element, work-items that run at once may be the cause: in `c[0] = 7; c[0] += 1`, one of them
//! may read what another one has written.
//!
//! Memory is compared in the worker, so its size does not matter.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// How many bytes are compared at once. It is a multiple of the size of each component.
const PART: usize = 1 << 12;

/// The slots with the contents of memory to compare.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct PartialLaunches {
    /// Before all launches.
    pub before: usize,
    /// After all work-items.
    pub all: usize,
    /// After each of the two parts of the work-items.
    pub parts: [usize; 2],
    /// Two launches that differ, if a difference is to be explained.
    pub differing: Option<[usize; 2]>,
}

/// What two parts of the work-items have both changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommonChanges {
    /// A byte, and not both to the value that all work-items together give it.
    pub to_other_values: bool,
    /// An element that differs between the launches to explain.
    pub at_difference: bool,
}

/// The contents of one buffer or image after each of these launches.
pub(crate) struct ContentsOfParts<'a> {
    pub(crate) before: &'a [u8],
    pub(crate) all: &'a [u8],
    pub(crate) parts: [&'a [u8]; 2],
    pub(crate) differing: Option<[&'a [u8]; 2]>,
    /// The size of a component.
    pub(crate) width: usize,
}

impl ContentsOfParts<'_> {
    /// What both parts have changed: nothing if the contents are not equally long.
    pub(crate) fn common_changes(&self) -> CommonChanges {
        let mut changes = CommonChanges::default();
        let size = self.before.len();
        let others = [self.all].into_iter().chain(self.parts).chain(self.differing.into_iter().flatten());
        if others.into_iter().any(|bytes| bytes.len() != size) {
            return changes;
        }
        for start in (0..size).step_by(PART) {
            let bytes = start..size.min(start + PART);
            // Most memory is changed by one part at most.
            if self.parts.iter().all(|part| part[bytes.clone()] != self.before[bytes.clone()]) {
                let end = bytes.end;
                for first in bytes.step_by(self.width) {
                    self.add(&mut changes, first..end.min(first + self.width));
                }
            }
        }
        changes
    }

    /// Adds the changes of one component.
    fn add(&self, changes: &mut CommonChanges, component: Range<usize>) {
        let [one, other] = self.parts;
        let mut is_common = false;
        for at in component.clone() {
            if one[at] != self.before[at] && other[at] != self.before[at] {
                is_common = true;
                changes.to_other_values |= one[at] != self.all[at] || other[at] != self.all[at];
            }
        }
        changes.at_difference |=
            is_common && self.differing.is_some_and(|[left, right]| left[component.clone()] != right[component]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The changes of two shorts.
    fn changes(all: [u8; 4], parts: [[u8; 4]; 2], differing: [[u8; 4]; 2]) -> [bool; 2] {
        let [one, other] = &parts;
        let [left, right] = &differing;
        let contents = ContentsOfParts {
            before: &[0; 4],
            all: &all,
            parts: [one, other],
            differing: Some([left, right]),
            width: 2,
        };
        let CommonChanges { to_other_values, at_difference } = contents.common_changes();
        [to_other_values, at_difference]
    }

    #[test]
    fn parts_meet_where_both_change_a_byte() {
        let nothing = [[0; 4]; 2];
        assert_eq!(changes([2, 0, 0, 0], [[1, 0, 0, 0], [1, 0, 0, 0]], nothing), [true, false]);
        // Both change it to the same value, or each changes its own byte.
        assert_eq!(changes([5, 0, 0, 0], [[5, 0, 0, 0], [5, 0, 0, 0]], nothing), [false, false]);
        assert_eq!(changes([1, 1, 0, 0], [[1, 0, 0, 0], [0, 1, 0, 0]], nothing), [false, false]);
    }

    #[test]
    fn a_difference_is_explained_where_it_is() {
        let same = [[5, 0, 0, 0]; 2];
        assert_eq!(changes(same[0], same, [[5, 0, 0, 0], [5, 1, 0, 0]]), [false, true]);
        assert_eq!(changes(same[0], same, [[5, 0, 0, 0], [5, 0, 1, 0]]), [false, false]);
    }

    #[test]
    fn all_of_a_large_buffer_is_compared() {
        let before = vec![0; 3 * PART - 4];
        let mut changed = before.clone();
        *changed.last_mut().unwrap_or(&mut 0) = 1;
        let parts = [&changed[..], &changed[..]];
        let contents = ContentsOfParts { before: &before, all: &before, parts, differing: None, width: 4 };
        assert!(contents.common_changes().to_other_values);
    }
}
