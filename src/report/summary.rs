//! One line with the counts, for the end of a report: of one file that was rewritten, or of all that were checked.

use std::fmt;

use crate::rules::{Diagnostic, Severity};

/// `2 errors, 1 warning`; `None` where there is neither. Notes are not counted: they ask for nothing.
#[must_use]
pub fn counts(diagnostics: &[Diagnostic]) -> Option<String> {
    let of = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    listed([Severity::Error, Severity::Warning].map(|severity| (of(severity), severity.word())))
}

/// What was found in all files that were checked. Shown, it is one line without an ending:
/// `3 files checked: 2 errors, 1 note; 1 finding can be fixed by --fix`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary {
    files: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    fixable: usize,
}

impl Summary {
    /// Counts one more file.
    pub fn add(&mut self, diagnostics: &[Diagnostic]) {
        self.files += 1;
        for diagnostic in diagnostics {
            match diagnostic.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Note => self.notes += 1,
            }
            self.fixable += usize::from(diagnostic.fix.is_some());
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, errors, warnings, notes, fixable } = *self;
        let found = listed([(errors, "error"), (warnings, "warning"), (notes, "note")]);
        write!(f, "{} checked: {}", counted(files, "file"), found.as_deref().unwrap_or("nothing found"))?;
        match fixable {
            0 => Ok(()),
            _ => write!(f, "; {} can be fixed by --fix", counted(fixable, "finding")),
        }
    }
}

/// What there is any of.
fn listed<const N: usize>(counts: [(usize, &str); N]) -> Option<String> {
    let parts: Vec<_> =
        counts.into_iter().filter(|&(count, _)| count > 0).map(|(count, word)| counted(count, word)).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Fix, Label, Rule};
    use crate::source::{FileId, Place, Span};

    static ERROR: Rule =
        Rule { code: "CLU001", name: "e", severity: Severity::Error, is_on: true, is_fixable: false, page: "" };
    static WARNING: Rule =
        Rule { code: "CLU101", name: "w", severity: Severity::Warning, is_on: true, is_fixable: false, page: "" };
    static NOTE: Rule =
        Rule { code: "CLU201", name: "n", severity: Severity::Note, is_on: true, is_fixable: false, page: "" };

    fn of(rules: &[&'static Rule]) -> Option<String> {
        counts(&found(rules))
    }

    fn found(rules: &[&'static Rule]) -> Vec<Diagnostic> {
        let place = Place { file: FileId::MAIN, span: Span::new(0, 0) };
        rules
            .iter()
            .map(|rule| Diagnostic {
                rule,
                severity: rule.severity,
                message: String::new(),
                primary: Label { place, message: String::new() },
                secondary: Vec::new(),
                notes: Vec::new(),
                request: None,
                fix: None,
            })
            .collect()
    }

    #[test]
    fn one_is_singular_and_none_is_left_out() {
        assert_eq!(of(&[&ERROR, &WARNING, &ERROR]).as_deref(), Some("2 errors, 1 warning"));
        assert_eq!(of(&[&WARNING, &WARNING, &NOTE]).as_deref(), Some("2 warnings"));
        assert_eq!(of(&[&ERROR]).as_deref(), Some("1 error"));
    }

    #[test]
    fn notes_alone_give_no_line() {
        assert_eq!(of(&[&NOTE]), None);
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn all_files_are_summed_up_and_notes_are_counted() {
        let mut summary = Summary::default();
        assert_eq!(summary.to_string(), "0 files checked: nothing found");
        summary.add(&found(&[]));
        assert_eq!(summary.to_string(), "1 file checked: nothing found");
        summary.add(&found(&[&NOTE, &ERROR, &NOTE]));
        assert_eq!(summary.to_string(), "2 files checked: 1 error, 2 notes");
        let mut fixable = found(&[&WARNING]);
        fixable[0].fix = Some(Fix { title: String::new(), edits: Vec::new() });
        summary.add(&fixable);
        assert_eq!(
            summary.to_string(),
            "3 files checked: 1 error, 1 warning, 2 notes; 1 finding can be fixed by --fix"
        );
    }
}
