//! CLU204: a header of a form that is not handled.

use super::words::Wording;
use oclc_syntax::source::Place;

/// What is unusual, as a sentence about the loop.
pub(super) fn wording(place: Place, what: &str) -> Wording {
    Wording::left(place, what, "gives no trip count")
        .because(
            "to count the trips, clunroll needs one variable, one comparison of it, and one change of it in the step",
        )
        .instead("write a header like `for (int i = 0; i < n; i++)`, and leave the loop early with `break`")
}

/// A header with another loop in it that is asked for.
pub(super) fn holds_a_loop(place: Place) -> Wording {
    Wording::left(place, "its header contains another loop with a request", "in the header")
        .because("a header is copied as it is, so only one of the two loops can be unrolled")
        .instead("compute what the header needs before the loop")
}

/// A loop that never runs a second time, and whether it runs a first time.
pub(super) fn runs_at_most_once(place: Place, runs: bool) -> Wording {
    let (why, label) =
        if runs { ("it runs only once", "never true") } else { ("it never runs", "false when the loop begins") };
    Wording::left(place, why, label)
        .because("there is nothing to unroll")
        .instead("correct the test or the bound, or remove the loop")
}
