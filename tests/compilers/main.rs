//! What C and C++ compilers make of rewritten texts.
//!
//! - `host_macros`: with each value that a host may define, the text computes what the author's loop does, or does not build.
//! - `raw_strings`: kernels in string literals of a C++ host are the same kernels afterwards.
//! - `promises`: `--check-promises` finds exactly the broken promises.
//! - `warnings`: clang warns of nothing new.

#[path = "../clang/mod.rs"]
mod clang;
mod host_macros;
#[path = "../opencl/plan.rs"]
#[allow(dead_code, reason = "no case runs here")]
mod plan;
mod promises;
mod raw_strings;
mod warnings;
