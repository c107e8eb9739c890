//! Rewritten texts in C and C++ compilers.
//!
//! - `host_macros`: with each value that a host may define, the text computes the same as the author's loop, or does not build.
//! - `literals`: kernels in string literals of a C or C++ host are the same kernels after rewriting.
//! - `promises`: `--check-promises` finds exactly the broken promises.
//! - `warnings`: clang gives no new warnings.

#[path = "../clang/mod.rs"]
mod clang;
mod host_macros;
mod literals;
#[path = "../opencl/plan.rs"]
#[allow(dead_code, reason = "no case runs here")]
mod plan;
mod promises;
mod warnings;
