//! What the conditions around one text say about another text.
//!
//! ```c
//! #if defined(U)
//!     int i;
//! #endif
//! #if defined(U) && defined(V)
//!     i = 0;                          // wherever this is compiled, so is the declaration
//! #endif
//! ```
//!
//! The condition of the first group is evaluated as if it were asked in the second one. There, the conditions around give tests
//! their values; and a test is the same test only if nothing that it depends on was touched in between (`conditions.rs`).

use super::conditions::{Condition, Truth};
use super::configuration::Configuration;
use super::groups::Branch;
use super::{GroupId, Point, Unit};
use crate::limits::MAX_REFUTED;

impl Unit {
    /// Whether text in `other` is compiled in a configuration whenever text in `group` is, also where only conditions show that.
    #[must_use]
    pub fn implies(&self, configuration: &Configuration, group: GroupId, other: GroupId) -> bool {
        let mut at = other;
        while !self.encloses(configuration, at, group) {
            let Some((chain, branch)) = self.groups.branch_of(at) else { return false };
            let is_taken = configuration.remembered(group, at, || self.is_taken(configuration, group, chain, branch));
            if !is_taken {
                return false;
            }
            at = self.groups.parent(at);
        }
        true
    }

    /// Whether a branch of a chain is taken whenever text in a group is compiled, if the chain is read at all.
    fn is_taken(&self, configuration: &Configuration, group: GroupId, chain: usize, branch: usize) -> bool {
        let branches = &self.groups.chains()[chain].branches[..=branch];
        let truth = |branch: &Branch| match branch.group {
            None => Truth::False,
            Some(_) => {
                let directive = &self.directives[branch.directive];
                let point = Point { moment: branch.directive, group };
                Condition::read(self, configuration, directive.kind, self.line(directive), point).truth(configuration)
            }
        };
        // No group assumes more of the branches before it.
        let (before, own) = (&branches[..branch], &branches[branch]);
        branch <= MAX_REFUTED && truth(own) == Truth::True && before.iter().all(|one| truth(one) == Truth::False)
    }
}
