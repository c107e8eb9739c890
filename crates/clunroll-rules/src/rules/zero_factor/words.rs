//! The words of CLU101.

use crate::Correction;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A factor of 0; `correction` is there if the pragma itself contains the 0.
pub(crate) fn wording(place: Place, correction: Option<&Correction>) -> Wording {
    Wording::new(place, "unroll factor 0 is not portable", "read as \"do not unroll\"")
        .because("the extension does not mention 0: CUDA ignores such a pragma, and clang rejected it until 2024")
        .instead("write `#pragma unroll 1` to keep the loop as it is")
        .corrected(correction)
}
