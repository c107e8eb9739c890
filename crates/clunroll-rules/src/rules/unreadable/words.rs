//! The words of CLU215.

use crate::MacroAtStop;
use crate::words::{Wording, quoted};
use oclc_syntax::source::Place;

/// Neither the function nor the loop can be parsed.
pub(crate) fn no_parse(place: Place, by: Option<&MacroAtStop>) -> Wording {
    let why = "it cannot be parsed";
    Wording::declined(place, why, "not understood from here on")
        .because("clunroll rewrites only what it understands")
        .instead(instead(by, "look for unmatched brackets, and for syntax that comes from macros of other files"))
}

/// A request in an ordinary string literal that does not define a kernel.
pub(crate) fn in_string(place: Place) -> Wording {
    let message = "string literal not rewritten: it has a request, and does not define a whole kernel";
    Wording::new(place, message, "has a request for unrolling")
        .because("only the definition of a kernel shows that a string is OpenCL C, and the rest of it may be anywhere")
        .instead("write the kernel from `__kernel` to its last brace in literals, one right after the other; or in a file of its own")
}

fn instead(by: Option<&MacroAtStop>, otherwise: &str) -> String {
    let Some(MacroAtStop { name, is_defined }) = by else { return otherwise.to_owned() };
    let (name, define) = (quoted(name), quoted(&format!("-D {name}=VALUE")));
    if *is_defined {
        format!("define {name} outside every `#if`; or pass {define} and `--trust-defines`")
    } else {
        format!("if {name} is a macro, let clunroll read the file that defines it, or pass {define}")
    }
}

/// The nesting exceeds the limit.
pub(crate) fn too_deep(place: Place) -> Wording {
    declined(
        place,
        "the code here nests too deeply to parse",
        "the depth is limited so that no input can exhaust the stack",
        "move part of the code into a separate function",
    )
}

/// Macro expansion exceeds the limit.
pub(crate) fn too_much_expansion(place: Place) -> Wording {
    declined(
        place,
        "macro expansion makes too much text here",
        "the expansion is limited so that no input can exhaust the memory",
        "split the function, or turn the macros with the largest expansions into functions",
    )
}

/// Only the loop can be parsed.
pub(crate) fn no_function(place: Place, is_where: bool, by: Option<&MacroAtStop>) -> Wording {
    let why = "the function around it cannot be parsed";
    let label = if is_where { "not understood from here on" } else { "depends on the rest of the function" };
    let otherwise = "look for syntax that comes from macros of other files, or make the start and the bound constants";
    Wording::declined(place, why, label)
        .because(
            "only the whole function shows what the names in the loop are, and whether they change inside the loop",
        )
        .instead(instead(by, otherwise))
}

/// The file contains a trigraph.
pub(crate) fn trigraph(place: Place) -> Wording {
    declined(
        place,
        "the file contains a trigraph",
        "some compilers replace trigraphs and some do not, so the text has two meanings",
        "write the intended character, or separate the question marks",
    )
}

/// The copies would end the literal around them.
pub(crate) fn literal_ends(place: Place) -> Wording {
    Wording::file_declined(place, "its copies would end the string literal around them", "a request in it")
        .because("a body runs over the end of a literal, so its copies would contain what closes the literal")
        .instead("give the raw string a delimiter that the kernels do not contain, as in `R\"cl( … )cl\"`")
}

/// The new text would need a directive, a comma or a name that an argument of a macro cannot have.
pub(crate) fn argument_ends(place: Place) -> Wording {
    let message = "string literal not rewritten: its new text cannot be the argument of a macro";
    Wording::new(place, message, "a request in it")
        .because("the loop needs an `#if`, or a name or a comma that the macro changes; an argument has none of these")
        .instead("write the kernel in literals; or pass `--trust-defines`, with which no `#if` is needed")
}

fn declined(place: Place, why: &str, because: &str, instead: &str) -> Wording {
    Wording::declined(place, why, "the reason").because(because).instead(instead)
}
