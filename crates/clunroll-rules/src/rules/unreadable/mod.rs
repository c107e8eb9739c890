//! CLU215: source that could not be understood.

mod raw_strings;
pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A program in raw strings is perhaps only a part of what the host compiles. The finding is at the token that is the reason.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RawStringJoined {
    /// Where its first raw string begins.
    pub start: Place,
    /// What that token is.
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

/// A copy would end the raw string that contains the kernels. The finding is at the first request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RawStringEnds;

impl Violation for RawStringEnds {
    fn words(&self, place: Place) -> Wording {
        words::raw_string_ends(place)
    }
}

/// A macro, or what looks like one, at which the parser stopped.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MacroAtStop {
    /// Its name.
    pub name: String,
    /// Whether a file that was read, or a `-D`, defines it.
    pub is_defined: bool,
}

/// A token that may make a program in raw strings a part of a larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RawStringNeighbour {
    /// Another literal in the statement.
    Literal,
    /// A name that may be a macro, or what calls one.
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
    /// A brace of the program without a partner in it.
    OpenBrace,
    /// A literal that defines or undefines a macro whose name is not all in it.
    UnknownMacro,
    /// A literal with an include that cannot be read.
    UnreadInclude,
}
