//! CLU209: a jump or a label that no copy can be given.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A `break` out of a macro, beside a `continue`.
pub(super) fn hidden_break(place: Place, name: &str) -> Wording {
    let name = if name.is_empty() { "a macro".to_owned() } else { format!("the macro {}", quoted(name)) };
    Wording::left(place, format!("{name} makes a `break` of this loop"), "leaves the loop")
        .because("beside a `continue`, a `break` is written in other words, which cannot be done inside a macro")
        .instead("write the `break` itself, or put what `continue` skips under an `if`")
}

/// A label of the body, or a case label.
pub(super) fn label(place: Place, what: &str) -> Wording {
    let why = match what {
        "case label" => "its body holds a case label of a `switch` around it".to_owned(),
        "label or `goto` in its header" => format!("it has a {what}"),
        _ => format!("its body holds a {what}"),
    };
    Wording::left(place, why, "cannot be copied")
        .because("a label may stand only once in a function, and a jump could not tell the copies apart")
        .instead("write an `if` or an inner loop instead of the jump")
}
