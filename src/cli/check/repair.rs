//! Carrying out the fixes of diagnostics.
//!
//! A fix is carried out whole or not at all, and only where all of it lies in the file that is checked: an included file may
//! be somebody else's, and may be included by others. Of fixes that overlap the first one is carried out; then the text is
//! checked anew, and what is still found is fixed in turn. That ends when nothing is left to fix. If it does not end within
//! [`ROUNDS`], something is wrong with a rule, and the text is left as it was.

use std::collections::BTreeMap;

use crate::Outcome;
use crate::rules::{Diagnostic, Edit, Fix};
use crate::source::{FileId, Span};

/// How often a text is checked anew at most.
const ROUNDS: usize = 16;

/// A text whose fixes were carried out.
#[derive(Debug)]
pub(super) struct Repaired {
    pub(super) text: Vec<u8>,
    /// What there is to say about that text.
    pub(super) outcome: Outcome,
    /// How many fixes were carried out.
    pub(super) fixes: usize,
}

/// Carries out the fixes of `outcome`, which is what `check` says of `source`. `None` where there is none, and where the
/// fixes come to no end.
pub(super) fn repaired(source: &[u8], outcome: &Outcome, check: impl Fn(&[u8]) -> Outcome) -> Option<Repaired> {
    let (mut text, mut fixes) = fixed(source, &outcome.diagnostics)?;
    for _ in 0..ROUNDS {
        let outcome = check(&text);
        if !outcome.is_complete {
            return None;
        }
        match fixed(&text, &outcome.diagnostics) {
            None if text == source => return None,
            None => return Some(Repaired { text, outcome, fixes }),
            Some((new, more)) => {
                text = new;
                fixes += more;
            }
        }
    }
    None
}

/// The text with the fixes carried out that do not overlap, and their number; `None` where there is none.
fn fixed(text: &[u8], diagnostics: &[Diagnostic]) -> Option<(Vec<u8>, usize)> {
    let mut edits = Edits::default();
    let mut fixes = 0;
    for fix in diagnostics.iter().filter_map(|diagnostic| diagnostic.fix.as_ref()) {
        // Two findings may well ask for the same.
        if is_possible(fix, text) && fix.edits.iter().all(|edit| edits.have_room_for(edit.place.span)) {
            fix.edits.iter().for_each(|edit| edits.add(edit));
            fixes += 1;
        }
    }
    let mut new = Vec::with_capacity(text.len());
    let mut at = 0;
    for edit in edits.0.into_values() {
        let range = edit.place.span.range();
        new.extend_from_slice(&text[at..range.start]);
        new.extend_from_slice(edit.text.as_bytes());
        at = range.end;
    }
    new.extend_from_slice(&text[at..]);
    (fixes > 0).then_some((new, fixes))
}

/// Whether it changes something, and nothing outside of the checked file.
fn is_possible(fix: &Fix, text: &[u8]) -> bool {
    let replaced = |edit: &Edit| text.get(edit.place.span.range());
    is_in_file(fix)
        && fix.edits.iter().all(|edit| replaced(edit).is_some())
        && fix.edits.iter().any(|edit| replaced(edit) != Some(edit.text.as_bytes()))
        && fix.edits.is_sorted_by(|one, next| one.place.span.end <= next.place.span.start)
}

/// Whether it changes nothing but the checked file.
pub(super) fn is_in_file(fix: &Fix) -> bool {
    fix.edits.iter().all(|edit| edit.place.file == FileId::MAIN)
}

/// Edits in the order of their places. Their number makes a difference between several at one place.
#[derive(Debug, Default)]
struct Edits<'a>(BTreeMap<(Span, usize), &'a Edit>);

impl<'a> Edits<'a> {
    fn add(&mut self, edit: &'a Edit) {
        self.0.insert((edit.place.span, self.0.len()), edit);
    }

    /// Whether none touches `span`: where two only meet, it could not be told whose text comes first.
    fn have_room_for(&self, span: Span) -> bool {
        let behind = (Span::new(span.end, u32::MAX), usize::MAX);
        self.0.range(..=behind).next_back().is_none_or(|((before, _), _)| before.end < span.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Label, ZERO_FACTOR};
    use crate::source::{Place, Sources};

    /// Findings whose fixes have these edits: start, end, text.
    fn outcome(fixes: &[&[(u32, u32, &str)]]) -> Outcome {
        let place = |start, end| Place { file: FileId::MAIN, span: Span::new(start, end) };
        let diagnostics = fixes.iter().map(|edits| Diagnostic {
            rule: &ZERO_FACTOR,
            severity: ZERO_FACTOR.severity,
            message: String::new(),
            primary: Label { place: place(0, 0), message: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            request: None,
            fix: Some(Fix {
                title: String::new(),
                edits: edits
                    .iter()
                    .map(|&(start, end, text)| Edit { place: place(start, end), text: text.to_owned() })
                    .collect(),
            }),
        });
        Outcome {
            text: Vec::new(),
            diagnostics: diagnostics.collect(),
            requests: Vec::new(),
            promotions: Vec::new(),
            sources: Sources::default(),
            is_complete: true,
        }
    }

    fn once(source: &str, fixes: &[&[(u32, u32, &str)]]) -> Option<(String, usize)> {
        let repaired = repaired(source.as_bytes(), &outcome(fixes), |_| outcome(&[]))?;
        Some((String::from_utf8(repaired.text).unwrap(), repaired.fixes))
    }

    #[test]
    fn the_first_of_overlapping_fixes_is_carried_out_whole() {
        let text = "0123456789";
        assert_eq!(once(text, &[&[(4, 6, "x")], &[(1, 2, ""), (8, 8, "yy")]]), Some(("023x67yy89".to_owned(), 2)));
        assert_eq!(once(text, &[&[(1, 3, "a"), (7, 8, "b")], &[(5, 6, "c"), (7, 9, "d")]]).unwrap().0, "0a3456b89");
        assert_eq!(once(text, &[&[(5, 5, "a")], &[(5, 5, "b")]]).unwrap().0, "01234a56789");
    }

    #[test]
    fn what_cannot_be_or_changes_nothing_is_not_carried_out() {
        assert_eq!(once("0123", &[&[(3, 5, "x")]]), None);
        assert_eq!(once("0123", &[&[(3, 2, "x")]]), None);
        assert_eq!(once("0123", &[&[(1, 2, "1")]]), None);
        assert_eq!(once("0123", &[&[(1, 3, "x"), (2, 4, "y")]]), None);
        assert_eq!(once("0123", &[&[(1, 1, "x"), (1, 1, "y"), (1, 2, "z")]]).unwrap().0, "0xyz23");
        assert_eq!(once("0123", &[&[]]), None);
        let mut elsewhere = outcome(&[&[(0, 1, "x")]]);
        let mut sources = Sources::default();
        sources.add(String::new(), Vec::new());
        elsewhere.diagnostics[0].fix.as_mut().unwrap().edits[0].place.file = sources.add(String::new(), Vec::new());
        assert!(repaired(b"0123", &elsewhere, |_| outcome(&[])).is_none());
    }

    #[test]
    fn what_is_found_afterwards_is_fixed_too() {
        let check = |text: &[u8]| if text[0] < b'5' { outcome(&[&[(0, 1, "5")]]) } else { outcome(&[]) };
        let repaired = repaired(b"0", &outcome(&[&[(0, 1, "1")]]), check).unwrap();
        assert_eq!((repaired.text, repaired.fixes), (b"5".to_vec(), 2));
    }

    #[test]
    fn fixes_without_an_end_are_not_made() {
        assert!(repaired(b"0", &outcome(&[&[(0, 0, "0")]]), |_| outcome(&[&[(0, 0, "0")]])).is_none());
    }
}
