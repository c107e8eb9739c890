//! Changes to a program, in the notation of its literals, and the file with them.
//!
//! New text in ordinary literals gets escapes. A line end that the author did not write is followed by what follows the line ends beside
//! it: the end of the literal, a new line, and the start of the next literal; or a line splice; or nothing.
//!
//! The result is read again ([`file_with_programs`]): each program must have the expected text, and everything else must be as before.

use super::notation::{Notation, Stretch, is_simple, spelled, splice_length};
use super::{HostFile, LiteralProgram};
use oclc_syntax::source::{Composed, FileId, Place, Replacement, Span, replaced_bytes};

impl LiteralProgram {
    /// The index of the stretch with a byte of the text; of the last one for the end of the text.
    fn stretch_at(&self, offset: u32) -> Option<usize> {
        self.stretches.partition_point(|stretch| stretch.at <= offset).checked_sub(1)
    }

    /// The index of the stretch that contains a byte of the file.
    fn stretch_in_file(&self, at: u32) -> Option<usize> {
        let index = self.stretches.partition_point(|stretch| stretch.span.start <= at).checked_sub(1)?;
        (at < self.stretches[index].span.end).then_some(index)
    }

    /// The place in the file of a byte of the text; empty for the end of the text.
    fn byte_in_file(&self, offset: u32) -> Option<(usize, Span)> {
        let index = self.stretch_at(offset)?;
        let Stretch { at, span, value, .. } = self.stretches[index];
        let place = match value {
            _ if offset >= self.stretches[index].end() => Span::new(span.end, span.end),
            Some(_) => span,
            None => Span::new(span.start + (offset - at), span.start + (offset - at) + 1),
        };
        Some((index, place))
    }

    /// Maps replacements in [`LiteralProgram::text`] to the file. If one crosses the end of a raw string or of an argument, the text between
    /// the literals stays after it: the text of the program is the same then.
    #[must_use]
    pub fn in_file(&self, source: &[u8], replacements: Vec<Replacement>) -> Vec<Replacement> {
        let styles = self.styles(source);
        let lead_back = |Replacement { span, text, request, condition }: Replacement| {
            let (first, start) = self.byte_in_file(span.start)?;
            // A replacement that ends where a literal ends does not run over that end.
            let (last, end) = if span.is_empty() { (first, start) } else { self.byte_in_file(span.end - 1)? };
            let mut in_file = Span::new(start.start, if span.is_empty() { start.start } else { end.end });
            let literals = &self.literals[self.stretches[first].literal..=self.stretches[last].literal];
            let is_ordinary = literals.iter().all(|(notation, _)| *notation == Notation::Ordinary);
            let mut text = if literals[0].0 == Notation::Ordinary {
                let mut line = LiteralText::new(self, source, nearest(&styles, span.start));
                line.add_all(&text);
                if is_ordinary { line.end(span.end, in_file.end) } else { line.written }
            } else {
                text
            };
            if is_ordinary && text.is_empty() {
                in_file.end = self.end_of_removed(source, span, in_file);
            }
            if !is_ordinary {
                for pair in literals.windows(2) {
                    let wrapper = Span::new(pair[0].1.end, pair[1].1.start);
                    text.made(&source[wrapper.range()], Place { file: FileId::MAIN, span: wrapper });
                }
            }
            Some(Replacement { span: in_file, text, request, condition })
        };
        replacements.into_iter().filter_map(lead_back).collect()
    }

    /// The end of removed text in the file. If whole lines are removed, what follows their last line end is too: no empty literal stays.
    fn end_of_removed(&self, source: &[u8], span: Span, in_file: Span) -> u32 {
        let begins =
            span.start == 0 || self.byte_in_file(span.start - 1).is_some_and(|(_, before)| before.end < in_file.start);
        let next = self.byte_in_file(span.end).filter(|(next, place)| {
            !place.is_empty() && self.literals[self.stretches[*next].literal].0 == Notation::Ordinary
        });
        match next {
            Some((_, next)) if begins && style_of(&source[in_file.end as usize..next.start as usize]).is_some() => {
                next.start
            }
            _ => in_file.end,
        }
    }

    /// What follows the line ends of the ordinary literals, each with its offset in the text. White space between literals contains one
    /// line end at most; a comment is in none.
    fn styles(&self, source: &[u8]) -> Vec<(u32, Vec<u8>)> {
        let is_ordinary = |stretch: &Stretch| self.literals[stretch.literal].0 == Notation::Ordinary;
        let line_ends = self
            .stretches
            .windows(2)
            .filter(|pair| pair[0].value == Some(b'\n') && is_ordinary(&pair[0]) && is_ordinary(&pair[1]));
        let style = |pair: &[Stretch]| {
            let between = &source[pair[0].span.end as usize..pair[1].span.start as usize];
            Some((pair[0].at, style_of(between)?))
        };
        line_ends.filter_map(style).collect()
    }
}

/// What a new line end is followed by, if that text follows one; `None` if that is more than white space and the ends of literals.
fn style_of(between: &[u8]) -> Option<Vec<u8>> {
    let is_separate = between
        .strip_prefix(b"\"")
        .and_then(|rest| rest.strip_suffix(b"\""))
        .is_some_and(|blanks| blanks.iter().all(u8::is_ascii_whitespace));
    if is_separate {
        let last = memchr::memrchr(b'\n', between).unwrap_or(1);
        let start = if between[last - 1] == b'\r' { last - 1 } else { last };
        return Some([b"\"", &between[start..]].concat());
    }
    let is_splice = splice_length(between) == Some(between.len());
    (between.is_empty() || is_splice).then(|| between.to_vec())
}

/// The style of the line end that is nearest to an offset; of the next one, if that is on the same line.
fn nearest(styles: &[(u32, Vec<u8>)], offset: u32) -> &[u8] {
    let next = styles.partition_point(|(at, _)| *at < offset);
    styles.get(next).or_else(|| styles.last()).map_or(&[], |(_, style)| style)
}

/// Text in the notation of ordinary literals.
struct LiteralText<'a> {
    program: &'a LiteralProgram,
    source: &'a [u8],
    /// What follows a new line end.
    style: &'a [u8],
    /// Whether the author writes `\t` for tabs.
    escapes_tabs: bool,
    written: Composed,
    /// The last byte.
    last: Option<u8>,
    /// The place of the last byte, if it comes from an ordinary literal: the index of its stretch, and the end in the file.
    last_place: Option<(usize, u32)>,
    /// What is shown for what follows a line end.
    shown: Place,
}

impl<'a> LiteralText<'a> {
    fn new(program: &'a LiteralProgram, source: &'a [u8], style: &'a [u8]) -> Self {
        let shown = Place { file: FileId::MAIN, span: Span::new(0, 0) };
        let escapes_tabs = program.stretches.iter().any(|stretch| stretch.value == Some(b'\t'));
        Self { program, source, style, escapes_tabs, written: Composed::default(), last: None, last_place: None, shown }
    }

    fn add_all(&mut self, text: &Composed) {
        let mut offset = 0;
        for (bytes, place, is_copy) in text.origins(Span::new(0, text.len() as u32)) {
            self.shown = place;
            let stretch = if place.file == FileId::MAIN {
                self.program.stretch_in_file(place.span.start).filter(|&at| self.is_ordinary(at))
            } else {
                None
            };
            match stretch.map(|at| (at, self.program.stretches[at])) {
                Some((at, Stretch { value: None, span, .. })) if is_copy && span.contains(place.span) => {
                    self.between(Some((at, place.span.start)));
                    self.written.append(text, Span::new(offset, offset + bytes.len() as u32));
                    self.last = bytes.last().copied();
                    self.last_place = Some((at, place.span.end));
                }
                Some((at, Stretch { value: Some(value), span, .. })) if !is_copy && span == place.span => {
                    for &byte in bytes {
                        let own = &self.source[span.range()];
                        self.between((byte == value).then_some((at, span.start)));
                        let new = if byte == value && is_simple(own) { own.to_vec() } else { self.spelled(byte) };
                        self.written.made(&new, place);
                        self.last = Some(byte);
                        self.last_place = (byte == value).then_some((at, span.end));
                    }
                }
                _ => self.add_new(bytes, place),
            }
            offset += bytes.len() as u32;
        }
    }

    fn spelled(&self, byte: u8) -> Vec<u8> {
        if byte == b'\t' && self.escapes_tabs { b"\\t".to_vec() } else { spelled(byte, self.last) }
    }

    /// Adds bytes that do not come from an ordinary literal.
    fn add_new(&mut self, bytes: &[u8], place: Place) {
        for &byte in bytes {
            self.between(None);
            self.written.made(&self.spelled(byte), place);
            self.last = Some(byte);
            self.last_place = None;
        }
    }

    fn is_ordinary(&self, stretch: usize) -> bool {
        self.program.literals[self.program.stretches[stretch].literal].0 == Notation::Ordinary
    }

    /// Adds what is between the last byte and the next one. The author's own text is between two bytes that follow each other in the program.
    fn between(&mut self, next: Option<(usize, u32)>) {
        let own = match (self.last_place, next) {
            (Some((last, end)), Some((next, start))) if self.follows((last, end), (next, start)) => {
                Some(Span::new(end, start))
            }
            _ => None,
        };
        match own {
            Some(span) => self.written.made(&self.source[span.range()], Place { file: FileId::MAIN, span }),
            None if self.last == Some(b'\n') => self.written.made(self.style, self.shown),
            None => {}
        }
    }

    fn follows(&self, (last, end): (usize, u32), (next, start): (usize, u32)) -> bool {
        let stretches = &self.program.stretches;
        last == next && end == start
            || last + 1 == next && end == stretches[last].span.end && start == stretches[next].span.start
    }

    /// The text for a replacement that ends at this offset of the text, and there in the file.
    fn end(mut self, offset: u32, in_file: u32) -> Composed {
        let continues =
            self.program.byte_in_file(offset).is_some_and(|(_, next)| next.start == in_file && !next.is_empty());
        let is_own = self.last_place.is_some_and(|(_, end)| end == in_file);
        if self.last == Some(b'\n') && continues && !is_own {
            self.written.made(self.style, self.shown);
        }
        self.written
    }
}

/// The file after replacements. `written` are the changed programs, in their order, each with its expected text; `None` if one would get
/// another text, because copied or moved text ends a literal too early.
#[must_use]
pub fn file_with_programs(
    source: &[u8],
    replacements: &[Replacement],
    written: &[(&LiteralProgram, Vec<u8>)],
) -> Option<Vec<u8>> {
    let output = replaced_bytes(source, replacements);
    let (before, after) = (HostFile::runs_of_literals(source), HostFile::runs_of_literals(&output));
    // The number of programs must be the same. If the text between two literals looks like their own text, it may still be part of one of
    // them.
    if before.len() != after.len() || outside(source, &before) != outside(&output, &after) {
        return None;
    }
    let mut written = written.iter().peekable();
    let is_right = before.iter().zip(&after).all(|(before, after)| {
        let found = after.bytes(&output);
        // A new text in the notation of an argument may need what an argument cannot have.
        let has_no_new_doubt = before.doubt.is_some() || after.doubt.is_none();
        match written.next_if(|(program, _)| program.tokens == before.tokens) {
            Some((_, expected)) => *expected == found && has_no_new_doubt,
            None => before.bytes(source) == found,
        }
    });
    is_right.then_some(output)
}

/// The parts of a file outside of its runs of literals.
pub(super) fn outside<'s>(source: &'s [u8], programs: &[LiteralProgram]) -> Vec<&'s [u8]> {
    let mut parts = Vec::new();
    let mut at = 0;
    for program in programs {
        parts.push(&source[at..program.span.range().start]);
        at = program.span.range().end;
    }
    parts.push(&source[at..]);
    parts
}
