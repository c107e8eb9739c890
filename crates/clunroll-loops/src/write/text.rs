//! Trees of text, and writing them.
//!
//! A tree's leaves are spans of the source, copied byte for byte, and made text. An inner node can shift its part to another
//! indentation: in each line that begins in it, the prefix `from` becomes `to`. Shifts nest: an inner loop is rendered at
//! its original place, and moves along when the outer one copies it. A line is never shifted if it is a directive at the
//! left margin, or begins inside a token or inside the mark of a comment that a splice runs through. After any splice, white space at the start
//! of a line neither comes nor goes.
//!
//! The output records its origin ([`Composed`]): the origin of copied text is its own bytes, that of made text is the text
//! that it replaces ([`Text::InPlaceOf`]). A test or a step that is written again beside a copy of the body counts as made:
//! if they share a line, the line belongs to the body.

use crate::layout::moved_indentation;
use oclc_syntax::lex;
use oclc_syntax::source::{Composed, FileId, Note, Place, PresenceCondition, Replacement, SourceFile, Span};

/// A piece of output.
#[derive(Clone, Debug)]
pub enum Text {
    /// Bytes of the source.
    Source(Span),
    /// Bytes of the source that are repeated beside others: a line with both belongs to the others.
    Repeated(Span),
    /// Text that clunroll makes; its line ends are `\n`.
    Made(String),
    /// One after the other.
    Sequence(Vec<Text>),
    /// Moved to another indentation.
    Shifted(Box<Shifted>),
    /// Text in place of a part of the source; that part is the origin of made text in it.
    InPlaceOf(Span, Box<Text>),
    /// Text in which some parts of the source are not there.
    Without(Box<CutText>),
    /// A conditional of two branches that clunroll makes.
    Conditional(Box<Conditional>),
    /// The end of a line, unless a line begins there anyway.
    LineBreak,
    /// No text, but a note.
    Note(Note),
}

/// A conditional of two branches.
#[derive(Clone, Debug)]
pub struct Conditional {
    /// When its first branch is compiled.
    pub condition: PresenceCondition,
    /// All of it, from the line end before its `#if` on.
    pub text: Text,
}

/// A text without some parts of the source, wherever it copies them. The parts are in rising order and do not overlap.
#[derive(Clone, Debug)]
pub struct CutText {
    /// The parts that are left out.
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
    /// The text in place of a loop that has vanished.
    pub const NOTHING: Self = Self::Sequence(Vec::new());

    /// Whether it is the text of a loop that has vanished.
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
            Self::Conditional(conditional) => conditional.text.any(of_source, of_made),
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
            Self::Conditional(conditional) => conditional.text.remove_start(start),
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
            Self::Conditional(conditional) => conditional.text.remove_line_end(),
            Self::Source(_)
            | Self::Repeated(_)
            | Self::Shifted(_)
            | Self::InPlaceOf(..)
            | Self::Without(_)
            | Self::LineBreak
            | Self::Note(_) => {}
        }
    }

    /// A conditional of two branches.
    pub(crate) fn conditional(condition: PresenceCondition, text: Self) -> Self {
        Self::Conditional(Box::new(Conditional { condition, text }))
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
            Self::Conditional(mut conditional) => {
                conditional.text = conditional.text.without_notes();
                Self::Conditional(conditional)
            }
            Self::Source(_) | Self::Repeated(_) | Self::Made(_) | Self::LineBreak => self,
        }
    }

    /// A text whose lines begin with `to` where they began with `from`.
    pub(crate) fn shifted(from: String, to: &str, text: Self) -> Self {
        Self::Shifted(Box::new(Shifted { from, to: to.to_owned(), text }))
    }
}

/// Writes a tree in the place of `replaced`, a part of the main file. `protected` says whether the line that begins at an
/// offset may begin inside a token or a comment.
#[must_use]
pub fn write(
    text: &Text,
    replaced: Span,
    file: &SourceFile,
    line_end: &str,
    protected: &dyn Fn(u32) -> bool,
) -> Replacement {
    let mut writer = TextWriter {
        file,
        line_end,
        protected,
        shifts: Vec::new(),
        replaced,
        cuts: &[],
        output: Composed::default(),
        condition: None,
        indent: None,
    };
    writer.text(text);
    writer.flush_indent();
    Replacement { span: replaced, text: writer.output, request: None, condition: writer.condition }
}

struct TextWriter<'a> {
    file: &'a SourceFile,
    line_end: &'a str,
    protected: &'a dyn Fn(u32) -> bool,
    shifts: Vec<(&'a str, &'a str)>,
    /// The origin of made text.
    replaced: Span,
    /// The parts that are not copied.
    cuts: &'a [Span],
    output: Composed,
    /// The condition of the conditional that the output begins with.
    condition: Option<PresenceCondition>,
    /// At the start of a line: the leading white space that was read so far.
    indent: Option<Vec<u8>>,
}

/// Where the bytes of a run come from.
#[derive(Clone, Copy)]
enum Origin {
    /// From this offset of the source, as a copy.
    Source(u32),
    /// From there, as a repetition.
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
            Text::Conditional(conditional) => {
                if self.output.bytes().trim_ascii().is_empty() {
                    self.condition.get_or_insert_with(|| conditional.condition.clone());
                }
                self.text(&conditional.text);
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

    /// Writes a part of a line; `at` is its distance from its origin.
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
        let mut shifted = indent.clone();
        for (from, to) in self.shifts.iter().rev() {
            if let Some(moved) = moved_indentation(&shifted, from.as_bytes(), to.as_bytes()) {
                shifted = moved;
            }
        }
        // After a splice, `sizeof` and `x` would become one token, or `+x` in an argument of `#` would become ` +x`.
        if shifted.is_empty() != indent.is_empty() && lex::ends_in_splice(self.output.bytes()) {
            shifted = indent;
        }
        self.output.made(&shifted, in_main(self.replaced));
    }
}

const fn in_main(span: Span) -> Place {
    Place { file: FileId::MAIN, span }
}
