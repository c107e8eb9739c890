//! CLU216: endless includes.

pub(crate) mod words;
