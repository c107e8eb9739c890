//! CLU203: a loop without a text of its own.

pub(crate) mod words;
