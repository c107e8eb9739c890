//! The rules of clunroll, and findings about them as plain data.
//!
//! - [`Rule`] is one rule: its code, its name, its default level and its page. [`ALL`] lists all rules, and [`table`] has a constant for
//!   each.
//! - [`Levels`] has the rules that are on, with the severity of their findings. A [`Selector`] is a user's word for some of them.
//! - [`Finding`] is a result of a stage: places and a [`Payload`]. [`Finding::rule`] is the rule that it breaks.
//! - [`Cause`] is the reason why a loop or an array stays as written: a finding without its places.
//! - [`words`] turns a finding into sentences. Only the crate `clunroll-report` uses it.

#![forbid(unsafe_code)]

mod cause;
mod correction;
mod finding;
mod levels;
mod loads;
mod rule;
mod rules;
mod violation;
pub mod words;

pub use cause::Cause;
pub use correction::Correction;
pub use finding::Finding;
pub use levels::{Levels, Selector, UnknownSelector, find, similar};
pub use loads::LoadsProblem;
pub use rule::{Applicability, Rule, Severity};
pub use rules::*;
pub use table::ALL;

/// The comment after a request that a run has declined, so that a second run declines it too.
pub const MARKER: &str = "clunroll: left as written";
