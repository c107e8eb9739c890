//! The file system: what is read, where included files lie, and how outputs are written.
//!
//! The core does no input or output. What does, the program and [`crate::build`], does it through here, so that a file is
//! read, found and replaced in one way, whoever asks. Nothing here knows of arguments or of a terminal, and nothing here
//! prints but `Failure::print`, which is the program's.
//!
//! - `input` reads a source, or says why it is none.
//! - `includes` finds included files as compilers do.
//! - `walk` finds the files that names of files and folders stand for, and `globs` says which ones a pattern means.
//! - `destination` finds out what the name of an output stands for, `output` writes there.
//! - `depfile` writes down for make what was read.

#[cfg(feature = "cli")]
pub(crate) mod depfile;
pub(crate) mod destination;
pub(crate) mod failure;
#[cfg(feature = "cli")]
pub(crate) mod globs;
pub(crate) mod includes;
pub(crate) mod input;
pub(crate) mod output;
pub(crate) mod walk;
