//! The rules as a table for people: a line for each, in columns.

use super::default_word;
use crate::rules::Rule;

/// The table, with a line of headings.
pub(super) fn table(rules: &[&Rule]) -> String {
    let mut rows = vec![["code", "name", "severity", "default"]];
    rows.extend(rules.iter().map(|rule| [rule.code, rule.name, rule.severity.word(), default_word(rule)]));
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let [code, name, severity] = [0, 1, 2].map(width);
    rows.iter().map(|row| format!("{:code$}  {:name$}  {:severity$}  {}\n", row[0], row[1], row[2], row[3])).collect()
}
