//! CLU231: a nest that is not jammed.

pub(crate) mod words;

/// The reason why the copies of an outer loop cannot run side by side in its inner loop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JamProblem {
    /// The body has no inner loop.
    NoInnerLoop,
    /// There is a loop under a condition, in a block, or without a step.
    SecondLoop,
    /// Loops nest too deeply.
    TooDeep,
    /// A header has no variable of its own with a constant step.
    Header,
    /// The header of an inner loop depends on something that differs between iterations of the outer loop, or may change.
    InnerHeader,
    /// A jump, label or declaration that the copies cannot share.
    Statement,
    /// A directive in the nest.
    Directive,
    /// The copies of a jam around a request cannot share what it asks for.
    Request,
    /// The host decides a macro in the nest.
    HostMacro(String),
    /// An include before the nest was not read, and may define any macro.
    Include,
    /// A variable from outside the nest is written.
    Writes(String),
    /// A pointer to a variable exists, or an array is used whole.
    Pointer(String),
    /// A function that may have other effects than its result.
    Call(String),
    /// An unsupported expression.
    Access,
    /// A name has different meanings in different configurations.
    Uncertain(String),
    /// A variable cannot get another name in each copy.
    Name(String),
    /// A macro contains the name of a variable that has another name in each copy, or makes strings or names of its arguments.
    NameInMacro {
        /// The variable.
        name: String,
        /// The macro of the invocation in the nest.
        invoked: String,
        /// Whether the name is in an argument.
        is_argument: bool,
    },
    /// Two accesses may touch the same memory, and their order would change.
    Conflict {
        /// The access in the earlier iteration.
        first: String,
        /// The access in the later iteration.
        second: String,
        /// Why nothing shows that they do not.
        cause: ConflictCause,
    },
    /// A run cannot test the promise that the jam relies on, for this access.
    Untestable(String),
    /// The options request plain forms.
    Plain,
    /// The copies would keep too many values at once.
    TooManyLive {
        /// Their approximate number.
        live: u64,
        /// The largest allowed number.
        limit: u64,
        /// The largest factor within the limit; `None` if there is none.
        factor: Option<u64>,
    },
    /// The form of the outer loop does not allow a jam: only its own test shows when it ends.
    Form,
}

/// Why nothing shows that two accesses use different memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConflictCause {
    /// They go through two pointers, and neither is `restrict`.
    Pointers,
    /// Both use this array or pointer.
    OneObject(String),
    /// The function changes this pointer, or takes its address. That cancels `restrict` too.
    Changed(String),
    /// It is not known which object this pointer leads into.
    Unknown(String),
}
