//! The program `clunroll`, as a library: what reads OpenCL C and writes it unrolled is in the crate `clunroll`.
//!
//! - [`cli`]: arguments, `clunroll.toml`, and what each command does. Another program that is to be `clunroll` too, as the
//!   command of a package for another language, calls [`cli::main`].
//! - [`verify`]: compares a source with its output, by compilers and by runs of their kernels.
//!
//! Nothing here is promised to stay, but what the program itself does: its options, its exit statuses and its formats.

#![forbid(unsafe_code)]

pub mod cli;
pub mod verify;
