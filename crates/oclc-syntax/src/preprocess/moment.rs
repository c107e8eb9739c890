//! The place in a translation unit from which a macro is seen: the last directive before it, and its
//! conditional group.

/// Names a group of [`Groups`](super::Groups).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroupId(pub(super) u32);

impl GroupId {
    /// The group of everything that is in no conditional.
    pub const ROOT: Self = Self(0);
}

/// A point in the translation unit, as the number of directives before it.
pub type Moment = usize;

/// The place in the translation unit from which a macro is seen, and its conditional group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewpoint {
    /// The directives before it.
    pub moment: Moment,
    /// The group.
    pub group: GroupId,
}
