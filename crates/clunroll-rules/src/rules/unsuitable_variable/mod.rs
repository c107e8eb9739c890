//! CLU205: a variable that cannot count the trips.

pub(crate) mod words;
