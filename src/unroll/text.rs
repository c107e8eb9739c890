//! Trees of text, and writing them.
//!
//! A tree's leaves are spans of the source, copied byte for byte, and made text. An inner node can shift its part to
//! another indentation: of each line that begins in it, the prefix `from` becomes `to`. Shifts nest, so that an inner
//! loop is rendered as if it stood where it was, and moves along when the outer one copies it. Lines that begin
//! inside a token (a string that a splice runs through) and directives at the left margin are never shifted.

use crate::source::{Composed, FileId, Place, Replacement, Sources, Span};

/// A piece of output.
#[derive(Clone, Debug)]
pub enum Text {
    /// Bytes of the source.
    Source(Span),
    /// Text that clunroll makes; its line ends are `\n`.
    Made(String),
    /// One after the other.
    Sequence(Vec<Text>),
    /// Moved to another indentation.
    Shifted {
        /// The leading white space that lines of the text have.
        from: String,
        /// The leading white space that they get instead.
        to: String,
        /// The text.
        text: Box<Text>,
    },
}

impl Text {
    /// Made text.
    pub fn made(text: impl Into<String>) -> Self {
        Self::Made(text.into())
    }
}

/// Writes a tree that stands in the place of `span` of the main file. `protected` tells of an offset whether the line that
/// begins there begins inside a token.
#[must_use]
pub fn write(
    text: &Text,
    span: Span,
    sources: &Sources,
    line_end: &str,
    protected: &dyn Fn(u32) -> bool,
) -> Replacement {
    let place = Place { file: FileId::MAIN, span };
    let output = Composed::default();
    let mut writer = Writer { sources, place, line_end, protected, shifts: Vec::new(), output, indent: None };
    writer.text(text);
    writer.flush_indent();
    Replacement { span, text: writer.output }
}

struct Writer<'a> {
    sources: &'a Sources,
    /// What is shown for made text.
    place: Place,
    line_end: &'a str,
    protected: &'a dyn Fn(u32) -> bool,
    shifts: Vec<(&'a str, &'a str)>,
    output: Composed,
    /// At the start of a line: the leading white space that was read so far.
    indent: Option<Vec<u8>>,
}

impl<'a> Writer<'a> {
    fn text(&mut self, text: &'a Text) {
        match text {
            Text::Source(span) => self.lines(self.sources[FileId::MAIN].slice(*span), Some(span.start)),
            Text::Made(made) => self.lines(made.replace('\n', self.line_end).as_bytes(), None),
            Text::Sequence(parts) => parts.iter().for_each(|part| self.text(part)),
            Text::Shifted { from, to, text } => {
                // The white space before it on its line is not its own.
                self.flush_indent();
                self.shifts.push((from, to));
                self.text(text);
                self.shifts.pop();
            }
        }
    }

    /// Writes bytes line by line; `origin` is where they stand in the main file, unless they are made.
    fn lines(&mut self, bytes: &[u8], origin: Option<u32>) {
        if self.shifts.is_empty() && self.indent.is_none() {
            self.put(bytes, origin);
            return;
        }
        let mut at = 0;
        while at < bytes.len() {
            if let Some(indent) = &mut self.indent {
                let blanks = bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                indent.extend_from_slice(&bytes[at..at + blanks]);
                at += blanks;
                match bytes.get(at) {
                    None => return,
                    // A line without text gets no white space, and a directive at the margin stays there.
                    Some(b'\n' | b'\r') => self.indent = None,
                    Some(b'#') if indent.is_empty() => self.indent = None,
                    Some(_) => self.flush_indent(),
                }
            }
            let line = &bytes[at..];
            let line = memchr::memchr(b'\n', line).map_or(line, |end| &line[..=end]);
            self.put(line, origin.map(|origin| origin + at as u32));
            at += line.len();
            if line.ends_with(b"\n") {
                let is_protected = origin.is_some_and(|origin| (self.protected)(origin + at as u32));
                self.indent = (!self.shifts.is_empty() && !is_protected).then(Vec::new);
            }
        }
    }

    fn put(&mut self, bytes: &[u8], origin: Option<u32>) {
        match origin {
            Some(start) => {
                let span = Span::new(start, start + bytes.len() as u32);
                self.output.copy(self.sources, Place { file: FileId::MAIN, span });
            }
            None => self.output.made(bytes, self.place),
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
        self.output.made(&shifted, self.place);
    }
}
