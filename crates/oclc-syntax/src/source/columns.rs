//! Columns of a text in characters, or in units of UTF-16.
//!
//! A file may be one long line with thousands of findings, and columns must not cost the product of the two. So the units
//! before every [`STRIDE`] bytes are kept, and a column costs two strides at most.

const STRIDE: usize = 4096;

/// What a column counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnUnit {
    /// Bytes.
    Byte,
    /// Characters.
    Character,
    /// Units of UTF-16.
    Utf16,
}

impl ColumnUnit {
    /// Every character begins with one byte, and those of four bytes have two units. Bytes that are not UTF-8 are counted in
    /// some way: their encoding is not known.
    fn count(self, utf8: &[u8]) -> usize {
        let characters = || utf8.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        match self {
            Self::Byte => utf8.len(),
            Self::Character => characters(),
            Self::Utf16 => characters() + utf8.iter().filter(|&&byte| byte >= 0xf0).count(),
        }
    }
}

/// How many units are before each place of one text.
#[derive(Clone, Debug)]
pub struct Columns {
    unit: ColumnUnit,
    /// Units before each multiple of `STRIDE`; empty if units are bytes.
    before: Vec<usize>,
}

impl Columns {
    /// Those of a text.
    #[must_use]
    pub fn new(text: &[u8], unit: ColumnUnit) -> Self {
        let mut before = Vec::new();
        if unit != ColumnUnit::Byte && !text.is_ascii() {
            before.push(0);
            before.extend(text.chunks(STRIDE).scan(0, |sum, block| {
                *sum += unit.count(block);
                Some(*sum)
            }));
        }
        Self { unit, before }
    }

    /// The units between two offsets of the same text.
    #[must_use]
    pub fn between(&self, text: &[u8], start: usize, end: usize) -> usize {
        self.before(text, end).saturating_sub(self.before(text, start))
    }

    fn before(&self, text: &[u8], offset: usize) -> usize {
        let Some(before) = self.before.get(offset / STRIDE) else { return offset };
        before + self.unit.count(&text[offset - offset % STRIDE..offset])
    }
}
