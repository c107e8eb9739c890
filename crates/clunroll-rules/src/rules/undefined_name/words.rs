//! The words of CLU207.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A name without a declaration or value.
pub(crate) fn wording(place: Place, name: &str) -> Wording {
    let shown = quoted(name);
    let why = format!("{shown} has no known declaration or value");
    Wording::declined(place, why, "unknown")
        .because(format!("the trip count depends on {shown}"))
        .instead(format!("if {shown} is a macro of the build, pass {}", quoted(&format!("-D {name}=VALUE"))))
}
