//! CLU204: a header of a form that is not handled.

use super::words::Wording;
use oclc_syntax::source::Place;

/// What is unusual, as a sentence about the loop.
pub(super) fn wording(place: Place, what: &str) -> Wording {
    Wording::left(place, what, "does not tell the trip count")
        .because("trips are counted by one variable that is compared once and that one part of the step changes")
        .instead("write the header in the form of `for (int i = 0; i < n; i++)`, and leave the loop early by `break`")
}

/// A header with another loop in it that is asked for.
pub(super) fn holds_a_loop(place: Place) -> Wording {
    Wording::left(place, "its header holds another loop with a request", "stands in the header")
        .because("a header is written again as it is, so that only one of the two loops can be unrolled")
        .instead("compute what the header needs in front of the loop")
}

/// A loop that never runs a second time, and whether it runs a first time.
pub(super) fn runs_at_most_once(place: Place, runs: bool) -> Wording {
    let (why, label) = if runs {
        ("it runs only once", "never holds")
    } else {
        ("it does not run once", "does not hold when the loop begins")
    };
    Wording::left(place, why, label)
        .because("there are no iterations to put side by side")
        .instead("correct the test or the bound, or leave the loop out")
}
