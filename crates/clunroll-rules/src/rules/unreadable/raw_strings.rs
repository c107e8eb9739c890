//! CLU215: a program in C++ raw strings that may be a part of a larger one.

use crate::RawStringNeighbour;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The program, the token that causes the doubt, and the kind of that token.
pub(crate) fn wording(start: Place, by: Place, neighbour: RawStringNeighbour) -> Wording {
    let (why, label, because, instead) = match neighbour {
        RawStringNeighbour::Literal => (
            "another literal in its statement may be part of the program",
            "may be joined to the raw string",
            "the other literal may define a macro that changes a loop of the raw string",
            "write the whole program in raw strings, one right after the other",
        ),
        RawStringNeighbour::Name => (
            "a name next to it, or in the same statement, may be a macro that adds text to the program",
            "may add text to the raw string",
            "a macro may expand to a literal, which C++ joins to the raw string",
            "write the raw string in a declaration of its own, such as `const char *source = R\"( … )\";`, and use its name here",
        ),
        RawStringNeighbour::Joins => (
            "it is joined to other text",
            "joins strings",
            "the other text may define a macro that changes a loop of the raw string",
            "write the whole program in raw strings, one right after the other",
        ),
        RawStringNeighbour::Directive => (
            "a directive is in its statement",
            "may change what is joined to the raw string",
            "each branch of a condition may join other text to the raw string",
            "move the directive before the statement, or after it",
        ),
        RawStringNeighbour::InDirective => (
            "it is the value of a macro",
            "in a directive",
            "wherever the macro is used, C++ may join its value to other literals",
            "write a constant in place of the macro, such as `static const char source[] = R\"( … )\";`",
        ),
        RawStringNeighbour::List => (
            "it is in a list of several values",
            "this list has several values",
            "a host may pass the strings of one list as one program",
            "write the raw string in a declaration of its own, such as `const char *source = R\"( … )\";`",
        ),
        RawStringNeighbour::Other => (
            "this token may join other text to it",
            "not known to be harmless",
            "clunroll rewrites a raw string only if every token of its statement shows that it is a program by itself",
            "write the raw string in a declaration of its own, such as `const char *source = R\"( … )\";`",
        ),
        RawStringNeighbour::OpenBrace => (
            "its program is not whole",
            "has no partner in the raw string",
            "the other part of this function may contain a label or a macro that a loop here depends on",
            "write whole functions in each raw string",
        ),
        RawStringNeighbour::UnknownMacro => (
            "another literal of the file makes a macro whose name is not known",
            "the name of the macro is not all in this literal",
            "the host may join both literals, and the macro may change a loop of the raw string",
            "write the whole name of the macro in the literal",
        ),
        RawStringNeighbour::UnreadInclude => (
            "another literal of the file includes a file that cannot be read",
            "includes a file that cannot be read",
            "the host may join both literals, and a macro of that file may change a loop of the raw string",
            "let clunroll find the file, with `-I FOLDER`",
        ),
    };
    let message = format!("raw string not rewritten: {why}");
    Wording::new(by, message, label).because(because).instead(instead).beside(start, "the raw string begins here")
}
