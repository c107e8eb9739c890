//! The harness of `tests/execution/`: the platforms, the worker processes, the plan of runs, the arguments, the
//! comparison of two runs, and the reports of an interpreter. Each module is one of these.

pub mod arguments;
pub mod compare;
pub mod derive;
pub mod device;
pub mod plan;
pub mod platforms;
pub mod reports;
pub mod workers;
