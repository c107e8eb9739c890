//! CLU215: source that could not be understood.

use super::words::Wording;
use oclc_syntax::source::Place;

/// Neither the function nor the loop can be parsed.
pub(super) fn no_parse(place: Place) -> Wording {
    let why = "it could not be parsed";
    Wording::left(place, why, "not understood from here on")
        .because("clunroll rewrites only what it understands")
        .instead("look for brackets that do not match, and for syntax that macros from elsewhere provide")
}

/// The nesting passes the limit.
pub(super) fn too_deep(place: Place) -> Wording {
    left(
        place,
        "the code here nests too deep to be parsed",
        "the depth is limited so that no input can exhaust the stack",
        "move a part of the code into a function of its own",
    )
}

/// Macro expansion passes the limit.
pub(super) fn too_much_expansion(place: Place) -> Wording {
    left(
        place,
        "there is too much text here once its macros are expanded",
        "the expansion is limited so that no input can exhaust the memory",
        "part the function, or turn the macros that expand to the most into functions",
    )
}

/// Only the loop can be parsed.
pub(super) fn no_function(place: Place, is_where: bool) -> Wording {
    let why = "the function around it could not be parsed";
    let label = if is_where { "not understood from here on" } else { "hangs on what the function says" };
    Wording::left(place, why, label)
        .because("only the whole function tells what the names in the loop are, and whether they stay the same while it runs")
        .instead("look for syntax that macros from elsewhere provide, or make start and bound constants")
}

/// The file holds a trigraph.
pub(super) fn trigraph(place: Place) -> Wording {
    left(
        place,
        "the file holds a trigraph",
        "compilers differ in whether they replace trigraphs, so that the text has two readings",
        "write the character that is meant, or part the question marks",
    )
}

/// The copies would end the raw string that they stand in.
pub(super) fn raw_string_ends(place: Place) -> Wording {
    Wording::file_left(place, "its copies would end the C++ raw string around them", "a request in it")
        .because("the body holds what closes the literal, parted by the ends of two of them")
        .instead("give the raw string a delimiter that the kernels do not hold, as in `R\"cl( … )cl\"`")
}

/// A program in C++ raw strings of which other literals are a part.
pub(super) fn raw_string_joined(place: Place) -> Wording {
    let why = "other literals or macros beside its C++ raw strings are a part of the program";
    Wording::file_left(place, why, "begins here")
        .because("what they hold, such as a macro that changes a loop, is not looked into")
        .instead("write all of the program in raw strings, one behind the other")
}

fn left(place: Place, why: &str, because: &str, instead: &str) -> Wording {
    Wording::left(place, why, "the reason").because(because).instead(instead)
}
