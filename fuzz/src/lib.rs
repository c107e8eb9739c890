//! The checks of the fuzz targets: properties that hold for every input; and the variation of inputs.
//!
//! A target in `fuzz_targets/` is one call of a `check`; a panic in it is a find. The checks are in this crate, so that
//! each of them is a function with a name, and a find can be reproduced without a fuzzer.

pub mod c_interface;
pub mod case;
mod clock;
pub mod final_compile;
pub mod lexing;
pub mod mutation;
pub mod preprocessing;
pub mod rewriting;
pub mod same_tokens;
mod statements;
mod vocabulary;
