//! CLU107: a request for scalars without an array.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// What stands behind the pragma, if anything.
pub(super) fn wording(pragma: Place, found: Option<(Place, &str)>) -> Wording {
    let diagnostic = if let Some((place, text)) = found {
        let message = format!("`promote_to_registers` stands before {}, not before an array", quoted(text));
        Wording::new(place, message, "expected the declaration of an array in a function")
    } else {
        let message = "`promote_to_registers` has no array behind it";
        Wording::new(pragma, message, "no declaration of an array in a function follows")
    };
    diagnostic
        .because("the request applies only to the array that is declared immediately behind it")
        .instead("move it to the line directly above the array that is meant, or remove it")
}
