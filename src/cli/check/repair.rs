//! Makes the fixes of diagnostics.
//!
//! A fix is carried out as a whole or not at all, and only if all of it lies in the checked file: an included file may belong to another
//! project, and other files may include it. If fixes overlap, the first one is carried out; then the text is checked again, and the
//! remaining findings are fixed in turn, until there are none. If that takes more than [`ROUNDS`] rounds, a rule has a bug, and the text
//! stays as it was. A fix that causes an error is not carried out.
//!
//! A suppression without effect is removed only from a text that is compiled as it is checked. A part of other sources may have no finding
//! when it is checked alone, with no macros defined before it, but have one in a source that includes it. So a text without a kernel
//! ([`has_kernel`]) keeps its suppressions: nothing but other sources can use it, and clunroll need not know them. So does a file with the
//! name of a header ([`is_header`]), or one that another source includes, as far as the caller knows the others.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use clunroll::Outcome;
use clunroll::rules::{Applicability, Diagnostic, Edit, Fix, Severity};
use clunroll_rules::table::UNUSED_SUPPRESSION;
use oclc_syntax::lex::{Lexer, TokenKind, spelling, whole};
use oclc_syntax::source::{FileId, Span};

/// How often a text is checked again, at most.
const ROUNDS: usize = 16;

/// The fixes that are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum MadeFixes {
    /// Certain fixes.
    Safe,
    /// Also fixes that only the author can know to be right.
    All,
}

impl MadeFixes {
    pub(in crate::cli) fn of(are_unsafe_asked: bool) -> Self {
        if are_unsafe_asked { Self::All } else { Self::Safe }
    }

    /// The fix of a finding, if it is to be made.
    pub(in crate::cli) fn fix(self, diagnostic: &Diagnostic) -> Option<&Fix> {
        let is_made = self == Self::All || diagnostic.rule.fix != Some(Applicability::Unsafe);
        diagnostic.fix.as_ref().filter(|_| is_made)
    }
}

/// A text with its fixes made.
#[derive(Debug)]
pub(in crate::cli) struct Repaired {
    pub(in crate::cli) text: Vec<u8>,
    /// The outcome of checking that text.
    pub(in crate::cli) outcome: Outcome,
    /// The number of fixes that were made.
    pub(in crate::cli) fixes: usize,
}

/// Makes the fixes of `outcome`, the outcome of `check` for `source`. `None` if there are no fixes, or if the rounds do not end. `is_part`
/// returns whether another source includes this one; it is called only if that makes a difference.
pub(in crate::cli) fn repaired(
    source: &[u8],
    outcome: &Outcome,
    wanted: MadeFixes,
    is_part: impl Fn() -> bool,
    check: impl Fn(&[u8]) -> Outcome,
) -> Option<Repaired> {
    let keeps_suppressions = || !has_kernel(source) || is_part();
    let mut repaired: Option<Repaired> = None;
    for _ in 0..ROUNDS {
        let (text, before) = repaired.as_ref().map_or((source, outcome), |done| (&done.text, &done.outcome));
        match round(text, before, wanted, &keeps_suppressions, &check) {
            Round::Unreadable => return None,
            Round::NothingLeft => return repaired.filter(|repaired| repaired.text != source),
            Round::Done(next) => {
                let fixes = next.fixes + repaired.map_or(0, |done| done.fixes);
                repaired = Some(Repaired { fixes, ..*next });
            }
        }
    }
    None
}

/// Whether a text has a kernel of its own. A macro that may expand to one does not count.
pub(in crate::cli) fn has_kernel(text: &[u8]) -> bool {
    let mut is_directive = false;
    Lexer::of(FileId::MAIN, text, whole(text)).any(|token| {
        is_directive = token.begins_directive() || (is_directive && !token.at_line_start);
        let is_word = |word: &[u8]| *spelling(text, &token) == *word;
        !is_directive && token.kind == TokenKind::Identifier && (is_word(b"kernel") || is_word(b"__kernel"))
    })
}

/// Whether a file has the extension of a header.
pub(in crate::cli) fn is_header(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    ["clh", "h", "hpp", "inc"].iter().any(|header| extension.eq_ignore_ascii_case(header))
}

/// The result of one round.
enum Round {
    Done(Box<Repaired>),
    NothingLeft,
    /// The new text cannot be checked.
    Unreadable,
}

/// One round: makes as many fixes as possible together. A fix that causes an error is left out: a name may then be right, and the words
/// after it wrong.
fn round(
    text: &[u8],
    before: &Outcome,
    wanted: MadeFixes,
    keeps_suppressions: &impl Fn() -> bool,
    check: &impl Fn(&[u8]) -> Outcome,
) -> Round {
    let mut barred = HashSet::new();
    loop {
        let Some(Fixed { text, made }) = fixed(text, &before.diagnostics, wanted, keeps_suppressions, &barred) else {
            return Round::NothingLeft;
        };
        let outcome = check(&text);
        if outcome.fault.is_some() {
            return Round::Unreadable;
        }
        if errors(&outcome).count() <= errors(before).count() {
            return Round::Done(Box::new(Repaired { text, outcome, fixes: made.len() }));
        }
        let wrong = lines_with_errors(&outcome);
        let is_wrong = |span: &Span| lines(&outcome, *span).any(|line| wrong.contains(&line));
        let known = barred.len();
        barred.extend(made.iter().filter(|(_, spans)| spans.iter().any(is_wrong)).map(|(at, _)| *at));
        if barred.len() == known {
            barred.extend(made.iter().map(|(at, _)| *at));
        }
    }
}

/// The findings that are errors by default, whatever severity the user has given them.
fn errors(outcome: &Outcome) -> impl Iterator<Item = &Diagnostic> {
    outcome.diagnostics.iter().filter(|diagnostic| diagnostic.rule.severity == Severity::Error)
}

/// The lines of the checked file with labels of errors.
fn lines_with_errors(outcome: &Outcome) -> HashSet<usize> {
    let places = errors(outcome).flat_map(|error| {
        let others = error.secondary.iter().map(|label| label.place);
        [error.primary.place].into_iter().chain(others).chain(error.requests.iter().copied())
    });
    places.filter(|place| place.file == FileId::MAIN).flat_map(|place| lines(outcome, place.span)).collect()
}

fn lines(outcome: &Outcome, span: Span) -> impl Iterator<Item = usize> {
    let file = &outcome.sources[FileId::MAIN];
    file.line_index(span.start)..=file.line_index(span.end)
}

/// A text with fixes made, each with the number of its diagnostic and the present places of its texts.
struct Fixed {
    text: Vec<u8>,
    made: Vec<(usize, Vec<Span>)>,
}

/// The text with those fixes made that do not overlap and are not `barred`; `None` if there are none.
///
/// Suppressions without effect are removed last: another fix may cause the finding that one suppresses.
fn fixed(
    text: &[u8],
    diagnostics: &[Diagnostic],
    wanted: MadeFixes,
    keeps_suppressions: &impl Fn() -> bool,
    barred: &HashSet<usize>,
) -> Option<Fixed> {
    let is_last = |diagnostic: &Diagnostic| *diagnostic.rule == UNUSED_SUPPRESSION;
    [false, true].into_iter().find_map(|last| {
        let fixes = diagnostics.iter().enumerate().filter(|(_, diagnostic)| is_last(diagnostic) == last);
        let fixes = fixes.filter_map(|(at, diagnostic)| Some((at, wanted.fix(diagnostic)?)));
        let mut fixes = fixes.filter(|(at, _)| !barred.contains(at)).peekable();
        if last && (fixes.peek().is_none() || keeps_suppressions()) {
            return None;
        }
        apply_fixes(text, fixes)
    })
}

fn apply_fixes<'d>(text: &[u8], fixes: impl Iterator<Item = (usize, &'d Fix)>) -> Option<Fixed> {
    let mut edits = FileEdits::default();
    let mut made = BTreeMap::new();
    for (at, fix) in fixes {
        // Two findings may well have the same fix.
        if is_possible(fix, text) && fix.edits.iter().all(|edit| edits.have_room_for(edit.place.span)) {
            fix.edits.iter().for_each(|edit| edits.add(at, edit));
            made.insert(at, Vec::new());
        }
    }
    let mut new = Vec::with_capacity(text.len());
    let mut done = 0;
    for (at, edit) in edits.0.into_values() {
        let range = edit.place.span.range();
        new.extend_from_slice(&text[done..range.start]);
        let start = new.len() as u32;
        new.extend_from_slice(edit.text.as_bytes());
        made.entry(at).or_default().push(Span::new(start, new.len() as u32));
        done = range.end;
    }
    new.extend_from_slice(&text[done..]);
    (!made.is_empty()).then(|| Fixed { text: new, made: made.into_iter().collect() })
}

/// Whether the fix changes something, and nothing outside of the checked file.
fn is_possible(fix: &Fix, text: &[u8]) -> bool {
    let replaced = |edit: &Edit| text.get(edit.place.span.range());
    is_in_file(fix)
        && fix.edits.iter().all(|edit| replaced(edit).is_some())
        && fix.edits.iter().any(|edit| replaced(edit) != Some(edit.text.as_bytes()))
        && fix.edits.is_sorted_by(|one, next| one.place.span.end <= next.place.span.start)
}

/// Whether the fix changes nothing but the checked file.
pub(in crate::cli) fn is_in_file(fix: &Fix) -> bool {
    fix.edits.iter().all(|edit| edit.place.file == FileId::MAIN)
}

/// Edits in the order of their places. The number separates several edits at one place.
#[derive(Debug, Default)]
struct FileEdits<'a>(BTreeMap<(Span, usize), (usize, &'a Edit)>);

impl<'a> FileEdits<'a> {
    /// Adds an edit of the fix with that number.
    fn add(&mut self, fix: usize, edit: &'a Edit) {
        self.0.insert((edit.place.span, self.0.len()), (fix, edit));
    }

    /// Whether no edit touches `span`: if two only meet, the order of their texts is not known.
    fn have_room_for(&self, span: Span) -> bool {
        let after = (Span::new(span.end, u32::MAX), usize::MAX);
        self.0.range(..=after).next_back().is_none_or(|((before, _), _)| before.end < span.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clunroll_rules::table::{MISSING_RESTRICT, NEGATIVE_FACTOR, ZERO_FACTOR};
    use oclc_syntax::source::{Place, Sources};

    /// Findings whose fixes have these edits: start, end, text.
    fn outcome(fixes: &[&[(u32, u32, &str)]]) -> Outcome {
        let place = |start, end| Place { file: FileId::MAIN, span: Span::new(start, end) };
        let edit = |&(start, end, text): &(u32, u32, &str)| Edit::new(place(start, end), text.to_owned());
        let fix = |edits: &&[(u32, u32, &str)]| Fix::new(String::new(), edits.iter().map(edit).collect());
        let mut outcome = clunroll::unroll(b"", &clunroll::Options::default(), &mut clunroll::NoIncludes);
        for edits in fixes {
            let mut diagnostic = Diagnostic::new(&ZERO_FACTOR, place(0, 0), "", "");
            diagnostic.fix = Some(fix(edits));
            outcome.diagnostics.push(diagnostic);
        }
        outcome
    }

    fn once(source: &str, fixes: &[&[(u32, u32, &str)]]) -> Option<(String, usize)> {
        let repaired = repaired(source.as_bytes(), &outcome(fixes), MadeFixes::Safe, || false, |_| outcome(&[]))?;
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
        assert!(repaired(b"0123", &elsewhere, MadeFixes::Safe, || false, |_| outcome(&[])).is_none());
    }

    #[test]
    fn what_is_found_afterwards_is_fixed_too() {
        let check = |text: &[u8]| if text[0] < b'5' { outcome(&[&[(0, 1, "5")]]) } else { outcome(&[]) };
        let repaired = repaired(b"0", &outcome(&[&[(0, 1, "1")]]), MadeFixes::Safe, || false, check).unwrap();
        assert_eq!((repaired.text, repaired.fixes), (b"5".to_vec(), 2));
    }

    #[test]
    fn what_suppresses_nothing_is_taken_out_last() {
        let mut found = outcome(&[&[(0, 1, "x")], &[(2, 3, "")]]);
        found.diagnostics[1].rule = &UNUSED_SUPPRESSION;
        // The first fix gives the suppression an effect.
        let repaired = repaired(b"0 1", &found, MadeFixes::Safe, || false, |_| outcome(&[])).unwrap();
        assert_eq!((repaired.text, repaired.fixes), (b"x 1".to_vec(), 1));
    }

    #[test]
    fn a_part_of_other_sources_keeps_its_suppressions() {
        let removed = |text: &str, is_part: bool| {
            let mut found = outcome(&[&[(0, 1, "")]]);
            found.diagnostics[0].rule = &UNUSED_SUPPRESSION;
            repaired(text.as_bytes(), &found, MadeFixes::All, || is_part, |_| outcome(&[])).is_some()
        };
        assert!(removed("x kernel void k() {}", false));
        assert!(removed("x\n__kernel void k() {}", false));
        assert!(!removed("x\n__kernel void k() {}", true));
        assert!(!removed("x /* kernel */\n#define KERNEL __kernel \\\n  kernel\nvoid kernels() {}", false));
    }

    #[test]
    fn a_fix_that_makes_an_error_is_left_out() {
        let check = |text: &[u8]| {
            let has_error = text.starts_with(b"x");
            let mut found = if has_error { outcome(&[&[(0, 1, "y")]]) } else { outcome(&[]) };
            let place = Place { file: FileId::MAIN, span: Span::new(0, 1) };
            for diagnostic in &mut found.diagnostics {
                diagnostic.rule = &NEGATIVE_FACTOR;
                diagnostic.primary.place = place;
            }
            found.sources.add(String::new(), text.to_vec());
            found
        };
        let found = outcome(&[&[(0, 1, "x")], &[(2, 3, "z")]]);
        assert_eq!(
            repaired(b"0\n1", &found, MadeFixes::Safe, || false, check).map(|done| (done.text, done.fixes)),
            Some((b"0\nz".to_vec(), 1))
        );
        assert!(repaired(b"0\n1", &outcome(&[&[(0, 1, "x")]]), MadeFixes::Safe, || false, check).is_none());
    }

    #[test]
    fn unsafe_fixes_are_made_only_where_they_are_asked_for() {
        let mut found = outcome(&[&[(0, 1, "x")], &[(2, 3, "y")]]);
        found.diagnostics[1].rule = &MISSING_RESTRICT;
        let text = |wanted| repaired(b"0 1", &found, wanted, || false, |_| outcome(&[])).map(|done| done.text);
        assert_eq!(text(MadeFixes::Safe), Some(b"x 1".to_vec()));
        assert_eq!(text(MadeFixes::All), Some(b"x y".to_vec()));
    }

    #[test]
    fn fixes_without_an_end_are_not_made() {
        assert!(
            repaired(b"0", &outcome(&[&[(0, 0, "0")]]), MadeFixes::Safe, || false, |_| outcome(&[&[(0, 0, "0")]]))
                .is_none()
        );
    }
}
