//! What the host says of the final compile: its macros, its version of OpenCL C, and the files that it can find.
//!
//! None of it is known to hold in the compile that reads the output, unless the host says so in as many words
//! ([`HostOptions::are_final`]).

mod build_options;
mod includes;
mod language;
mod macros;

pub use build_options::{BuildOptions, BuildOptionsError};
pub use includes::{Includes, NoIncludes};
pub use language::LanguageVersion;
pub use macros::{Define, MacroError, MacroName, MacroOption};

/// What other text of a program may do to a macro before the first line that is read: the host may join both, in whatever order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MacroElsewhere {
    /// `#define`
    Define {
        /// The macro's name.
        name: String,
        /// What is after `#define`: the name, the parameters and the replacement list.
        definition: String,
    },
    /// `#undef`
    Undefine(String),
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
    /// What other text of the program may do to macros.
    pub elsewhere: &'a [MacroElsewhere],
    /// The version of OpenCL C that the final compile is told.
    pub language: Option<LanguageVersion>,
    /// Files that are read before the first line, in order, each as if by `#include "FILE"` in the source.
    pub forced_includes: &'a [String],
}
