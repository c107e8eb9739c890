//! The words of CLU249.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// The keyword `text` in the place of a name.
pub(crate) fn wording(place: Place, text: &str) -> Wording {
    let shown = quoted(text);
    let message = format!("{shown} is a keyword of OpenCL C, not a name");
    Wording::new(place, message, "used as a name")
        .because("a compiler that follows the standard rejects it, and a macro with this name hides the keyword")
        .instead("choose another name, such as `weights` for a convolution")
}
