//! The reports of `clunroll tune`: where they go, and what is written there.
//!
//! Measuring takes minutes. So destinations are checked before it, and a report that cannot be written in the end costs no other one.

use std::path::{Path, PathBuf};

use super::arguments::TuneReportArguments;
use super::side_file::SideFile;
use crate::tune::{TuneReport, csv, html, svg, t4};
use clunroll_files::destination::Destination;
use clunroll_files::failure::Failure;

/// What writes a report.
type Writer = fn(&TuneReport) -> Result<String, Failure>;

/// The reports that were asked for.
pub(super) struct TuneReportFiles(Vec<(SideFile, Writer)>);

impl TuneReportFiles {
    /// Fails if one of them cannot be written, or would replace another one or a file that is read.
    pub(super) fn new(arguments: &TuneReportArguments, read: &[PathBuf]) -> Result<Self, Failure> {
        let TuneReportArguments { json, csv, t4, svg, html } = arguments;
        let all: [(_, _, _, Writer); 5] = [
            ("JSON file", "--json", json, json_text),
            ("CSV table", "--csv", csv, |report| Ok(csv::text(report))),
            ("T4 file", "--t4", t4, |report| Ok(t4::text(report))),
            ("drawing", "--svg", svg, |report| Ok(svg::text(report))),
            ("page", "--html", html, |report| Ok(html::text(report))),
        ];
        let mut files: Vec<(SideFile, Writer)> = Vec::new();
        for (what, option, argument, text) in all {
            let taken = files.iter().map(|(file, _)| file.taken());
            let inputs = read.iter().map(PathBuf::as_path);
            if let Some(file) = SideFile::of(what, option, argument.as_deref(), taken, inputs)? {
                files.push((file, text));
            }
        }
        Ok(Self(files))
    }

    /// Whether one of them goes to standard output, which then gets no table.
    pub(super) fn take_standard_output(&self) -> bool {
        self.0.iter().any(|(file, _)| matches!(file.taken().destination, Destination::Stdout))
    }

    /// Writes all of them, and returns the first failure.
    pub(super) fn write(&self, report: &TuneReport) -> Result<(), Failure> {
        let written = self.0.iter().map(|(file, text)| file.write(text(report)?.as_bytes()));
        // All of them are written before the first failure is looked at.
        written.collect::<Vec<_>>().into_iter().collect()
    }
}

/// The files that are read, apart from what the source includes.
pub(super) fn read_files(source: &Path, launch: Option<&Path>, configuration: Option<&Path>) -> Vec<PathBuf> {
    let beside = source.with_extension("launch.toml");
    [Some(source), Some(launch.unwrap_or(&beside)), configuration]
        .into_iter()
        .flatten()
        .map(Path::to_path_buf)
        .collect()
}

fn json_text(report: &TuneReport) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(report).map_err(|error| Failure::new(error.to_string()))?;
    Ok(text + "\n")
}
