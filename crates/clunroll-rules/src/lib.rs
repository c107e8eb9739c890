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

mod cause;
mod finding;
mod levels;
mod loads;
mod rule;
mod rules;
pub mod words;

pub use cause::Cause;
pub use finding::{
    Correction, Decline, Declined, FactorProblem, Finding, NotPromoted, PromotionDecline, PromotionReason, Reason,
    UnreadInclude, WrongFactor,
};
pub use levels::{Levels, Selector, UnknownSelector, find, similar};
pub use loads::LoadsProblem;
pub use rule::{Applicability, Rule, Severity};
pub use rules::*;
pub use table::ALL;

/// The comment after a request that a run has declined, so that a second run declines it too.
pub const MARKER: &str = "clunroll: left as written";
