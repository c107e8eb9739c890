//! CLU229: an array that cannot become scalars.

pub(crate) mod words;

/// The reason why an initialiser cannot be split into initialisers of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InitializerProblem {
    /// It is not a list in braces.
    NotList,
    /// It uses the array itself.
    UsesArray,
    /// A macro in it may expand to several values, or to none.
    MacroOfValues,
    /// A vector element has no vector literal of its own.
    NoVectorLiteral,
    /// An element with members has no list of its own.
    NoList,
    /// A string in it is the value of several elements.
    StringOfElements,
    /// There are more values than elements.
    TooManyValues,
    /// It has designators.
    NamesElements,
    /// Only some of the values have braces of their own.
    SomeBraces,
}

/// The reason why a file, or the function around an array, cannot be rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RewriteObstacle {
    /// The file includes itself.
    IncludesItself,
    /// The file contains a trigraph.
    Trigraph,
    /// The file uses `__LINE__`.
    LineNumbers,
    /// The file uses `__COUNTER__`.
    Counter,
    /// The file saves and restores macros.
    MacroStack,
    /// Macro expansion produces too much text in the function.
    TooMuchExpansion,
}
