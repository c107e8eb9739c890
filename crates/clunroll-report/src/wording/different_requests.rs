//! CLU240: different requests for one loop in different configurations.

use super::words::Wording;
use crate::diagnostic::Label;
use oclc_syntax::source::Place;

/// Two requests in branches that exclude each other.
pub(super) fn wording(first: Place, second: Place) -> Wording {
    let message = "the loop is unrolled differently in another configuration";
    let mut diagnostic = Wording::new(second, message, "one configuration asks for this");
    diagnostic.secondary.push(Label { place: first, message: "another one asks for this".to_owned() });
    diagnostic
        .because("what is measured in one build says nothing about the other")
        .instead("define the factor's name in both branches, and write one request with it")
}
