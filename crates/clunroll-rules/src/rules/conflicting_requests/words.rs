//! The words of CLU007.

use crate::words::Label;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The two pragmas in the order of the source.
pub(crate) fn wording(first: Place, second: Place) -> Wording {
    let message = "two unroll pragmas apply to one loop";
    let mut diagnostic = Wording::new(second, message, "second request")
        .because("nothing says which of the two applies, and clang rejects the kernel")
        .instead("keep one of them");
    diagnostic.secondary.push(Label { place: first, message: "first request".to_owned() });
    diagnostic
}
