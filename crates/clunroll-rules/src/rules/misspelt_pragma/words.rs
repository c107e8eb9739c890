//! The words of CLU110.

use crate::Correction;
use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A word that is nearly one of those in `meant`.
pub(crate) fn wording(place: Place, text: &str, meant: &[&str], correction: Option<&Correction>) -> Wording {
    let names: Vec<_> = meant.iter().map(|name| quoted(name)).collect();
    let names = names.join(" or ");
    let whole = correction.map_or_else(|| names.clone(), |correction| quoted(&correction.text));
    let message = format!("{} is not a request; did you mean {names}?", quoted(text));
    Wording::new(place, message, "not the name of a request")
        .because("compilers ignore pragmas and attributes that they do not know, often silently")
        .instead(format!("write {whole}"))
        .corrected(correction)
}
