//! Dialects of input: files that are not OpenCL C, but contain it.
//!
//! The front end uses this module to determine the kind of a file, and to get its texts in OpenCL C. The later stages read such a text like
//! any other, and know nothing of the dialect.

pub mod literals;
pub mod string_literals;
