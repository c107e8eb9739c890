//! One line with the counts, for the end of a report.

use crate::rules::{Diagnostic, Severity};

/// `2 errors, 1 warning`; `None` where there is neither. Notes are not counted: they ask for nothing.
#[must_use]
pub fn counts(diagnostics: &[Diagnostic]) -> Option<String> {
    let parts: Vec<_> = [Severity::Error, Severity::Warning]
        .into_iter()
        .filter_map(|severity| match diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count() {
            0 => None,
            1 => Some(format!("1 {}", severity.word())),
            many => Some(format!("{many} {}s", severity.word())),
        })
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Label, Rule};
    use crate::source::{FileId, Place, Span};

    static ERROR: Rule = Rule { code: "CLU001", name: "e", severity: Severity::Error, is_on: true, page: "" };
    static WARNING: Rule = Rule { code: "CLU101", name: "w", severity: Severity::Warning, is_on: true, page: "" };
    static NOTE: Rule = Rule { code: "CLU201", name: "n", severity: Severity::Note, is_on: true, page: "" };

    fn of(rules: &[&'static Rule]) -> Option<String> {
        let place = Place { file: FileId::MAIN, span: Span::new(0, 0) };
        let diagnostics: Vec<_> = rules
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
            .collect();
        counts(&diagnostics)
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
}
