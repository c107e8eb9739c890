//! The words of CLU235.

use crate::Reason;
use crate::rules::tested_before_each_copy::words::countable;
use crate::words::{LOOP_LEFT, Wording};

/// The words for a loop that is not unrolled for this reason, adapted to this rule.
pub(crate) fn wording(left: Wording, reason: &Reason) -> Wording {
    let wording = match reason {
        Reason::RuntimeTrips { .. } => {
            let why = "no step in its header counts its trips";
            Wording::declined(left.primary.place, why, "only the run knows how often it holds")
                .instead("write a header like `for (int i = 0; i < n; i++)`, and leave the loop early with `break`")
        }
        _ => countable(left, reason),
    };
    let why = wording.message.strip_prefix(LOOP_LEFT).unwrap_or(&wording.message);
    let message = format!("loop left to the compiler: {why}");
    Wording { message, notes: Vec::new(), ..wording }
        .because("its own test before each copy, which `--checked` writes, makes many loops slower")
}
