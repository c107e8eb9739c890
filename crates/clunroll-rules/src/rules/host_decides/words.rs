//! The words of CLU211.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;
use oclc_syntax::tree::{is_keyword, is_type_name};

/// A name that the host decides; it is empty if unknown.
pub(crate) fn wording(place: Place, name: &str) -> Wording {
    if is_word(name) {
        return of_word(place, name);
    }
    let name = if name.is_empty() { "a macro in it".to_owned() } else { quoted(name) };
    let why = format!("the final compile decides what {name} is");
    Wording::declined(place, why, "may be defined differently")
        .because(format!("a `-D`, a condition or an unread include may define {name} differently"))
        .instead(
            "declare or define it in this file, outside every `#if` and after the includes; or pass `--trust-defines` to make \
             `-D` final",
        )
}

/// Whether a name has a meaning in OpenCL C, which a macro of that name would hide.
pub(crate) fn is_word(name: &str) -> bool {
    is_keyword(name) || is_type_name(name)
}

/// A word of OpenCL C that may be a macro.
fn of_word(place: Place, word: &str) -> Wording {
    let word = quoted(word);
    let why = format!("{word} may be a macro that the final compile defines differently");
    Wording::declined(place, why, "may differ from its meaning in OpenCL C")
        .because(format!("a `-D`, or a `#define` under a condition, makes {word} a macro"))
        .instead(
            "give that macro a name that OpenCL C does not use, such as `real` for a type, and use that name here; or pass \
             `--trust-defines` to make `-D` and `-U` final",
        )
}

/// A macro whose definition decides whether there is a request.
pub(crate) fn may_request(place: Place, name: &str) -> Wording {
    let name = quoted(name);
    let why = format!("the definition of {name} decides whether there is a request");
    Wording::declined(place, why, "may be defined differently")
        .because(format!("a `-D`, a condition or an unread include may define {name} differently"))
        .instead(format!(
            "write the pragma here, under an `#if` if need be; or define {name} outside every `#ifndef`; or pass its `-D` and \
             `--trust-defines`"
        ))
}

/// A macro that may declare a name of the loop again, or change it.
pub(crate) fn may_declare(place: Place, by: &str, name: &str) -> Wording {
    let copy = quoted(&format!("const int count = {name};"));
    let (by, name) = (quoted(by), quoted(name));
    let why = format!("{by} may declare or change {name}");
    Wording::declined(place, why, "the final compile decides what this is")
        .because(format!("a `-D`, a condition or an unread include decides what {by} is"))
        .instead(format!("copy {name} into a variable after {by}, as in {copy}, and use that variable"))
}

/// A loop without copies, since it never runs with the known value of a macro.
pub(crate) fn runs_not(place: Place, name: &str) -> Wording {
    let name = quoted(name);
    let why = format!("with the known value of {name}, it never runs");
    Wording::declined(place, why, "the final compile may define it differently")
        .because("the number of copies follows the largest trip count that is known")
        .instead(format!("pass the largest value of {name} with `-D`"))
}

/// A loop that would have one copy.
pub(crate) fn one_trip(place: Place) -> Wording {
    let why = "with the values of its macros that are known here, it runs once";
    Wording::declined(place, why, "runs once")
        .because("one copy is no faster than the loop")
        .instead("remove the request, or pass the value with `-D` if the final compile uses another one")
}

/// The file saves and restores macros by pragmas.
pub(crate) fn macro_stack(place: Place) -> Wording {
    let why = "the file saves and restores macros with `push_macro` and `pop_macro`";
    Wording::declined(place, why, "requested here")
        .because("clunroll does not track what macros are after `pop_macro`")
        .instead("use `#define` and `#undef` instead")
}
