//! The harness behind `tests/execution.rs`: what to run, on which device, with which arguments, and how two runs
//! are compared. Each module is one of these four questions.

pub mod arguments;
pub mod compare;
pub mod derive;
pub mod device;
pub mod plan;
