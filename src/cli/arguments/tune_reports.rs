//! The reports of `clunroll tune`.

use std::path::{Path, PathBuf};

use clap::Args;

/// Where the results go, apart from the table.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Reports")]
pub(in crate::cli) struct TuneReportArguments {
    /// Write the results as JSON to this file
    ///
    /// `-` is standard output, for each report.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) json: Option<PathBuf>,

    /// Write a table with one row for each candidate to this file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(in crate::cli) csv: Option<PathBuf>,

    /// Write the results in the T4 format of autotuners to this file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(in crate::cli) t4: Option<PathBuf>,

    /// Draw time and registers against the factor, and write the charts to this file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(in crate::cli) svg: Option<PathBuf>,

    /// Write a page with the tables, the charts and the advice to this file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(in crate::cli) html: Option<PathBuf>,
}

impl TuneReportArguments {
    /// All destinations.
    pub(in crate::cli) fn paths(&self) -> impl Iterator<Item = &Path> {
        [&self.json, &self.csv, &self.t4, &self.svg, &self.html].into_iter().filter_map(|path| path.as_deref())
    }
}
