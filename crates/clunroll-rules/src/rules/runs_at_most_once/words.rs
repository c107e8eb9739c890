//! The words of CLU121.

use crate::words::Wording;
use oclc_syntax::source::Place;

/// The loop's test; `runs` says whether it is true the first time.
pub(crate) fn wording(place: Place, runs: bool) -> Wording {
    let (message, label, instead) = if runs {
        (
            "the loop runs only once, so there is nothing to unroll",
            "true for only one iteration",
            "correct the test or the bound, or write the body without a loop",
        )
    } else {
        ("the loop never runs", "false when the loop begins", "correct the test or the bound, or remove the loop")
    };
    Wording::new(place, message, label)
        .because("its header contains only constants that no build can change")
        .instead(instead)
}
