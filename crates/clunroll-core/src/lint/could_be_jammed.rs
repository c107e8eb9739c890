//! Outer loops that are unrolled and that could be jammed.
//!
//! ```text
//! #pragma unroll 4
//! for (int r = 0; r < 8; r++)
//!     for (int k = 0; k < n; k++)
//!         c[r] += a[r * n + k] * b[k];        // each of four inner loops loads b[k]
//! ```
//!
//! Unrolling an outer loop writes its inner loop several times, one after the other. A jam writes it once, with the copies inside, and
//! loads shared values once. The planner decides whether the jam is correct, as for a request. It must also be worthwhile: the inner loops
//! load values that only they vary; nobody unrolls them as a whole, so that each copy has whole inner loops; and the copies do not need
//! more registers than there are.

use crate::limits::{LEAST_INNER_TRIPS, MOST_JAMMED};
use clunroll_analysis::{Level, Nest, shared_load};
use clunroll_loops::Amount;
use clunroll_loops::directive::Spelling;
use clunroll_loops::{BoundRequest, Planner, Terms};
use clunroll_rules::CouldBeJammed;

use super::loops::place_as_written;

/// The benefit of a jam for a requested loop with this trip count.
pub(super) fn jam<'u>(
    planner: &Planner<'_, 'u, '_>,
    request: &BoundRequest<'_, 'u>,
    terms: Terms<'_>,
    trips: Option<u64>,
) -> Option<CouldBeJammed> {
    let factor = match request.amount {
        Amount::By(factor) if request.has_final_factor => factor,
        Amount::Full => u32::try_from(trips?).ok()?,
        _ => return None,
    };
    let is_plain = request.as_written.spelling == Spelling::Pragma;
    let fits = (2..=MOST_JAMMED).contains(&factor) && trips.is_none_or(|trips| trips >= u64::from(factor));
    if !is_plain || !fits {
        return None;
    }
    let nest = planner.jammable(request, factor, terms)?;
    let has_inner_loops = nest.levels[1..].iter().any(|level| stays(planner, level));
    if !has_inner_loops || inner_trips(&nest).is_some_and(|trips| trips < LEAST_INNER_TRIPS) {
        return None;
    }
    let function = planner.function;
    let load = shared_load(function, &nest)?;
    let text = function.text_of(&load);
    Some(CouldBeJammed { factor, load: place_as_written(function, &load), text, correction: None })
}

/// Whether an inner loop is a loop in each copy too: it has no request for all its iterations.
fn stays(planner: &Planner<'_, '_, '_>, level: &Level<'_>) -> bool {
    let Some(trips) = level.run.trips else { return true };
    let mut requests = planner.requests.iter().filter(|request| request.token == level.site.tokens.start);
    !requests.any(|request| match request.amount {
        Amount::Full => request.asks(),
        Amount::By(factor) => request.asks() && u64::from(factor) >= trips,
        _ => false,
    })
}

/// How often the innermost body runs in each iteration of the outer loop, if that is known.
fn inner_trips(nest: &Nest<'_>) -> Option<u64> {
    nest.levels[1..].iter().try_fold(1_u64, |all, level| Some(all.saturating_mul(level.run.trips?)))
}
