//! CLU203: a loop that comes from a macro.

pub(crate) mod words;
