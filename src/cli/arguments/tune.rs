//! `clunroll tune`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clunroll_files::failure::Failure;

use super::SettingsArguments;
use super::launch::LaunchShape;
use super::tune_reports::TuneReportArguments;
use super::verify::seconds;
use crate::tune::{VariedMacro, varied_macro};
use crate::verify::described::LaunchOptions;

/// Find the fastest form of each loop on a device
///
/// Tries what each request of FILE may become: no pragma, the compiler's own unrolling, and clunroll's forms by several
/// factors. Each candidate is built, launched as a launch description says, compared with the original, and timed in turn
/// with the others. The last lines say what to write, what it gains, and how sure that is.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that stands alone")]
#[command(after_long_help = EXIT_STATUS)]
pub(in crate::cli) struct TuneArguments {
    /// The source
    #[arg(value_name = "FILE", required_unless_present = "recording")]
    pub(in crate::cli) file: Option<PathBuf>,

    /// Tune the kernels that a program ran, by their share of the device's time
    ///
    /// DIR is a recording: sources, options and launches of a program, as docs/recordings.md describes. Its kernels are built and
    /// run. The device is that of the recording, if --device names no other.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "write", "only", "vary", "launch", "global", "local", "arguments"])]
    pub(in crate::cli) recording: Option<PathBuf>,

    /// Measure on this device [default: the first CPU]
    ///
    /// NAME is part of its name or of its platform's name.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) device: Option<String>,

    /// Put the pragmas that were found into FILE
    ///
    /// FILE is replaced as a whole, and only if its content is still the same. What is not faster beyond the noise stays as
    /// written.
    #[arg(long)]
    pub(in crate::cli) write: bool,

    /// Keep what was found in this file
    ///
    /// It is kept by device, file and loop; `clunroll FILE --profile` uses it.
    /// The choices for other devices and other files stay in it.
    #[arg(long, value_name = "PROFILE", conflicts_with = "dry_run")]
    pub(in crate::cli) profile: Option<PathBuf>,

    /// List what each request may become, and exit
    #[arg(long, conflicts_with = "write")]
    pub(in crate::cli) dry_run: bool,

    /// Show neither progress nor tables
    #[arg(short, long)]
    pub(in crate::cli) quiet: bool,

    /// The factors to try
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_values_t = [2, 4, 8, 16], value_parser = clap::value_parser!(u32).range(2..=1024), help_heading = "Search")]
    pub(in crate::cli) factors: Vec<u32>,

    /// Change only the request in this line; repeat the option for others
    #[arg(long, value_name = "LINE", help_heading = "Search", hide_short_help = true)]
    pub(in crate::cli) only: Vec<usize>,

    /// Tune with each of these values of a macro
    ///
    /// Repeat the option for all combinations.
    /// Sizes in the launch description may depend on it: "=N / TILE" is an expression over macros.
    #[arg(long, value_name = "NAME=VALUE,...", value_parser = varied_macro, help_heading = "Search")]
    pub(in crate::cli) vary: Vec<VariedMacro>,

    /// Also tune loops without a request, if they begin a line
    #[arg(long, help_heading = "Search", hide_short_help = true)]
    pub(in crate::cli) all_loops: bool,

    /// Try all configurations of a kernel if there are at most N
    ///
    /// If there are more, one request after the other gets its best choice, then pairs of requests, and then the same
    /// begins again from random configurations until the time is over.
    #[arg(long, value_name = "N", default_value_t = 256, help_heading = "Search", hide_short_help = true)]
    pub(in crate::cli) budget: u64,

    /// The time for the search and the last measurements
    ///
    /// The search ends early enough for the last measurements of the best candidates. Each kernel takes at least as long as a few
    /// builds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "120", help_heading = "Search")]
    pub(in crate::cli) time: Duration,

    /// Measure again what was measured before
    ///
    /// The results of a run are kept in the user's cache folder. The same run on the same device, with the same files and
    /// options, shows them again.
    #[arg(long, help_heading = "Search")]
    pub(in crate::cli) fresh: bool,

    /// Overwrite BYTES of other memory before each launch, so that a launch finds nothing in the caches
    #[arg(long, value_name = "BYTES", value_parser = clunroll_files::config::size::bytes, help_heading = "Search", hide_short_help = true)]
    pub(in crate::cli) flush: Option<u64>,

    /// Time limit for one launch; a build may take ten times as long
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10", help_heading = "Search", hide_short_help = true)]
    pub(in crate::cli) timeout: Duration,

    /// Take the launches from FILE
    ///
    /// By default, they are those of `kernel.launch.toml` beside `kernel.cl`.
    #[arg(long = "launch", value_name = "FILE", help_heading = "Launches")]
    pub(in crate::cli) launch: Option<PathBuf>,

    /// Tune only this kernel; may be repeated
    #[arg(long, value_name = "NAME", help_heading = "Launches")]
    pub(in crate::cli) kernel: Vec<String>,

    #[command(flatten)]
    shape: LaunchShape,

    #[command(flatten)]
    pub(in crate::cli) reports: TuneReportArguments,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArguments,
}

impl TuneArguments {
    /// The options about launches.
    pub(in crate::cli) fn launches(&self) -> Result<LaunchOptions, Failure> {
        Ok(LaunchOptions {
            file: self.launch.clone(),
            recorded: None,
            description: self.shape.description(self.kernel.first())?,
            only: self.kernel.clone(),
            only_option: "--kernel",
            shows_progress: false,
            described_only: true,
        })
    }
}

const EXIT_STATUS: &str = "\
Exit status:
  0  something was measured
  1  a candidate computes something else than the original: please report that
  2  clunroll could not run: a missing file, launch description or device, or wrong arguments";
