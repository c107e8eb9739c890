//! The words of CLU105.

use crate::words::Label;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The request without effect, and the attribute that overrides it.
pub(crate) fn wording(request: Place, hint: Place) -> Wording {
    let message = "this request has no effect: an `opencl_unroll_hint` on the same loop overrides it";
    let mut diagnostic = Wording::new(request, message, "has no effect")
        .because("nothing says which of the two applies, and versions of clang differ")
        .instead("keep one of them");
    diagnostic.secondary.push(Label { place: hint, message: "this one applies".to_owned() });
    diagnostic
}
