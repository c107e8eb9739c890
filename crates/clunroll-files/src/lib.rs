//! The file system: what is read, where included files lie, and how outputs are written, for one source or for many.
//!
//! The core does no input or output. What does, the program and the build scripts' part of the library, does it through here, so that a file is
//! read, found and replaced in one way. Nothing here knows of arguments or of a terminal, and nothing here
//! prints but [`failure::Failure::print`], which is the program's.
//!
//! - [`input`] reads a source, or says why it is none.
//! - [`includes`] finds included files as compilers do.
//! - [`walk`] finds the files that names of files and folders mean.
//! - [`destination`] finds out where the name of an output leads, [`output`] writes there.
//! - [`depfile`] writes down for make what was read.
//! - [`config`] finds and reads `clunroll.toml`.
//! - [`diff`] writes the difference between two texts.
//! - [`batch`] knows which sources there are in one run, and where each output goes.
//!
//! This crate is for the others of clunroll. Programs use the crate `clunroll`, which has
//! [`FileIncludes`](includes::FileIncludes) too.

#![forbid(unsafe_code)]

#[cfg(feature = "outputs")]
pub mod batch;
#[cfg(feature = "config")]
pub mod config;
#[cfg(feature = "outputs")]
pub mod depfile;
#[cfg(feature = "outputs")]
pub mod destination;
#[cfg(feature = "diff")]
pub mod diff;
pub mod failure;
pub mod includes;
pub mod input;
#[cfg(feature = "outputs")]
pub mod output;
#[cfg(feature = "outputs")]
pub mod walk;
