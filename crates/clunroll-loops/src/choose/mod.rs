//! Which of the right forms a loop takes: the rules of today, as one policy among others.
//!
//! The rules ask `legal/` for a form, and take another one if that gives a reason. Nothing is written: what they give is a plan.

pub mod copy_counters;
pub mod counted;
pub mod function;
pub mod hosted;
pub mod loads_first;
pub mod pins;
pub mod rules;
