//! The words of CLU253.

use crate::words::Wording;
use oclc_syntax::source::Place;

/// The factor and the trip count.
pub(crate) fn wording(place: Place, factor: u32, trips: u64) -> Wording {
    let rest = trips - u64::from(factor);
    let message =
        format!("unroll factor {factor} leaves a main loop that runs once: there are only {trips} iterations");
    Wording::new(place, message, format!("one pass of {factor}, and {rest} more"))
        .because("a main loop that runs once repeats nothing, and its remainder needs extra tests or copies")
        .instead("unroll all iterations with `#pragma unroll`")
}
