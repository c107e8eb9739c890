//! CLU120: a factor larger than the trip count.

use super::words::Wording;
use oclc_syntax::source::Place;

/// The factor, and how often the loop runs.
pub(super) fn wording(place: Place, factor: u32, trips: u64) -> Wording {
    let message = format!("unroll factor {factor} is above the trip count: the loop runs {trips} times");
    Wording::new(place, message, format!("more than the {trips} iterations there are"))
        .because("a compiler that takes it at its word makes a main loop that is never entered")
        .instead(format!("ask for all iterations by `#pragma unroll`, or by the factor {trips}"))
}
