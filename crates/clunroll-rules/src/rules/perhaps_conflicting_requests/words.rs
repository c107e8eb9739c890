//! The words of CLU108.

use crate::words::Label;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The two pragmas in the order of the source.
pub(crate) fn wording(first: Place, second: Place) -> Wording {
    let message = "two unroll pragmas apply to one loop in some configurations";
    let mut diagnostic = Wording::new(second, message, "second request")
        .because(
            "nothing says which of the two applies there, and clang rejects the kernel; there the loop is not unrolled",
        )
        .instead("make the conditions exclude each other, for example with `#elif`");
    diagnostic.secondary.push(Label { place: first, message: "first request".to_owned() });
    diagnostic
}
