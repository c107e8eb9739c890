//! The words of CLU206.

use crate::EndlessLoop;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A loop that does not end, or not everywhere.
pub(crate) fn wording(place: Place, problem: EndlessLoop) -> Wording {
    Wording::declined(place, why(problem), "has no certain end")
        .because("such a loop has no trip count that holds on every device")
        .instead(
            "use a type that holds every value up to the bound and the next one after it, and a step that gets there",
        )
}

/// The reason, as a sentence about the loop.
fn why(problem: EndlessLoop) -> &'static str {
    match problem {
        EndlessLoop::ZeroStep => "its step is 0",
        EndlessLoop::AlwaysTrue => "its test is true for every value of the variable",
        EndlessLoop::DevicesDiffer => "devices differ in what its variable does at the limits of its type",
        EndlessLoop::Overflows => "its variable overflows before the test fails",
        EndlessLoop::WrapsAround => "its variable wraps around before the test fails",
        EndlessLoop::TooManyIterations => "its test does not fail in as many iterations as clunroll tries",
    }
}
