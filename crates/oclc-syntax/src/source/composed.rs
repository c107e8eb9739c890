//! Texts that are composed of others, and the mapping back to those.
//!
//! Some steps give the later stages another text to read than the one in the user's file: a file with its
//! includes put in place, the program inside raw strings, a loop that is expanded from a macro. What is found in such a
//! text must be shown in the file that the user wrote. So a [`Composed`] is built piece by piece, and remembers where
//! each piece comes from: a *copy* comes from the very bytes that it was copied from, *made* text from the one place
//! that is to be shown for it. The pieces lie in the order of the text, so a position is found by binary
//! search. Texts stack: if the pieces of a text are taken from another composed text, [`Composed::through`]
//! maps it back through that, and it is then composed of the original files itself.
//!
//! A text may have notes. A [`Note`] marks a point in the text. It takes no bytes, and moves with the byte before it.

use std::sync::Arc;

use super::{FileId, Place, SourceFile, Sources, Span};

/// A text made of pieces of other texts.
#[derive(Clone, Debug, Default)]
pub struct Composed {
    bytes: Bytes,
    pieces: Vec<ComposedPiece>,
    /// With their offsets, which never fall.
    notes: Vec<(u32, Note)>,
}

/// A mark that the maker of a text puts at a point in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The place that it concerns.
    pub place: Place,
    /// Its meaning, which only its maker knows.
    pub kind: u8,
}

/// The bytes of a text.
#[derive(Clone, Debug)]
enum Bytes {
    /// Its own, to which more can be added.
    Own(Vec<u8>),
    /// Bytes shared with a file.
    Shared(Arc<[u8]>),
}

impl Default for Bytes {
    fn default() -> Self {
        Self::Own(Vec::new())
    }
}

impl Bytes {
    fn all(&self) -> &[u8] {
        match self {
            Self::Own(bytes) => bytes,
            Self::Shared(bytes) => bytes,
        }
    }

    fn extend(&mut self, more: &[u8]) {
        if let Self::Shared(bytes) = self {
            *self = Self::Own(bytes.to_vec());
        }
        if let Self::Own(bytes) = self {
            bytes.extend_from_slice(more);
        }
    }
}

/// One piece; it ends where the next one starts. No piece is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ComposedPiece {
    start: u32,
    origin: Place,
    kind: PieceKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PieceKind {
    /// The bytes of the origin, one for one.
    Copy,
    /// Other bytes; the origin is shown for all of them.
    Made,
}

impl Composed {
    /// No text yet.
    #[must_use]
    pub const fn empty() -> Self {
        Self { bytes: Bytes::Own(Vec::new()), pieces: Vec::new(), notes: Vec::new() }
    }

    /// A file as it is.
    #[must_use]
    pub fn verbatim(sources: &Sources, file: FileId) -> Self {
        let bytes = &sources[file].bytes;
        let mut composed = Self::default();
        composed.begin(bytes, Place { file, span: Span::new(0, bytes.len() as u32) }, PieceKind::Copy);
        composed.bytes = Bytes::Shared(Arc::clone(bytes));
        composed
    }

    /// Appends the bytes of a place.
    pub fn copy(&mut self, sources: &Sources, place: Place) {
        let bytes = sources[place.file].slice(place.span);
        self.begin(bytes, place, PieceKind::Copy);
        self.bytes.extend(bytes);
    }

    /// Appends bytes of the main file of a run.
    pub fn copy_main(&mut self, file: &SourceFile, span: Span) {
        let bytes = file.slice(span);
        self.begin(bytes, Place { file: FileId::MAIN, span }, PieceKind::Copy);
        self.bytes.extend(bytes);
    }

    /// Appends text that is not in a file; findings in it are shown at `attributed_to`.
    pub fn made(&mut self, text: &[u8], attributed_to: Place) {
        self.begin(text, attributed_to, PieceKind::Made);
        self.bytes.extend(text);
    }

    /// Notes something at the end of the text so far.
    pub fn note(&mut self, note: Note) {
        self.notes.push((self.bytes().len() as u32, note));
    }

    /// All notes, each with the offset of its point.
    #[must_use]
    pub fn notes(&self) -> &[(u32, Note)] {
        &self.notes
    }

    /// The notes that go with a part of the text.
    fn notes_in(&self, part: Span) -> &[(u32, Note)] {
        // No byte is before the first one.
        let first = self.notes.partition_point(|(at, _)| *at <= part.start && *at > 0 || *at < part.start);
        let end = self.notes.partition_point(|(at, _)| *at <= part.end);
        &self.notes[first..end.max(first)]
    }

    /// Appends a part of another text; each piece of it keeps its origin.
    pub fn append(&mut self, other: &Self, part: Span) {
        let before = self.bytes().len() as u32;
        self.notes.extend(other.notes_in(part).iter().map(|(at, note)| (before + at - part.start, *note)));
        let mut start = part.start;
        while start < part.end {
            let Some(at) = other.piece_at(start) else { break };
            let end = other.piece_end(at).min(part.end);
            let span = Span::new(start, end);
            if span.is_empty() {
                break;
            }
            let bytes = &other.bytes()[span.range()];
            self.begin(bytes, other.part(at, span), other.pieces[at].kind);
            self.bytes.extend(bytes);
            start = end;
        }
    }

    /// Records a piece with the text `bytes`, unless it continues the last one.
    fn begin(&mut self, bytes: &[u8], origin: Place, kind: PieceKind) {
        if bytes.is_empty() {
            return;
        }
        let start = self.bytes().len() as u32;
        if let Some(last) = self.pieces.last_mut() {
            let goes_on = match kind {
                PieceKind::Copy => last.origin.file == origin.file && last.origin.span.end == origin.span.start,
                PieceKind::Made => last.origin == origin,
            };
            if last.kind == kind && goes_on {
                last.origin.span.end = origin.span.end;
                return;
            }
        }
        self.pieces.push(ComposedPiece { start, origin, kind });
    }

    /// The text.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.all()
    }

    /// The text once it is complete: a file that is read from it shares its bytes.
    #[must_use]
    pub fn complete(self) -> Self {
        let bytes = match self.bytes {
            Bytes::Own(bytes) => Bytes::Shared(bytes.into()),
            shared @ Bytes::Shared(_) => shared,
        };
        Self { bytes, ..self }
    }

    /// The bytes for a file that is read from this text.
    #[must_use]
    pub fn shared(&self) -> Arc<[u8]> {
        match &self.bytes {
            Bytes::Own(bytes) => bytes.as_slice().into(),
            Bytes::Shared(bytes) => Arc::clone(bytes),
        }
    }

    /// The number of bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes().len()
    }

    /// Whether it has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes().is_empty()
    }

    /// Where a part of the text comes from, piece by piece: the bytes of each, where those come from, and whether they
    /// are a copy.
    pub fn origins(&self, part: Span) -> impl Iterator<Item = (&[u8], Place, bool)> {
        let first = self.piece_at(part.start).unwrap_or(self.pieces.len());
        let pieces = (first..self.pieces.len()).take_while(move |&at| self.pieces[at].start < part.end);
        pieces.map(move |at| {
            let span = Span::new(self.pieces[at].start.max(part.start), self.piece_end(at).min(part.end));
            (&self.bytes()[span.range()], self.part(at, span), self.pieces[at].kind == PieceKind::Copy)
        })
    }

    /// Whether a span of the text is a copy of one span of a file.
    #[must_use]
    pub fn is_copy(&self, span: Span) -> bool {
        let mut origins = self.origins(span);
        matches!((origins.next(), origins.next()), (Some((_, _, true)), None))
    }

    /// The place of a span of the text in the files it was composed of.
    ///
    /// Exact for a span of copied bytes. One that runs over several pieces goes from the origin of its first byte to that
    /// of its last if these are in one file in that order; otherwise it is the part in its first piece. `None` if the
    /// text is empty.
    #[must_use]
    pub fn origin(&self, span: Span) -> Option<Place> {
        let first = self.piece_at(span.start)?;
        let begin = self.part(first, span);
        let last = self.piece_at(span.end.saturating_sub(1).max(span.start))?;
        if first == last {
            return Some(begin);
        }
        let end = self.part(last, span);
        let is_rising = begin.file == end.file && begin.span.end <= end.span.start;
        Some(if is_rising { Place { file: begin.file, span: begin.span.to(end.span) } } else { begin })
    }

    /// This text as one of the files that `base` was composed of, where [`FileId::MAIN`] among its own origins means
    /// the text of `base`. Origins in other files stay as they are.
    #[must_use]
    pub fn through(self, base: &Self) -> Self {
        let mut pieces = Vec::with_capacity(self.pieces.len());
        let home = |place: Place| match place.file {
            FileId::MAIN => base.origin(place.span).unwrap_or(place),
            _ => place,
        };
        let own = self.notes.iter().map(|(at, note)| (*at, Note { place: home(note.place), ..*note }));
        let mut notes: Vec<_> = own.collect();
        for (index, piece) in self.pieces.iter().enumerate() {
            if piece.origin.file != FileId::MAIN {
                pieces.push(*piece);
            } else if piece.kind == PieceKind::Made {
                pieces.push(ComposedPiece { origin: home(piece.origin), ..*piece });
            } else {
                let end = self.piece_end(index);
                let mut start = piece.start;
                let copied = base.notes_in(piece.origin.span).iter();
                notes.extend(copied.map(|(at, note)| (piece.start + at - piece.origin.span.start, *note)));
                while start < end {
                    let from = piece.origin.span.start + (start - piece.start);
                    let Some(at) = base.piece_at(from) else { break };
                    let length = (base.piece_end(at) - from).min(end - start);
                    let origin = base.part(at, Span::new(from, from + length));
                    pieces.push(ComposedPiece { start, origin, kind: base.pieces[at].kind });
                    start += length;
                }
            }
        }
        notes.sort_by_key(|(at, _)| *at);
        Self { bytes: self.bytes, pieces, notes }
    }

    /// The index of the piece that holds a byte; the last one for bytes past the end.
    fn piece_at(&self, offset: u32) -> Option<usize> {
        self.pieces.partition_point(|piece| piece.start <= offset).checked_sub(1)
    }

    fn piece_end(&self, index: usize) -> u32 {
        self.pieces.get(index + 1).map_or(self.bytes().len() as u32, |next| next.start)
    }

    /// Where that part of `span` that is in a piece comes from.
    fn part(&self, index: usize, span: Span) -> Place {
        let ComposedPiece { start, origin, kind } = self.pieces[index];
        if kind == PieceKind::Made {
            return origin;
        }
        let end = self.piece_end(index);
        let inside = |offset: u32| origin.span.start + (offset.clamp(start, end) - start);
        Place { file: origin.file, span: Span::new(inside(span.start), inside(span.end.max(span.start))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(texts: &[&str]) -> Sources {
        let mut sources = Sources::default();
        for text in texts {
            sources.add((*text).to_owned(), text.as_bytes().to_vec());
        }
        sources
    }

    fn ids(sources: &mut Sources) -> [FileId; 2] {
        [FileId::MAIN, sources.add("other".to_owned(), b"0123456789".to_vec())]
    }

    fn place(file: FileId, start: u32, end: u32) -> Place {
        Place { file, span: Span::new(start, end) }
    }

    #[test]
    fn copies_lead_back_byte_for_byte_and_made_text_to_its_one_place() {
        let mut sources = files(&["abcdefghij"]);
        let [main, other] = ids(&mut sources);
        let mut text = Composed::default();
        text.copy(&sources, place(main, 0, 4));
        text.made(b"#line", place(main, 4, 5));
        text.copy(&sources, place(other, 2, 6));
        text.copy(&sources, place(main, 5, 10));
        assert_eq!(text.bytes(), b"abcd#line2345fghij");
        assert_eq!(text.origin(Span::new(1, 3)), Some(place(main, 1, 3)));
        assert_eq!(text.origin(Span::new(6, 7)), Some(place(main, 4, 5)));
        assert_eq!(text.origin(Span::new(10, 12)), Some(place(other, 3, 5)));
        assert_eq!(text.origin(Span::new(13, 18)), Some(place(main, 5, 10)));
    }

    #[test]
    fn a_span_over_pieces_is_whole_where_they_rise_in_one_file() {
        let mut sources = files(&["abcdefghij"]);
        let [main, other] = ids(&mut sources);
        let mut text = Composed::default();
        text.copy(&sources, place(main, 0, 4));
        text.copy(&sources, place(other, 0, 2));
        text.copy(&sources, place(main, 6, 8));
        text.copy(&sources, place(main, 1, 3));
        assert_eq!(text.origin(Span::new(2, 7)), Some(place(main, 2, 7)));
        assert_eq!(text.origin(Span::new(2, 5)), Some(place(main, 2, 4)));
        assert_eq!(text.origin(Span::new(6, 10)), Some(place(main, 6, 8)));
    }

    #[test]
    fn empty_spans_and_those_past_the_end_have_a_place() {
        let sources = files(&["abcd"]);
        let text = Composed::verbatim(&sources, FileId::MAIN);
        assert_eq!(text.origin(Span::new(2, 2)), Some(place(FileId::MAIN, 2, 2)));
        assert_eq!(text.origin(Span::new(4, 4)), Some(place(FileId::MAIN, 4, 4)));
        assert_eq!(text.origin(Span::new(3, 90)), Some(place(FileId::MAIN, 3, 4)));
        assert_eq!(Composed::default().origin(Span::new(0, 0)), None);
    }

    #[test]
    fn adjacent_copies_are_one_piece() {
        let sources = files(&["abcdefghij"]);
        let mut text = Composed::default();
        text.copy(&sources, place(FileId::MAIN, 0, 4));
        text.copy(&sources, place(FileId::MAIN, 4, 4));
        text.copy(&sources, place(FileId::MAIN, 4, 10));
        assert_eq!(text.pieces.len(), 1);
        assert_eq!(text.origin(Span::new(2, 6)), Some(place(FileId::MAIN, 2, 6)));
    }

    #[test]
    fn a_part_of_a_text_keeps_its_origins() {
        let sources = files(&["abcdefghij"]);
        let mut text = Composed::default();
        text.copy(&sources, place(FileId::MAIN, 0, 4));
        text.made(b"MADE", place(FileId::MAIN, 4, 5));
        text.copy(&sources, place(FileId::MAIN, 5, 10));
        let mut part = Composed::default();
        part.append(&text, Span::new(2, 10));
        part.append(&text, Span::new(11, 90));
        assert_eq!(part.bytes(), b"cdMADEfgij");
        assert_eq!(part.origin(Span::new(1, 2)), Some(place(FileId::MAIN, 3, 4)));
        assert_eq!(part.origin(Span::new(3, 4)), Some(place(FileId::MAIN, 4, 5)));
        assert_eq!(part.origin(Span::new(8, 9)), Some(place(FileId::MAIN, 8, 9)));
    }

    #[test]
    fn a_note_goes_with_the_byte_before_it() {
        let sources = files(&["abcdefghij"]);
        let note = |kind| Note { place: place(FileId::MAIN, 1, 2), kind };
        let mut text = Composed::default();
        text.note(note(0));
        text.copy(&sources, place(FileId::MAIN, 0, 4));
        text.note(note(1));
        text.copy(&sources, place(FileId::MAIN, 4, 8));
        text.note(note(2));
        let notes = |text: &Composed| text.notes().iter().map(|(at, note)| (*at, note.kind)).collect::<Vec<_>>();
        assert_eq!(notes(&text), [(0, 0), (4, 1), (8, 2)]);
        for (start, end, expected) in [
            (0, 8, &[(0, 0), (4, 1), (8, 2)][..]),
            (0, 4, &[(0, 0), (4, 1)]),
            (3, 8, &[(1, 1), (5, 2)]),
            (4, 8, &[(4, 2)]),
            (4, 4, &[]),
            (0, 0, &[(0, 0)]),
        ] {
            let mut part = Composed::default();
            part.append(&text, Span::new(start, end));
            assert_eq!(notes(&part), expected, "{start}..{end}");
            // The same from a file that is read from the text.
            let step = files(&["abcdefgh"]);
            let mut copied = Composed::default();
            copied.copy(&step, place(FileId::MAIN, start, end));
            let copied = copied.through(&text);
            if start < end {
                assert_eq!(notes(&copied), expected, "{start}..{end}");
            }
        }
    }

    #[test]
    fn texts_stack() {
        let mut sources = files(&["abcdefghij"]);
        let [main, other] = ids(&mut sources);
        let mut flat = Composed::default();
        flat.copy(&sources, place(main, 0, 3));
        flat.made(b"##", place(main, 3, 4));
        flat.copy(&sources, place(other, 0, 5));
        // abc##01234; the next step reads it as its own main file.
        let step = files(&["abc##01234", "macro"]);
        let included = step.iter().nth(1).map(|_| other).unwrap();
        let mut lowered = Composed::default();
        lowered.copy(&step, place(main, 1, 7));
        lowered.made(b"MADE", place(main, 8, 9));
        lowered.made(b"FAR", place(included, 0, 5));
        lowered.copy(&step, place(main, 9, 10));
        let text = lowered.through(&flat);
        assert_eq!(text.bytes(), b"bc##01MADEFAR4");
        assert_eq!(text.origin(Span::new(0, 2)), Some(place(main, 1, 3)));
        assert_eq!(text.origin(Span::new(3, 4)), Some(place(main, 3, 4)));
        assert_eq!(text.origin(Span::new(4, 6)), Some(place(other, 0, 2)));
        assert_eq!(text.origin(Span::new(7, 8)), Some(place(other, 3, 4)));
        assert_eq!(text.origin(Span::new(11, 12)), Some(place(other, 0, 5)));
        assert_eq!(text.origin(Span::new(13, 14)), Some(place(other, 4, 5)));
    }
}
