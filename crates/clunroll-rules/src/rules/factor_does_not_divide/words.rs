//! The words of CLU250.

use crate::words::Wording;
use oclc_syntax::source::Place;

/// The largest distance from the factor at which a better one is searched for.
const MAX_DISTANCE: u64 = 1024;

/// The factor and the trip count.
pub(crate) fn wording(place: Place, factor: u32, trips: u64) -> Wording {
    let by = u64::from(factor);
    let (passes, rest) = (trips / by, trips % by);
    let message =
        format!("unroll factor {factor} does not divide the trip count: {rest} of {trips} iterations are left");
    let label = format!("{passes} passes of {factor}, and {rest} more");
    let divides = |other: &u64| trips.is_multiple_of(*other);
    let below = (2..by).rev().take(MAX_DISTANCE as usize).find(divides);
    let above = (by + 1..trips).take(MAX_DISTANCE as usize).find(divides);
    let instead = match (below, above) {
        (Some(below), Some(above)) => format!("the nearest factors that divide {trips} are {below} and {above}"),
        (Some(one), None) | (None, Some(one)) => format!("the nearest factor that divides {trips} is {one}"),
        (None, None) => {
            format!(
                "no factor near {factor} divides {trips}: unroll all iterations with `#pragma unroll`, or keep the factor"
            )
        }
    };
    Wording::new(place, message, label)
        .because("iterations that do not fill a pass of the main loop need extra copies or an extra loop")
        .instead(instead)
}
