//! Which of the legal forms a loop takes. A policy decides (`policy.rs` beside this folder); today's policy is the rules (`rules.rs`).
//!
//! The rules ask `legal/` for a form, and try another form if `legal/` gives a reason against it. The result is a plan; this
//! folder writes no text.

pub mod copy_counters;
pub mod counted;
pub mod function;
pub mod hosted;
pub mod loads_first;
pub mod pins;
pub mod rules;
pub mod tests_before_copies;
