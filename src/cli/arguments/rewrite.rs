//! The program without a subcommand: rewrites.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;

use super::verify::VerificationArguments;
use super::{ColorChoice, SettingsArguments};
use crate::verify::VerificationLevel;

#[derive(Args, Clone, Debug)]
#[expect(clippy::doc_markdown, reason = "these comments are the help text")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that stands alone")]
pub(in crate::cli) struct RewriteArguments {
    /// The files to read, or folders of them; `-` is standard input
    ///
    /// In a folder these are all files that end in .cl, .clh, .opencl or .ocl, but for hidden ones.
    #[arg(value_name = "INPUT", required = true)]
    pub(in crate::cli) inputs: Vec<PathBuf>,

    /// Write to this file, which may be INPUT itself [default: standard output]
    ///
    /// The file is replaced as a whole or not at all and keeps its mode. A symbolic link is followed. Devices,
    /// pipes and /dev/stdout are written to. `-` is standard output. A file that holds the text already keeps its
    /// time stamp.
    #[arg(short, long, value_name = "OUTPUT", conflicts_with_all = ["out_dir", "in_place", "diff"])]
    pub(in crate::cli) output: Option<PathBuf>,

    /// Write each output to this folder, by the same path as in the folder that was named
    ///
    /// Files without requests are copied, and so are headers of that folder that were included. A source that
    /// another one includes is a part of that one, and copied too. Of a file that is named itself, the path counts from
    /// the current folder.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["in_place", "diff"])]
    pub(in crate::cli) out_dir: Option<PathBuf>,

    /// Replace each input by its output
    #[arg(long, conflicts_with = "diff")]
    pub(in crate::cli) in_place: bool,

    /// Write what would change as a unified diff, for patch -p1; the exit status is 1 if anything would
    #[arg(long)]
    pub(in crate::cli) diff: bool,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArguments,

    /// Write one file that needs no others: what is included in quotes is put in place
    ///
    /// For clCreateProgramWithSource, which has no folders to look in. Loops in included files are unrolled too. A file that
    /// was found and cannot be put in place is an error, and nothing is written; one that was not found stays an include.
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

    /// Write to this file what the output was made from, in make's syntax: INPUT, all that it includes, and its clunroll.toml
    ///
    /// As compilers do with -MD -MP: a header that is removed breaks no build. It needs -o or --out-dir, by which the
    /// outputs are named in it, and is written if all of them were.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) depfile: Option<PathBuf>,

    /// Ask an OpenCL compiler whether the output builds as INPUT does; with `=run`, also run the kernels of both
    ///
    /// If one of them builds and the other does not, or if their kernels compute something else, nothing is written and the
    /// exit status is 1. What cannot be compared is said to be not verified. Kernels run on made-up arguments, which may not enter
    /// every loop: that no difference is found is not a proof. The build is given what -D, -I, --include,
    /// --cl-std and --build-option tell.
    #[arg(
        long,
        value_name = "HOW",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "build",
        hide_possible_values = true,
        help_heading = "Verification"
    )]
    pub(in crate::cli) verify: Option<VerificationLevel>,

    #[command(flatten)]
    pub(in crate::cli) verification: VerificationArguments,

    /// Write the output even where there are errors, what they are about as written; the exit status is still 1
    #[arg(long)]
    pub(in crate::cli) keep_going: bool,

    /// How many files to work on at a time [default: as many as there are cores]
    #[arg(short, long, value_name = "N")]
    pub(in crate::cli) jobs: Option<NonZero<usize>>,

    /// Colour the diagnostics: `always`, `never`, or `auto`, on a terminal unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    pub(in crate::cli) color: ColorChoice,

    /// Show errors only: no warnings, no notes, no summary
    #[arg(short, long, overrides_with_all = ["quiet", "verbose"])]
    pub(in crate::cli) quiet: bool,

    /// Also say what was done for each request: form, factor, trips, copies
    ///
    /// Of -q and -v, the last one counts.
    #[arg(short, long, overrides_with_all = ["quiet", "verbose"])]
    pub(in crate::cli) verbose: bool,
}
