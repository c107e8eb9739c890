//! CLU106: a `#pragma clunroll` that speaks of no requested loop.

use super::words::Wording;
use oclc_syntax::source::Place;

/// The pragma.
pub(super) fn wording(place: Place) -> Wording {
    Wording::new(place, "the clauses have no effect", "stands before no loop that is to be unrolled")
        .because("they say how a requested loop is to be unrolled, and request nothing themselves")
        .instead("put it before the loop together with a request, as `#pragma unroll 4`")
}
