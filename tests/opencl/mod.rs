//! The harness of `tests/execution/`: on which platforms, in which processes, what to run, with which arguments,
//! how two runs are compared, and what an interpreter says of them. Each module is one of these questions.

pub mod arguments;
pub mod compare;
pub mod derive;
pub mod device;
pub mod plan;
pub mod platforms;
pub mod reports;
pub mod workers;
