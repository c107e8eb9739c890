//! The arguments as they are typed.
//!
//! Nothing is looked up here: a name is a name, and what it stands for is found out by `input` and `destination`.
//! The help text is part of the interface; the README repeats its options, and a test holds the two together.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Parser, ValueEnum};

use super::macros::Macros;
use super::size;
use crate::{LanguageVersion, Limits, Remainder};

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
    #[arg(long, value_name = "FORM", value_enum, default_value_t = RemainderArgument::Auto, hide_possible_values = true)]
    pub(super) remainder: RemainderArgument,

    /// Report with printf, at run time, where a trip count is not what `#pragma clunroll exact` promises
    #[arg(long)]
    pub(super) check_promises: bool,
    /// Write `#line` lines, so that a compiler's messages name the lines of INPUT
    ///
    /// Copies of a body carry its own line numbers, other generated lines that of their loop. With --flatten, and in raw
    /// strings, messages name the file that the text comes from.
    #[arg(long)]
    pub(super) line_directives: bool,

    /// Copies that one loop may take [default: 1024]
    ///
    /// A loop that would take more is left as written, with a note.
    #[arg(long, value_name = "COPIES", default_value_t = Limits::default().max_copies, hide_default_value = true)]
    pub(super) max_copies: u32,

    /// Bytes by which a file may grow, also as 64KiB or 2MiB [default: 1MiB]
    ///
    /// Of a nest the inner loops come first; a loop that would pass the limit is left as written, with a note.
    #[arg(long, value_name = "BYTES", value_parser = size::parse, default_value_t = Limits::default().max_growth,
          hide_default_value = true)]
    pub(super) max_growth: u64,

    /// Write to this file what became of each request, as JSON; `-` is standard output
    ///
    /// It is written also where requests are invalid. docs/report.md says what is in it.
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,

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
pub(super) enum RemainderArgument {
    /// As clunroll sees fit
    Auto,
    /// The loop as written
    Loop,
    /// Tests in one another
    Nested,
    /// One computed jump
    Switch,
}

impl From<RemainderArgument> for Remainder {
    fn from(form: RemainderArgument) -> Self {
        match form {
            RemainderArgument::Auto => Self::Auto,
            RemainderArgument::Loop => Self::Loop,
            RemainderArgument::Nested => Self::Nested,
            RemainderArgument::Switch => Self::Switch,
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
