//! CLU003: a pragma without a loop.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// What stands behind the pragma, if anything.
pub(super) fn wording(pragma: Place, found: Option<(Place, &str)>) -> Wording {
    let diagnostic = if let Some((place, text)) = found {
        let message = format!("the unroll request stands before {}, not before a loop", quoted(text));
        Wording::new(place, message, "expected `for`, `while` or `do`")
    } else {
        let message = "the unroll request has no loop behind it";
        Wording::new(pragma, message, "nothing but the end of the file follows")
    };
    diagnostic
        .because("a request applies only to the loop that follows it immediately")
        .instead("move it to the line directly above the loop that is meant, or remove it")
}
