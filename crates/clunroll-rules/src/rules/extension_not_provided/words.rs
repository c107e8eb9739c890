//! The words of CLU220.

use crate::words::Label;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The condition, and the first request under it.
pub(crate) fn wording(condition: Place, request: Place) -> Wording {
    let message = "this code is compiled only where the extension exists";
    let mut diagnostic = Wording::new(condition, message, "tests for the extension")
        .because("compilers without the extension do not define `cl_nv_pragma_unroll`, so they see no request here")
        .instead("pass `--provide-extension` to let clunroll provide the extension");
    diagnostic.secondary.push(Label { place: request, message: "a request under this condition".to_owned() });
    diagnostic
}
