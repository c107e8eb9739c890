//! CLU215: source that cannot be parsed.

mod raw_strings;
pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A program in raw strings may be only a part of the text that the host compiles. The finding is at the token that causes this doubt.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RawStringJoined {
    /// The start of its first raw string.
    pub start: Place,
    /// The kind of that token.
    pub neighbour: RawStringNeighbour,
}

impl Violation for RawStringJoined {
    fn words(&self, place: Place) -> Wording {
        raw_strings::wording(self.start, place, self.neighbour)
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        visit(&mut self.start);
    }
}

/// A request in a string literal that is not a raw string. The finding is at the literal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RequestInString;

impl Violation for RequestInString {
    fn words(&self, place: Place) -> Wording {
        words::in_string(place)
    }
}

/// A copy would end the raw string that contains the kernels. The finding is at the first request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RawStringEnds;

impl Violation for RawStringEnds {
    fn words(&self, place: Place) -> Wording {
        words::raw_string_ends(place)
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

/// A token that may make a program in raw strings a part of a larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RawStringNeighbour {
    /// Another literal in the statement.
    Literal,
    /// A name that may be a macro, or an invocation of one.
    Name,
    /// An operator or a function that joins strings.
    Joins,
    /// A directive in the statement.
    Directive,
    /// The raw string is in a directive.
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
}
