//! The rules: what clunroll tells its user, one file per rule, one table from code to rule.
//!
//! Earlier stages find facts; nothing before this stage knows a code, a severity or a wording. Each rule's file
//! holds its [`Rule`] (code, name, severity, and the page of documentation) and the function that turns a
//! finding into a [`Diagnostic`]. The layout of one file per rule with fixed headings follows ruff.

mod diagnostic;

pub use diagnostic::{Diagnostic, Label, Rule, Severity};
