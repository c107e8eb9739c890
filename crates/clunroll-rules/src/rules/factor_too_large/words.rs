//! The words of CLU005.

use crate::words::Wording;
use oclc_syntax::source::Place;

/// A factor with this value.
pub(crate) fn wording(place: Place, value: &str) -> Wording {
    Wording::new(place, format!("unroll factor is too large: {value}"), "above 2147483647")
        .because("compilers store the factor in a 32-bit integer, and clang rejects larger ones")
        .instead("write a smaller factor, or `#pragma unroll` alone to unroll all iterations")
}
