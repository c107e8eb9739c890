//! Counts in words, for the line at the end of a report: `2 errors, 1 warning`.

use crate::diagnostic::Diagnostic;
use clunroll_rules::Severity;

/// `2 errors, 1 warning`; `None` if there is neither. Notes are not counted, since the user need not act on them.
#[must_use]
pub fn counts(diagnostics: &[Diagnostic]) -> Option<String> {
    let of = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    listed([Severity::Error, Severity::Warning].map(|severity| (of(severity), severity.name())))
}

/// The counts above 0, each with its word.
#[must_use]
pub fn listed<const N: usize>(counts: [(usize, &str); N]) -> Option<String> {
    let parts: Vec<_> =
        counts.into_iter().filter(|&(count, _)| count > 0).map(|(count, word)| counted(count, word)).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// `1 file`, `2 files`.
#[must_use]
pub fn counted(count: usize, word: &str) -> String {
    counted_as(count as u64, word, &format!("{word}s"))
}

/// `1 copy`, `2 copies`.
#[must_use]
pub fn counted_as(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clunroll_rules::Rule;
    use clunroll_rules::table::{DIRECTIVE_BETWEEN, NEGATIVE_FACTOR, ZERO_FACTOR};
    use oclc_syntax::source::{FileId, Place, Span};

    fn of(rules: &[&'static Rule]) -> Option<String> {
        let place = Place { file: FileId::MAIN, span: Span::new(0, 0) };
        let found = rules.iter().map(|rule| Diagnostic::new(rule, place, "", ""));
        counts(&found.collect::<Vec<_>>())
    }

    #[test]
    fn one_is_singular_and_none_is_left_out() {
        assert_eq!(of(&[&NEGATIVE_FACTOR, &ZERO_FACTOR, &NEGATIVE_FACTOR]).as_deref(), Some("2 errors, 1 warning"));
        assert_eq!(of(&[&ZERO_FACTOR, &ZERO_FACTOR, &DIRECTIVE_BETWEEN]).as_deref(), Some("2 warnings"));
        assert_eq!(of(&[&NEGATIVE_FACTOR]).as_deref(), Some("1 error"));
    }

    #[test]
    fn notes_alone_give_no_line() {
        assert_eq!(of(&[&DIRECTIVE_BETWEEN]), None);
        assert_eq!(of(&[]), None);
    }
}
