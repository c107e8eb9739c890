//! The words of CLU258.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// The variable.
pub(crate) fn wording(place: Place, name: &str) -> Wording {
    let message = format!("the induction variable {} is signed", quoted(name));
    Wording::new(place, message, "an `int` that counts up")
        .because("for its GPUs, Intel recommends `uint` induction variables")
        .instead("declare it as `uint` if neither it nor its bound is ever negative")
}
