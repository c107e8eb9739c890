//! The words of CLU240.

use crate::words::Label;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// Two requests in branches that exclude each other.
pub(crate) fn wording(first: Place, second: Place) -> Wording {
    let message = "the loop is unrolled differently in another configuration";
    let mut diagnostic = Wording::new(second, message, "one configuration requests this");
    diagnostic.secondary.push(Label { place: first, message: "another one requests this".to_owned() });
    diagnostic
        .because("measurements of one build say nothing about the other")
        .instead("define a macro for the factor in both branches, and write one request that uses it")
}
