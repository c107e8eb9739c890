//! `--csv`: a table for spreadsheets and for programs, with one row for each candidate of each group of kernels.
//!
//! Each request has a column, and so has each macro that varies. It is empty in the rows of kernels that the request does not affect. A cell is empty if its value is unknown.
//! A group without candidates has one row, with the reason. Cells are quoted as RFC 4180 says.

use super::device::TrialFailure;
use super::report::{TuneReport, TunedCandidate, TunedGroup};
use super::statistics::Estimate;
use super::table::failure_in_words;
use clunroll_core::loop_choices::LoopChoice;

/// The columns after those of the configuration.
const COLUMNS: [&str; 17] = [
    "is_chosen",
    "is_finalist",
    "nanoseconds",
    "against_no_pragma",
    "against_no_pragma_low",
    "against_no_pragma_high",
    "against_as_written",
    "against_as_written_low",
    "against_as_written_high",
    "build_seconds",
    "registers",
    "spill_bytes",
    "private_bytes",
    "local_bytes",
    "binary_bytes",
    "rounds_differently",
    "failure",
];

/// The table, with a line of titles.
pub(crate) fn text(report: &TuneReport) -> String {
    let mut names: Vec<String> = Vec::new();
    for group in &report.groups {
        for (name, _) in group.configuration(&vec![LoopChoice::AsWritten; group.subjects.len()]) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let mut text = line(names.iter().cloned().chain(COLUMNS.map(str::to_owned)));
    for group in &report.groups {
        let row = |choices: &[LoopChoice], numbers: Vec<String>| {
            let own = group.configuration(choices);
            let value = |name: &String| own.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone());
            line(names.iter().map(|name| value(name).unwrap_or_default()).chain(numbers))
        };
        for (number, one) in group.candidates.iter().enumerate() {
            text += &row(&one.choices, numbers(group, one, group.chosen == Some(number)).to_vec());
        }
        if group.candidates.is_empty() {
            let mut unknown = vec![String::new(); COLUMNS.len() - 1];
            unknown.push(failure(group.failure.as_ref()));
            text += &row(&[], unknown);
        }
    }
    text
}

/// The cells of [`COLUMNS`].
fn numbers(group: &TunedGroup, one: &TunedCandidate, is_chosen: bool) -> [String; COLUMNS.len()] {
    let [against_plain, plain_low, plain_high] = estimate(one.against_no_pragma.as_ref());
    let [against_written, written_low, written_high] = estimate(one.against_as_written.as_ref());
    let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
    [
        is_chosen.to_string(),
        one.is_finalist.to_string(),
        group.nanoseconds(one).map_or_else(String::new, |time| format!("{time:.0}")),
        against_plain,
        plain_low,
        plain_high,
        against_written,
        written_low,
        written_high,
        one.build_time.map_or_else(String::new, |time| format!("{:.4}", time.as_secs_f64())),
        number(one.registers()),
        number(one.spills()),
        number(one.private()),
        number(one.local()),
        number(one.binary()),
        one.rounds_differently.to_string(),
        failure(group.failure_of(one)),
    ]
}

fn estimate(estimate: Option<&Estimate>) -> [String; 3] {
    match estimate {
        Some(Estimate { median, low, high }) => [median, low, high].map(|number| format!("{number:.4}")),
        None => Default::default(),
    }
}

fn failure(failure: Option<&TrialFailure>) -> String {
    failure.map_or_else(String::new, failure_in_words)
}

fn line(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<_> = cells.into_iter().map(quoted).collect();
    cells.join(",") + "\n"
}

fn quoted(cell: String) -> String {
    let needs_quotes = cell.contains([',', '"', '\n', '\r']);
    if needs_quotes { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::sample;
    use super::*;

    /// The rows as a reader of CSV reads them.
    fn rows(report: &TuneReport) -> Vec<HashMap<String, String>> {
        let text = text(report);
        // `csv` is the crate here.
        let mut reader = ::csv::Reader::from_reader(text.as_bytes());
        reader.deserialize().collect::<Result<_, _>>().expect("all rows have as many cells as titles")
    }

    fn cells<'r>(row: &'r HashMap<String, String>, names: &[&str]) -> Vec<&'r str> {
        names.iter().map(|&name| row[name].as_str()).collect()
    }

    #[test]
    fn each_candidate_has_a_row_with_its_numbers() {
        let rows = rows(&sample::report());
        assert_eq!(rows.len(), 11);
        let choices = ["kernels", "line_3", "line_20", "line_40"];
        assert_eq!(cells(&rows[0], &choices), ["sum scale", "unroll 4", "as written", ""]);
        let names = ["is_chosen", "is_finalist", "nanoseconds", "build_seconds", "rounds_differently", "failure"];
        assert_eq!(cells(&rows[0], &names), ["true", "true", "1000", "0.2500", "true", ""]);
        let against = ["against_no_pragma", "against_no_pragma_low", "against_no_pragma_high"];
        assert_eq!(cells(&rows[0], &against), ["2.0000", "1.7500", "2.2500"]);
        let against = ["against_as_written", "against_as_written_low", "against_as_written_high"];
        assert_eq!(cells(&rows[0], &against), ["1.2500", "1.0938", "1.4062"]);
        let needs = ["registers", "spill_bytes", "private_bytes", "local_bytes", "binary_bytes"];
        assert_eq!(cells(&rows[0], &needs), ["40", "8", "64", "512", "4096"]);
        assert_eq!(cells(&rows[3], &needs), [""; 5]);
        assert_eq!(cells(&rows[3], &["line_3", "is_chosen", "is_finalist"]), ["compiler: unroll", "false", "false"]);
    }

    #[test]
    fn a_failure_is_one_cell() {
        let rows = rows(&sample::report());
        let failures: Vec<_> = rows[7..].iter().map(|row| row["failure"].as_str()).collect();
        let expected = [
            "it computes something else: out[1] is 2 < 3",
            "the compiler refuses it: no \"room\", <sorry>",
            "the launch does not end within 10 s",
            "",
        ];
        assert_eq!(failures, expected);
        assert_eq!(
            cells(&rows[7], &["nanoseconds", "against_no_pragma", "line_3"]),
            ["", "", "unroll 4, remainder nested"]
        );
        assert_eq!(cells(&rows[9], &["kernels", "line_40", "is_chosen"]), ["broken", "", ""]);
    }

    #[test]
    fn what_failed_for_all_is_said_in_each_row() {
        let mut report = sample::report();
        report.groups[0].failure = report.groups[1].failure.clone();
        assert_eq!(rows(&report)[0]["failure"], "the launch does not end within 10 s");
    }

    #[test]
    fn without_groups_there_are_titles() {
        let mut report = sample::report();
        report.groups.clear();
        assert!(rows(&report).is_empty());
        assert!(text(&report).starts_with("is_chosen,"));
    }
}
