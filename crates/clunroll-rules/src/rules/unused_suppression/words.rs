//! The words of CLU115.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A rule that is allowed and not broken; `without` is the text to replace, and the text without the rule.
pub(crate) fn wording(place: Place, word: &str, without: &(Place, String)) -> Wording {
    let message = format!("unused suppression: {} reports nothing here", quoted(word));
    Wording::new(place, message, "not needed")
        .because("it would hide the next finding of this rule, which nobody has reviewed")
        .instead("remove it")
        .fixed("remove the suppression", without.0, without.1.clone())
}
