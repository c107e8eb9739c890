//! CLU214: `__LINE__`, which would change.

pub(crate) mod words;
