//! CLU229: an array that cannot become scalars.

use super::words::{Wording, quoted};
use clunroll_core::MARKER;
use oclc_syntax::source::Place;

const WHY: &str = "the scalars must mean the same as the array, whatever the final compile defines";

fn left(place: Place, why: impl std::fmt::Display, label: &str, instead: &str) -> Wording {
    Wording::array_left(place, why, label).because(WHY).instead(instead)
}

/// A length that is no constant.
pub(super) fn length(place: Place) -> Wording {
    left(place, "its length is no constant", "must be a positive constant", "write its length as a constant")
}

/// A length that the host decides upon.
pub(super) fn host_length(place: Place, name: &str) -> Wording {
    let why = format!("the final compile decides upon its length, by {}", quoted(name));
    let instead = "define it in this file, outside every `#if`; or say with `--trust-defines` that `-D` is final";
    left(place, why, "may be another number", instead)
}

/// More elements than any device has registers for.
pub(super) fn too_large(place: Place, elements: u64, limit: u64) -> Wording {
    let why = format!("it has {elements} elements, and no device has more than {limit} registers for a work-item");
    left(place, why, "too large for registers", "work on smaller tiles")
}

/// Elements with members.
pub(super) fn members(place: Place) -> Wording {
    let why = "its elements are structs or unions";
    left(place, why, "each element has members", "use an array for each member")
}

/// Elements that are arrays, by the name of their type.
pub(super) fn arrays(place: Place) -> Wording {
    let why = "its elements are arrays by the name of their type";
    left(place, why, "an array of arrays", "write all of its lengths here, as in `float rows[2][4]`")
}

/// Elements of a type that is not handled.
pub(super) fn element(place: Place) -> Wording {
    let why = "its elements are not known to be scalars, vectors or pointers";
    let instead = "use a type that this file declares outside every `#if`, and `int` for an enumeration";
    left(place, why, "of a type that is not known", instead)
}

/// A declarator in parentheses.
pub(super) fn parentheses(place: Place) -> Wording {
    let why = "its declarator has parentheses";
    left(place, why, "an array, or a pointer to one", "declare an array without parentheses around its name")
}

/// The type may be anything.
pub(super) fn host_type(place: Place, name: &str) -> Wording {
    let why = format!("the final compile decides upon its type, by {}", quoted(name));
    let instead = "define it in this file, outside every `#if`; or say with `--trust-defines` that `-D` is final";
    left(place, why, "may be another type", instead)
}

/// Volatile elements.
pub(super) fn volatile(place: Place) -> Wording {
    left(place, "it is `volatile`", "must stay in memory", "leave the qualifier out")
}

/// Not private, or static.
pub(super) fn not_private(place: Place) -> Wording {
    let why = "it is no private variable of its block";
    left(place, why, "shared, constant, static or a type", "declare a private array, and copy the elements")
}

/// An attribute speaks of the array.
pub(super) fn attribute(place: Place) -> Wording {
    left(place, "an attribute stands with it", "speaks of the array", "leave the attribute out")
}

/// What is wrong with its initialiser.
pub(super) fn initializer(place: Place, what: &str) -> Wording {
    let why = format!("its initialiser cannot be taken apart, as {what}");
    left(place, why, "must tell the value of each element", "assign the elements one by one")
}

/// A directive where none may stand.
pub(super) fn directive(place: Place) -> Wording {
    let why = "a directive stands in its declaration or a use of it, or between the pragma and the declaration";
    left(place, why, "what holds here may not hold there", "move the directive")
}

/// A macro, which is not named where there are several.
pub(super) fn made_by(place: Place, name: &str) -> Wording {
    let name = if name.is_empty() { "a macro".to_owned() } else { quoted(name) };
    let why = format!("{name}, which uses it, cannot be written out");
    left(place, why, "made by a macro", "use the array without the macro")
}

/// By how many bytes the file would grow, and how many are left.
pub(super) fn too_much_text(place: Place, growth: u64, left_of_it: u64) -> Wording {
    let why = format!("it would add {growth} bytes with the other arrays, and the file may grow by {left_of_it} more");
    left(place, why, "requested here", "use smaller arrays, or unroll fewer loops around their declarations")
}

/// An earlier run has left it.
pub(super) fn left_before(place: Place) -> Wording {
    let instead = format!("remove the comment {} to try again", quoted(MARKER));
    left(place, "an earlier run of clunroll left it", "marked by that run", &instead)
}

/// A reason against rewriting the file or the function.
pub(super) fn surroundings(place: Place, what: &str) -> Wording {
    left(place, what, "requested here", "see the rules about loops, which are left for the same reasons")
}

/// The function around it has no tree; `stopped` is the token from which on it is not understood.
pub(super) fn not_parsed(place: Place, stopped: Option<&str>) -> Wording {
    let (why, label) = match stopped {
        Some(token) => (
            format!("the function around it is not understood from {} on", quoted(token)),
            "not understood from here on",
        ),
        None => ("the function around it is not understood".to_owned(), "requested here"),
    };
    Wording::array_left(place, why, label).because("only the whole function tells where the array is used").instead(
        "look for brackets that do not match, and for syntax that comes from a macro of the build or of an include: \
             give these by `-D` and `-I`",
    )
}

/// Brackets nest too deep around it.
pub(super) fn too_deep(place: Place) -> Wording {
    let why = "brackets nest too deep in the function around it";
    Wording::array_left(place, why, "deeper than is parsed")
        .because("the depth is limited so that no input can exhaust the stack")
        .instead("move a part of the code into a function of its own")
}
