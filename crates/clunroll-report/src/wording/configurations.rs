//! CLU225: a loop that is not the same loop in every configuration.

use super::words::Wording;
use oclc_syntax::source::Place;

const HELP: &str = "give each configuration a loop of its own, pragma included, under its `#if`";

/// A conditional holds a part of the loop only.
pub(super) fn across(place: Place) -> Wording {
    let why = "a conditional holds a part of the loop only";
    Wording::left(place, why, "this directive")
        .because("which lines belong to the loop is decided by the final compile")
        .instead(HELP)
}

/// There are more configurations than are looked at.
pub(super) fn too_many(place: Place, limit: usize) -> Wording {
    let why = format!("its conditionals make more than {limit} different loops of it");
    Wording::left(place, why, "this loop")
        .because("a loop is unrolled only after a look at each configuration of it")
        .instead(
            "test fewer macros in the loop, or the same ones; or decide some by `-D` and `-U` with `--trust-defines`",
        )
}

/// Conditionals that choose loops stand in one another too often.
pub(super) fn too_many_regions(place: Place) -> Wording {
    let why = "too many conditionals here choose loops or requests, in one another";
    Wording::left(place, why, "chosen by one of them")
        .because("each of them is written out with a whole loop in each branch, which is done a few times for a file")
        .instead("put the request with its whole loop into each branch")
}

/// No configuration holds all requests in the loop.
pub(super) fn request_in_branch(place: Place) -> Wording {
    let why = "a request in it stands under an `#if`";
    Wording::left(place, why, "this loop")
        .because("no configuration of the loop holds all of the requests that are to be carried out in its copies")
        .instead(HELP)
}

/// One text cannot serve all of them.
pub(super) fn differ(place: Place, what: &str) -> Wording {
    Wording::left(place, format!("its configurations differ: {what}"), "this loop")
        .because("one text has to serve every configuration that the final compile may choose")
        .instead(HELP)
}
