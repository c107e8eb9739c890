//! CLU228: an array that is used other than element by element.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

const WHY: &str = "a pointer to an array leads to all of its elements, and scalars are no neighbours of each other";

/// Without an index.
pub(super) fn whole(place: Place) -> Wording {
    let why = "it is used without all of its indices";
    Wording::array_left(place, why, "stands for all elements, or several")
        .because(WHY)
        .instead("use its elements one by one")
}

/// The address of an element.
pub(super) fn address(place: Place) -> Wording {
    let why = "the address of an element is taken";
    Wording::array_left(place, why, "pointed to, or an argument of a macro that may do so")
        .because(WHY)
        .instead("pass the element's value, and assign what comes back")
}

/// A macro that may use it.
pub(super) fn host_macro(place: Place, name: &str) -> Wording {
    let name = quoted(name);
    let why = format!("{name} may use it, and the final compile decides what that stands for");
    Wording::array_left(place, why, "may stand for something else")
        .because(format!("a `-D`, a condition, or an include that could not be read may define {name} otherwise"))
        .instead("define it in this file, outside every `#if` and below the includes")
}

/// Its name stands where no use is expected.
pub(super) fn mentioned(place: Place, what: &str) -> Wording {
    let why = format!("{what} speaks of it");
    Wording::array_left(place, why, "its name would be gone")
        .because("only expressions of this file that use one element can be rewritten")
        .instead("remove it, or give the array a name of its own")
}

/// Conditions decide what the name means.
pub(super) fn uncertain(place: Place) -> Wording {
    let why = "conditions decide which variable its name means";
    Wording::array_left(place, why, "declared in another branch, or more than once")
        .because("what the final compile chooses is not known here")
        .instead("declare it once, outside of the `#if`, or use another name in each branch")
}

/// Text in its scope that was not read.
pub(super) fn unread_include(place: Place) -> Wording {
    let why = "an include in its scope was not read";
    Wording::array_left(place, why, "may use the array")
        .because("what is not seen cannot be rewritten")
        .instead("name the folder of the file with `-I`, or include it above the function")
}
