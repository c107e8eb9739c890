//! CLU235: a loop that is left to the compiler, since its trips cannot be counted.

pub(crate) mod words;
