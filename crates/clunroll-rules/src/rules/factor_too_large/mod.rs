//! CLU005: a factor above 2147483647.

pub(crate) mod words;
