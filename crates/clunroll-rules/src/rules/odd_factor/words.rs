//! The words of CLU259.

use crate::words::Wording;
use oclc_syntax::source::Place;

/// The factor.
pub(crate) fn wording(place: Place, factor: u32) -> Wording {
    Wording::new(place, format!("unroll factor {factor} is not a power of two"), "not a power of two")
        .because("the sizes of buffers are mostly powers of two, so that such a factor leaves a remainder")
        .instead(format!("use a factor of {}", factor.next_power_of_two()))
}
