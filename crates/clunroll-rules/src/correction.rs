//! Corrections of the user's text.

use oclc_syntax::source::Place;

/// A certain correction of a place in the user's own text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Correction {
    /// The text to replace.
    pub place: Place,
    /// The replacement.
    pub text: String,
}
