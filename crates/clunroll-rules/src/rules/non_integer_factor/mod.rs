//! CLU004: a factor that is a floating-point number or a string.

pub(crate) mod words;
