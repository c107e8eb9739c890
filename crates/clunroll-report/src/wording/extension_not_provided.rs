//! CLU220: requests that only some compilers see.

use super::words::Wording;
use crate::diagnostic::Label;
use oclc_syntax::source::Place;

/// The condition, and the first request under it.
pub(super) fn wording(condition: Place, request: Place) -> Wording {
    let message = "what stands under this condition is compiled only where the extension is there";
    let mut diagnostic = Wording::new(condition, message, "asks for the extension")
        .because("compilers without the extension do not define `cl_nv_pragma_unroll`, and see no request here")
        .instead("pass `--provide-extension` to have clunroll stand in for the extension");
    diagnostic.secondary.push(Label { place: request, message: "a request under it".to_owned() });
    diagnostic
}
