//! The program without a subcommand: rewrites.

use std::path::PathBuf;

use clap::Args;

use super::{ColorChoice, SettingsArguments};

#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that stands alone")]
pub(in crate::cli) struct RewriteArguments {
    /// The file to read; `-` is standard input
    #[arg(value_name = "INPUT", required_unless_present = "show_settings")]
    pub(in crate::cli) input: Option<PathBuf>,

    /// Write to this file, which may be INPUT itself [default: standard output]
    ///
    /// The file is replaced as a whole or not at all and keeps its mode. A symbolic link is followed. Devices,
    /// pipes and /dev/stdout are written to. `-` is standard output.
    #[arg(short, long, value_name = "OUTPUT")]
    pub(in crate::cli) output: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArguments,

    /// Write one file that needs no others: what is included in quotes is put in place
    ///
    /// For clCreateProgramWithSource, which has no folders to look in. Loops in included files are unrolled too.
    #[arg(long)]
    pub(in crate::cli) flatten: bool,

    /// Report with printf, at run time, where a trip count is not what `#pragma clunroll exact` promises
    #[arg(long)]
    pub(in crate::cli) check_promises: bool,

    /// Write `#line` lines, so that a compiler's messages name the lines of INPUT
    ///
    /// Copies of a body carry its own line numbers, other generated lines that of their loop. With --flatten, and in raw
    /// strings, messages name the file that the text comes from.
    #[arg(long)]
    pub(in crate::cli) line_directives: bool,

    /// Write to this file what became of each request, as JSON; `-` is standard output
    ///
    /// It is written also where requests are invalid. docs/report.md says what is in it.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) report: Option<PathBuf>,

    /// Write to this file what the output was made from, in make's syntax: INPUT and all that it includes
    ///
    /// As compilers do with -MD -MP: a header that is removed breaks no build. The output is named there as -o
    /// names it. It is written where the output was.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) depfile: Option<PathBuf>,

    /// Write the output even where pragmas are invalid, their loops as written; the exit status is still 1
    #[arg(long)]
    pub(in crate::cli) keep_going: bool,

    /// Colour the diagnostics: `always`, `never`, or `auto`, on a terminal unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    pub(in crate::cli) color: ColorChoice,

    /// Show errors only: no warnings, no notes, no summary
    #[arg(short, long)]
    pub(in crate::cli) quiet: bool,

    /// Also say what was done for each request: form, factor, trips, copies
    #[arg(short, long, conflicts_with = "quiet")]
    pub(in crate::cli) verbose: bool,
}
