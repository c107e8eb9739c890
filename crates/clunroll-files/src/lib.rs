//! The file system: reading sources, finding included files, and writing outputs, for one source or for many.
//!
//! The core does no input or output. The program and the build scripts' part of the library do it through this crate, so that a file is
//! always read, found and replaced in the same way. This crate does not handle arguments or a terminal, and only
//! [`failure::Failure::print`], which the program calls, prints.
//!
//! - [`input`] reads a source, or returns the reason why the file is not a source.
//! - [`includes`] finds included files as compilers do.
//! - [`walk`] finds the files that the names of files and folders mean.
//! - [`destination`] finds the destination of an output by its name, [`output`] writes there.
//! - [`depfile`] lists for make the files that were read.
//! - [`batch`] finds the sources of one run, and the place of each output.
//!
//! This crate is for the others of clunroll. Programs use the crate `clunroll`, which has
//! [`FileIncludes`](includes::FileIncludes) too.

#![forbid(unsafe_code)]

pub mod batch;
pub mod depfile;
pub mod destination;
pub mod failure;
pub mod includes;
pub mod input;
pub mod output;
pub mod walk;
