//! CLU210: a body that means something else when it is copied.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// What must appear only once.
pub(super) fn only_once(place: Place, what: &str) -> Wording {
    let what = if what.starts_with('_') { quoted(what) } else { what.to_owned() };
    Wording::left(place, format!("it contains {what}"), "must appear only once")
        .because("a copy would be a second one, and change the meaning of the program")
        .instead("move it out of the loop")
}

/// A directive.
pub(super) fn directive(place: Place) -> Wording {
    Wording::left(place, "it contains a directive", "cannot be copied")
        .because("in a copy of the loop, the directive may act differently")
        .instead("move the directive out of the loop")
}
