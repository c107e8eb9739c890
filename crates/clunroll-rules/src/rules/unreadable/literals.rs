//! CLU215: a program in the string literals of a host that may be a part of a larger one, or another text.

use crate::words::Wording;
use crate::{LiteralJoined, LiteralNeighbour};
use oclc_syntax::source::Place;

const OWN_DECLARATION: &str = "write the string in a declaration of its own, such as `const char *source = …;`";
const ONE_RUN: &str = "write the whole program in literals, one right after the other";

/// The token that causes the doubt is at `by`.
pub(crate) fn wording(joined: &LiteralJoined, by: Place) -> Wording {
    let (why, label, because, instead) = sentences(joined.neighbour);
    let what = if joined.is_raw { "raw string" } else { "string literal" };
    let message = format!("{what} not rewritten: {why}");
    Wording::new(by, message, label).because(because).instead(instead).beside(joined.start, "the string begins here")
}

/// What is in the way, the label of its token, why, and what to do.
fn sentences(neighbour: LiteralNeighbour) -> (&'static str, &'static str, &'static str, &'static str) {
    match neighbour {
        LiteralNeighbour::Literal => (
            "another literal in its statement may be part of the program",
            "may be joined to the string",
            "the other literal may define a macro that changes a loop of the string",
            ONE_RUN,
        ),
        LiteralNeighbour::Name => (
            "a name next to it, or in the same statement, may be a macro that adds text to the program",
            "may add text to the string",
            "a macro may expand to a literal, which the compiler of the host joins to the string",
            "write the string in a declaration of its own, such as `const char *source = …;`, and use its name here; pass the value of a macro with `-D` to `clBuildProgram`",
        ),
        LiteralNeighbour::Joins => (
            "it is joined to other text",
            "joins strings",
            "the other text may define a macro that changes a loop of the string",
            ONE_RUN,
        ),
        LiteralNeighbour::Directive => (
            "a directive is in its statement",
            "may change what is joined to the string",
            "each branch of a condition may join other text to the string",
            "move the directive before the statement, or after it",
        ),
        LiteralNeighbour::InDirective => (
            "it is the value of a macro",
            "in a directive",
            "wherever the macro is used, its value may be joined to other literals",
            "write a constant in place of the macro, such as `static const char source[] = …;`",
        ),
        LiteralNeighbour::List => (
            "it is in a list of several values",
            "this list has several values",
            "a host may pass the strings of one list as one program",
            OWN_DECLARATION,
        ),
        LiteralNeighbour::Other => (
            "this token may join other text to it",
            "not known to be harmless",
            "clunroll rewrites a string only if every token of its statement shows that it is a program by itself",
            OWN_DECLARATION,
        ),
        LiteralNeighbour::OpenBrace => (
            "its program is not whole",
            "has no partner in the string",
            "the other part of this function may contain a label or a macro that a loop here depends on",
            "write whole functions in each string",
        ),
        LiteralNeighbour::UnknownMacro => (
            "another literal of the file makes a macro whose name is not known",
            "the name of the macro is not all in this literal",
            "the host may join both literals, and the macro may change a loop of the string",
            "write the whole name of the macro in the literal",
        ),
        LiteralNeighbour::UnreadInclude => (
            "another literal of the file includes a file that cannot be read",
            "includes a file that cannot be read",
            "the host may join both literals, and a macro of that file may change a loop of the string",
            "let clunroll find the file, with `-I FOLDER`",
        ),
        _ => of_text(neighbour),
    }
}

/// The same for what makes the text of the string uncertain.
fn of_text(neighbour: LiteralNeighbour) -> (&'static str, &'static str, &'static str, &'static str) {
    match neighbour {
        LiteralNeighbour::Spelling => (
            "it has a prefix or an escape that clunroll does not read",
            "the text that it makes is not certain",
            "clunroll reads the escapes of C that make one byte, such as `\\n`, `\\\"` and `\\x41`",
            "write the character itself, in literals without a prefix",
        ),
        LiteralNeighbour::Size => (
            "it initialises an array of a certain size",
            "this size",
            "the rewritten string is longer, and may not fit",
            "leave the size out, as in `const char source[] = …;`",
        ),
        LiteralNeighbour::Length => (
            "its length is a number of the file",
            "the length of the string",
            "the rewritten string is longer, and would be cut off there",
            "use `strlen(source)` or `sizeof(source) - 1`",
        ),
        LiteralNeighbour::Edited => (
            "the host may change a part of its text, or take one",
            "may depend on the text of the string",
            "an unrolled loop contains that part several times, or at another place",
            "use a macro in the string, and define it with `-D` in the options for `clBuildProgram`",
        ),
        LiteralNeighbour::Format => (
            "it is a format",
            "text is put here",
            "the text may define a macro that changes a loop of the string, and a copy of the place needs another value",
            "pass the value with `-D` to `clBuildProgram`",
        ),
        LiteralNeighbour::DirectiveInArgument => (
            "a `#` is in the argument of a macro",
            "not certain to be in the string",
            "an argument may have no directive, and the string that is made of it is one line",
            "write `_Pragma(\"unroll 4\")` in place of `#pragma unroll 4`; or write the kernel in literals",
        ),
        LiteralNeighbour::MacroInArgument => (
            "a name in the argument of the macro may be a macro of the host",
            "may be expanded before the string is made",
            "the macro passes its argument to another one, so the macros in it are expanded first",
            "make the string with `#define STRINGIFY(...) #__VA_ARGS__`; pass the value with `-D` to `clBuildProgram`",
        ),
        _ => (
            "the macro that makes it has one parameter",
            "begins another argument",
            "a comma outside of parentheses ends the argument",
            "define the macro as `#define STRINGIFY(...) #__VA_ARGS__`",
        ),
    }
}
