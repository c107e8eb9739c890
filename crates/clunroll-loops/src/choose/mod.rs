//! Which of the legal forms a loop takes: a policy decides (`policy.rs`), and today that is the rules (`rules.rs`).
//!
//! The rules ask `legal/` for a form, and take another one if that gives a reason. Nothing is written: what they give is a plan.

pub mod copy_counters;
pub mod counted;
pub mod function;
pub mod hosted;
pub mod loads_first;
pub mod pins;
pub mod policy;
pub mod rules;
