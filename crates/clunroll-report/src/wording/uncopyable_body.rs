//! CLU210: a body that means something else when it stands there twice.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// What may stand only once.
pub(super) fn only_once(place: Place, what: &str) -> Wording {
    let what = if what.starts_with('_') { quoted(what) } else { what.to_owned() };
    Wording::left(place, format!("it holds {what}"), "must stand only once")
        .because("a copy of it would be another one, and the program would mean something else")
        .instead("move it out of the loop")
}

/// A directive.
pub(super) fn directive(place: Place) -> Wording {
    Wording::left(place, "a directive stands inside it", "cannot be copied")
        .because("in a copy of the loop the directive may act otherwise than here")
        .instead("move the directive out of the loop")
}
