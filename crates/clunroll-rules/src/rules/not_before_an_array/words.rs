//! The words of CLU107.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// `found` is the token after the pragma, if there is one.
pub(crate) fn wording(place: Place, found: Option<&str>) -> Wording {
    let diagnostic = if let Some(text) = found {
        let message = format!("`promote_to_registers` before {}, not before an array", quoted(text));
        Wording::new(place, message, "expected an array declaration in a function")
    } else {
        let message = "no array after `promote_to_registers`";
        Wording::new(place, message, "no array declaration in a function follows")
    };
    diagnostic
        .because("the request applies only to the array that is declared immediately after it")
        .instead("move it to the line directly above its array, or remove it")
}
