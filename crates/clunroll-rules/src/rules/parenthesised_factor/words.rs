//! The words of CLU241.

use crate::Correction;
use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A factor in parentheses; `right` is the factor without them.
pub(crate) fn wording(place: Place, right: &Correction) -> Wording {
    let bare = quoted(right.text.trim());
    Wording::new(place, "unroll factor is in parentheses", "a single word needs none")
        .because("the extension writes the factor without parentheses, and some compiler versions reject them")
        .instead(format!("write {bare}"))
        .fixed(format!("write {bare}"), right.place, &*right.text)
}
