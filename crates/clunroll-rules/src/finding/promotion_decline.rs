//! Why an array stays an array.

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
    Mentioned(&'static str),
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
    /// Its elements have members.
    Members,
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
    Initializer(&'static str),
    /// A directive stands in its declaration, or between that and the pragma.
    Directive,
    /// A part of it comes from a macro that cannot be written out.
    MadeByMacro(String),
    /// How much text there would be, and what is left of the limit.
    TooMuchText(u64, u64),
    /// Left for want of room by an earlier run.
    LeftBefore,
    /// The file or the function allows no rewriting.
    Surroundings(&'static str),
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
            Reason::IncludesItself => "the file includes itself",
            Reason::Trigraph => "the file contains a trigraph",
            Reason::LineNumbers => "the file uses `__LINE__`, which rewriting would change",
            Reason::OnlyOnce(_) => "the file uses `__COUNTER__`",
            Reason::MacroStack => "the file saves and restores macros with `push_macro` and `pop_macro`",
            Reason::Overflow => "macro expansion makes too much text in the function around it",
            Reason::TooDeep => return Self::TooDeep,
            _ => return Self::NotParsed(stopped),
        })
    }
}

/// A reason and the token that it lies in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PromotionDecline {
    /// Why.
    pub why: PromotionReason,
    /// Where.
    pub place: Place,
}
