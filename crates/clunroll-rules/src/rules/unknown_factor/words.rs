//! The words of CLU103.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A name without a known value.
pub(crate) fn wording(place: Place, name: &str) -> Wording {
    let shown = quoted(name);
    let message = format!("unroll factor is unknown: {shown} has no known value");
    let define = quoted(&format!("-D {name}=VALUE"));
    Wording::new(place, message, "no known value")
        .because(format!("{shown} may be a macro of the build; without its value, the loop is not unrolled"))
        .instead(format!("pass {define} with the value of the final compile, or correct the name"))
}

/// The parameter `name` of the macro `by`, in a string.
pub(crate) fn in_string(place: Place, name: &str, by: &str) -> Wording {
    let (shown, by) = (quoted(name), quoted(by));
    let message = format!("unroll factor is unknown: {shown} in the string is not the parameter of {by}");
    Wording::new(place, message, "no known value")
        .because(format!(
            "no argument replaces a name inside a string, so the pragma has the word {shown} as its factor"
        ))
        .instead(format!(
            "write {} and, in the body of {by}, {}",
            quoted("#define DO_PRAGMA(text) _Pragma(#text)"),
            quoted(&format!("DO_PRAGMA(unroll {name})"))
        ))
}

/// A constant that only the final compile can compute.
pub(crate) fn not_known(place: Place) -> Wording {
    Wording::new(place, "unroll factor is unknown here", "unknown here")
        .because("it depends on the width of `size_t`, or on a type that another file declares or the build chooses")
        .instead("write the number of copies, or pass the macros of the build with `-D`")
}
