//! The words of CLU106.

use crate::words::Wording;
use oclc_syntax::source::Place;

/// The pragma.
pub(crate) fn wording(place: Place) -> Wording {
    Wording::new(place, "the clauses have no effect", "no loop with an unroll request follows")
        .because("they say how to unroll a loop, and request nothing themselves")
        .instead("put the pragma before the loop, together with a request such as `#pragma unroll 4`")
}
