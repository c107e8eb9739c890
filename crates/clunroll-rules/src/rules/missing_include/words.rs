//! The words of CLU217.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A file that cannot be found.
pub(crate) fn missing(place: Place, name: &str) -> Wording {
    let shown = quoted(name);
    not_read(place, format!("cannot read {shown}"), "not found")
        .instead(format!("pass the folder that contains {shown} with `-I DIR`"))
}

/// A file that exists and cannot be read.
pub(crate) fn unreadable(place: Place, name: &str) -> Wording {
    not_read(place, format!("cannot read {}", quoted(name)), "found, but not readable")
        .instead("make it a readable file of at most 64 MiB without NUL bytes")
}

/// Macros that do not expand to a file name.
pub(crate) fn unnamed(place: Place) -> Wording {
    not_read(place, "the name of an included file is unknown".to_owned(), "does not expand to a file name")
        .instead("if the name comes from macros of the build, pass them with `-D NAME=VALUE`")
}

/// A file that must be read only once, and may have been read before.
pub(crate) fn perhaps_before(place: Place) -> Wording {
    not_read(place, "unknown whether this include reads its file".to_owned(), "the file may have been read before")
        .instead("include the file once, before all conditions")
}

fn not_read(place: Place, what: String, label: &str) -> Wording {
    Wording::new(place, what, label)
        .because("its macros and types are unknown, so loops that may depend on them are not unrolled")
}
