//! The words of CLU003.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// `found` is the token after the pragma, if there is one.
pub(crate) fn wording(place: Place, found: Option<&str>) -> Wording {
    let diagnostic = if let Some(text) = found {
        let message = format!("unroll request before {}, not before a loop", quoted(text));
        Wording::new(place, message, "expected `for`, `while` or `do`")
    } else {
        let message = "no loop after the unroll request";
        Wording::new(place, message, "only the end of the file follows")
    };
    diagnostic
        .because("a request applies only to the loop that follows it immediately")
        .instead("move it to the line directly above its loop, or remove it")
}
