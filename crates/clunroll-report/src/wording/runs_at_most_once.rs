//! CLU121: a requested loop that runs once, or not at all.

use super::words::Wording;
use oclc_syntax::source::Place;

/// The loop's test, and whether it holds the first time.
pub(super) fn wording(place: Place, runs: bool) -> Wording {
    let (message, label, instead) = if runs {
        (
            "requested loop runs only once, so that there is nothing to unroll",
            "holds for one iteration",
            "correct the test or the bound, or write the body without a loop",
        )
    } else {
        (
            "requested loop does not run at all",
            "does not hold when the loop begins",
            "correct the test or the bound, or leave the loop out",
        )
    };
    Wording::new(place, message, label)
        .because("the numbers of its header are constants that no compile can change")
        .instead(instead)
}
