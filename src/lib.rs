//! The program `clunroll`, as a library. The crate `clunroll` rewrites OpenCL C.
//!
//! - [`cli`]: arguments, `clunroll.toml`, and the commands. A second program that must behave like `clunroll`, such as the command of a
//!   package for another language, calls [`cli::main`].
//! - `tune`: finds the fastest form of each loop by measuring.
//! - [`verify`]: compares a source with its output, by compilers and by runs of their kernels.
//!
//! Nothing here is a stable interface. Only the program is: its options, its exit statuses and its formats.

#![forbid(unsafe_code)]

pub mod cli;
mod tune;
pub mod verify;
