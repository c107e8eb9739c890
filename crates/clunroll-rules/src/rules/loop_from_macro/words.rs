//! The words of CLU203.

use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// A macro makes a part of the loop; the name is empty if no macro of this file does.
pub(crate) fn made_by(place: Place, name: &str) -> Wording {
    let (why, label) = if name.is_empty() {
        ("part of it is not written in this file".to_owned(), "not written out here")
    } else {
        (format!("part of it comes from the macro {}", quoted(name)), "this macro")
    };
    Wording::declined(place, why, label)
        .because("unrolling copies the text of the loop, and the expansion of a macro has no text here")
        .instead("write the loop and its header without the macro; a macro for a whole value is fine")
}

/// The loop is in the arguments of a macro.
pub(crate) fn inside_arguments(place: Place) -> Wording {
    let why = "it is, or may be, an argument of a macro that clunroll does not expand";
    Wording::declined(place, why, "in the arguments")
        .because("a directive inside macro arguments is undefined in C, and other text may be lost there")
        .instead("move the loop and all directives out of the parentheses")
}

/// A word that the unrolled loop needs is a macro or has a declaration at the loop.
pub(crate) fn hidden_word(place: Place, word: &str) -> Wording {
    let word = quoted(word);
    Wording::declined(place, format!("{word} means something else here"), "this loop")
        .because(format!("the unrolled loop needs {word} in its usual meaning"))
        .instead("rename the macro, type or variable")
}
