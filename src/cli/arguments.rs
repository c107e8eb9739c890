//! The arguments as they are typed.
//!
//! Nothing is looked up here: a name is a name, and what it stands for is found out by `input` and `destination`.
//! The help text is part of the interface; the README repeats its options, and a test holds the two together.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

use super::define;
use crate::Define;

/// Unroll the loops of OpenCL C that ask for it with `#pragma unroll`
///
/// Reads OpenCL C, checks each `#pragma unroll [N]` against the extension cl_nv_pragma_unroll, and writes the
/// same source with those loops unrolled. Everything else comes out byte for byte as it went in.
#[derive(Clone, Debug, Parser)]
#[expect(clippy::doc_markdown, reason = "these comments are the help text")]
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

    /// A macro that the final compile may get; 1 where no value is given
    ///
    /// It tells how large a loop is likely to be. The output is right for every other value too.
    #[arg(short = 'D', value_name = "NAME[=VALUE]", value_parser = define::parse)]
    pub(super) defines: Vec<Define>,

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
