//! CLU212: a barrier that some work-items may reach at another place.

pub(crate) mod words;
