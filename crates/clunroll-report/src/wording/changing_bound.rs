//! CLU208: a trip count that cannot be computed before the loop starts.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A name, or "memory", that is not known to stay the same.
pub(super) fn changes(place: Place, name: &str) -> Wording {
    let (why, label) = if name == "memory" {
        (
            "the trip count depends on memory, which may change inside the loop".to_owned(),
            "read from memory before each iteration".to_owned(),
        )
    } else {
        let name = quoted(name);
        (
            format!("the trip count depends on {name}, which may change inside the loop"),
            format!("{name} is not known to stay constant"),
        )
    };
    Wording::left(place, why, label).because("the trip count must be fixed before the loop starts").instead(
        "copy the bound into a private variable before the loop, and change no variable of the header in the body",
    )
}

/// A pointer to the variable exists.
pub(super) fn address_taken(place: Place, name: &str) -> Wording {
    let name = quoted(name);
    let why = format!("a pointer to {name} exists, so the loop may change {name}");
    Wording::left(place, why, format!("the address of {name} is taken here"))
        .because("the trip count must be fixed before the loop starts")
        .instead(format!("copy {name} into a private variable that nothing points to, and use the copy"))
}

/// What is wrong with the bound, as a whole sentence.
pub(super) fn bound(place: Place, what: &str) -> Wording {
    let why = format!("cannot compute the trip count: {what}");
    Wording::left(place, why, "decides how often the loop runs")
        .because("the trip count must be fixed before the loop starts")
        .instead("copy the bound into a variable of the induction variable's type before the loop, and step towards it")
}
