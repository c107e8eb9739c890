//! CLU205: a variable that cannot be counted with.

pub(crate) mod words;
