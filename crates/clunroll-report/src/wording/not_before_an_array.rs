//! CLU107: a request for scalars without an array.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// What follows the pragma, if anything does.
pub(super) fn wording(pragma: Place, found: Option<(Place, &str)>) -> Wording {
    let diagnostic = if let Some((place, text)) = found {
        let message = format!("`promote_to_registers` before {}, not before an array", quoted(text));
        Wording::new(place, message, "expected an array declaration in a function")
    } else {
        let message = "no array after `promote_to_registers`";
        Wording::new(pragma, message, "no array declaration in a function follows")
    };
    diagnostic
        .because("the request applies only to the array that is declared immediately after it")
        .instead("move it to the line directly above its array, or remove it")
}
