//! CLU216: includes without an end.

use super::words::Wording;
use oclc_syntax::limits::{MAX_INCLUDE_DEPTH, MAX_INCLUSIONS};
use oclc_syntax::source::Place;

/// An `#include` in too many others.
pub(super) fn too_deep(place: Place) -> Wording {
    cut(place, format!("includes stand in one another more than {MAX_INCLUDE_DEPTH} deep"))
        .instead("if the files include one another in a circle, give each a guard or `#pragma once`")
}

/// Too many inclusions.
pub(super) fn too_much(place: Place) -> Wording {
    cut(place, format!("too much is included: at most {MAX_INCLUSIONS} inclusions are followed"))
        .instead("give files that are included often a guard or `#pragma once`")
}

fn cut(place: Place, why: String) -> Wording {
    Wording::new(place, why, "not read")
        .because("what it may define is unknown, and loops that could rest on it are left as written")
}

/// The main file includes itself.
pub(super) fn includes_itself(place: Place) -> Wording {
    Wording::left(place, "its file includes itself", "here")
        .because("each inclusion is compiled with other macros, and the one text must be right for all of them")
        .instead("move the loop into a file of its own that is included instead, and unroll there what is common")
}
