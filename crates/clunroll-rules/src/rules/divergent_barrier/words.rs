//! The words of CLU212.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A barrier that an iteration may skip; `name` is that of the operation, or of the function that contains it.
pub(crate) fn wording(place: Place, name: &str) -> Wording {
    let name = quoted(name);
    let why = format!("an iteration may skip {name}, and the trip count may differ between work-items");
    Wording::declined(place, why, "work-items must meet here")
        .because("one work-item would wait in the main loop, and another in the remainder")
        .instead(format!(
            "reach {name} on every path through the body, or use a bound that is the same for all work-items"
        ))
}

/// The same if the step may differ between work-items.
pub(crate) fn divergent_step(place: Place, name: &str) -> Wording {
    let name = quoted(name);
    let why = format!("the step may differ between work-items, which must meet at {name}");
    Wording::declined(place, why, "work-items must meet here")
        .because("the step decides where the main loop ends: one work-item would wait inside it, and another after it")
        .instead("use a step that is the same for all work-items")
}

/// The loop would have several exits between barriers.
pub(crate) fn tests_between(place: Place, name: &str) -> Wording {
    let name = quoted(name);
    let why = format!("it would be tested before each copy, and work-items must meet at {name} in each copy");
    Wording::declined(place, why, "work-items must meet here")
        .because("some compilers crash when a loop has several exits between barriers")
        .instead(
            "use a factor of 2, or count with `<` up to a constant or to an argument that is the same for all work-items",
        )
}

/// A barrier that an iteration may skip would have more copies than some compilers can handle.
pub(crate) fn many_meetings(place: Place, name: &str, most: u64) -> Wording {
    let name = quoted(name);
    let why = format!("an iteration may skip {name}, and there would be more than {most} copies of it");
    Wording::declined(place, why, "work-items must meet here")
        .because("some compilers follow every path through the barriers of a loop, and each copy doubles their number")
        .instead(format!("use a factor of {most} or less, or reach {name} on every path through the body"))
}

/// A function would have more barriers that an iteration may skip than some compilers can handle.
pub(crate) fn conditional_meetings(place: Place, name: &str, most: u64) -> Wording {
    let name = quoted(name);
    let why = format!("an iteration may skip {name}, and the function would have more than {most} such calls");
    Wording::declined(place, why, "work-items must meet here")
        .because("some compilers follow every path through the barriers of a function, and each copy doubles their number")
        .instead(format!(
            "use a smaller factor here or for another loop of the function, or reach {name} on every path through the body"
        ))
}

/// More copies with a test before each than some compilers can handle in one function; `left` is the number that it may still have.
pub(crate) fn tested_meetings(place: Place, name: &str, copies: u64, left: u64) -> Wording {
    let name = quoted(name);
    let why = format!(
        "it would take {copies} copies of {name}, each after a test, but the function may have only {left} more"
    );
    Wording::declined(place, why, "work-items must meet here")
        .because(
            "some compilers follow every path through the barriers of a function, and each test doubles their number",
        )
        .instead("use a bound that the host does not decide, or a factor of 2")
}
