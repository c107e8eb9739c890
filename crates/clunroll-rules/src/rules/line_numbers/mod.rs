//! CLU214: `__LINE__`, whose value would change.

pub(crate) mod words;
