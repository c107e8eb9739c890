//! Many sources, one after the other or from several threads, with what is found in words.

use clunroll_core::Options;
use clunroll_report::{Outcome, in_words};
use oclc_syntax::host::Includes;

/// Rewrites several sources in less time than [`crate::unroll`] takes for each by itself.
///
/// It can be used from several threads at once, and holds some 8 MB at most, and up to 64 MB of included files where there
/// are as many.
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
pub struct Session(clunroll_core::Session);

impl Session {
    /// A session that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Rewrites `source`: see [`crate::unroll`].
    #[must_use]
    pub fn unroll(&self, source: &[u8], options: &Options, includes: &mut dyn Includes) -> Outcome {
        in_words(self.0.unroll(source, options, includes))
    }

    /// Finds what [`Session::unroll`] finds in `source`, and writes nothing, which takes less time. There is no text, there are no
    /// points, and the growth of a loop is not known.
    #[must_use]
    pub fn check(&self, source: &[u8], options: &Options, includes: &mut dyn Includes) -> Outcome {
        in_words(self.0.check(source, options, includes))
    }
}
