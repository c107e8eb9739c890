//! The words of CLU234.

use crate::Correction;
use crate::words::Label;
use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A request for `factor` copies, and a load that they would share.
pub(crate) fn wording(place: Place, factor: u32, load: Place, text: &str, correction: Option<&Correction>) -> Wording {
    let message = format!("a jam would load {} once for {factor} copies of the outer loop", quoted(text));
    let how = if correction.is_some() { " (`clunroll check --fix --unsafe-fixes` does)" } else { "" };
    let mut wording = Wording::new(place, message, format!("asks for {factor} copies of the inner loop, one after the other"))
        .because(
            "each copy of the inner loop loads it again; on an NVIDIA H100, such loops ran 0.79 to 1.04 times as fast as without a pragma, \
             and jammed nests 0.95 to 4.46 times",
        )
        .instead(format!(
            "write `#pragma unroll_and_jam {factor}`{how}, and compile what clunroll writes: NVIDIA's compiler ignores this pragma; \
             `clunroll tune` measures which form is the fastest on your device"
        ))
        .corrected(correction);
    wording.secondary.push(Label { place: load, message: "the same in all iterations of the outer loop".to_owned() });
    wording
}
