//! The program without a subcommand: rewrites.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, ColorChoice};

use super::typed::TypedSettings;
use super::verify::VerificationArguments;
use super::{RuleArguments, SettingsArguments};
use crate::verify::VerificationLevel;
use clunroll::settings::Group;

/// The heading of options about the output.
const OUTPUT: &str = "Output";

#[derive(Args, Clone, Debug)]
#[expect(clippy::doc_markdown, reason = "these comments are the help text")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that stands alone")]
pub(in crate::cli) struct RewriteArguments {
    /// Files to read, or folders with files; `-` is standard input
    ///
    /// In a folder, clunroll reads all files that end in .cl, .clh, .opencl or .ocl, and skips hidden ones.
    #[arg(value_name = "INPUT", required = true, hide_short_help = true)]
    pub(in crate::cli) inputs: Vec<PathBuf>,

    /// Write to this file [default: standard output]
    ///
    /// It may be INPUT itself. The file is replaced as a whole or not at all, and keeps its mode. A symbolic link is followed. The output can also
    /// be a device, a pipe or /dev/stdout; `-` is standard output. A file that already has the right text keeps its time
    /// stamp.
    #[arg(short, long, value_name = "OUTPUT", help_heading = OUTPUT, conflicts_with_all = ["out_dir", "in_place", "diff"])]
    pub(in crate::cli) output: Option<PathBuf>,

    /// Write each output below this folder
    ///
    /// It has the same relative path as its input.
    /// Files without requests are copied, and so are included headers of the same folder. A source that another source
    /// includes is part of that source, and is copied too. Paths are relative to the input folder that you name, or to the
    /// current folder for a file that you name.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT, conflicts_with_all = ["in_place", "diff"])]
    pub(in crate::cli) out_dir: Option<PathBuf>,

    /// Replace each input with its output
    #[arg(long, help_heading = OUTPUT, conflicts_with = "diff")]
    pub(in crate::cli) in_place: bool,

    /// Write the changes as a patch
    ///
    /// It is a unified diff for `patch -p1` and `git apply`. The exit status is 1 if there are changes.
    #[arg(long, help_heading = OUTPUT)]
    pub(in crate::cli) diff: bool,

    /// Give loops the choices that `clunroll tune --profile` found, for the device of --device
    ///
    /// They replace the requests of these loops. A choice whose loop is not there any more is reported, and not applied.
    /// Without --device, the output is for all devices with a `macro` in the profile, with an `#if` for each.
    #[arg(long, value_name = "PROFILE", help_heading = "Loops", hide_short_help = true)]
    pub(in crate::cli) profile: Option<PathBuf>,

    /// The device of the profile; NAME is its name, or a part of it
    #[arg(long, value_name = "NAME", requires = "profile", help_heading = "Loops", hide_short_help = true)]
    pub(in crate::cli) device: Option<String>,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArguments,

    #[command(flatten)]
    pub(in crate::cli) rules: RuleArguments,

    #[command(flatten)]
    pub(in crate::cli) output_settings: TypedSettings<{ Group::Output as usize }>,

    /// Write a JSON report about each request to this file; `-` is standard output
    ///
    /// The report is written even if requests are invalid. docs/report.md describes it.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, hide_short_help = true)]
    pub(in crate::cli) report: Option<PathBuf>,

    /// Write the files that the output depends on to this file, in make's syntax: INPUT, its includes, its clunroll.toml
    ///
    /// Works like -MD -MP of compilers, so removing a header does not break the build. It needs -o or --out-dir, which give
    /// the outputs their names. It is written only if all outputs were.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, hide_short_help = true)]
    pub(in crate::cli) depfile: Option<PathBuf>,

    /// Build both texts; with `=run`, also compare results
    ///
    /// If only one of them builds, or if their kernels compute different results, nothing is written and clunroll exits
    /// with 1. What cannot be compared is reported as not verified. Kernels run with made-up arguments, which may not
    /// enter every loop: finding no difference is not a proof. The builds use -D, -I, --include, --cl-std and
    /// --build-option.
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

    /// Write the output even if there are errors, without unrolling the loops concerned; still exit with 1
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(in crate::cli) keep_going: bool,

    /// The number of files to process at the same time [default: the number of cores]
    #[arg(short, long, value_name = "N", help_heading = OUTPUT, hide_short_help = true)]
    pub(in crate::cli) jobs: Option<NonZero<usize>>,

    /// Colour the diagnostics: `always`, `never`, or `auto` (on a terminal, unless NO_COLOR is set)
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, hide_possible_values = true, hide_short_help = true)]
    pub(in crate::cli) color: ColorChoice,

    /// Show errors only: no warnings, no notes, no totals
    ///
    /// Without it, a line at the end says how many loops were unrolled, how many were not and why, and how large the output
    /// is. With --depfile there is no such line: builds show enough.
    #[arg(short, long, overrides_with_all = ["quiet", "verbose"])]
    pub(in crate::cli) quiet: bool,

    /// Also say what was done for each request
    ///
    /// That is its form, its factor, its trips and its copies. If both -q and -v are given, the last one applies.
    #[arg(short, long, overrides_with_all = ["quiet", "verbose"])]
    pub(in crate::cli) verbose: bool,
}
