//! The words of CLU223.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A placeholder and its text.
pub(crate) fn wording(place: Place, placeholder: &str) -> Wording {
    let why = format!("{} is not OpenCL C", quoted(placeholder));
    Wording::file_declined(place, why, "the placeholder of a template")
        .because("its replacement may change the meaning of any loop in the file")
        .instead("run clunroll on the text that the template produces")
}
