//! The words of CLU201.

use crate::words::Wording;
use oclc_syntax::source::Place;

const HELP: &str = "move the pragma to the line directly above the loop";

/// A directive is between the request and the loop.
pub(crate) fn directive(place: Place) -> Wording {
    let why = "a directive comes between the request and the loop";
    Wording::declined(place, why, "this directive")
        .because("the pragma applies to what follows immediately, and a directive may change what that is")
        .instead(HELP)
}

/// Other text of the statement is between the request and the loop.
pub(crate) fn prefix(place: Place) -> Wording {
    let why = "the text between the request and the loop cannot be read";
    Wording::declined(place, why, "begins here")
        .because("this text belongs to the loop, and may contain another request")
        .instead(HELP)
}
