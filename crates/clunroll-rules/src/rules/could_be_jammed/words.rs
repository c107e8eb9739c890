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
            "each copy of the inner loop loads it again; jammed nests ran 1.3 to 2.8 times as fast on an NVIDIA H100, and up to 8 \
             times on PoCL",
        )
        .instead(format!(
            "write `#pragma unroll_and_jam {factor}`{how}, and compile what clunroll writes: NVIDIA's compiler ignores this pragma"
        ))
        .corrected(correction);
    wording.secondary.push(Label { place: load, message: "the same in all iterations of the outer loop".to_owned() });
    wording
}
