//! `#line` lines, by which messages of the final compile point into the user's own files.
//!
//! ```text
//!     { const int x = x_base + 1; sum += row[x]; }
//! #line 17
//!     { const int x = x_base + 2; sum += row[x]; }
//! ```
//!
//! This is the last step. [`Composed`] maps every byte of the output to its origin, so it gives the line that each line should have in a
//! message. The step counts along the line that a compiler would give it. Where the two differ, a `#line` is inserted. Only whole lines are
//! inserted, so the output without them is the output without this step.
//!
//! - A line with copied text gets the number of that text's line; if several lines meet, of the first one. A line of made text gets the
//!   number of its loop's line, unless it contains no word (a brace).
//! - The compiler counts the lines of branches that it does not take, and ignores the `#line`s in them. So after `#else` and `#endif` it
//!   continues from its position at the `#if`, or at the end of the branch that it took; if these differ, a new `#line` follows.
//! - The author's own `#line`s, and those of a flat text, have the same effect here as in a compiler, both on the requested numbers
//!   ([`presumed`]) and on the counted ones.
//! - No line is inserted where it would not be read as a directive, or would separate what belongs together ([`lines`]). The next line that
//!   may have one gets it.

mod lines;
mod presumed;

use std::collections::HashMap;
use std::rc::Rc;

use self::lines::{Line, LineKind};
use self::presumed::Presumed;
use oclc_syntax::lex::{Token, TokenKind, text};
use oclc_syntax::source::{Composed, FileId, Place, Replacement, Sources, Span, recomposed};

/// The start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStart {
    /// The first line of a file, whose number compilers know.
    OfFile,
    /// A place in a host, in a string literal. The compiler does not know that file, and its input may contain more than the text.
    InLiteral,
}

/// The position that a compiler presumes for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PresumedLine {
    /// The file's name as in `#line`; `None` until a `#line` gives one.
    name: Option<Rc<str>>,
    /// The difference between the line's number and its place in the output.
    ahead: i64,
}

/// A conditional whose `#endif` the counting has not passed.
struct OpenConditional {
    /// The compiler's position if it has taken no branch.
    not_taken: Option<PresumedLine>,
    /// The compiler's position at the end of each branch.
    ends: Vec<Option<PresumedLine>>,
    has_else: bool,
}

/// The changes to a text together with the `#line` lines that its result needs.
#[must_use]
pub fn with_line_directives(
    files: &Sources,
    text: &Composed,
    replacements: Vec<Replacement>,
    start: TextStart,
) -> Vec<Replacement> {
    let whole = Span::new(0, text.len() as u32);
    let output = recomposed(text, whole, replacements.iter().map(|one| (one.span, &one.text)));
    let line_end = if text.bytes().split(|&byte| byte == b'\n').next().is_some_and(|line| line.ends_with(b"\r")) {
        "\r\n"
    } else {
        "\n"
    };
    let mut numbering = Numbering {
        files,
        output: &output,
        line_end,
        start,
        presumed: HashMap::new(),
        position: (start == TextStart::OfFile).then_some(PresumedLine { name: None, ahead: 1 }),
        conditionals: Vec::new(),
        inserted: Vec::new(),
    };
    numbering.run();
    let inserted = std::mem::take(&mut numbering.inserted);
    put_in(replacements, inserted)
}

/// A line to insert.
struct Inserted {
    /// The offset of the output before which it is inserted.
    at: u32,
    text: String,
    /// The place that it names.
    place: Place,
}

struct Numbering<'a> {
    files: &'a Sources,
    output: &'a Composed,
    line_end: &'a str,
    start: TextStart,
    presumed: HashMap<FileId, Presumed>,
    /// The compiler's position; `None` if it depends on a condition, or is unknown.
    position: Option<PresumedLine>,
    conditionals: Vec<OpenConditional>,
    inserted: Vec<Inserted>,
}

impl Numbering<'_> {
    fn run(&mut self) {
        let lines = lines::scan(self.output.bytes());
        for (index, line) in lines.iter().enumerate() {
            // A `#line` in a branch that is not taken has no effect on the directive that ends the branch.
            let is_end = matches!(line.kind, LineKind::Branch { .. } | LineKind::End);
            if line.is_free
                && !is_end
                && let Some(place) = self.origin(lines[line.decided_by].span)
            {
                self.number(index, line, place);
            }
            self.pass(index, &line.kind);
        }
    }

    /// The place that a line of the output comes from.
    fn origin(&self, line: Span) -> Option<Place> {
        let mut made = None;
        for (bytes, place, is_copy) in self.output.origins(line) {
            let Some(first) = bytes.iter().position(|byte| !byte.is_ascii_whitespace()) else { continue };
            if is_copy {
                let start = place.span.start + first as u32;
                return Some(Place { file: place.file, span: Span::new(start, place.span.end) });
            }
            let has_word = bytes.iter().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
            made = made.or(has_word.then_some(place));
        }
        made
    }

    /// Inserts a `#line` before a line that comes from `place`, unless the compiler already has the right position.
    fn number(&mut self, index: usize, line: &Line, place: Place) {
        let (files, start) = (self.files, self.start);
        let Some(file) = files.get(place.file) else { return };
        let presumed = self.presumed.entry(place.file).or_insert_with(|| Presumed::of(file, start));
        let (number, name) = presumed.position(file, place.span.start);
        let number = number - (line.decided_by - index) as i64;
        if number < 1 {
            return;
        }
        let in_output = |inserted: usize| (index + inserted) as i64;
        let before = self.inserted.len();
        if let Some(position) = &self.position {
            let is_own = place.file == FileId::MAIN && presumed.is_own_name(file, place.span.start);
            let is_same_name = position.name.as_ref().map_or(is_own, |known| *known == name);
            if is_same_name && position.ahead + in_output(before) == number {
                return;
            }
        }
        let is_known = self.position.as_ref().is_some_and(|position| position.name.as_ref() == Some(&name));
        let shown = if is_known { String::new() } else { format!(" {name}") };
        let text = format!("#line {number}{shown}{}", self.line_end);
        self.inserted.push(Inserted { at: line.span.start, text, place });
        self.position = Some(PresumedLine { name: Some(name), ahead: number - in_output(before + 1) });
    }

    /// Updates the compiler's position after a line.
    fn pass(&mut self, index: usize, kind: &LineKind) {
        match kind {
            LineKind::Other => {}
            LineKind::Begin => self.conditionals.push(OpenConditional {
                not_taken: self.position.clone(),
                ends: Vec::new(),
                has_else: false,
            }),
            LineKind::Branch { is_else } => {
                if let Some(conditional) = self.conditionals.last_mut() {
                    conditional.has_else |= is_else;
                    conditional.ends.push(std::mem::replace(&mut self.position, conditional.not_taken.clone()));
                }
            }
            LineKind::End => {
                if let Some(OpenConditional { not_taken, ends, has_else }) = self.conditionals.pop() {
                    let others = ends.iter().chain((!has_else).then_some(&not_taken));
                    if others.into_iter().any(|other| *other != self.position) {
                        self.position = None;
                    }
                }
            }
            LineKind::Line(LineNumberChange::Unknown) => self.position = None,
            LineKind::Line(LineNumberChange::Number(number, told)) => {
                let before = self.position.take();
                // Without a name, the previous name stays.
                if told.is_some() || before.is_some() {
                    let name = told.clone().or_else(|| before.and_then(|position| position.name));
                    let next = (index + self.inserted.len() + 1) as i64;
                    self.position = Some(PresumedLine { name, ahead: number - next });
                }
            }
        }
    }
}

/// The effect of a `#line` on the next line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineNumberChange {
    /// Its number, and the file's name as it is written, if it is given.
    Number(i64, Option<Rc<str>>),
    /// A macro gives the number.
    Unknown,
}

/// Reads a directive as `#line`; `None` for another directive.
// "#" [ "line" ] number [ string ]
pub fn read_line(bytes: &[u8], directive: &[Token]) -> Option<LineNumberChange> {
    let (first, rest) = directive.get(1..)?.split_first()?;
    let number = match first.kind {
        TokenKind::Number => first,
        TokenKind::Identifier if text(bytes, first) == "line" => match rest.first() {
            Some(number) if number.kind == TokenKind::Number => number,
            _ => return Some(LineNumberChange::Unknown),
        },
        _ => return None,
    };
    let Ok(value) = text(bytes, number).parse::<u32>() else { return Some(LineNumberChange::Unknown) };
    let name = directive.iter().find(|token| token.kind == TokenKind::String);
    Some(LineNumberChange::Number(i64::from(value), name.map(|token| text(bytes, token).into())))
}

/// The spelling of a name in `#line`.
pub fn line_directive_name(name: &str) -> String {
    let mut text = String::from('"');
    let mut last = ' ';
    for character in name.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            // Two question marks may begin a trigraph.
            '?' if last == '?' => text.push_str("\\?"),
            _ if character.is_control() => text.push('?'),
            _ => text.push(character),
        }
        last = character;
    }
    text.push('"');
    text
}

/// Inserts lines into the result of replacements: into the text of a replacement, or as replacements of their own.
fn put_in(replacements: Vec<Replacement>, inserted: Vec<Inserted>) -> Vec<Replacement> {
    let mut result = Vec::new();
    let mut inserted = inserted.into_iter().peekable();
    // The difference between offsets in the output and in the text.
    let mut moved = 0_i64;
    let alone = |Inserted { at, text, place }: Inserted, moved: i64| {
        let at = (i64::from(at) - moved) as u32;
        Replacement::made(Span::new(at, at), text.as_bytes(), place, None)
    };
    for Replacement { span, text, request, condition } in replacements {
        let start = (i64::from(span.start) + moved) as u32;
        while let Some(before) = inserted.next_if(|line| line.at < start) {
            result.push(alone(before, moved));
        }
        let mut new = Composed::default();
        let mut at = 0;
        while let Some(line) = inserted.next_if(|line| line.at < start + text.len() as u32) {
            // Text that begins with a note has it once, after a line before all of it.
            if line.at > start {
                new.append(&text, Span::new(at, line.at - start));
            }
            new.made(line.text.as_bytes(), line.place);
            at = line.at - start;
        }
        new.append(&text, Span::new(at, text.len() as u32));
        moved += text.len() as i64 - span.len() as i64;
        result.push(Replacement { span, text: new, request, condition });
    }
    result.extend(inserted.map(|line| alone(line, moved)));
    result
}
