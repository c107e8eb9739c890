//! Places as people read them: a file, a line and a column.
//!
//! Lines and columns count from 1, and columns count characters. A byte that is not UTF-8 counts as one character, and a byte-order mark
//! does not count. These are the numbers in diagnostics and in reports.

use std::collections::HashMap;
use std::fmt;

use oclc_syntax::source::{FileId, Place, Sources};

use crate::text::{SourceText, one_line};

/// A line and a column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

/// A place as people read it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Location {
    /// The name of the file.
    pub file: String,
    /// The first character.
    pub start: LineColumn,
    /// The character after the last one.
    pub end: LineColumn,
}

impl Location {
    /// The location of a place. `sources` are those of its outcome; `None` if they have no such file.
    ///
    /// This reads the whole file. For many places, use [`Locations`].
    #[must_use]
    pub fn of(place: Place, sources: &Sources) -> Option<Self> {
        Locations::new(sources).of(place)
    }
}

/// Finds the locations of many places, and reads each file once.
#[derive(Debug)]
pub struct Locations<'a> {
    sources: &'a Sources,
    texts: HashMap<FileId, SourceText<'a>>,
}

impl<'a> Locations<'a> {
    /// For places of the outcome with these sources.
    #[must_use]
    pub fn new(sources: &'a Sources) -> Self {
        Self { sources, texts: HashMap::new() }
    }

    /// The location of a place; `None` if the sources have no such file.
    pub fn of(&mut self, place: Place) -> Option<Location> {
        let file = self.sources.get(place.file)?.name.clone();
        let text = self.text(place.file)?;
        let [start, end] = text.line_columns(place.span).map(|(line, column)| LineColumn { line, column });
        Some(Location { file, start, end })
    }

    /// The text of a file; `None` if the sources have no such file.
    pub(crate) fn text(&mut self, file: FileId) -> Option<&SourceText<'a>> {
        let source = self.sources.get(file)?;
        Some(self.texts.entry(file).or_insert_with(|| SourceText::new(source)))
    }
}

impl fmt::Display for Location {
    /// `kernel.cl:12:20`: the file with the line and the column of the first character.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, start: LineColumn { line, column }, .. } = self;
        write!(out, "{}:{line}:{column}", one_line(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oclc_syntax::source::Span;

    #[test]
    fn a_place_has_the_line_and_the_column_that_reports_have() {
        let mut sources = Sources::default();
        let file = sources.add("a\nb.cl".to_owned(), "é x\n∈y".as_bytes().to_vec());
        let location = Location::of(Place { file, span: Span::new(3, 8) }, &sources).expect("the file is there");
        assert_eq!(
            (location.start, location.end),
            (LineColumn { line: 1, column: 3 }, LineColumn { line: 2, column: 2 })
        );
        assert_eq!((location.to_string().as_str(), location.file.as_str()), ("a?b.cl:1:3", "a\nb.cl"));
        assert_eq!(Location::of(Place { file, span: Span::new(0, 0) }, &Sources::default()), None);
    }
}
