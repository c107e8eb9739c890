//! The words of CLU214.

use crate::words::Wording;
use oclc_syntax::source::Place;

/// `__LINE__`, or a macro that contains it, at `place`.
pub(crate) fn wording(place: Place) -> Wording {
    Wording::declined(place, "unrolling would change `__LINE__`", "depends on the line number")
        .because("copies of the body move the text after them to other lines")
        .instead("replace `__LINE__` with a constant of your own")
}
