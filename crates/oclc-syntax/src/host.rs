//! What the host says of the final compile: its macros, its version of OpenCL C, and the files that it can find.
//!
//! None of it is known to hold in the compile that reads the output, unless the host says so in as many words
//! ([`HostOptions::are_final`]).

/// A macro that the caller says the final compile may get, as in `-D NAME=VALUE` or `-D 'NAME(ARGS)=VALUE'`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    /// The macro's name.
    pub name: String,
    /// The text between the parentheses of a function-like macro; `None` for an object-like one.
    pub parameters: Option<String>,
    /// Its replacement list; `1` for `-D NAME`.
    pub value: String,
}

/// One `-D` or `-U`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MacroOption {
    /// `-D`
    Define(Define),
    /// `-U`, with the macro's name.
    Undefine(String),
}

/// A version of OpenCL C, as the build option `-cl-std` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LanguageVersion {
    /// `CL1.0`
    V1_0,
    /// `CL1.1`
    V1_1,
    /// `CL1.2`
    V1_2,
    /// `CL2.0`
    V2_0,
    /// `CL3.0`
    V3_0,
}

impl LanguageVersion {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::V1_0, Self::V1_1, Self::V1_2, Self::V2_0, Self::V3_0];

    /// The option's value.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1_0 => "CL1.0",
            Self::V1_1 => "CL1.1",
            Self::V1_2 => "CL1.2",
            Self::V2_0 => "CL2.0",
            Self::V3_0 => "CL3.0",
        }
    }
}

/// What a source is read with.
#[derive(Clone, Copy, Debug, Default)]
pub struct HostOptions<'a> {
    /// The name of the source, for diagnostics.
    pub name: &'a str,
    /// Macros that the final compile is told, in the order of its command line.
    pub macros: &'a [MacroOption],
    /// Whether [`HostOptions::macros`] hold in the final compile: they are then as good as defined in the file.
    pub are_final: bool,
    /// Macros that are defined as `1` in the final compile, whatever it is told.
    pub provided: &'a [&'a str],
    /// The version of OpenCL C that the final compile is told.
    pub language: Option<LanguageVersion>,
    /// Files that are read before the first line, in order, each as if by `#include "FILE"` in the source.
    pub forced_includes: &'a [String],
}

/// Finds and reads the files that the source includes; the core itself does no input or output.
///
/// Two questions, because one file has many names: `"common.h"` in one folder and `"../a/common.h"` in another may be
/// the same. What [`Includes::resolve`] gives is compared, so that each file is read and lexed once, however often it
/// is included. What cannot be found or read is no failure: all that it might define counts as unknown. Both are asked for
/// from a thread with a stack of its own.
pub trait Includes: Send {
    /// Turns a header name, with its quotes or brackets as in the source (`"common.h"`, `<math.h>`), into the
    /// identity of a file: a name by which it can be read, and which diagnostics show. `includer` is the identity of
    /// the file that includes it; `None` is the main file.
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
