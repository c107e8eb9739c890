//! CLU214: `__LINE__`, which would change.

use super::words::Wording;
use oclc_syntax::source::Place;

/// Where `__LINE__` is, or the macro that contains it.
pub(super) fn wording(place: Place) -> Wording {
    Wording::left(place, "unrolling would change `__LINE__`", "depends on the line number")
        .because("copies of the body move the text after them to other lines")
        .instead("replace `__LINE__` with a constant of your own")
}
