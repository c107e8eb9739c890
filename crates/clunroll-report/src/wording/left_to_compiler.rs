//! CLU219: a hint without a factor, and a trip count that only the run knows.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// The part of the header that is no constant.
pub(super) fn wording(place: Place, text: &str) -> Wording {
    let why = "the hint names no factor, and the trip count is not known at compile time";
    let label = format!("{} is not a compile-time constant", quoted(text));
    Wording::left(place, why, label)
        .because("without a factor the compiler decides, so that the hint stays for it")
        .instead("give a factor, as in `opencl_unroll_hint(4)`, to have it unrolled here")
}
