//! How often each rule was broken. `--statistics` shows this.
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
    /// Counts these diagnostics.
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
        // The sort is stable: rules of equal frequency stay in the order of their codes.
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
    use crate::diagnostic::Fix;
    use clunroll_rules::Rule;
    use clunroll_rules::table::{DIRECTIVE_BETWEEN, NEGATIVE_FACTOR, ZERO_FACTOR};
    use oclc_syntax::source::{FileId, Place, Span};

    fn found(rule: &'static Rule, is_fixable: bool) -> Diagnostic {
        let place = Place { file: FileId::MAIN, span: Span::new(0, 0) };
        let fix = is_fixable.then(|| Fix::new(String::new(), Vec::new()));
        Diagnostic { fix, ..Diagnostic::new(rule, place, "", "") }
    }

    #[test]
    fn the_most_frequent_comes_first_and_else_the_lower_code() {
        let mut statistics = Statistics::default();
        statistics.add(&vec![found(&DIRECTIVE_BETWEEN, false); 11]);
        statistics.add(&[
            found(&ZERO_FACTOR, true),
            found(&NEGATIVE_FACTOR, false),
            found(&ZERO_FACTOR, false),
            found(&NEGATIVE_FACTOR, false),
        ]);
        let mut out = Vec::new();
        statistics.write(&mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r"
        11 CLU201 directive-between
         2 CLU001 negative-factor
         2 CLU101 zero-factor [1 fixable]
        ");
    }

    #[test]
    fn nothing_found_is_nothing_written() {
        let mut out = Vec::new();
        Statistics::default().write(&mut out).unwrap();
        assert!(out.is_empty());
    }
}
