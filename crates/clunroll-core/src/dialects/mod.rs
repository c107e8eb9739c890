//! Dialects of input: files that are not OpenCL C, but have it in them.
//!
//! The front end asks here what a file is, and gets the texts that are OpenCL C out of it. The stages after it read such a text like
//! any other, and know nothing of this.

pub mod raw_strings;
