//! What the stages have found: places and facts, no wording.
//!
//! A stage that finds something says here what it is and where. `broken.rs` says which rule a finding breaks, so that no
//! stage knows the rule's code, and the crate `clunroll-report` puts it into words.

mod advice;
mod aliasing;
mod body;
mod decline;
mod flattening;
mod header;
mod jam;
mod loads;
mod pragma;
mod promotion_decline;
mod raw_strings;

pub use advice::{AccessKind, Advice, PointerAccess};
pub use aliasing::RestrictObstacle;
pub use body::{Difference, LabelProblem, OnlyOnce};
pub use decline::{Decline, MacroAtStop, NonConstantName, Reason, Varying};
pub use flattening::{NotFlattened, Obstacle};
pub use header::{BoundProblem, Dependency, EndlessLoop, HeaderProblem, RemainderDoubt};
pub use jam::JamProblem;
pub use loads::LoadsProblem;
pub use pragma::{BadClause, ClauseProblem, FactorProblem, Malformed, RemainderReason, WantedRemainder};
pub use promotion_decline::{InitializerProblem, Mention, PromotionDecline, PromotionReason, Surroundings};
pub use raw_strings::RawStringNeighbour;

use oclc_syntax::preprocess::Unread;
use oclc_syntax::source::Place;

/// What would have to stand in a place of the user's own text, where that is certain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Correction {
    /// What is replaced.
    pub place: Place,
    /// The text that takes its place.
    pub text: String,
}

/// What the stages before have found; places and facts, no wording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The pragma's own form is wrong.
    Malformed {
        /// The pragma.
        pragma: Place,
        /// What is wrong with it.
        problem: Malformed,
        /// What is right, if the lint can tell.
        correction: Option<Correction>,
    },
    /// The factor breaks a rule or cannot be known.
    Factor {
        /// The pragma.
        pragma: Place,
        /// The factor, or the part of it that is wrong.
        place: Place,
        /// What is wrong with it.
        problem: FactorProblem,
        /// What is right, if the lint can tell.
        correction: Option<Correction>,
    },
    /// Factor 0.
    ZeroFactor {
        /// The pragma.
        pragma: Place,
        /// The factor.
        place: Place,
        /// What is right, if the lint can tell.
        correction: Option<Correction>,
    },
    /// What follows is no loop.
    NotBeforeLoop {
        /// The pragma.
        pragma: Place,
        /// The place and text of the token that stands there; none at the end of the file.
        found: Option<(Place, String)>,
    },
    /// Two requests live on one loop.
    Conflict {
        /// The pragma that comes first.
        first: Place,
        /// The other one.
        second: Place,
    },
    /// Two requests live on one loop in some configurations; each has it to itself in others.
    PerhapsConflict {
        /// The pragma that comes first.
        first: Place,
        /// The other one.
        second: Place,
    },
    /// Factor 0 where only positive factors exist.
    ZeroHint {
        /// The request.
        pragma: Place,
        /// The factor.
        place: Place,
    },
    /// A label where compilers do not look past it for the loop.
    LabelInTheWay {
        /// The request.
        pragma: Place,
        /// The label.
        label: Place,
    },
    /// An attribute on the same loop counts instead.
    Overruled {
        /// The request.
        pragma: Place,
        /// The attribute that counts.
        hint: Place,
    },
    /// What else is said of a loop is not in the output.
    Dropped {
        /// The request.
        pragma: Place,
        /// What is left out.
        place: Place,
        /// Whether a loop is written.
        keeps_loop: bool,
    },
    /// A hint without a factor, and a trip count that only the run knows.
    LeftToCompiler {
        /// The request.
        pragma: Place,
        /// The part of the header that is no constant.
        place: Place,
        /// Its text.
        text: String,
    },
    /// A condition that asks for the extension.
    ExtensionNotProvided {
        /// The condition.
        condition: Place,
        /// The first request under it.
        request: Place,
    },
    /// A clause that is none.
    BadClause {
        /// The request that it stands with.
        pragma: Place,
        /// What is wrong.
        bad: BadClause,
    },
    /// Clauses that speak of no requested loop.
    StrayClause {
        /// The pragma.
        place: Place,
    },
    /// The remainder is not written as it was asked for.
    RemainderIsLoop {
        /// The request.
        pragma: Place,
        /// What was asked for.
        wanted: WantedRemainder,
        /// Why it is not.
        why: RemainderReason,
    },
    /// A loop keeps its own test before each copy.
    TestedBeforeEachCopy {
        /// The request.
        pragma: Place,
        /// Why its trips are not counted.
        decline: Decline,
        /// An include that was not read and may define the name that is the reason.
        unread: Option<Place>,
    },
    /// A valid request is left as written.
    Declined {
        /// The pragma.
        pragma: Place,
        /// Why, and where the reason lies.
        decline: Decline,
        /// An include that was not read and may define the name that is the reason.
        unread: Option<Place>,
    },
    /// The file is a template, and nothing in it is rewritten.
    Template {
        /// The first of its placeholders.
        place: Place,
        /// The placeholder's text.
        placeholder: String,
    },
    /// A program in raw strings is perhaps only a part of what the host compiles.
    RawStringJoined {
        /// Where its first raw string begins.
        start: Place,
        /// The token that is the reason.
        by: Place,
        /// What that token is.
        neighbour: RawStringNeighbour,
    },
    /// What would be copied ends the raw string that the kernels stand in.
    RawStringEnds {
        /// The first request.
        pragma: Place,
    },
    /// A request for scalars stands before something that is no array.
    NotBeforeArray {
        /// The request.
        pragma: Place,
        /// The place and text of the token that stands there; none at the end of the file.
        found: Option<(Place, String)>,
    },
    /// An array is not made scalars.
    NotPromoted {
        /// The request.
        pragma: Place,
        /// Why, and where the reason lies.
        decline: PromotionDecline,
    },
    /// A comment that should keep clunroll quiet names something that is no rule, or is no such comment.
    UnknownSuppression {
        /// The word that is wrong, or the comment.
        place: Place,
        /// What is wrong.
        problem: SuppressionProblem,
    },
    /// A comment allows a rule that nothing breaks there.
    UnusedSuppression {
        /// The rule's code or name in the comment.
        place: Place,
        /// That code or name.
        word: String,
        /// What stands in the file, and what stands there without it.
        without: (Place, String),
    },
    /// An include stays although its file was found and the text is to be flattened.
    NotFlattened {
        /// What the `#include` names.
        place: Place,
        /// The same as text.
        name: String,
        /// What keeps it.
        obstacle: Obstacle,
    },
    /// A pragma or an attribute whose name is one letter or two away from that of a request.
    Misspelt {
        /// The word, or words.
        place: Place,
        /// Their text.
        text: String,
        /// The names that may have been meant; never empty.
        meant: Vec<&'static str>,
        /// What is right, if that is certain.
        correction: Option<Correction>,
    },
    /// A request in the spelling of another compiler.
    ForeignRequest {
        /// The pragma or attribute.
        place: Place,
        /// Its text.
        text: String,
        /// The text of its factor, if it has one.
        factor: Option<String>,
    },
    /// A factor of one word in parentheses.
    Parenthesised {
        /// The pragma.
        pragma: Place,
        /// The factor with its parentheses.
        place: Place,
        /// The factor without them.
        correction: Correction,
    },
    /// A request in a branch that no configuration takes.
    Unreachable {
        /// The request.
        pragma: Place,
        /// The directive that begins the branch.
        branch: Place,
    },
    /// Two requests for one loop that no configuration has together.
    DifferentRequests {
        /// The one that comes first.
        first: Place,
        /// One that asks for something else.
        second: Place,
    },
    /// A keyword of OpenCL C as the name of something.
    KeywordAsName {
        /// The name.
        place: Place,
        /// Its text.
        text: String,
    },
    /// A file that is included was not read.
    UnreadInclude {
        /// What the `#include` names.
        place: Place,
        /// Why it was not read.
        unread: Unread,
    },
    /// A pointer parameter does not get the word `restrict` that the user asks for.
    NoRestrict {
        /// The parameter.
        place: Place,
        /// Its name.
        name: String,
        /// Why.
        obstacle: RestrictObstacle,
        /// Where that shows.
        reason: Place,
    },
    /// A requested loop could be better.
    Advice {
        /// The request.
        pragma: Place,
        /// What it is about.
        place: Place,
        /// What could be better.
        advice: Advice,
    },
}

/// What is wrong with a comment that begins like a suppression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuppressionProblem {
    /// No rule has that code or name.
    UnknownRule(String),
    /// No such word behind `clunroll:`.
    UnknownWord(String),
    /// No rules in parentheses behind it.
    NamesNoRule,
}

impl Finding {
    /// All places that it speaks of; the request's, where it is about one, comes first.
    pub fn places_mut(&mut self) -> Vec<&mut Place> {
        match self {
            Self::RawStringEnds { pragma } | Self::RemainderIsLoop { pragma, .. } => vec![pragma],
            Self::BadClause { pragma, bad } => vec![pragma, &mut bad.place],
            Self::Malformed { pragma, correction, .. } => {
                std::iter::once(pragma).chain(correction.as_mut().map(|right| &mut right.place)).collect()
            }
            Self::Factor { pragma, place, correction, .. } | Self::ZeroFactor { pragma, place, correction } => {
                [pragma, place].into_iter().chain(correction.as_mut().map(|right| &mut right.place)).collect()
            }
            Self::Misspelt { place, correction, .. } => {
                std::iter::once(place).chain(correction.as_mut().map(|right| &mut right.place)).collect()
            }
            Self::Parenthesised { pragma, place, correction } => vec![pragma, place, &mut correction.place],
            Self::ZeroHint { pragma, place }
            | Self::LabelInTheWay { pragma, label: place }
            | Self::Overruled { pragma, hint: place }
            | Self::Dropped { pragma, place, .. }
            | Self::LeftToCompiler { pragma, place, .. }
            | Self::Conflict { first: pragma, second: place }
            | Self::PerhapsConflict { first: pragma, second: place }
            | Self::Unreachable { pragma, branch: place }
            | Self::DifferentRequests { first: pragma, second: place }
            | Self::ExtensionNotProvided { request: pragma, condition: place } => vec![pragma, place],
            Self::NotBeforeLoop { pragma, found } | Self::NotBeforeArray { pragma, found } => {
                std::iter::once(pragma).chain(found.as_mut().map(|(place, _)| place)).collect()
            }
            Self::Declined { pragma, decline, unread } | Self::TestedBeforeEachCopy { pragma, decline, unread } => {
                [pragma, &mut decline.place].into_iter().chain(unread).collect()
            }
            Self::NotPromoted { pragma, decline } => vec![pragma, &mut decline.place],
            Self::UnusedSuppression { place, without, .. } => vec![place, &mut without.0],
            Self::UnknownSuppression { place, .. }
            | Self::Template { place, .. }
            | Self::UnreadInclude { place, .. }
            | Self::KeywordAsName { place, .. }
            | Self::ForeignRequest { place, .. }
            | Self::StrayClause { place } => vec![place],
            Self::RawStringJoined { start, by, .. } => vec![by, start],
            Self::NoRestrict { place, reason, .. } => vec![place, reason],
            Self::Advice { pragma, place, advice } => [pragma, place].into_iter().chain(advice.places_mut()).collect(),
            Self::NotFlattened { place, obstacle, .. } => std::iter::once(place).chain(&mut obstacle.place).collect(),
        }
    }

    /// The request that it is about; `None` where it is about the file.
    #[must_use]
    pub fn request(&self) -> Option<Place> {
        match self {
            Self::UnknownSuppression { .. }
            | Self::UnusedSuppression { .. }
            | Self::Template { .. }
            | Self::RawStringJoined { .. }
            | Self::NotFlattened { .. }
            | Self::NoRestrict { .. }
            | Self::UnreadInclude { .. }
            | Self::Misspelt { .. }
            | Self::KeywordAsName { .. }
            | Self::ForeignRequest { .. }
            | Self::StrayClause { .. } => None,
            Self::Malformed { pragma, .. }
            | Self::BadClause { pragma, .. }
            | Self::RemainderIsLoop { pragma, .. }
            | Self::TestedBeforeEachCopy { pragma, .. }
            | Self::RawStringEnds { pragma }
            | Self::Factor { pragma, .. }
            | Self::ZeroFactor { pragma, .. }
            | Self::ZeroHint { pragma, .. }
            | Self::LabelInTheWay { pragma, .. }
            | Self::Overruled { pragma, .. }
            | Self::Dropped { pragma, .. }
            | Self::LeftToCompiler { pragma, .. }
            | Self::Conflict { first: pragma, .. }
            | Self::PerhapsConflict { second: pragma, .. }
            | Self::DifferentRequests { first: pragma, .. }
            | Self::Parenthesised { pragma, .. }
            | Self::Unreachable { pragma, .. }
            | Self::ExtensionNotProvided { request: pragma, .. }
            | Self::NotBeforeLoop { pragma, .. }
            | Self::NotBeforeArray { pragma, .. }
            | Self::NotPromoted { pragma, .. }
            | Self::Advice { pragma, .. }
            | Self::Declined { pragma, .. } => Some(*pragma),
        }
    }

    /// Whether it is about what could be better, and not about what is wrong or left.
    #[must_use]
    pub const fn is_advice(&self) -> bool {
        matches!(self, Self::Advice { .. })
    }

    /// Where its caret goes.
    #[must_use]
    pub fn caret(&self) -> Place {
        match self {
            Self::Malformed { pragma: place, .. }
            | Self::Overruled { pragma: place, .. }
            | Self::Unreachable { pragma: place, .. }
            | Self::RemainderIsLoop { pragma: place, .. }
            | Self::RawStringEnds { pragma: place }
            | Self::Conflict { second: place, .. }
            | Self::PerhapsConflict { second: place, .. }
            | Self::DifferentRequests { second: place, .. }
            | Self::ExtensionNotProvided { condition: place, .. }
            | Self::LabelInTheWay { label: place, .. }
            | Self::Factor { place, .. }
            | Self::ZeroFactor { place, .. }
            | Self::ZeroHint { place, .. }
            | Self::Dropped { place, .. }
            | Self::LeftToCompiler { place, .. }
            | Self::Misspelt { place, .. }
            | Self::Parenthesised { place, .. }
            | Self::KeywordAsName { place, .. }
            | Self::ForeignRequest { place, .. }
            | Self::UnreadInclude { place, .. }
            | Self::Advice { place, .. }
            | Self::Template { place, .. }
            | Self::RawStringJoined { by: place, .. }
            | Self::NotFlattened { place, .. }
            | Self::NoRestrict { place, .. }
            | Self::StrayClause { place }
            | Self::UnknownSuppression { place, .. }
            | Self::UnusedSuppression { place, .. } => *place,
            Self::BadClause { bad, .. } => bad.place,
            Self::Declined { decline, .. } | Self::TestedBeforeEachCopy { decline, .. } => decline.place,
            Self::NotPromoted { decline, .. } => decline.place,
            Self::NotBeforeLoop { pragma, found } | Self::NotBeforeArray { pragma, found } => {
                found.as_ref().map_or(*pragma, |(place, _)| *place)
            }
        }
    }

    /// What is right, where that is known.
    #[must_use]
    pub fn corrections(&self) -> &[Correction] {
        match self {
            Self::Malformed { correction, .. }
            | Self::Factor { correction, .. }
            | Self::ZeroFactor { correction, .. }
            | Self::Misspelt { correction, .. } => correction.as_slice(),
            Self::Parenthesised { correction, .. } => std::slice::from_ref(correction),
            Self::Advice { advice, .. } => advice.corrections(),
            _ => &[],
        }
    }
}
