//! CLU217: an include that could not be read.

pub(crate) mod words;
