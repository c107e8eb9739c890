//! clunroll as a step of a build by CMake and by make, with the tools themselves: what `cmake/` gives, `examples/`, the C library,
//! and what the Rust library makes public.
//!
//! Each test works in a folder of its own whose name has a blank, and looks at which steps a build runs: all at first, none
//! the second time, and after a change only those that it concerns. A missing tool is a failure and no skipped test;
//! `CLUNROLL_NO_BUILD_SYSTEMS=1` says that it is on purpose.
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
