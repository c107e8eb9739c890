//! CLU210: a body that means something else when it is copied.

pub(crate) mod words;

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
