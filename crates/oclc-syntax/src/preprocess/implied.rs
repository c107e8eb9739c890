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

use super::conditions::Condition;
use super::configuration::Configuration;
use super::groups::Branch;
use super::moment::{GroupId, Point};
use super::truth::Truth;
use super::unit::Unit;
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
        let truth = |branch: &Branch| {
            let directive = &self.directives[branch.directive];
            let point = Point { moment: branch.directive, group };
            let read = || Condition::read(self, configuration, directive.kind, self.line(directive), point);
            branch.group.map_or(Truth::False, |_| read().truth(configuration))
        };
        // No group assumes more of the branches before it.
        let (before, own) = (&branches[..branch], &branches[branch]);
        branch <= MAX_REFUTED && truth(own) == Truth::True && before.iter().all(|one| truth(one) == Truth::False)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the last branch of the first chain is compiled wherever that of the second chain is.
    fn implied(text: &str) -> bool {
        let unit = Unit::alone(text.as_bytes());
        let group = |chain: usize| unit.groups.chains()[chain].branches.last().and_then(|branch| branch.group);
        let (Some(one), Some(other)) = (group(0), group(1)) else { return false };
        unit.implies(&Configuration::default(), other, one)
    }

    #[test]
    fn conditions_imply_what_they_contain() {
        assert!(implied("#ifdef U\n#endif\n#if defined(U) && V\n#endif\n"));
        assert!(implied("#if U || V\n#endif\n#if V\n#endif\n"));
        assert!(implied("#ifdef U\n#else\n#endif\n#ifndef U\n#endif\n"));
        assert!(!implied("#if defined(U) && V\n#endif\n#ifdef U\n#endif\n"));
        assert!(!implied("#ifdef U\n#elif V\n#endif\n#if V\n#endif\n"));
        assert!(!implied("#ifdef U\n#endif\n#undef U\n#ifdef V\n#endif\n"));
        assert!(!implied("#ifndef U\n#endif\n#define U\n#ifdef V\n#endif\n"));
    }
}
