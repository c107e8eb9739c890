//! CLU208: a trip count that cannot be computed before the loop starts.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A name, or "memory", that is not known to stay the same.
pub(super) fn changes(place: Place, name: &str) -> Wording {
    let (why, label) = if name == "memory" {
        (
            "its trip count hangs on memory, which may change while it runs".to_owned(),
            "read from memory before each iteration".to_owned(),
        )
    } else {
        let name = quoted(name);
        (
            format!("its trip count hangs on {name}, which may change while it runs"),
            format!("{name} is not known to stay the same"),
        )
    };
    Wording::left(place, why, label)
        .because("how often the loop runs must be settled before it starts")
        .instead("copy the bound into a private variable first, and change no variable of the header in the body")
}

/// A pointer to the variable exists.
pub(super) fn address_taken(place: Place, name: &str) -> Wording {
    let name = quoted(name);
    let why = format!("a pointer to {name} exists, so that the loop may change it");
    Wording::left(place, why, format!("the address of {name} is taken here"))
        .because("how often the loop runs must be settled before it starts")
        .instead(format!("copy {name} into a private variable that nothing points to, and use the copy"))
}

/// What is wrong with the bound, as a sentence about it.
pub(super) fn bound(place: Place, what: &str) -> Wording {
    let why = format!("its bound does not tell the trip count, as {what}");
    Wording::left(place, why, "decides how often the loop runs")
        .because("how often the loop runs must be settled before it starts")
        .instead("copy the bound into a variable of the induction variable's type first, and let the step lead there")
}
