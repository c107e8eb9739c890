//! The format `full`: each diagnostic with its lines of source and carets, drawn by codespan-reporting.
//!
//! codespan-reporting draws whole lines. It does not check ranges, and panics if a range is outside its line. So each diagnostic gets its
//! own view of the files, `Excerpt`, in which
//!
//! - a label lies in one line, on character boundaries, and before the line ending: a label of several lines is cut at the end of the
//!   first, which has the reason;
//! - a line longer than `WIDEST` is cut to a window around the label, or a file of one long line would be
//!   printed whole for every finding; a secondary label outside that window becomes a note with its place.
//!
//! So the work for a diagnostic depends only on its labels, and a file is read once.

use std::collections::HashMap;
use std::io;
use std::ops::Range;

use codespan_reporting::diagnostic as codespan;
use codespan_reporting::files::{Error, Files, Location};
use codespan_reporting::term::{self, Config, Styles, StylesWriter, WriteStyle, termcolor};

use crate::diagnostic::{Diagnostic, Label};
use crate::text::{SourceText, locus, texts};
use crate::wrap::wrapped;
use crate::{Checked, Colour, Renderer, labels};
use clunroll_rules::Severity;
use oclc_syntax::source::{FileId, Sources};

/// How many bytes of a line are shown at most.
const WIDEST: usize = 240;
/// Bytes shown before the label in a line that is cut.
const BEFORE: usize = 80;
/// Columns before a note: line numbers of five digits, and ` = `.
const GUTTER: usize = 8;
/// How many places with the same cause are drawn at most, and how many other labels with them: a hundred loops may depend on one name.
const MOST_ALSO: usize = 4;

/// Writes each diagnostic with its source.
#[derive(Clone, Copy, Debug, Default)]
pub struct Full {
    colour: Colour,
    width: Option<usize>,
}

impl Full {
    /// With colours or without.
    #[must_use]
    pub const fn new(colour: Colour) -> Self {
        Self { colour, width: None }
    }

    /// For a terminal of this many columns: sentences are broken where they are longer.
    #[must_use]
    pub const fn width(self, width: Option<usize>) -> Self {
        Self { width, ..self }
    }

    /// Writes `diagnostics`, in their order, each followed by an empty line.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn write<'a>(
        self,
        out: &mut dyn io::Write,
        diagnostics: impl IntoIterator<Item = &'a Diagnostic> + Clone,
        sources: &Sources,
    ) -> io::Result<()> {
        let places = diagnostics.clone().into_iter().flat_map(labels).map(|label| label.place);
        let texts = texts(sources, places);
        let styles = styles();
        let mut style: Box<dyn WriteStyle + '_> = match self.colour {
            Colour::Off => Box::new(termcolor::NoColor::new(out)),
            Colour::On => Box::new(StylesWriter::new(termcolor::Ansi::new(out), &styles)),
        };
        let config = Config::default();
        for diagnostic in diagnostics {
            let (excerpt, mut drawn) = Excerpt::of(diagnostic, &texts);
            if let Some(width) = self.width {
                let inner = width.saturating_sub(GUTTER);
                // A blank or the end of a line is between the two.
                let head = format!("{}[{}]:", diagnostic.severity.name(), diagnostic.rule.code);
                let mut title = wrapped(&format!("{head} {}", drawn.message), width);
                drawn.message = title.split_off(head.len() + 1);
                drawn.notes.iter_mut().for_each(|note| *note = wrapped(note, inner));
            }
            match term::emit_to_write_style(&mut *style, &config, &excerpt, &drawn) {
                Ok(()) => {}
                Err(Error::Io(error)) => return Err(error),
                // This cannot happen while `Excerpt` is correct. A finding without its source is better than no finding.
                Err(_) => {
                    let (severity, code) = (diagnostic.severity.name(), diagnostic.rule.code);
                    writeln!(style, "{severity}[{code}]: {}", diagnostic.message)?;
                }
            }
        }
        style.flush()
    }
}

impl Renderer for Full {
    fn file(&mut self, out: &mut dyn io::Write, checked: &Checked<'_>) -> io::Result<()> {
        self.write(out, &checked.outcome.diagnostics, &checked.outcome.sources)
    }
}

/// Colours that can be read on a light and on a dark terminal. Yellow and bright green cannot, on a light one.
fn styles() -> Styles {
    let [mut warning, mut note] = [termcolor::Color::Magenta, termcolor::Color::Cyan].map(|colour| {
        let mut label = termcolor::ColorSpec::new();
        label.set_fg(Some(colour));
        label
    });
    let labels =
        Styles { primary_label_warning: warning.clone(), primary_label_note: note.clone(), ..Styles::default() };
    Styles { header_warning: warning.set_bold(true).clone(), header_note: note.set_bold(true).clone(), ..labels }
}

/// Writes `diagnostics`, in their order, each followed by an empty line, with lines as long as they are.
///
/// # Errors
///
/// Only those of `out`.
pub fn write<'a>(
    out: &mut dyn io::Write,
    colour: Colour,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic> + Clone,
    sources: &Sources,
) -> io::Result<()> {
    Full::new(colour).write(out, diagnostics, sources)
}

/// The same as [`write()`], into a string without colours.
#[must_use]
pub fn to_string(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = write(&mut out, Colour::Off, diagnostics, sources);
    String::from_utf8_lossy(&out).into_owned()
}

/// The files as they are shown for one diagnostic.
struct Excerpt<'a> {
    texts: &'a HashMap<FileId, SourceText<'a>>,
    /// The visible part of each labelled line: file, line, bytes.
    windows: Vec<(FileId, usize, Range<usize>)>,
}

impl<'a> Excerpt<'a> {
    fn of(diagnostic: &Diagnostic, texts: &'a HashMap<FileId, SourceText<'a>>) -> (Self, codespan::Diagnostic<FileId>) {
        let mut excerpt = Self { texts, windows: Vec::new() };
        let severity = match diagnostic.severity {
            Severity::Error => codespan::Severity::Error,
            Severity::Warning => codespan::Severity::Warning,
            Severity::Note => codespan::Severity::Note,
        };
        let mut drawn =
            codespan::Diagnostic::new(severity).with_code(diagnostic.rule.code).with_message(&diagnostic.message);
        // Each further place has a label for its request, and so has the first place.
        let shown = diagnostic.secondary.iter().take(MOST_ALSO + 1).chain(diagnostic.also.iter().take(MOST_ALSO));
        for (index, label) in std::iter::once(&diagnostic.primary).chain(shown).enumerate() {
            let style = if index == 0 { codespan::LabelStyle::Primary } else { codespan::LabelStyle::Secondary };
            if let Some(range) = excerpt.place(label) {
                drawn.labels.push(codespan::Label::new(style, label.place.file, range).with_message(&label.message));
            } else if !label.message.is_empty() {
                drawn.notes.push(format!("note: {}: {}", locus(texts, label.place), label.message));
            }
        }
        drawn.notes.extend(diagnostic.notes.iter().map(|note| format!("note: {note}")));
        drawn.notes.extend(diagnostic.help.iter().map(|help| format!("help: {help}")));
        (excerpt, drawn)
    }

    /// The range of the label; `None` if its file is unknown or its part of the line is not shown.
    fn place(&mut self, label: &Label) -> Option<Range<usize>> {
        let file = label.place.file;
        let text = self.texts.get(&file)?;
        let line = text.line_index(text.content.len().min(label.place.span.start as usize));
        let content = text.line(line)?;
        let start = floor(text, (label.place.span.start as usize).clamp(content.start, content.end));
        let end = ceil(text, (label.place.span.end as usize).clamp(start, content.end));
        let seen = self.windows.iter().find(|window| (window.0, window.1) == (file, line));
        let window = if let Some((_, _, window)) = seen {
            window.clone()
        } else {
            let window = window(text, content, start);
            self.windows.push((file, line, window.clone()));
            window
        };
        (window.start <= start && start <= window.end).then(|| start..end.min(window.end))
    }

    fn text(&self, id: FileId) -> Result<&'a SourceText<'a>, Error> {
        self.texts.get(&id).ok_or(Error::FileMissing)
    }
}

impl<'a> Files<'a> for Excerpt<'a> {
    type FileId = FileId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(&self.text(id)?.name)
    }

    fn source(&'a self, id: FileId) -> Result<&'a str, Error> {
        Ok(&self.text(id)?.content)
    }

    fn line_index(&'a self, id: FileId, byte_index: usize) -> Result<usize, Error> {
        Ok(self.text(id)?.line_index(byte_index))
    }

    fn line_range(&'a self, id: FileId, line_index: usize) -> Result<Range<usize>, Error> {
        if let Some((_, _, window)) = self.windows.iter().find(|window| (window.0, window.1) == (id, line_index)) {
            return Ok(window.clone());
        }
        // An unlabelled line between two labelled ones.
        let text = self.text(id)?;
        let content = text.line(line_index).ok_or(Error::LineTooLarge { given: line_index, max: line_index })?;
        Ok(window(text, content.clone(), content.start))
    }

    fn location(&'a self, id: FileId, byte_index: usize) -> Result<Location, Error> {
        let (line_number, column_number) = self.text(id)?.location(byte_index);
        Ok(Location { line_number, column_number })
    }
}

/// The visible part of a line with a label at `start`.
fn window(text: &SourceText<'_>, content: Range<usize>, start: usize) -> Range<usize> {
    if content.len() <= WIDEST {
        return content;
    }
    let from = start.saturating_sub(BEFORE).max(content.start);
    floor(text, from)..floor(text, content.end.min(from + WIDEST))
}

fn floor(text: &SourceText<'_>, mut offset: usize) -> usize {
    while !text.content.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn ceil(text: &SourceText<'_>, mut offset: usize) -> usize {
    while !text.content.is_char_boundary(offset) {
        offset += 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;
    use clunroll_rules::table::NEGATIVE_FACTOR;
    use oclc_syntax::source::{Place, Span};

    fn diagnostic(file: FileId, spans: &[(u32, u32)]) -> Diagnostic {
        let mut labels = spans.iter().enumerate().map(|(index, &(start, end))| {
            Label::new(Place { file, span: Span::new(start, end) }, format!("label {index}"))
        });
        let primary = labels.next().unwrap();
        Diagnostic {
            secondary: labels.collect(),
            notes: vec!["it matters".to_owned()],
            help: vec!["do otherwise".to_owned()],
            ..Diagnostic::new(&NEGATIVE_FACTOR, primary.place, "something is wrong", primary.message)
        }
    }

    fn drawn(bytes: &[u8], spans: &[(u32, u32)]) -> String {
        let mut sources = Sources::default();
        let file = sources.add("k.cl".to_owned(), bytes.to_vec());
        to_string(&[diagnostic(file, spans)], &sources)
    }

    #[test]
    fn carets_stand_under_their_token_and_notes_below() {
        insta::assert_snapshot!(drawn(b"int x;\n#pragma unroll -4\nfor (;;) {}\n", &[(22, 24), (25, 28)]), @r#"
        error[CLU001]: something is wrong
          ┌─ k.cl:2:16
          │
        2 │ #pragma unroll -4
          │                ^^ label 0
        3 │ for (;;) {}
          │ --- label 1
          │
          = note: it matters
          = help: do otherwise
        "#);
    }

    #[test]
    fn tabs_and_wide_characters_keep_carets_in_place() {
        insta::assert_snapshot!(drawn("\tint 変 = é;".as_bytes(), &[(11, 13)]), @r#"
        error[CLU001]: something is wrong
          ┌─ k.cl:1:10
          │
        1 │     int 変 = é;
          │              ^ label 0
          │
          = note: it matters
          = help: do otherwise
        "#);
    }

    #[test]
    fn bytes_that_are_no_utf_8_are_shown_as_question_marks() {
        insta::assert_snapshot!(drawn(b"/* \xe9t\xe9 */ x\n", &[(10, 11)]), @r#"
        error[CLU001]: something is wrong
          ┌─ k.cl:1:11
          │
        1 │ /* ?t? */ x
          │           ^ label 0
          │
          = note: it matters
          = help: do otherwise
        "#);
    }

    #[test]
    fn a_label_over_several_lines_is_cut_at_the_first_line_ending() {
        insta::assert_snapshot!(drawn(b"a\r\nfor (\r\n  ;;)\r\n", &[(3, 16)]), @r#"
        error[CLU001]: something is wrong
          ┌─ k.cl:2:1
          │
        2 │ for (
          │ ^^^^^ label 0
          │
          = note: it matters
          = help: do otherwise
        "#);
    }

    #[test]
    fn an_empty_range_gets_one_caret_also_at_a_line_ending() {
        insta::assert_snapshot!(drawn(b"ab\r\ncd\n", &[(2, 2), (1, 1)]), @r#"
        error[CLU001]: something is wrong
          ┌─ k.cl:1:3
          │
        1 │ ab
          │  -^ label 0
          │  │
          │  label 1
          │
          = note: it matters
          = help: do otherwise
        "#);
    }

    #[test]
    fn the_end_of_the_file_can_be_pointed_at() {
        insta::assert_snapshot!(drawn(b"ab", &[(2, 2)]) + &drawn(b"ab\n", &[(3, 3)]) + &drawn(b"", &[(0, 9)]), @r#"
        error[CLU001]: something is wrong
          ┌─ k.cl:1:3
          │
        1 │ ab
          │   ^ label 0
          │
          = note: it matters
          = help: do otherwise

        error[CLU001]: something is wrong
          ┌─ k.cl:2:1
          │
        2 │ 
          │ ^ label 0
          │
          = note: it matters
          = help: do otherwise

        error[CLU001]: something is wrong
          ┌─ k.cl:1:1
          │
        1 │ 
          │ ^ label 0
          │
          = note: it matters
          = help: do otherwise
        "#);
    }

    #[test]
    fn a_long_line_is_cut_and_what_is_outside_becomes_a_note() {
        let line = "0123456789".repeat(100);
        insta::assert_snapshot!(drawn(line.as_bytes(), &[(503, 507), (3, 5), (510, 2000)]), @r#"
        error[CLU001]: something is wrong
          ┌─ k.cl:1:504
          │
        1 │ 345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012
          │                                                                                 ^^^^   --------------------------------------------------------------------------------------------------------------------------------------------------------- label 2
          │                                                                                 │       
          │                                                                                 label 0
          │
          = note: k.cl:1:4: label 1
          = note: it matters
          = help: do otherwise
        "#);
    }

    #[test]
    fn a_label_in_an_unknown_file_is_not_drawn() {
        let mut other = Sources::default();
        let file = other.add("k.cl".to_owned(), Vec::new());
        insta::assert_snapshot!(to_string(&[diagnostic(file, &[(0, 0)])], &Sources::default()), @r#"
        error[CLU001]: something is wrong
         = note: <unknown>: label 0
         = note: it matters
         = help: do otherwise
        "#);
    }

    #[test]
    fn colours_are_written_only_where_asked_for() {
        let mut sources = Sources::default();
        let file = sources.add("k.cl".to_owned(), b"ab".to_vec());
        let diagnostics = [diagnostic(file, &[(0, 1)])];
        let mut coloured = Vec::new();
        write(&mut coloured, Colour::On, &diagnostics, &sources).unwrap();
        assert!(coloured.contains(&0x1b));
        assert!(!to_string(&diagnostics, &sources).contains('\x1b'));
    }

    #[test]
    fn sentences_are_broken_for_a_terminal() {
        let mut sources = Sources::default();
        let file = sources.add("k.cl".to_owned(), b"ab".to_vec());
        let mut found = diagnostic(file, &[(0, 1)]);
        found.message = "a message that is longer than forty columns are".to_owned();
        found.notes = vec!["so is this note, which is about the same thing".to_owned()];
        let mut out = Vec::new();
        Full::new(Colour::Off).width(Some(40)).write(&mut out, [&found], &sources).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
        assert!(
            text.split_whitespace().collect::<Vec<_>>().join(" ").contains("longer than forty columns are"),
            "{text}"
        );
    }

    /// Every span of a file of odd bytes, also reversed spans and spans past its end.
    #[test]
    fn no_span_makes_it_panic() {
        let bytes = b"\xef\xbb\xbfa\t\xe9\r\n\r\n\n\r \xe5\xa4\x89\x1b\xff\xc3";
        for start in 0..bytes.len() as u32 + 3 {
            for end in 0..bytes.len() as u32 + 3 {
                assert!(drawn(bytes, &[(start, end), (end, start)]).contains("CLU001"));
            }
        }
        let long: Vec<u8> = "aé∈変\t".bytes().cycle().take(2001).collect();
        for start in (0..2004).step_by(7) {
            assert!(drawn(&long, &[(start, start + 1), (2004 - start, 2004), (0, u32::MAX)]).contains("CLU001"));
        }
    }

    #[test]
    fn thousands_of_findings_on_one_long_line_take_no_time() {
        let mut sources = Sources::default();
        let file = sources.add("k.cl".to_owned(), "é ".repeat(400_000).into_bytes());
        let diagnostics: Vec<_> = (0..5_000).map(|at| diagnostic(file, &[(at * 240, at * 240 + 2)])).collect();
        let begin = std::time::Instant::now();
        assert_eq!(to_string(&diagnostics, &sources).matches("CLU001").count(), 5_000);
        assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
    }
}
