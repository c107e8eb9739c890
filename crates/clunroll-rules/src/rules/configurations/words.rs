//! The words of CLU225.

use crate::ConfigurationDifference;
use crate::words::{Wording, telling};
use oclc_syntax::source::Place;

const HELP: &str = "give each configuration its own loop, pragma included, under its `#if`";

/// A conditional contains only part of the loop.
pub(crate) fn across(place: Place) -> Wording {
    let why = "a conditional contains only part of the loop";
    Wording::declined(place, why, "this directive")
        .because("the final compile decides which lines belong to the loop")
        .instead(HELP)
}

/// The loop has more configurations than clunroll checks.
pub(crate) fn too_many(place: Place, limit: usize, macros: &[String]) -> Wording {
    let why = format!("its conditionals give it more than {limit} configurations");
    Wording::declined(place, why, "this loop")
        .because("clunroll checks every configuration of a loop before unrolling it")
        .instead(format!("test fewer macros in the loop, or say what the final compile passes: {}", telling(macros)))
}

/// Conditionals that choose loops nest too deeply.
pub(crate) fn too_many_regions(place: Place) -> Wording {
    let why = "too many nested conditionals here choose loops or requests";
    Wording::declined(place, why, "chosen by one of them")
        .because(
            "each conditional needs a whole loop in every branch, and clunroll writes only a few of these per file",
        )
        .instead("put the request and its whole loop into each branch")
}

/// No configuration contains all requests in the loop.
pub(crate) fn request_in_branch(place: Place) -> Wording {
    let why = "a request inside it is under an `#if`";
    Wording::declined(place, why, "this loop")
        .because("no configuration of the loop contains all requests that its copies must carry out")
        .instead(HELP)
}

/// One text cannot handle all configurations.
pub(crate) fn differ(place: Place, difference: ConfigurationDifference) -> Wording {
    let what = match difference {
        ConfigurationDifference::Form => "no single form works for all of them",
        ConfigurationDifference::Request => "some request no unrolling",
        ConfigurationDifference::Text => "the text of the header or the body differs",
        ConfigurationDifference::Body => "the body, or the position of its labels, differs",
        ConfigurationDifference::Jumps => "`break` and `continue` differ in the body",
    };
    Wording::declined(place, format!("its configurations differ: {what}"), "this loop")
        .because("one text must serve every configuration that the final compile may choose")
        .instead(HELP)
}
