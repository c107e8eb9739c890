//! The words of CLU242.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A request to another compiler, and its factor.
pub(crate) fn wording(place: Place, text: &str, factor: Option<&str>) -> Wording {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = format!("{} is not a request to clunroll", quoted(&text));
    let request = factor.map_or_else(|| "#pragma unroll".to_owned(), |factor| format!("#pragma unroll {factor}"));
    Wording::new(place, message, "a request to another compiler")
        .because("each compiler has its own rules for such a request, so clunroll does not guess what it asks for")
        .instead(format!("write {} before the loop", quoted(&request)))
}
