//! CLU207: an unknown name in a header.

pub(crate) mod words;
