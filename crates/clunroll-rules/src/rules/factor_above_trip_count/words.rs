//! The words of CLU120.

use crate::words::Wording;
use oclc_syntax::source::Place;

/// The factor and the trip count.
pub(crate) fn wording(place: Place, factor: u32, trips: u64) -> Wording {
    let message = format!("unroll factor {factor} is above the trip count: the loop runs {trips} times");
    Wording::new(place, message, format!("larger than the trip count of {trips}"))
        .because("a compiler that obeys it makes a main loop that never runs")
        .instead(format!("unroll all iterations with `#pragma unroll`, or use a factor of {trips}"))
}
