//! The text of a file, safe to show.
//!
//! Sources are bytes; a report is text. The text has the same length and the same line starts as the file, so every span of the core is a
//! span of the text. Each byte that is not UTF-8 becomes one `?`. Some characters control a terminal: escape, a lone carriage return, the
//! controls that reorder bidirectional text. Each of them becomes as many `?` as it has bytes. Most files need no change, and are borrowed.
//!
//! Columns count characters from 1 ([`Columns`]). A byte-order mark is not counted: no editor shows it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use oclc_syntax::source::{ColumnUnit, Columns, FileId, Place, SourceFile, Sources, Span};

/// The place in words if the file is unknown.
pub(super) const UNKNOWN: &str = "<unknown>";

const BYTE_ORDER_MARK: char = '\u{feff}';

/// One file's text; see the head of this file.
#[derive(Debug)]
pub(super) struct SourceText<'a> {
    pub(super) name: String,
    pub(super) content: Cow<'a, str>,
    file: &'a SourceFile,
    columns: Columns,
}

impl<'a> SourceText<'a> {
    pub(super) fn new(file: &'a SourceFile) -> Self {
        let content = printable(&file.bytes);
        let columns = Columns::new(content.as_bytes(), ColumnUnit::Character);
        Self { name: one_line(&file.name), content, file, columns }
    }

    /// The line of the byte at `offset`, from 0.
    pub(super) fn line_index(&self, offset: usize) -> usize {
        self.file.line_index(u32::try_from(offset).unwrap_or(u32::MAX))
    }

    /// A line's bytes without its line ending; `None` past the last line.
    pub(super) fn line(&self, index: usize) -> Option<Range<usize>> {
        let range = self.file.line(index)?.range();
        let content = self.content.get(range.clone())?.trim_end_matches(['\n', '\r']);
        Some(range.start..range.start + content.len())
    }

    /// Line and column of the byte at `offset`, both from 1; the end of the file for an offset past it.
    pub(super) fn location(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.content.len());
        let line = self.line_index(offset);
        let start = self.file.line(line).map_or(offset, |span| span.start as usize);
        let mut column = self.columns.between(self.content.as_bytes(), start, offset) + 1;
        if line == 0 && column > 1 && self.content.starts_with(BYTE_ORDER_MARK) {
            column -= 1;
        }
        (line + 1, column)
    }

    /// The bytes of any span. The parts in the byte-order mark and past the end of the file are cut off, and a span that ends before its
    /// start is empty.
    pub(super) fn range(&self, span: Span) -> Range<usize> {
        let mark = if self.content.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
        let start = (span.start as usize).clamp(mark, self.content.len());
        start..(span.end as usize).clamp(start, self.content.len())
    }

    /// The lines and columns of the start and the end of [`Self::range`].
    pub(super) fn line_columns(&self, span: Span) -> [(usize, usize); 2] {
        let range = self.range(span);
        [range.start, range.end].map(|offset| self.location(offset))
    }
}

/// The texts of all files that `places` point into.
pub(super) fn texts(sources: &Sources, places: impl Iterator<Item = Place>) -> HashMap<FileId, SourceText<'_>> {
    let mut texts = HashMap::new();
    for place in places {
        if let Some(file) = sources.get(place.file) {
            texts.entry(place.file).or_insert_with(|| SourceText::new(file));
        }
    }
    texts
}

/// `name:line:column` of a place, or `<unknown>` if its file is unknown.
pub(super) fn locus(texts: &HashMap<FileId, SourceText<'_>>, place: Place) -> String {
    match texts.get(&place.file) {
        None => UNKNOWN.to_owned(),
        Some(text) => {
            let (line, column) = text.location(place.span.start as usize);
            format!("{}:{line}:{column}", text.name)
        }
    }
}

/// A name or a message as one line without control characters.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if is_harmful(c) || matches!(c, '\n' | '\r' | '\t') { '?' } else { c }).collect()
}

fn printable(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes)
        && !text.chars().any(is_harmful)
        && !bytes.windows(2).any(|pair| pair[0] == b'\r' && pair[1] != b'\n')
        && bytes.last() != Some(&b'\r')
    {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            let length = character.len_utf8();
            if is_harmful(character) || character == '\r' && bytes.get(at + 1) != Some(&b'\n') {
                text.extend(std::iter::repeat_n('?', length));
            } else {
                text.push(character);
            }
            at += length;
        }
        text.extend(std::iter::repeat_n('?', chunk.invalid().len()));
        at += chunk.invalid().len();
    }
    Cow::Owned(text)
}

/// Whether a terminal would obey the character. Carriage returns depend on the next character and are handled above.
fn is_harmful(character: char) -> bool {
    let reorders = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    reorders || character.is_control() && !matches!(character, '\t' | '\n' | '\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_text<R>(bytes: &[u8], check: impl FnOnce(&SourceText<'_>) -> R) -> R {
        let mut sources = Sources::default();
        let file = sources.add("k.cl".to_owned(), bytes.to_vec());
        let place = Place { file, span: Span::new(0, 0) };
        check(&texts(&sources, std::iter::once(place))[&file])
    }

    #[test]
    fn every_text_has_the_length_of_its_file() {
        for bytes in [
            &b"plain\n"[..],
            b"Latin-1 \xe9\xff\n",
            b"\xef\xbb\xbfmark",
            b"cut \xe2\x82",
            b"esc \x1b[31m \x7f \xc2\x9b",
            b"\xe2\x80\xae reordered",
            b"a\rb\r\nc\r",
        ] {
            with_text(bytes, |text| {
                assert_eq!(text.content.len(), bytes.len(), "{bytes:?}");
            });
        }
    }

    #[test]
    fn what_a_terminal_would_obey_is_replaced() {
        with_text(b"a\x1b[31m\rb\r\n\xc2\x9bc\td\xe9", |text| {
            assert_eq!(text.content, "a?[31m?b\r\n??c\td?");
        });
    }

    #[test]
    fn columns_count_characters_from_one() {
        with_text("é x\n∈y".as_bytes(), |text| {
            assert_eq!(text.location(3), (1, 3));
            assert_eq!(text.location(8), (2, 2));
            assert_eq!(text.location(1000), (2, 3));
        });
    }

    #[test]
    fn a_byte_order_mark_has_no_column() {
        with_text("\u{feff}ab\ncd".as_bytes(), |text| {
            assert_eq!(text.location(0), (1, 1));
            assert_eq!(text.location(3), (1, 1));
            assert_eq!(text.location(4), (1, 2));
            assert_eq!(text.location(7), (2, 2));
        });
    }

    #[test]
    fn a_region_is_in_its_file_and_ends_after_its_start() {
        with_text("\u{feff}ab\ncd".as_bytes(), |text| {
            let of = |start, end| {
                let span = Span::new(start, end);
                let [start, end] = text.line_columns(span);
                (text.range(span), start, end)
            };
            assert_eq!(of(4, 7), (4..7, (1, 2), (2, 2)));
            assert_eq!(of(0, 2), (3..3, (1, 1), (1, 1)));
            assert_eq!(of(7, 4), (7..7, (2, 2), (2, 2)));
            assert_eq!(of(8, 1000), (8..8, (2, 3), (2, 3)));
        });
    }

    #[test]
    fn columns_of_long_lines_agree_with_counting() {
        for length in [4095, 4096, 4097, 8192, 12288] {
            let line: String = "aé∈"
                .chars()
                .cycle()
                .scan(0, |bytes, c| {
                    *bytes += c.len_utf8();
                    (*bytes <= length).then_some(c)
                })
                .collect();
            with_text(line.as_bytes(), |text| {
                for (characters, (at, _)) in line.char_indices().enumerate() {
                    assert_eq!(text.location(at), (1, characters + 1));
                }
                assert_eq!(text.location(line.len()), (1, line.chars().count() + 1));
            });
        }
    }
}
