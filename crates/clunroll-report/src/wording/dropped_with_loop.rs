//! CLU218: what was said of a loop that is gone.

use super::words::Wording;
use oclc_syntax::source::Place;

/// What was left out, and whether a loop is written.
pub(super) fn wording(place: Place, keeps_loop: bool) -> Wording {
    let message = "dropped with the loop that it stands before";
    let why = if keeps_loop {
        "it speaks of the loop as a whole, and would be wrong of one that does several iterations in one"
    } else {
        "no loop is written of which it could be said"
    };
    Wording::new(place, message, "not in the output")
        .because(why)
        .instead("leave the unroll request out if this matters more")
}
