//! Trees of text, and writing them.
//!
//! A tree's leaves are spans of the source, copied byte for byte, and made text. An inner node can shift its part to
//! another indentation: of each line that begins in it, the prefix `from` becomes `to`. Shifts nest, so that an inner
//! loop is rendered as if it stood where it was, and moves along when the outer one copies it. Lines that begin
//! inside a token or the mark of a comment that a splice runs through, and directives at the left margin are never shifted.
//!
//! What is written knows where it comes from ([`Composed`]): copied text stands for its own bytes, made text for what
//! it replaces ([`Text::InPlaceOf`]). A part of the loop's header that is written once more beside a copy of the body, a
//! test or a step, counts as made: where the two share a line, the line is the body's.

use oclc_syntax::source::{Composed, FileId, Note, Place, SourceFile, Span};

/// A piece of output.
#[derive(Clone, Debug)]
pub enum Text {
    /// Bytes of the source.
    Source(Span),
    /// Bytes of the source that are said again beside others: a line that holds both is not theirs.
    Repeated(Span),
    /// Text that clunroll makes; its line ends are `\n`.
    Made(String),
    /// One after the other.
    Sequence(Vec<Text>),
    /// Moved to another indentation.
    Shifted(Box<Shifted>),
    /// Text that stands in the place of a part of the source; what is made in it stands for that part.
    InPlaceOf(Span, Box<Text>),
    /// Text in which some parts of the source are not there.
    Without(Box<Without>),
    /// The end of a line, unless a line begins there anyway.
    LineBreak,
    /// No text, but a note.
    Note(Note),
}

/// A text without some parts of the source, wherever it copies them. The parts are in rising order and do not overlap.
#[derive(Clone, Debug)]
pub struct Without {
    /// What is not there.
    pub cuts: Vec<Span>,
    /// The text.
    pub text: Text,
}

/// A text at another indentation. There is one for each copy of a body, so that a [`Text`] is as small without it as can be.
#[derive(Clone, Debug)]
pub struct Shifted {
    /// The leading white space that lines of the text have.
    pub from: String,
    /// The leading white space that they get instead.
    pub to: String,
    /// The text.
    pub text: Text,
}

impl Text {
    /// What stands in the place of a loop that has vanished.
    pub const NOTHING: Self = Self::Sequence(Vec::new());

    /// Whether it stands in the place of a loop that has vanished.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        match self {
            Self::Sequence(parts) => parts.iter().all(Self::is_nothing),
            Self::Note(_) => true,
            _ => false,
        }
    }

    /// Made text.
    pub fn made(text: impl Into<String>) -> Self {
        Self::Made(text.into())
    }

    /// Whether something is true of a part of the source in it, or of a made text.
    #[must_use]
    pub fn any(&self, of_source: &dyn Fn(Span) -> bool, of_made: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Self::Source(span) | Self::Repeated(span) => of_source(*span),
            Self::Made(made) => of_made(made),
            Self::Sequence(parts) => parts.iter().any(|part| part.any(of_source, of_made)),
            Self::Shifted(shifted) => shifted.text.any(of_source, of_made),
            Self::InPlaceOf(_, text) => text.any(of_source, of_made),
            Self::Without(without) => without.text.any(of_source, of_made),
            Self::LineBreak | Self::Note(_) => false,
        }
    }

    /// Takes away the made text that it begins with.
    pub fn remove_start(&mut self, start: &str) {
        match self {
            Self::Made(made) => {
                if let Some(rest) = made.strip_prefix(start) {
                    *made = rest.to_owned();
                }
            }
            Self::Sequence(parts) => {
                if let Some(first) = parts.iter_mut().find(|part| !part.is_nothing()) {
                    first.remove_start(start);
                }
            }
            Self::Source(_)
            | Self::Repeated(_)
            | Self::Shifted(_)
            | Self::InPlaceOf(..)
            | Self::Without(_)
            | Self::LineBreak
            | Self::Note(_) => {}
        }
    }

    /// Takes away the made line end that it ends with.
    pub fn remove_line_end(&mut self) {
        match self {
            Self::Made(made) => {
                if made.ends_with('\n') {
                    made.pop();
                }
            }
            Self::Sequence(parts) => {
                if let Some(last) = parts.iter_mut().rev().find(|part| !part.is_nothing()) {
                    last.remove_line_end();
                }
            }
            Self::Source(_)
            | Self::Repeated(_)
            | Self::Shifted(_)
            | Self::InPlaceOf(..)
            | Self::Without(_)
            | Self::LineBreak
            | Self::Note(_) => {}
        }
    }

    /// The same without what is noted in it.
    #[must_use]
    pub fn without_notes(self) -> Self {
        match self {
            Self::Note(_) => Self::NOTHING,
            Self::Sequence(parts) => Self::Sequence(parts.into_iter().map(Self::without_notes).collect()),
            Self::Shifted(mut shifted) => {
                shifted.text = shifted.text.without_notes();
                Self::Shifted(shifted)
            }
            Self::InPlaceOf(span, text) => Self::InPlaceOf(span, Box::new(text.without_notes())),
            Self::Without(mut without) => {
                without.text = without.text.without_notes();
                Self::Without(without)
            }
            Self::Source(_) | Self::Repeated(_) | Self::Made(_) | Self::LineBreak => self,
        }
    }

    /// A text whose lines begin with `to` where they began with `from`.
    pub fn shifted(from: String, to: &str, text: Self) -> Self {
        Self::Shifted(Box::new(Shifted { from, to: to.to_owned(), text }))
    }
}

/// Writes a tree that stands in the place of `replaced`, a part of the main file. `protected` tells of an offset whether
/// the line that begins there may begin inside something.
#[must_use]
pub fn write(
    text: &Text,
    replaced: Span,
    file: &SourceFile,
    line_end: &str,
    protected: &dyn Fn(u32) -> bool,
) -> Composed {
    let mut writer = TextWriter {
        file,
        line_end,
        protected,
        shifts: Vec::new(),
        replaced,
        cuts: &[],
        output: Composed::default(),
        indent: None,
    };
    writer.text(text);
    writer.flush_indent();
    writer.output
}

struct TextWriter<'a> {
    file: &'a SourceFile,
    line_end: &'a str,
    protected: &'a dyn Fn(u32) -> bool,
    shifts: Vec<(&'a str, &'a str)>,
    /// What made text stands for.
    replaced: Span,
    /// What is not copied.
    cuts: &'a [Span],
    output: Composed,
    /// At the start of a line: the leading white space that was read so far.
    indent: Option<Vec<u8>>,
}

/// Where the bytes of a run come from.
#[derive(Clone, Copy)]
enum Origin {
    /// From this offset of the source, as a copy.
    Source(u32),
    /// From there, to be said again.
    Repeated(u32),
    /// They are made.
    Made,
}

impl<'a> TextWriter<'a> {
    fn text(&mut self, text: &'a Text) {
        match text {
            Text::Source(span) => {
                self.uncut(*span, |writer, part| writer.bytes(writer.file.slice(part), Origin::Source(part.start)));
            }
            Text::Repeated(span) => {
                self.uncut(*span, |writer, part| writer.bytes(writer.file.slice(part), Origin::Repeated(part.start)));
            }
            Text::Made(made) => self.made(made),
            Text::Note(note) => self.output.note(*note),
            Text::Sequence(parts) => parts.iter().for_each(|part| self.text(part)),
            Text::Shifted(shifted) => {
                // The white space before it on its line is not its own.
                self.flush_indent();
                self.shifts.push((&shifted.from, &shifted.to));
                self.text(&shifted.text);
                self.shifts.pop();
            }
            Text::InPlaceOf(span, text) => {
                let around = std::mem::replace(&mut self.replaced, *span);
                self.text(text);
                self.replaced = around;
            }
            Text::Without(without) => {
                let around = std::mem::replace(&mut self.cuts, &without.cuts);
                self.text(&without.text);
                self.cuts = around;
            }
            Text::LineBreak => {
                let before = match self.output.bytes() {
                    [] => (self.replaced.start as usize).checked_sub(1).map(|at| self.file.bytes[at]),
                    [.., last] => Some(*last),
                };
                if before.is_some_and(|byte| byte != b'\n') {
                    self.made("\n");
                }
            }
        }
    }

    /// Writes the parts of a span that are not cut out.
    fn uncut(&mut self, span: Span, mut write: impl FnMut(&mut Self, Span)) {
        let mut at = span.start;
        let first = self.cuts.partition_point(|cut| cut.end <= span.start);
        for cut in self.cuts[first..].iter().take_while(|cut| cut.start < span.end) {
            if at < cut.start {
                write(self, Span::new(at, cut.start));
            }
            at = cut.end;
        }
        if at < span.end {
            write(self, Span::new(at, span.end));
        }
    }

    fn made(&mut self, made: &str) {
        for line in made.split_inclusive('\n') {
            let text = line.strip_suffix('\n');
            self.bytes(text.unwrap_or(line).as_bytes(), Origin::Made);
            if text.is_some() {
                self.bytes(self.line_end.as_bytes(), Origin::Made);
            }
        }
    }

    /// Writes bytes line by line: the white space that a line begins with is kept back until its first other byte.
    fn bytes(&mut self, bytes: &[u8], origin: Origin) {
        let mut at = 0;
        while at < bytes.len() {
            if let Some(indent) = &mut self.indent {
                let blanks = bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                indent.extend_from_slice(&bytes[at..at + blanks]);
                at += blanks;
                match bytes.get(at) {
                    None => return,
                    // A line without text gets no white space, and a directive at the margin stays there.
                    Some(b'\r' | b'\n') => self.indent = None,
                    Some(b'#') if indent.is_empty() => self.indent = None,
                    Some(_) => self.flush_indent(),
                }
            }
            let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length + 1);
            self.run(&bytes[at..end], origin, at as u32);
            if bytes[end - 1] == b'\n' {
                let is_protected = match origin {
                    Origin::Source(start) | Origin::Repeated(start) => (self.protected)(start + end as u32),
                    Origin::Made => false,
                };
                self.indent = (!self.shifts.is_empty() && !is_protected).then(Vec::new);
            }
            at = end;
        }
    }

    /// Writes a part of a line; `at` is how far it stands behind its origin.
    fn run(&mut self, bytes: &[u8], origin: Origin, at: u32) {
        let span = |start: u32| Span::new(start + at, start + at + bytes.len() as u32);
        match origin {
            Origin::Source(start) => self.output.copy_main(self.file, span(start)),
            Origin::Repeated(start) => self.output.made(bytes, in_main(span(start))),
            Origin::Made => self.output.made(bytes, in_main(self.replaced)),
        }
    }

    fn flush_indent(&mut self) {
        let Some(indent) = self.indent.take() else { return };
        let mut shifted = indent;
        for (from, to) in self.shifts.iter().rev() {
            if let Some(rest) = shifted.strip_prefix(from.as_bytes()) {
                shifted = [to.as_bytes(), rest].concat();
            }
        }
        self.output.made(&shifted, in_main(self.replaced));
    }
}

const fn in_main(span: Span) -> Place {
    Place { file: FileId::MAIN, span }
}
