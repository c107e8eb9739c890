//! CLU213: more output than allowed.

pub(crate) mod words;
