//! CLU217: an include that could not be read.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A file that cannot be found or read.
pub(super) fn missing(place: Place, name: &str) -> Wording {
    let shown = quoted(name);
    left_out(place, format!("{shown} could not be read"), "not found")
        .instead(format!("name the folder that {shown} is to be looked for in, with `-I DIR`"))
}

/// A file that is there and cannot be read.
pub(super) fn unreadable(place: Place, name: &str) -> Wording {
    left_out(place, format!("{} could not be read", quoted(name)), "found, and cannot be read")
        .instead("let it be a file that may be opened, without a NUL byte, and of no more than 64 MiB")
}

/// Macros that give no name.
pub(super) fn unnamed(place: Place) -> Wording {
    left_out(place, "an included file is not known by name".to_owned(), "expands to no name of a file")
        .instead("if macros of the build make the name, pass them with `-D NAME=VALUE`")
}

/// A file to be read once, and not known whether it has been.
pub(super) fn perhaps_before(place: Place) -> Wording {
    left_out(place, "whether a file is included here is not known".to_owned(), "perhaps read before")
        .instead("include the file once, in front of all conditions")
}

fn left_out(place: Place, what: String, label: &str) -> Wording {
    Wording::new(place, what, label)
        .because("macros and types that it defines are unknown, and loops that could rest on them are left as written")
}
