//! CLU203: a loop without a text of its own.

use super::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A macro stands where the loop's own text is needed; the name is empty where it is no macro of this file.
pub(super) fn made_by(place: Place, name: &str) -> Wording {
    let (why, label) = if name.is_empty() {
        ("a part of it has no text of its own in this file".to_owned(), "not written out here")
    } else {
        (format!("the macro {} stands where the loop's own text is needed", quoted(name)), "this macro")
    };
    Wording::left(place, why, label)
        .because("unrolling copies the text of the loop, and what a macro makes has none here")
        .instead("write the loop and its header without the macro; macros may stand for whole values in it")
}

/// The loop stands among the arguments of a macro.
pub(super) fn inside_arguments(place: Place) -> Wording {
    let why = "it is, or may be, an argument of a macro that is not expanded here";
    Wording::left(place, why, "in the arguments")
        .because("a directive among the arguments of a macro has no meaning in C, and other text may be lost there")
        .instead("move the loop, and all directives, out of the parentheses")
}

/// A word that the unrolled loop would be written with is a macro, or declared, where the loop stands.
pub(super) fn hidden_word(place: Place, word: &str) -> Wording {
    let word = quoted(word);
    Wording::left(place, format!("{word} means something else here"), "this loop")
        .because(format!("the unrolled loop would be written with {word} in its own meaning"))
        .instead("give the macro, type or variable another name")
}
