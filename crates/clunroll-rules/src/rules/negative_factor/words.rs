//! The words of CLU001.

use crate::words::Wording;
use oclc_syntax::source::Place;

/// A factor with that value.
pub(crate) fn wording(place: Place, value: i128) -> Wording {
    Wording::new(place, format!("unroll factor is negative: {value}"), "must not be negative")
        .because("`cl_nv_pragma_unroll` allows only non-negative integer constants")
        .instead("write the number of copies, or `#pragma unroll 1` to keep the loop as it is")
}
