//! The rules of clunroll, and what breaks them, as plain data.
//!
//! - [`Rule`] is one rule: its code, its name, its default level and its page. [`ALL`] is the table of all rules, and
//!   [`table`] holds each by its name.
//! - [`Levels`] says which rules apply, and how severe their findings are. A [`Selector`] is a user's word for some of them.
//! - [`Finding`] is what a stage has found: places and facts. [`Finding::rule`] is the rule that it breaks.
//! - [`Cause`] is why a loop or an array is left as written: a finding without its places.
//!
//! There is no wording here. The crate `clunroll-report` turns a finding into sentences.

#![forbid(unsafe_code)]

mod broken;
mod cause;
mod finding;
mod levels;
mod rule;
pub mod table;

pub use cause::Cause;
pub use finding::{
    AccessKind, Advice, BadClause, BoundProblem, ClauseProblem, Correction, Decline, Dependency, Difference,
    EndlessLoop, FactorProblem, Finding, HeaderProblem, InitializerProblem, JamProblem, LabelProblem, LoadsProblem,
    MacroAtStop, Malformed, Mention, NonConstantName, NotFlattened, Obstacle, OnlyOnce, PointerAccess,
    PromotionDecline, PromotionReason, RawStringNeighbour, Reason, RemainderDoubt, RemainderReason, RestrictObstacle,
    SuppressionProblem, Surroundings, Varying, WantedRemainder,
};
pub use levels::{Levels, Selector, UnknownSelector, find, similar};
pub use rule::{Applicability, Rule, Severity};
pub use table::ALL;
