//! Why a program in C++ raw strings stays as written.

/// A token that may make a program in raw strings a part of a larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RawStringNeighbour {
    /// Another literal in the statement.
    Literal,
    /// A name that may be a macro, or what calls one.
    Name,
    /// An operator or a function that joins strings.
    Joins,
    /// A directive in the statement.
    Directive,
    /// The raw string is in a directive.
    InDirective,
    /// A list of several values.
    List,
    /// Any other token.
    Other,
    /// A brace of the program without a partner in it.
    OpenBrace,
    /// A literal that defines or undefines a macro whose name is not all in it.
    UnknownMacro,
    /// A literal with an include that cannot be read.
    UnreadInclude,
}
