//! CLU001: a factor below 0.

pub(crate) mod words;
