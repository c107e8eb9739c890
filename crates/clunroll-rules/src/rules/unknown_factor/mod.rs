//! CLU103: a factor whose value is not known.

pub(crate) mod words;
