//! CLU207: a header that names something unknown.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// The name without declaration or value.
pub(super) fn wording(place: Place, name: &str) -> Wording {
    let shown = quoted(name);
    let why = format!("{shown} has no known declaration or value");
    Wording::left(place, why, "not known")
        .because(format!("what {shown} stands for decides how often the loop runs"))
        .instead(format!("if {shown} is a macro of the build, {} would help", quoted(&format!("-D {name}=VALUE"))))
}
