//! What the fuzz targets do with an input: what must hold of it whatever it is, and how inputs are varied.
//!
//! A target in `fuzz_targets/` is one call of a `check`; a panic in it is a find. The checks stand here, so that each of
//! them is a function with a name, and a find can be looked at without a fuzzer.

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
