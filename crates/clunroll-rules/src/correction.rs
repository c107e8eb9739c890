//! Corrections of the user's text.

use oclc_syntax::source::Place;

/// What is right in a place of the user's own text, where that is certain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Correction {
    /// What is replaced.
    pub place: Place,
    /// The text that takes its place.
    pub text: String,
}
