//! Trees of text, and writing them.
//!
//! A tree's leaves are spans of the source, copied byte for byte, and made text. An inner node can shift its part to
//! another indentation: of each line that begins in it, the prefix `from` becomes `to`. Shifts nest, so that an inner
//! loop is rendered as if it stood where it was, and moves along when the outer one copies it. Lines that begin
//! inside a token (a string that a splice runs through) and directives at the left margin are never shifted.

use crate::source::{SourceFile, Span};

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

/// Writes a tree. `protected` tells of an offset whether the line that begins there begins inside a token.
#[must_use]
pub fn write(text: &Text, file: &SourceFile, line_end: &str, protected: &dyn Fn(u32) -> bool) -> Vec<u8> {
    let mut writer = Writer { file, line_end, protected, shifts: Vec::new(), output: Vec::new(), indent: None };
    writer.text(text);
    writer.flush_indent();
    writer.output
}

struct Writer<'a> {
    file: &'a SourceFile,
    line_end: &'a str,
    protected: &'a dyn Fn(u32) -> bool,
    shifts: Vec<(&'a str, &'a str)>,
    output: Vec<u8>,
    /// At the start of a line: the leading white space that was read so far.
    indent: Option<Vec<u8>>,
}

impl<'a> Writer<'a> {
    fn text(&mut self, text: &'a Text) {
        match text {
            Text::Source(span) => self.source(*span),
            Text::Made(made) => self.made(made),
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

    fn source(&mut self, span: Span) {
        if self.shifts.is_empty() && self.indent.is_none() {
            self.output.extend_from_slice(self.file.slice(span));
            return;
        }
        for (offset, &byte) in self.file.slice(span).iter().enumerate() {
            self.byte(byte);
            if byte == b'\n' && (self.protected)(span.start + offset as u32 + 1) {
                self.indent = None;
            }
        }
    }

    fn made(&mut self, made: &str) {
        for byte in made.bytes() {
            if byte == b'\n' {
                self.line_end.bytes().for_each(|byte| self.byte(byte));
            } else {
                self.byte(byte);
            }
        }
    }

    fn byte(&mut self, byte: u8) {
        match (&mut self.indent, byte) {
            (_, b'\n') => {
                self.output.push(b'\n');
                self.indent = (!self.shifts.is_empty()).then(Vec::new);
            }
            (Some(indent), b' ' | b'\t') => indent.push(byte),
            // A line without text gets no white space, and a directive at the margin stays there.
            (Some(_), b'\r') => self.start_line_with(byte),
            (Some(indent), b'#') if indent.is_empty() => self.start_line_with(byte),
            (Some(_), _) => {
                self.flush_indent();
                self.output.push(byte);
            }
            (None, _) => self.output.push(byte),
        }
    }

    fn start_line_with(&mut self, byte: u8) {
        self.indent = None;
        self.output.push(byte);
    }

    fn flush_indent(&mut self) {
        let Some(indent) = self.indent.take() else { return };
        let mut shifted = indent;
        for (from, to) in self.shifts.iter().rev() {
            if let Some(rest) = shifted.strip_prefix(from.as_bytes()) {
                shifted = [to.as_bytes(), rest].concat();
            }
        }
        self.output.extend_from_slice(&shifted);
    }
}
