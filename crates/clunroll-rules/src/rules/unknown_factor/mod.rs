//! CLU103: a factor of unknown value.

pub(crate) mod words;
