//! What keeps a body from being copied, or from being one text for all configurations.
//!
//! These are parts of a [`Reason`](super::Reason). The place of the finding says which token each of them is about.

/// What a function may contain only once, or what counts how often it occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnlyOnce {
    /// `__COUNTER__`
    Counter,
    /// The definition of a struct, union or enumeration.
    TypeDefinition,
    /// Inline assembly.
    Assembly,
    /// A `static` or `extern` declaration.
    StaticDeclaration,
    /// A variable in local or constant memory.
    SharedVariable,
    /// A call to a function that may have the attribute `error`, which compilers report for each call.
    ErrorAttribute,
}

/// Labels and jumps to them that no copy can have.
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

/// How the configurations of a loop differ, so that no text serves all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Difference {
    /// No form works for all of them.
    Form,
    /// Some of them request no unrolling.
    Request,
    /// The text of the header or of the body.
    Text,
    /// Whether the body is a block, or where its labels are.
    Body,
    /// Which `break` and `continue` statements belong to the loop.
    Jumps,
}
