//! The words of CLU008.

use crate::words::Wording;
use oclc_syntax::source::Place;

/// A factor of 0.
pub(crate) fn wording(place: Place) -> Wording {
    Wording::new(place, "unroll factor 0 is not positive", "expected 1 or more")
        .because("the hint is defined only for positive factors, and clang rejects the kernel")
        .instead("write 1 to keep the loop as it is, or `opencl_unroll_hint` alone to let the compiler decide")
}
