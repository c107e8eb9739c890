//! CLU225: a loop that differs between configurations.

pub(crate) mod words;

/// The difference between the configurations of a loop that no single text can handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConfigurationDifference {
    /// No form works for all of them.
    Form,
    /// Some of them request no unrolling.
    Request,
    /// The text of the header or of the body.
    Text,
    /// The kind of the body, or the places of its labels.
    Body,
    /// The `break` and `continue` statements that belong to the loop.
    Jumps,
}
