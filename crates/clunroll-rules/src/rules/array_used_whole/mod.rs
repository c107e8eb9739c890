//! CLU228: an array that is used other than element by element.

pub(crate) mod words;

/// Where the name of an array occurs without being a use of one of its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mention {
    /// In a pragma.
    Pragma,
    /// As a label, in an attribute or the like.
    Label,
    /// In inline assembly.
    Assembly,
    /// In an included file.
    IncludedFile,
}
