//! CLU105: an attribute that says otherwise.

use super::words::Wording;
use crate::diagnostic::Label;
use oclc_syntax::source::Place;

/// The request that does not count, and the attribute that does.
pub(super) fn wording(request: Place, hint: Place) -> Wording {
    let message = "this request does not count: an `opencl_unroll_hint` on the same loop does";
    let mut diagnostic = Wording::new(request, message, "does not count")
        .because("nothing says which of the two counts, and versions of clang differ")
        .instead("keep one of the two");
    diagnostic.secondary.push(Label { place: hint, message: "this one counts".to_owned() });
    diagnostic
}
