//! The words of CLU205.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// The induction variable has no known integer type.
pub(crate) fn of_unknown_type(place: Place, name: &str) -> Wording {
    let why = format!("{} has no known integer type", quoted(name));
    Wording::declined(place, why, "unknown type, or not an integer")
        .because("the trip count depends on how the variable counts and where it wraps around")
        .instead("declare the variable with an integer type of OpenCL C, such as `int` or `uint`")
}

/// A volatile object.
pub(crate) fn volatile(place: Place, name: &str) -> Wording {
    let why = format!("{} is volatile", quoted(name));
    Wording::declined(place, why, "may change at any time")
        .because("the trip count of a loop over a volatile object cannot be predicted")
        .instead("use a private variable that is not volatile; if one read is enough, copy the value before the loop")
}

/// The induction variable is not private.
pub(crate) fn not_private(place: Place, name: &str) -> Wording {
    let why = format!("the induction variable {} is not a private variable of the function", quoted(name));
    Wording::declined(place, why, "not private")
        .because("other work-items or functions may change it while the loop runs")
        .instead("declare the variable in the header, as in `for (int i = 0; i < n; i++)`")
}
