//! OpenCL C as it is written: under its preprocessor.
//!
//! A compiler's front end expands a file and forgets how it was written. A tool that edits kernels needs both: the meaning
//! of the code in each configuration, and the bytes of the file that each token comes from. This crate reads OpenCL C for
//! such tools. It does no input or output, and it neither fails nor panics on bad source.
//!
//! The stages, each of which knows only those above it:
//!
//! - [`source`]: files, spans, and texts that are composed of others.
//! - [`lex`]: bytes to preprocessing tokens (C99 6.4).
//! - [`host`]: the host's settings for the final compile, and how included files are found.
//! - [`preprocess`]: directives, conditional groups, macros and their expansion with provenance (C99 6.10).
//! - [`tree`]: syntax trees of single functions, by `lang-c`, with a way back from each node to its tokens.
//!
//! [`words`](mod@words) gives enumerations the words that users write for them.
//!
//! All of them use [`limits`], which hold every limit with the reason for its number.

#![forbid(unsafe_code)]

pub mod host;
pub mod lex;
pub mod limits;
pub mod preprocess;
pub mod source;
mod text_cache;
pub mod tree;
pub mod words;

#[doc(hidden)]
#[cfg(feature = "serde")]
pub use serde;
