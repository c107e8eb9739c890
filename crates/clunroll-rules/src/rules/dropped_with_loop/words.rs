//! The words of CLU218.

use crate::words::Wording;
use oclc_syntax::source::Place;

/// The dropped text at `place`; `keeps_loop` says whether the output has a loop.
pub(crate) fn wording(place: Place, keeps_loop: bool) -> Wording {
    let message = "dropped together with the loop that it applies to";
    let why = if keeps_loop {
        "it describes the whole loop, and would be wrong for a loop that does several iterations at once"
    } else {
        "the output has no loop that it could apply to"
    };
    Wording::new(place, message, "not in the output")
        .because(why)
        .instead("remove the unroll request if this matters more")
}
