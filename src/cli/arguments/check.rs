//! `clunroll check`: finds what is wrong.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, ColorChoice};

use super::{RuleArguments, SettingsArguments};
use crate::cli::check::Format;
use crate::cli::globs::Pattern;
use crate::cli::selection::extension;

/// Check requests; change files only with --fix
///
/// Checks files on all cores, and reports findings in a fixed order.
#[derive(Args, Clone, Debug)]
#[expect(clippy::doc_markdown, reason = "these comments are the help text")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that stands alone")]
#[command(after_long_help = EXIT_STATUS)]
pub(in crate::cli) struct CheckArguments {
    /// Files and folders to check; `-` is standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(in crate::cli) paths: Vec<PathBuf>,

    /// Check the files with these extensions in folders [default: cl,clh,opencl,ocl]
    ///
    /// A file that you name is checked whatever its extension. Hidden files and folders inside a folder are skipped.
    #[arg(long, value_name = "EXTENSIONS", value_delimiter = ',', value_parser = extension, help_heading = "Files", hide_short_help = true)]
    pub(in crate::cli) extension: Vec<String>,

    /// Skip these files and folders, even if you name them
    ///
    /// Works as in a .gitignore. A glob without a slash matches a name at any depth (`vendor`, `*.gen.cl`). One with a slash
    /// matches a path from the current folder (`vendor/**`). One that ends in a slash matches only folders.
    #[arg(long, value_name = "GLOB", help_heading = "Files")]
    pub(in crate::cli) exclude: Vec<Pattern>,

    /// The name of standard input: decides where its includes and its configuration are searched
    #[arg(long, value_name = "NAME", help_heading = "Files", hide_short_help = true)]
    pub(in crate::cli) stdin_filename: Option<PathBuf>,

    /// Make the fixes that are certain, and report the rest
    ///
    /// Each file is replaced as a whole or not at all. Standard input is written, with its fixes, to standard output; its
    /// findings go to standard error.
    #[arg(long, help_heading = "Fixes")]
    pub(in crate::cli) fix: bool,

    /// Also make fixes that only you can know to be right
    ///
    /// Needs --fix or --diff. Such a fix makes a promise, as `restrict` does, or asks for something else than before. Read what it changes.
    #[arg(long, help_heading = "Fixes")]
    pub(in crate::cli) unsafe_fixes: bool,

    /// Show the fixes as a patch, and write nothing
    ///
    /// It is a unified diff. The exit status is 1 if there are fixes.
    #[arg(long, conflicts_with = "fix", help_heading = "Fixes")]
    pub(in crate::cli) diff: bool,

    #[command(flatten)]
    pub(in crate::cli) rules: RuleArguments,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArguments,

    /// The format of findings
    ///
    /// It is `full`, `short`, `json`, `sarif`, `github`, `gitlab` or `junit`.
    /// `full` shows lines of source; `short` is one line per finding; `json` is described in docs/report.md; `sarif` is SARIF
    /// 2.1.0; `github` makes annotations in GitHub workflows; `gitlab` is a code quality report; `junit` is a file of JUnit.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Full, hide_possible_values = true, help_heading = "Findings")]
    pub(in crate::cli) format: Format,

    /// Write the findings to this file at the end, instead of standard output
    ///
    /// The file is replaced as a whole or not at all, and it has no colours.
    #[arg(long, value_name = "FILE", conflicts_with = "diff", help_heading = "Findings", hide_short_help = true)]
    pub(in crate::cli) output_file: Option<PathBuf>,

    /// Report only findings that are not in this file
    ///
    /// The exit status is 1 if there are any.
    /// --write-baseline writes the file. A finding is known by its file, its rule and the text of its line, so lines may
    /// move. Every new finding counts, whatever its severity; --ignore and --select turn rules off. Without this option,
    /// the `baseline` of clunroll.toml counts.
    #[arg(long, value_name = "FILE", conflicts_with = "diff", help_heading = "Baseline")]
    pub(in crate::cli) baseline: Option<PathBuf>,

    /// Write all findings to this file; report none
    #[arg(long, value_name = "FILE", conflicts_with_all = ["baseline", "diff"], help_heading = "Baseline")]
    pub(in crate::cli) write_baseline: Option<PathBuf>,

    /// Also count the findings of each rule
    #[arg(long, help_heading = "Findings", hide_short_help = true)]
    pub(in crate::cli) statistics: bool,

    /// Exit with 0 even if errors are found
    #[arg(long, help_heading = "Findings", hide_short_help = true)]
    pub(in crate::cli) exit_zero: bool,

    /// The number of files to check at the same time [default: the number of cores]
    #[arg(short, long, value_name = "N", help_heading = "Files", hide_short_help = true)]
    pub(in crate::cli) jobs: Option<NonZero<usize>>,

    /// Colour the findings: `always`, `never`, or `auto` (on a terminal, unless NO_COLOR is set)
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, hide_possible_values = true, hide_short_help = true)]
    pub(in crate::cli) color: ColorChoice,

    /// Show errors, or with a baseline all new findings
    ///
    /// There is no summary.
    #[arg(short, long, overrides_with_all = ["quiet", "verbose"])]
    pub(in crate::cli) quiet: bool,

    /// Show each finding, also of causes shown before; say which entries of a baseline are not found any more
    #[arg(short, long, overrides_with_all = ["quiet", "verbose"])]
    pub(in crate::cli) verbose: bool,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  no errors were found
  1  errors were found; with a baseline, something new was found;
     with --diff, there is something to fix
  2  something could not be checked or written, the run was interrupted,
     or the arguments are wrong";
