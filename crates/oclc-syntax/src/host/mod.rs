//! The host's settings for the final compile: its macros, its version of OpenCL C, and the files that it can find.
//!
//! Another compile may read the output, so these settings are not taken as final unless the host says so explicitly
//! ([`HostOptions::are_final`]).

mod build_options;
mod includes;
mod language;
mod macros;

pub use build_options::{BuildOptions, BuildOptionsError};
pub use includes::{Includes, NoIncludes};
pub use language::LanguageVersion;
pub use macros::{Define, MacroError, MacroName, MacroOption};

/// The effect of other text of a program on a macro before the first line that is read: the host may join both, in any order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MacroElsewhere {
    /// `#define`
    Define {
        /// The macro's name.
        name: String,
        /// The text after `#define`: the name, the parameters and the replacement list.
        definition: String,
    },
    /// `#undef`
    Undefine(String),
}

/// The settings with which a source is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct HostOptions<'a> {
    /// The name of the source, for diagnostics.
    pub name: &'a str,
    /// Macros of the final compile, in the order of its command line.
    pub macros: &'a [MacroOption],
    /// Whether [`HostOptions::macros`] hold in the final compile: they are then as good as defined in the file.
    pub are_final: bool,
    /// Macros that are defined as `1` in the final compile, whatever its options are.
    pub provided: &'a [&'a str],
    /// The effects of other text of the program on macros.
    pub elsewhere: &'a [MacroElsewhere],
    /// The version of OpenCL C of the final compile.
    pub language: Option<LanguageVersion>,
    /// Files that are read before the first line, in order, each as if by `#include "FILE"` in the source.
    pub forced_includes: &'a [String],
}
