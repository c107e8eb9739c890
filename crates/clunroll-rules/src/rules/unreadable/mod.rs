//! CLU215: source that cannot be parsed.

mod literals;
pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A program in literals may be only a part of the text that the host compiles, or not be certain. The finding is at the token that causes this doubt.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LiteralJoined {
    /// The start of its first literal.
    pub start: Place,
    /// Whether one of its literals is a raw string.
    pub is_raw: bool,
    /// The kind of that token.
    pub neighbour: LiteralNeighbour,
}

impl Violation for LiteralJoined {
    fn words(&self, place: Place) -> Wording {
        literals::wording(self, place)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        visit(&mut self.start);
    }
}

/// A request in a string literal that does not define a kernel. The finding is at the literal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RequestInString;

impl Violation for RequestInString {
    fn words(&self, place: Place) -> Wording {
        words::in_string(place)
    }
}

/// A copy would end the literal that contains the kernels. The finding is at the first request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LiteralEnds;

impl Violation for LiteralEnds {
    fn words(&self, place: Place) -> Wording {
        words::literal_ends(place)
    }
}

/// The new text of a program needs what an argument of a macro cannot have. The finding is at the first request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArgumentEnds;

impl Violation for ArgumentEnds {
    fn words(&self, place: Place) -> Wording {
        words::argument_ends(place)
    }
}

/// A macro, or something that looks like one, at which the parser stopped.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MacroAtStop {
    /// Its name.
    pub name: String,
    /// Whether a file or a `-D` defines it.
    pub is_defined: bool,
}

/// A token that may make a program in literals a part of a larger one, or another text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LiteralNeighbour {
    /// Another literal in the statement.
    Literal,
    /// A name that may be a macro, or an invocation of one.
    Name,
    /// An operator or a function that joins strings.
    Joins,
    /// A directive in the statement.
    Directive,
    /// The literal is in a directive.
    InDirective,
    /// A list of several values.
    List,
    /// Any other token.
    Other,
    /// An unmatched brace in the program.
    OpenBrace,
    /// A literal that defines or undefines a macro, and contains only a part of its name.
    UnknownMacro,
    /// A literal with an include that cannot be read.
    UnreadInclude,
    /// A prefix, or an escape whose byte is not certain.
    Spelling,
    /// The size of the array that the literal initialises.
    Size,
    /// A number that is the length of the text.
    Length,
    /// A search for a part of the text, or a change of one.
    Edited,
    /// A place where a function that formats puts text.
    Format,
    /// A directive, or a `#`, in the argument of a macro that makes a string of it.
    DirectiveInArgument,
    /// A name in such an argument that is expanded.
    MacroInArgument,
    /// A comma in such an argument, if the macro has one parameter.
    Comma,
}
