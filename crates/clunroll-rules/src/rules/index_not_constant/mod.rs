//! CLU227: an index that is not a constant.

pub(crate) mod words;
