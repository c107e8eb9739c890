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
    /// Whether to write one file with its quoted includes put in place.
    pub flatten: bool,
    /// How much may be written.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self { name: "<input>".to_owned(), defines: Vec::new(), flatten: false, limits: Limits::default() }
    }
}

/// Finds and reads the files that the source includes; the core itself does no input or output.
///
/// Two questions, because one file has many names: `"common.h"` in one folder and `"../a/common.h"` in another may be
/// the same. What [`Includes::resolve`] gives is compared, so that each file is read and lexed once, however often it is
/// included. What cannot be found or read is no failure: all that it might define counts as unknown.
pub trait Includes {
    /// Turns a header name, with its quotes or brackets as in the source (`"common.h"`, `<math.h>`), into the identity of
    /// a file: a name by which it can be read, and which diagnostics show. `includer` is the identity of the file that
    /// includes it; `None` is the main file.
    fn resolve(&mut self, header_name: &str, includer: Option<&str>) -> Option<String>;

    /// The bytes of the file with that identity.
    fn read(&mut self, name: &str) -> Option<Vec<u8>>;
}

/// Finds no include at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoIncludes;

impl Includes for NoIncludes {
    fn resolve(&mut self, _header_name: &str, _includer: Option<&str>) -> Option<String> {
        None
    }

    fn read(&mut self, _name: &str) -> Option<Vec<u8>> {
        None
    }
}
