//! `clunroll check`: finds what is wrong.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;

use super::{ColorChoice, RuleArguments, SettingsArguments};
use crate::cli::check::Format;
use crate::cli::selection::extension;
use crate::files::exclude::Pattern;

/// Check requests, and write nothing unless asked to
///
/// Files are checked on all cores; findings come in a fixed order.
#[derive(Args, Clone, Debug)]
#[expect(clippy::doc_markdown, reason = "these comments are the help text")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that stands alone")]
#[command(after_help = EXIT_STATUS)]
pub(in crate::cli) struct CheckArguments {
    /// Files and folders to check; `-` is standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(in crate::cli) paths: Vec<PathBuf>,

    /// Check the files with these extensions in folders [default: cl,clh,opencl,ocl]
    ///
    /// A file that is named itself is checked whatever its extension is. What is hidden in a folder is not.
    #[arg(long, value_name = "EXTENSIONS", value_delimiter = ',', value_parser = extension, help_heading = "Files")]
    pub(in crate::cli) extension: Vec<String>,

    /// Leave these files and folders out, also where they are named
    ///
    /// As in a .gitignore: a glob without a slash is a name at any depth (`vendor`, `*.gen.cl`), one with a slash is a path
    /// from the current folder (`vendor/**`), and one that ends in a slash means folders.
    #[arg(long, value_name = "GLOB", help_heading = "Files")]
    pub(in crate::cli) exclude: Vec<Pattern>,

    /// What to call standard input, and where its includes and its configuration are looked for
    #[arg(long, value_name = "NAME", help_heading = "Files")]
    pub(in crate::cli) stdin_filename: Option<PathBuf>,

    /// Make the fixes that are certain, and report what remains
    ///
    /// Files are replaced as a whole or not at all. Standard input is written to standard output with its fixes made, and
    /// findings then go to standard error.
    #[arg(long, help_heading = "Fixes")]
    pub(in crate::cli) fix: bool,

    /// Show the fixes as a unified diff, and write nothing; the exit status is 1 if there are any
    #[arg(long, conflicts_with = "fix", help_heading = "Fixes")]
    pub(in crate::cli) diff: bool,

    #[command(flatten)]
    pub(in crate::cli) rules: RuleArguments,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArguments,

    /// What findings look like: `full`, `short`, `json`, `sarif` or `github`
    ///
    /// With the lines of source; one line each; JSON lines (docs/report.md); SARIF 2.1.0; annotations of GitHub workflows.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Full, hide_possible_values = true)]
    pub(in crate::cli) format: Format,

    /// Also say how often each rule was broken
    #[arg(long)]
    pub(in crate::cli) statistics: bool,

    /// Exit with 0 also where errors are found
    #[arg(long)]
    pub(in crate::cli) exit_zero: bool,

    /// How many files to check at a time [default: as many as there are cores]
    #[arg(short, long, value_name = "N")]
    pub(in crate::cli) jobs: Option<NonZero<usize>>,

    /// Colour the findings: `always`, `never`, or `auto`, on a terminal unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, hide_possible_values = true)]
    pub(in crate::cli) color: ColorChoice,

    /// Show errors only: no warnings, no notes, no summary
    #[arg(short, long)]
    pub(in crate::cli) quiet: bool,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  nothing was found that counts as an error
  1  errors were found; with --diff, there is something to fix
  2  something could not be checked or written, the run was interrupted, or the arguments are wrong";
