//! CLU002: a factor that the compiler cannot know.

pub(crate) mod words;
