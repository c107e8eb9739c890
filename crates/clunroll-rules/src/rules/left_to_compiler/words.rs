//! The words of CLU219.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// The part of the header that is not a constant.
pub(crate) fn wording(place: Place, text: &str) -> Wording {
    let why = "the hint has no factor, and the trip count is not known at compile time";
    let label = format!("{} is not a compile-time constant", quoted(text));
    Wording::declined(place, why, label)
        .because("without a factor the compiler decides, so the hint stays in the output")
        .instead("give a factor, as in `opencl_unroll_hint(4)`, to let clunroll unroll the loop")
}
