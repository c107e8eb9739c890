//! CLU106: a `#pragma clunroll` without a requested loop.

use super::words::Wording;
use oclc_syntax::source::Place;

/// The pragma.
pub(super) fn wording(place: Place) -> Wording {
    Wording::new(place, "the clauses have no effect", "no loop with an unroll request follows")
        .because("they say how to unroll a loop, and request nothing themselves")
        .instead("put the pragma before the loop, together with a request such as `#pragma unroll 4`")
}
