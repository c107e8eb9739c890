//! The arguments as they are typed.
//!
//! Nothing is looked up here: a name is a name, and what it stands for is found out by `input` and `destination`.
//! The help text is part of the interface; the README repeats its options, and a test holds the two together.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Parser, ValueEnum};

use super::macros::Macros;
use crate::LanguageVersion;
use crate::options::Remainder;

/// Unroll the loops of OpenCL C that ask for it with `#pragma unroll`
///
/// Reads OpenCL C, checks each `#pragma unroll [N]` against the extension cl_nv_pragma_unroll, and writes the
/// same source with those loops unrolled. Everything else comes out byte for byte as it went in.
#[derive(Clone, Debug, Parser)]
#[expect(clippy::doc_markdown, reason = "these comments are the help text")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that stands alone")]
#[command(version, max_term_width = 100, override_usage = USAGE, after_help = EXIT_STATUS)]
pub(super) struct Arguments {
    /// The file to read; `-` is standard input
    #[arg(value_name = "INPUT")]
    pub(super) input: PathBuf,

    /// Write to this file, which may be INPUT itself [default: standard output]
    ///
    /// The file is replaced as a whole or not at all and keeps its mode. A symbolic link is followed. Devices,
    /// pipes and /dev/stdout are written to. `-` is standard output.
    #[arg(short, long, value_name = "OUTPUT")]
    pub(super) output: Option<PathBuf>,

    #[command(flatten)]
    pub(super) macros: Macros,

    /// A folder to look for included files in
    ///
    /// A file in quotes is looked for in the folder of the file that includes it first. A file that is not found is no
    /// error: what it would define is unknown.
    #[arg(short = 'I', value_name = "DIR")]
    pub(super) include_folders: Vec<PathBuf>,

    /// Read this file before the first line, as if by `#include "FILE"`
    #[arg(long = "include", value_name = "FILE")]
    pub(super) forced_includes: Vec<String>,

    /// The final compile gets exactly the macros that -D tells here
    ///
    /// Loops whose trip count rests on them are then unrolled without being tested again. With any other set of macros
    /// the output may compute something else.
    #[arg(long)]
    pub(super) trust_defines: bool,

    /// The version of OpenCL C that the final compile is told with -cl-std: CL1.0, CL1.1, CL1.2, CL2.0 or CL3.0
    ///
    /// Below CL2.0 all work-groups of a launch are of one size, so that get_local_size is a constant in a kernel with
    /// reqd_work_group_size. It does not define __OPENCL_C_VERSION__: conditions on that stay the final compile's to
    /// decide.
    #[arg(long = "cl-std", value_name = "VERSION", value_enum, ignore_case = true, hide_possible_values = true)]
    pub(super) language: Option<LanguageVersion>,

    /// All work-groups of a launch are of one size, in every version of OpenCL C
    ///
    /// The final compile gets -cl-uniform-work-group-size, or the host's global sizes are multiples of the work-group
    /// size. With smaller work-groups at the edges the output may compute something else.
    #[arg(long)]
    pub(super) uniform_work_groups: bool,

    /// Stand in for the extension on compilers that lack it: cl_nv_pragma_unroll counts as defined
    ///
    /// Code under `#ifdef cl_nv_pragma_unroll` is taken as compiled, and `#pragma OPENCL EXTENSION
    /// cl_nv_pragma_unroll : enable` is taken out.
    #[arg(long)]
    pub(super) provide_extension: bool,

    /// Write one file that needs no others: what is included in quotes is put in place
    ///
    /// For clCreateProgramWithSource, which has no folders to look in. Loops in included files are unrolled too.
    #[arg(long)]
    pub(super) flatten: bool,

    /// How to write the iterations that fill no pass of a main loop: `auto`, `loop`, `nested` or `switch`
    ///
    /// `loop` is the loop as written, `nested` tests in one another, `switch` one computed jump. `#pragma clunroll
    /// remainder(...)` before a loop says it of that loop.
    #[arg(long, value_name = "FORM", value_enum, default_value_t = RemainderForm::Auto, hide_possible_values = true)]
    pub(super) remainder: RemainderForm,

    /// Report with printf, at run time, where a trip count is not what `#pragma clunroll exact` promises
    #[arg(long)]
    pub(super) check_promises: bool,

    /// Write the output even where pragmas are invalid, their loops as written; the exit status is still 1
    #[arg(long)]
    pub(super) keep_going: bool,

    /// Colour the diagnostics: `always`, `never`, or `auto`, on a terminal unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    pub(super) color: ColorChoice,

    /// Show errors only: no warnings, no notes, no summary
    #[arg(short, long)]
    pub(super) quiet: bool,

    /// Also say what was done for each request: form, factor, trips, copies
    #[arg(short, long, conflicts_with = "quiet")]
    pub(super) verbose: bool,
}

/// How remainders are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RemainderForm {
    /// As clunroll sees fit
    Auto,
    /// The loop as written
    Loop,
    /// Tests in one another
    Nested,
    /// One computed jump
    Switch,
}

impl From<RemainderForm> for Remainder {
    fn from(form: RemainderForm) -> Self {
        match form {
            RemainderForm::Auto => Self::Auto,
            RemainderForm::Loop => Self::Loop,
            RemainderForm::Nested => Self::Nested,
            RemainderForm::Switch => Self::Switch,
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ValueEnum for LanguageVersion {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

const USAGE: &str = "clunroll [OPTIONS] <INPUT> [-o <OUTPUT>]";

const EXIT_STATUS: &str = "\
Exit status:
  0  the output was written
  1  the source holds invalid pragmas; nothing was written, unless --keep-going
  2  clunroll could not run: no such file, a NUL byte in it, unwritable output, wrong arguments";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
