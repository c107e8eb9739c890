//! CLU002: a factor that is not a constant.

pub(crate) mod words;
