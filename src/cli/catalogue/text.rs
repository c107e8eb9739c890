//! The rules as a table for people: a line for each, in columns.

use std::fmt::Write;

use super::{default_word, fixable_word};
use clunroll::rules::Rule;

/// The table, with a line of headings.
pub(super) fn table(rules: &[&Rule]) -> String {
    let mut rows = vec![["code", "name", "severity", "default", "fixable"]];
    rows.extend(
        rules.iter().map(|rule| [rule.code, rule.name, rule.severity.name(), default_word(rule), fixable_word(rule)]),
    );
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3, 4].map(width);
    let mut text = String::new();
    for row in rows {
        let cells: Vec<_> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        let _ = writeln!(text, "{}", cells.join("  ").trim_end());
    }
    text
}
