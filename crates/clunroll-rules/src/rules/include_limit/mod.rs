//! CLU216: includes without end.

pub(crate) mod words;
