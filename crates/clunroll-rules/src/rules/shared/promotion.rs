//! The reasons why an array stays an array. Three rules share them.

use crate::rule::Rule;
use crate::rules::Reason;
use crate::rules::{array_not_promoted, array_used_whole, index_not_constant};
use crate::table::{ARRAY_NOT_PROMOTED, ARRAY_USED_WHOLE, INDEX_NOT_CONSTANT};
use crate::violation::Violation;
use crate::words::Wording;
use crate::{InitializerProblem, Mention, OnlyOnce, RewriteObstacle};
use oclc_syntax::source::Place;

/// A reason and its token.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PromotionDecline {
    /// The reason.
    pub why: PromotionReason,
    /// The token.
    pub place: Place,
}

/// All reasons to decline an array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PromotionReason {
    /// The index is a variable.
    Varies {
        /// The variable.
        name: String,
        /// Whether it is the variable of a loop around the use.
        in_loop: bool,
    },
    /// The index is not a constant expression.
    NotConstant,
    /// The index depends on a macro that the host decides, or on an undeclared name.
    HostIndex(String),
    /// The index is a constant, and the array has no such element.
    OutOfBounds {
        /// The index.
        index: i128,
        /// The number of elements.
        length: u64,
    },
    /// It is used without an index, or without all of its indices.
    Whole,
    /// The address of an element is taken.
    Address,
    /// A macro that the host decides, or that an unread include may define, may use it.
    HostMacro(String),
    /// Its name occurs where no use of a variable is expected.
    Mentioned(Mention),
    /// A loop that uses it is written under a condition, and one condition cannot contain all of its uses.
    InChoice,
    /// Conditions decide which variable the name means.
    Uncertain,
    /// An include in its scope was not read.
    UnreadInclude,
    /// Its length is not a constant.
    Length,
    /// Its length depends on a macro that the host decides.
    HostLength(String),
    /// It has more elements than allowed: their number, and the limit.
    TooLarge(u64, u64),
    /// Its element type is an array.
    Arrays,
    /// Its element type is unknown, or may not be the type of a variable.
    Element,
    /// Parentheses in its declarator make it an array, or a pointer to one.
    Parentheses,
    /// The final compile decides its type.
    HostType(String),
    /// It is `volatile`.
    Volatile,
    /// It is not a private variable of the function with the lifetime of its block.
    NotPrivate,
    /// It has an attribute.
    Attribute,
    /// Its initialiser cannot be split.
    Initializer(InitializerProblem),
    /// A directive is in its declaration, or between the pragma and the declaration.
    Directive,
    /// A part of it comes from a macro that cannot be expanded in the text.
    MadeByMacro(String),
    /// It would add too much text: the number of bytes, and the remaining growth.
    TooMuchText(u64, u64),
    /// An earlier run declined it, since the limit was reached.
    LeftBefore,
    /// The file or the function allows no rewriting.
    Surroundings(RewriteObstacle),
    /// The function around it cannot be parsed, from this token on if that is known.
    NotParsed(Option<String>),
    /// Brackets nest too deeply in the function around it.
    TooDeep,
}

impl PromotionReason {
    /// The reason why the file or the function cannot be rewritten. The parser stopped at the token `stopped`.
    #[must_use]
    pub fn around(reason: &Reason, stopped: Option<String>) -> Self {
        Self::Surroundings(match reason {
            Reason::IncludesItself => RewriteObstacle::IncludesItself,
            Reason::Trigraph => RewriteObstacle::Trigraph,
            Reason::LineNumbers => RewriteObstacle::LineNumbers,
            Reason::OnlyOnce(OnlyOnce::Counter) => RewriteObstacle::Counter,
            Reason::MacroStack => RewriteObstacle::MacroStack,
            Reason::Overflow => RewriteObstacle::TooMuchExpansion,
            Reason::TooDeep => return Self::TooDeep,
            _ => return Self::NotParsed(stopped),
        })
    }
}

impl PromotionReason {
    /// The rule that it breaks.
    #[must_use]
    pub const fn rule(&self) -> &'static Rule {
        match self {
            Self::Varies { .. } | Self::NotConstant | Self::HostIndex(..) | Self::OutOfBounds { .. } => {
                &INDEX_NOT_CONSTANT
            }
            Self::Whole
            | Self::Address
            | Self::HostMacro(..)
            | Self::Mentioned(..)
            | Self::Uncertain
            | Self::UnreadInclude => &ARRAY_USED_WHOLE,
            Self::Length
            | Self::HostLength(..)
            | Self::InChoice
            | Self::TooLarge(..)
            | Self::Arrays
            | Self::Parentheses
            | Self::NotParsed(..)
            | Self::TooDeep
            | Self::Element
            | Self::HostType(..)
            | Self::Volatile
            | Self::NotPrivate
            | Self::Attribute
            | Self::Initializer(..)
            | Self::Directive
            | Self::MadeByMacro(..)
            | Self::TooMuchText(..)
            | Self::LeftBefore
            | Self::Surroundings(..) => &ARRAY_NOT_PROMOTED,
        }
    }

    /// The words for it.
    pub(crate) fn words(&self, place: Place) -> Wording {
        match self {
            Self::Varies { name, in_loop } => index_not_constant::words::varies(place, name, *in_loop),
            Self::NotConstant => index_not_constant::words::no_constant(place),
            Self::HostIndex(name) => index_not_constant::words::host_decides(place, name),
            Self::OutOfBounds { index, length } => index_not_constant::words::out_of_bounds(place, *index, *length),
            Self::Whole => array_used_whole::words::whole(place),
            Self::Address => array_used_whole::words::address(place),
            Self::HostMacro(name) => array_used_whole::words::host_macro(place, name),
            Self::Mentioned(mention) => array_used_whole::words::mentioned(place, *mention),
            Self::Uncertain => array_used_whole::words::uncertain(place),
            Self::UnreadInclude => array_used_whole::words::unread_include(place),
            Self::Length => array_not_promoted::words::length(place),
            Self::HostLength(name) => array_not_promoted::words::host_length(place, name),
            Self::InChoice => array_not_promoted::words::in_choice(place),
            Self::TooLarge(elements, limit) => array_not_promoted::words::too_large(place, *elements, *limit),
            Self::Arrays => array_not_promoted::words::arrays(place),
            Self::Element => array_not_promoted::words::element(place),
            Self::Parentheses => array_not_promoted::words::parentheses(place),
            Self::HostType(name) => array_not_promoted::words::host_type(place, name),
            Self::Volatile => array_not_promoted::words::volatile(place),
            Self::NotPrivate => array_not_promoted::words::not_private(place),
            Self::Attribute => array_not_promoted::words::attribute(place),
            Self::Initializer(problem) => array_not_promoted::words::initializer(place, *problem),
            Self::Directive => array_not_promoted::words::directive(place),
            Self::MadeByMacro(name) => array_not_promoted::words::made_by(place, name),
            Self::TooMuchText(growth, left) => array_not_promoted::words::too_much_text(place, *growth, *left),
            Self::LeftBefore => array_not_promoted::words::declined_before(place),
            Self::Surroundings(what) => array_not_promoted::words::surroundings(place, *what),
            Self::NotParsed(stopped) => array_not_promoted::words::not_parsed(place, stopped.as_deref()),
            Self::TooDeep => array_not_promoted::words::too_deep(place),
        }
    }
}

/// An array does not become scalars.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NotPromoted {
    /// The reason.
    pub why: PromotionReason,
}

impl Violation for NotPromoted {
    fn words(&self, place: Place) -> Wording {
        self.why.words(place)
    }
}
