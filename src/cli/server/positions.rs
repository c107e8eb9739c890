//! Offsets in a text, and positions as editors count them.
//!
//! A position is a line and a column from 0. A line ends with `\n`, `\r\n` or `\r` alone; the rest of clunroll does not end a line at a
//! lone `\r`, so lines are counted here. A column counts bytes, or units of UTF-16: client and server agree on one of them when they start
//! ([`Encoding`]).
//!
//! A position costs a search among the lines ([`Columns`]). Only a position that an editor sends makes the server read a line
//! from its beginning, once for each message.

use std::ops::Range as Offsets;

use lsp_types::{Position, PositionEncodingKind, Range};
use oclc_syntax::source::{ColumnUnit, Columns, Span};

/// The unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16, which every client supports.
    #[default]
    Utf16,
}

impl Encoding {
    /// The better of the encodings that a client offers.
    pub(super) fn among(offered: Option<&[PositionEncodingKind]>) -> Self {
        if offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)) {
            Self::Utf8
        } else {
            Self::Utf16
        }
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn length(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
        }
    }
}

/// Where the lines of a text begin.
#[derive(Debug)]
pub(super) struct LineStarts {
    encoding: Encoding,
    /// In bytes. Every text has a first line.
    starts: Vec<usize>,
    columns: Columns,
}

impl LineStarts {
    pub(super) fn of(text: &[u8], encoding: Encoding) -> Self {
        let ends = memchr::memchr2_iter(b'\n', b'\r', text);
        let ends = ends.filter(|&at| text[at] == b'\n' || text.get(at + 1) != Some(&b'\n'));
        let starts = std::iter::once(0).chain(ends.map(|at| at + 1)).collect();
        let unit = if encoding == Encoding::Utf16 { ColumnUnit::Utf16 } else { ColumnUnit::Byte };
        Self { encoding, starts, columns: Columns::new(text, unit) }
    }

    /// The position of an offset in the same text; for an offset past the end, the position of the end.
    pub(super) fn position(&self, text: &[u8], offset: usize) -> Position {
        let offset = offset.min(text.len());
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let column = self.columns.between(text, self.starts[line], offset);
        Position::new(line as u32, column as u32)
    }

    /// The positions of a span of the same text.
    pub(super) fn range(&self, text: &[u8], span: Span) -> Range {
        self.range_of(text, span.range())
    }

    pub(super) fn range_of(&self, text: &[u8], offsets: Offsets<usize>) -> Range {
        Range::new(self.position(text, offsets.start), self.position(text, offsets.end.max(offsets.start)))
    }

    /// The offset of a position in the same text.
    ///
    /// A position past the end of its line means that end; one past the last line, the end of the text; one within a character, the
    /// beginning of the character.
    pub(super) fn offset(&self, text: &str, position: Position) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else { return text.len() };
        let end = self.starts.get(position.line as usize + 1).copied().unwrap_or(text.len());
        let line = text[start..end].trim_end_matches(['\r', '\n']);
        let mut left = position.character as usize;
        for (at, character) in line.char_indices() {
            match left.checked_sub(self.encoding.length(character)) {
                Some(rest) if left > 0 => left = rest,
                _ => return start + at,
            }
        }
        start + line.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Converts the offset of each character to a position and back.
    fn goes_and_returns(text: &str, encoding: Encoding) {
        let lines = LineStarts::of(text.as_bytes(), encoding);
        for (offset, character) in text.char_indices() {
            let position = lines.position(text.as_bytes(), offset);
            let is_end = character == '\n' && text[..offset].ends_with('\r');
            if !is_end {
                assert_eq!(lines.offset(text, position), offset, "{text:?} {position:?}");
            }
        }
    }

    #[test]
    fn positions_lead_back_in_both_encodings() {
        for text in ["", "a", "é∈𝄞x\r\nb\rc\n\n", "\r\r\n\n\r", "𝄞𝄞\n𝄞", &"é𝄞".repeat(5000)] {
            goes_and_returns(text, Encoding::Utf8);
            goes_and_returns(text, Encoding::Utf16);
        }
    }

    #[test]
    fn columns_count_what_was_agreed_on() {
        let text = "x\né𝄞y";
        let at = |encoding| LineStarts::of(text.as_bytes(), encoding).position(text.as_bytes(), 2 + 2 + 4);
        assert_eq!(at(Encoding::Utf8), Position::new(1, 6));
        assert_eq!(at(Encoding::Utf16), Position::new(1, 3));
    }

    #[test]
    fn a_position_that_is_not_there_is_the_nearest_before() {
        let text = "ab\r\n𝄞";
        let lines = LineStarts::of(text.as_bytes(), Encoding::Utf16);
        assert_eq!(lines.offset(text, Position::new(0, 99)), 2);
        assert_eq!(lines.offset(text, Position::new(7, 0)), text.len());
        assert_eq!(lines.offset(text, Position::new(1, 1)), 4, "between the two halves");
        assert_eq!(lines.offset(text, Position::new(1, 2)), text.len());
        assert_eq!(lines.offset(text, Position::new(u32::MAX, u32::MAX)), text.len());
    }

    #[test]
    fn a_lone_carriage_return_ends_a_line() {
        let text = b"a\rb\r\nc";
        let lines = LineStarts::of(text, Encoding::Utf8);
        assert_eq!(lines.position(text, 2), Position::new(1, 0));
        assert_eq!(lines.position(text, 5), Position::new(2, 0));
    }
}
