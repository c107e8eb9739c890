//! The words of CLU216.

use crate::words::Wording;
use oclc_syntax::limits::{MAX_INCLUDE_DEPTH, MAX_INCLUSIONS};
use oclc_syntax::source::Place;

/// Includes nest too deeply.
pub(crate) fn too_deep(place: Place) -> Wording {
    cut(place, format!("includes nest more than {MAX_INCLUDE_DEPTH} deep"))
        .instead("if the files include each other in a circle, give each a guard or `#pragma once`")
}

/// There are too many inclusions.
pub(crate) fn too_much(place: Place) -> Wording {
    cut(place, format!("too many includes: clunroll follows at most {MAX_INCLUSIONS}"))
        .instead("give a guard or `#pragma once` to files that are included often")
}

fn cut(place: Place, why: String) -> Wording {
    Wording::new(place, why, "not read")
        .because("what it defines is unknown, so loops that may depend on it are not unrolled")
}

/// The main file includes itself.
pub(crate) fn includes_itself(place: Place) -> Wording {
    Wording::declined(place, "its file includes itself", "includes its own file")
        .because("each inclusion is compiled with different macros, and one text must be right for all of them")
        .instead("move the loop into a separate file, and include that file instead")
}
