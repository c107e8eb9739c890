//! How often each rule was broken; what `--statistics` shows.
//!
//! ```text
//! 12 CLU213 over-limit
//!  3 CLU101 zero-hint [3 fixable]
//! ```

use std::collections::BTreeMap;
use std::io;

use crate::diagnostic::Diagnostic;

/// Counts of findings by rule.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// By the rule's code.
    counts: BTreeMap<&'static str, RuleCount>,
}

#[derive(Clone, Debug)]
struct RuleCount {
    name: &'static str,
    findings: usize,
    fixable: usize,
}

impl Statistics {
    /// Counts these as well.
    pub fn add(&mut self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            let new = RuleCount { name: diagnostic.rule.name, findings: 0, fixable: 0 };
            let count = self.counts.entry(diagnostic.rule.code).or_insert(new);
            count.findings += 1;
            count.fixable += usize::from(diagnostic.fix.is_some());
        }
    }

    /// Writes a line for each rule that was broken, the most frequent one first.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let mut rows: Vec<_> = self.counts.iter().collect();
        // Stable, so that those which are equally frequent stay in the order of their codes.
        rows.sort_by_key(|(_, count)| std::cmp::Reverse(count.findings));
        let width = rows.first().map_or(0, |(_, count)| count.findings.to_string().len());
        for (code, RuleCount { name, findings, fixable }) in rows {
            write!(out, "{findings:width$} {code} {name}")?;
            match fixable {
                0 => writeln!(out)?,
                _ => writeln!(out, " [{fixable} fixable]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Fix, Label};
    use clunroll_rules::{Rule, Severity};
    use oclc_syntax::source::{FileId, Place, Span};

    static A: Rule =
        Rule { code: "CLU001", name: "first", severity: Severity::Error, is_on: true, fix: None, page: "" };
    static B: Rule =
        Rule { code: "CLU101", name: "second", severity: Severity::Warning, is_on: true, fix: None, page: "" };
    static C: Rule = Rule { code: "CLU201", name: "third", severity: Severity::Note, is_on: true, fix: None, page: "" };

    fn found(rule: &'static Rule, is_fixable: bool) -> Diagnostic {
        let place = Place { file: FileId::MAIN, span: Span::new(0, 0) };
        let fix = is_fixable.then(|| Fix { title: String::new(), edits: Vec::new() });
        let primary = Label::new(place, "");
        Diagnostic {
            rule,
            severity: rule.severity,
            message: String::new(),
            primary,
            secondary: Vec::new(),
            also: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            requests: Vec::new(),
            fix,
        }
    }

    #[test]
    fn the_most_frequent_comes_first_and_else_the_lower_code() {
        let mut statistics = Statistics::default();
        statistics.add(&vec![found(&C, false); 11]);
        statistics.add(&[found(&B, true), found(&A, false), found(&B, false), found(&A, false)]);
        let mut out = Vec::new();
        statistics.write(&mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r"
        11 CLU201 third
         2 CLU001 first
         2 CLU101 second [1 fixable]
        ");
    }

    #[test]
    fn nothing_found_is_nothing_written() {
        let mut out = Vec::new();
        Statistics::default().write(&mut out).unwrap();
        assert!(out.is_empty());
    }
}
