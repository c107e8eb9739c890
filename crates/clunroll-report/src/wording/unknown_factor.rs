//! CLU103: a factor that hangs on a macro of the build.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// The name without a value.
pub(super) fn judge(place: Place, name: &str) -> Wording {
    let shown = quoted(name);
    let message = format!("unroll factor is unknown: {shown} has no known value");
    Wording::new(place, message, "no known value")
        .because(format!("{shown} may be a macro that the build defines; until it is known, the loop stays as written"))
        .instead(format!("pass {} with the value that the final compile gets", quoted(&format!("-D {name}=VALUE"))))
}

/// A constant, but one that only the final compile can compute.
pub(super) fn not_known(place: Place) -> Wording {
    Wording::new(place, "the value of the unroll factor is not known here", "a constant elsewhere")
        .because("it differs between devices, or rests on a type that is not declared in this file")
        .instead("write the number of copies that is wanted")
}
