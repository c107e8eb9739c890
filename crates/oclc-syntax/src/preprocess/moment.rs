//! Where in a translation unit something is asked: after which directive, and in which conditional group.

/// Names a group of [`Groups`](super::Groups).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroupId(pub(super) u32);

impl GroupId {
    /// The group of everything that is in no conditional.
    pub const ROOT: Self = Self(0);
}

/// A point in the translation unit, as the number of directives before it.
pub type Moment = usize;

/// Where in the translation unit something is asked, and in which conditional group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The directives before it.
    pub moment: Moment,
    /// The group.
    pub group: GroupId,
}
