//! CLU223: a template, whose holes are filled later.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A placeholder and its text.
pub(super) fn wording(place: Place, placeholder: &str) -> Wording {
    let why = format!("{} is no OpenCL C", quoted(placeholder));
    Wording::file_left(place, why, "the hole of a template")
        .because("what is filled in later may change what any loop of the file means")
        .instead("run clunroll on what the template is made into")
}
