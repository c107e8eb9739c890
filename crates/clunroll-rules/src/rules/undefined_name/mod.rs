//! CLU207: a header that names something unknown.

pub(crate) mod words;
