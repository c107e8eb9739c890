//! CLU206: a loop without a trip count.

use super::words::Wording;
use oclc_syntax::source::Place;

/// What keeps it from ending, as a sentence about the loop.
pub(super) fn wording(place: Place, what: &str) -> Wording {
    Wording::left(place, what, "has no certain end")
        .because("such a loop has no trip count that holds on every device")
        .instead(
            "use a type that holds every value up to the bound and the next one after it, and a step that gets there",
        )
}
