//! CLU209: a jump or a label that cannot be copied.

pub(crate) mod words;

/// A label or a jump that cannot be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelProblem {
    /// A case label of a `switch` around the loop.
    Case,
    /// A label or `goto` in the header.
    InHeader,
    /// A label that something outside the loop jumps to.
    TargetFromOutside,
    /// A label or `goto` that a macro makes.
    FromMacro,
}
