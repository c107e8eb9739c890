//! The words of CLU229.

use crate::MARKER;
use crate::words::{Wording, quoted};
use crate::{InitializerProblem, RewriteObstacle};
use oclc_syntax::source::Place;

const WHY: &str = "the scalars must behave like the array, whatever the final compile defines";

fn declined(place: Place, why: impl std::fmt::Display, label: &str, instead: &str) -> Wording {
    Wording::array_declined(place, why, label).because(WHY).instead(instead)
}

/// A length that is not a constant.
pub(crate) fn length(place: Place) -> Wording {
    declined(place, "its length is not a constant", "must be a positive constant", "write its length as a constant")
}

/// A length that the host decides.
pub(crate) fn host_length(place: Place, name: &str) -> Wording {
    let why = format!("its length depends on {}, which the final compile may define differently", quoted(name));
    let instead = "define it in this file, outside every `#if`; or pass `--trust-defines` to make `-D` final";
    declined(place, why, "may have another value", instead)
}

/// A use in a loop that is unrolled under a condition, and no single condition for all uses.
pub(crate) fn in_choice(place: Place) -> Wording {
    let why = "this use is unrolled under an `#if`, and no single `#if` can contain its declaration and all its uses";
    let instead =
        "give the request and the last use lines of their own, and write no `#define` or `#include` between them";
    declined(place, why, "under a condition of its own", instead)
}

/// The array has more elements than any device has registers.
pub(crate) fn too_large(place: Place, elements: u64, limit: u64) -> Wording {
    let why = format!("it has {elements} elements, and no device has more than {limit} registers per work-item");
    declined(place, why, "too large for registers", "use smaller tiles")
}

/// The element type is an array.
pub(crate) fn arrays(place: Place) -> Wording {
    let why = "its element type is itself an array";
    declined(place, why, "an array of arrays", "write all lengths here, as in `float rows[2][4]`")
}

/// The element type is unknown.
pub(crate) fn element(place: Place) -> Wording {
    let why = "its element type is unknown, or may be an array";
    let instead = "declare the element type in this file, without attributes";
    declined(place, why, "unknown type", instead)
}

/// A declarator in parentheses.
pub(crate) fn parentheses(place: Place) -> Wording {
    let why = "its declarator has parentheses";
    declined(
        place,
        why,
        "may be an array, or a pointer to one",
        "declare the array without parentheses around its name",
    )
}

/// The host decides the type.
pub(crate) fn host_type(place: Place, name: &str) -> Wording {
    let why = format!("its type depends on {}, which the final compile may define differently", quoted(name));
    let instead = "define it in this file, outside every `#if`; or pass `--trust-defines` to make `-D` final";
    declined(place, why, "may be another type", instead)
}

/// The elements are volatile.
pub(crate) fn volatile(place: Place) -> Wording {
    declined(place, "it is `volatile`", "must stay in memory", "remove the qualifier")
}

/// The array is not private, or is static.
pub(crate) fn not_private(place: Place) -> Wording {
    let why = "it is not a private variable of its block";
    declined(
        place,
        why,
        "local, global, constant, static or a type",
        "declare a private array, and copy the elements into it",
    )
}

/// An attribute applies to the array.
pub(crate) fn attribute(place: Place) -> Wording {
    declined(place, "it has an attribute", "applies to the array", "remove the attribute")
}

/// An initialiser that cannot be split.
pub(crate) fn initializer(place: Place, problem: InitializerProblem) -> Wording {
    let what = match problem {
        InitializerProblem::NotList => "it is not a list in braces",
        InitializerProblem::UsesArray => "it uses the array itself",
        InitializerProblem::MacroOfValues => "a macro in it may be several values, or none",
        InitializerProblem::NoVectorLiteral => "some element has no vector literal of its own",
        InitializerProblem::NoList => "some element has no braces of its own",
        InitializerProblem::StringOfElements => "a string is several elements",
        InitializerProblem::TooManyValues => "it has more values than elements",
        InitializerProblem::NamesElements => "it names elements",
        InitializerProblem::SomeBraces => "only some of its values are in braces of their own",
    };
    let why = format!("its initialiser cannot be split: {what}");
    declined(place, why, "must give each element its own value", "assign the elements one by one")
}

/// A directive where none is allowed.
pub(crate) fn directive(place: Place) -> Wording {
    let why = "a directive is in its declaration, in a use of it, or between the pragma and the declaration";
    declined(place, why, "this directive", "move the directive")
}

/// A macro uses the array. The name is empty if there are several.
pub(crate) fn made_by(place: Place, name: &str) -> Wording {
    let name = if name.is_empty() { "a macro".to_owned() } else { quoted(name) };
    let why = format!("{name} uses it, and cannot be expanded here");
    declined(place, why, "comes from a macro", "use the array without the macro")
}

/// The number of bytes that the file would grow by, and the remaining growth.
pub(crate) fn too_much_text(place: Place, growth: u64, left_of_it: u64) -> Wording {
    let why =
        format!("with the other arrays it would add {growth} bytes, but the file may grow by only {left_of_it} more");
    declined(place, why, "requested here", "use smaller arrays, or unroll fewer loops around their declarations")
}

/// An earlier run has declined it.
pub(crate) fn declined_before(place: Place) -> Wording {
    let instead = format!("remove the comment {} to try again", quoted(MARKER));
    declined(place, "an earlier run of clunroll did not promote it", "marked by that run", &instead)
}

/// A reason against rewriting the file or the function.
pub(crate) fn surroundings(place: Place, surroundings: RewriteObstacle) -> Wording {
    let why = match surroundings {
        RewriteObstacle::IncludesItself => "the file includes itself",
        RewriteObstacle::Trigraph => "the file contains a trigraph",
        RewriteObstacle::LineNumbers => "the file uses `__LINE__`, which rewriting would change",
        RewriteObstacle::Counter => "the file uses `__COUNTER__`",
        RewriteObstacle::MacroStack => "the file saves and restores macros with `push_macro` and `pop_macro`",
        RewriteObstacle::TooMuchExpansion => "macro expansion makes too much text in the function around it",
    };
    declined(place, why, "requested here", "see the rules about loops that are not unrolled: the reasons are the same")
}

/// The function around it cannot be parsed; `stopped` is the token at which the parser stopped.
pub(crate) fn not_parsed(place: Place, stopped: Option<&str>) -> Wording {
    let (why, label) = match stopped {
        Some(token) => (
            format!("the function around it cannot be parsed from {} on", quoted(token)),
            "not understood from here on",
        ),
        None => ("the function around it cannot be parsed".to_owned(), "requested here"),
    };
    Wording::array_declined(place, why, label).because("only the whole function shows where the array is used").instead(
        "look for unmatched brackets, and for syntax that comes from a macro of the build or of an include: \
             pass these with `-D` and `-I`",
    )
}

/// Brackets nest too deeply around it.
pub(crate) fn too_deep(place: Place) -> Wording {
    let why = "brackets nest too deeply in the function around it";
    Wording::array_declined(place, why, "deeper than the parser goes")
        .because("the depth is limited so that no input can exhaust the stack")
        .instead("move part of the code into a separate function")
}
