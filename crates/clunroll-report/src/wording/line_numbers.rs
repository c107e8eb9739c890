//! CLU214: `__LINE__`, which would change.

use super::words::Wording;
use oclc_syntax::source::Place;

/// Where `__LINE__` stands, or the macro that holds it.
pub(super) fn wording(place: Place) -> Wording {
    Wording::left(place, "it would change what `__LINE__` stands for", "depends on the line")
        .because("copies of a body move everything that stands below them to other lines")
        .instead("use a constant of your own in the place of `__LINE__`")
}
