//! CLU229: an array that cannot become scalars.

pub(crate) mod words;

/// Why an initialiser cannot be split into those of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InitializerProblem {
    /// It is not a list in braces.
    NotList,
    /// It uses the array itself.
    UsesArray,
    /// A macro in it may be several values, or none.
    MacroOfValues,
    /// An element that is a vector has no vector literal of its own.
    NoVectorLiteral,
    /// An element with members has no list of its own.
    NoList,
    /// A string in it is the value of several elements.
    StringOfElements,
    /// There are more values than elements.
    TooManyValues,
    /// It names elements.
    NamesElements,
    /// Only some of the values are in braces of their own.
    SomeBraces,
}

/// What in the file, or in the function around an array, allows no rewriting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surroundings {
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
    /// Macro expansion makes too much text in the function.
    TooMuchExpansion,
}
