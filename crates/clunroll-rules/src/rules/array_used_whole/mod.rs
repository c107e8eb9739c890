//! CLU228: an array with uses that are not of one element.

pub(crate) mod words;

/// The place of an array's name that is not a use of an element.
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
