//! CLU231: a nest that is not jammed.

pub(crate) mod words;

/// Why the copies of an outer loop cannot run side by side in its inner loop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JamProblem {
    /// The body has no inner loop.
    NoInnerLoop,
    /// A loop beside the inner loop, or under a condition.
    SecondLoop,
    /// Too many loops in one another.
    TooDeep,
    /// A header without a variable of its own that moves in constant steps.
    Header,
    /// The header of an inner loop depends on something that differs between iterations of the outer loop, or may change.
    InnerHeader,
    /// A jump, label or declaration that the copies cannot share.
    Statement,
    /// A directive in the nest.
    Directive,
    /// A request in the nest that the copies cannot share.
    Request,
    /// A macro in the nest that the host decides.
    HostMacro(String),
    /// An include before the nest that was not read: it may define any macro.
    Include,
    /// A variable from outside the nest is written.
    Writes(String),
    /// A pointer to a variable exists, or an array is used whole.
    Pointer(String),
    /// A function that may do more than compute.
    Call(String),
    /// An expression that is not understood.
    Access,
    /// A name that means different things in different configurations.
    Uncertain(String),
    /// A variable that cannot get another name in each copy.
    Name(String),
    /// Two accesses that may touch the same memory, and would change places.
    Conflict {
        /// The one in the earlier iteration.
        first: String,
        /// The one in the later iteration.
        second: String,
    },
    /// A run cannot test the promise that the jam relies on, for this access.
    Untestable(String),
    /// The options ask for plain forms.
    Plain,
    /// The copies would keep too many values at once.
    TooManyLive {
        /// How many, about.
        live: u64,
        /// How many there may be.
        limit: u64,
        /// The greatest factor with no more; `None` where no factor has.
        factor: Option<u64>,
    },
    /// The form of the outer loop does not allow it: only its own test says when it ends.
    Form,
}
