//! Why an array stays an array.

use super::body::OnlyOnce;
use super::decline::Reason;
use oclc_syntax::source::Place;

/// One enumeration of all reasons.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PromotionReason {
    /// The index is a variable; whether a loop gives it its values.
    Varies {
        /// The variable.
        name: String,
        /// Whether it is that of a loop around the use.
        in_loop: bool,
    },
    /// The index is no constant expression.
    NotConstant,
    /// The index rests on a macro that the host decides upon, or on a name that nobody declares.
    HostIndex(String),
    /// The index is a constant, and there is no such element.
    OutOfBounds {
        /// The index.
        index: i128,
        /// How many elements there are.
        length: u64,
    },
    /// It is used without an index, or without all of its indices.
    Whole,
    /// The address of an element is taken.
    Address,
    /// A macro that the host decides upon, or that stands in an include that was not read, may use it.
    HostMacro(String),
    /// Its name stands where no use of a variable is expected.
    Mentioned(Mention),
    /// A loop that uses it is written under a condition that cannot be put around all of its uses.
    InChoice,
    /// Conditions decide which variable the name means.
    Uncertain,
    /// An include in its scope was not read.
    UnreadInclude,
    /// Its length is no constant.
    Length,
    /// Its length rests on a macro that the host decides upon.
    HostLength(String),
    /// How many elements it has, and how many it may have.
    TooLarge(u64, u64),
    /// Its elements are arrays by themselves.
    Arrays,
    /// Its elements have no type that is known to be one that a variable can have.
    Element,
    /// Parentheses in its declarator make it an array, or a pointer to one.
    Parentheses,
    /// The final compile decides upon its type.
    HostType(String),
    /// It is `volatile`.
    Volatile,
    /// It is no private variable of the function that lives as long as its block.
    NotPrivate,
    /// An attribute stands with it.
    Attribute,
    /// What is wrong with its initialiser.
    Initializer(InitializerProblem),
    /// A directive stands in its declaration, or between that and the pragma.
    Directive,
    /// A part of it comes from a macro that cannot be written out.
    MadeByMacro(String),
    /// How much text there would be, and what is left of the limit.
    TooMuchText(u64, u64),
    /// Left for want of room by an earlier run.
    LeftBefore,
    /// The file or the function allows no rewriting.
    Surroundings(Surroundings),
    /// The function around it cannot be parsed, from this token on if that is known.
    NotParsed(Option<String>),
    /// Brackets nest too deep in the function around it.
    TooDeep,
}

impl PromotionReason {
    /// The reason against rewriting the file; or the function, which is not understood from the token `stopped` on.
    #[must_use]
    pub fn around(reason: &Reason, stopped: Option<String>) -> Self {
        Self::Surroundings(match reason {
            Reason::IncludesItself => Surroundings::IncludesItself,
            Reason::Trigraph => Surroundings::Trigraph,
            Reason::LineNumbers => Surroundings::LineNumbers,
            Reason::OnlyOnce(OnlyOnce::Counter) => Surroundings::Counter,
            Reason::MacroStack => Surroundings::MacroStack,
            Reason::Overflow => Surroundings::TooMuchExpansion,
            Reason::TooDeep => return Self::TooDeep,
            _ => return Self::NotParsed(stopped),
        })
    }
}

/// Where the name of an array occurs without being a use of one of its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mention {
    /// In a pragma.
    Pragma,
    /// As a label, in an attribute or the like.
    Label,
    /// In inline assembly.
    Assembly,
    /// In an included file.
    IncludedFile,
}

/// Why an initialiser cannot be split into those of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InitializerProblem {
    /// It is not a list in braces.
    NotList,
    /// It uses the array itself.
    UsesArray,
    /// A macro in it may be several values, or none.
    MacroOfValues,
    /// An element that is a vector has no vector literal of its own.
    NoVectorLiteral,
    /// An element with members has no list of its own.
    NoList,
    /// A string in it is the value of several elements.
    StringOfElements,
    /// There are more values than elements.
    TooManyValues,
    /// It names elements.
    NamesElements,
    /// Only some of the values are in braces of their own.
    SomeBraces,
}

/// What in the file, or in the function around an array, allows no rewriting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surroundings {
    /// The file includes itself.
    IncludesItself,
    /// The file contains a trigraph.
    Trigraph,
    /// The file uses `__LINE__`.
    LineNumbers,
    /// The file uses `__COUNTER__`.
    Counter,
    /// The file saves and restores macros.
    MacroStack,
    /// Macro expansion makes too much text in the function.
    TooMuchExpansion,
}

/// A reason and the token that it lies in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PromotionDecline {
    /// Why.
    pub why: PromotionReason,
    /// Where.
    pub place: Place,
}
