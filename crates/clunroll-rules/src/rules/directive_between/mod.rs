//! CLU201: something between the pragma and its loop.

pub(crate) mod words;
