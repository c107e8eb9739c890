//! CLU115: a suppression that suppresses nothing.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A rule that is allowed and not broken; `without` is what stands there, and what is left when it is gone.
pub(super) fn wording(place: Place, word: &str, without: &(Place, String)) -> Wording {
    let message = format!("nothing to suppress: {} finds nothing here", quoted(word));
    Wording::new(place, message, "not needed")
        .because("it hides the next finding of that rule, which nobody has judged")
        .instead("take it out")
        .fixed("take the suppression out", without.0, without.1.clone())
}
