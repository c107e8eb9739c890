//! Rewrites many sources, one after the other or from several threads, with findings in words.

use clunroll_core::Options;
use clunroll_report::{Outcome, in_words};
use oclc_syntax::host::Includes;

/// Rewrites several sources in less time than [`crate::unroll`] takes for each by itself.
///
/// Several threads can use it at once. It holds at most about 8 MB, and up to 64 MB of included files.
///
/// ```
/// use clunroll::{NoIncludes, Options, Session};
///
/// let session = Session::new();
/// for (name, source) in [("a.cl", "#pragma unroll 0\nfor (;;);"), ("b.cl", "kernel void k(void) {}")] {
///     let outcome = session.unroll(source.as_bytes(), &Options::new(name), &mut NoIncludes);
///     assert_eq!(outcome.text, source.as_bytes());
/// }
/// ```
#[derive(Debug, Default)]
pub struct Session(clunroll_core::EngineSession);

impl Session {
    /// A new session.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Rewrites `source`: see [`crate::unroll`].
    #[must_use]
    pub fn unroll(&self, source: &[u8], options: &Options, includes: &mut dyn Includes) -> Outcome {
        in_words(self.0.unroll(source, options, includes))
    }

    /// Finds what [`Session::unroll`] finds in `source`, and writes nothing, which takes less time. The outcome has no text and no points,
    /// and does not know the growth of a loop.
    #[must_use]
    pub fn check(&self, source: &[u8], options: &Options, includes: &mut dyn Includes) -> Outcome {
        in_words(self.0.check(source, options, includes))
    }
}
