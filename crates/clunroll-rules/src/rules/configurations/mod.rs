//! CLU225: a loop that is not the same loop in every configuration.

pub(crate) mod words;

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
