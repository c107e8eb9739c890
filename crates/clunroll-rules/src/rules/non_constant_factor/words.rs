//! The words of CLU002.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

const HELP: &str = "write a number, a macro, an enumerator, or a `const` variable initialised with a constant";

/// A factor that depends on `depends_on`, which is a name or an expression.
pub(crate) fn wording(place: Place, depends_on: &str) -> Wording {
    let message = format!("unroll factor is not a compile-time constant: {}", quoted(depends_on));
    Wording::new(place, message, "not a compile-time constant")
        .because("the number of copies must be known when the kernel is compiled")
        .instead(HELP)
}

/// A constant expression without a value.
pub(crate) fn without_value(place: Place) -> Wording {
    let label = "divides by zero, overflows, or shifts too far";
    Wording::new(place, "unroll factor has no value", label)
        .because("an expression with undefined behaviour is not a constant")
        .instead(HELP)
}
