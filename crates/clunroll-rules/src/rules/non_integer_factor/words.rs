//! The words of CLU004.

use crate::words::Wording;
use oclc_syntax::source::Place;

/// A factor that is not an integer, or contains something else at `place`.
pub(crate) fn wording(place: Place) -> Wording {
    Wording::new(place, "unroll factor is not an integer", "not an integer")
        .because("the factor is a number of copies, and `cl_nv_pragma_unroll` requires an integer constant")
        .instead("write a plain integer, as in `#pragma unroll 4`")
}
