//! CLU211: a name that the final compile may define differently.

pub(crate) mod words;
