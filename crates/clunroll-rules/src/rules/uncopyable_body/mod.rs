//! CLU210: a body whose copies would have another meaning.

pub(crate) mod words;

/// Something that a function may contain only once, or that counts its occurrences.
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
    /// A call of a function that may have the attribute `error`, which compilers report for each call.
    ErrorAttribute,
}
