//! clunroll as a step of builds with CMake and make, with the real tools: the functions of `cmake/`, `examples/`, the C library, and the
//! interface of the Rust library.
//!
//! Each test works in a folder of its own whose name has a blank, and checks which steps a build runs: all at first, none the second time,
//! and after a change only those that depend on it. A missing tool is a failure and not a skipped test; `CLUNROLL_NO_BUILD_SYSTEMS=1` says
//! that it is missing on purpose.
#![cfg(unix)]

mod arguments;
mod build_script;
mod c_library;
mod cmake;
mod embed;
mod examples;
mod library_interface;
#[path = "../opencl/pocl.rs"]
mod pocl;
mod project;
