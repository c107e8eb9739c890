//! What the caller can tell [`crate::unroll`].

/// A macro that the caller says the final compile may get, as in `-D NAME=VALUE`.
///
/// It tells clunroll how large a loop is likely to be. It is never taken as final: the output is right for every
/// other value too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    /// The macro's name.
    pub name: String,
    /// Its replacement list; `1` for `-D NAME`.
    pub value: String,
}

/// How much clunroll may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Copies of one loop's body.
    pub max_copies: u32,
    /// Bytes by which one file may grow.
    pub max_growth: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_copies: 1024, max_growth: 1 << 20 }
    }
}

/// Options of one run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The name of the file, for diagnostics.
    pub name: String,
    /// Macros that the final compile is told; see [`Define`].
    pub defines: Vec<Define>,
    /// How much may be written.
    pub limits: Limits,
    /// Whether clunroll stands in for the extension `cl_nv_pragma_unroll`, for compilers that lack it.
    pub provide_extension: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { name: "<input>".to_owned(), defines: Vec::new(), limits: Limits::default(), provide_extension: false }
    }
}

/// Reads the files that the source includes; the core itself does no input or output.
pub trait Includes {
    /// The bytes of the file that `#include` names, with its quotes or angle brackets as in the source
    /// (`"common.h"`, `<math.h>`); `None` where it cannot be had, and then all that it might define is unknown.
    fn read(&mut self, header_name: &str) -> Option<Vec<u8>>;
}

/// Finds no include at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoIncludes;

impl Includes for NoIncludes {
    fn read(&mut self, _header_name: &str) -> Option<Vec<u8>> {
        None
    }
}
