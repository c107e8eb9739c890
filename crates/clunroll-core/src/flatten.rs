//! One text for a file and all files that it includes in quotes (`--flatten`).
//!
//! `clCreateProgramWithSource` takes one text and has no folder to search for others. An `#include` means nothing but the text of its file,
//! so the flat text is made by putting the files in place, each as often as it is included: conditionals and macros stay and keep working
//! in the final compile. A file that the final compile would not read is not put in place: one that is to be read once and surely has been
//! read ([`Fate::Spent`]). The lines of a guard are removed if its condition is surely true ([`Inclusion::guard_lines`]): in a flat text it
//! would look like a condition of the host. Its macro stays. Angle brackets name files of the compiler, and stay. So do some other includes
//! ([`staying`]).
//!
//! `#line` lines report the position to the compiler. They are before each file and after it, so that messages (and `__LINE__` and
//! `__FILE__`) are those of the separate files. A compiler counts the lines of a branch that it does not take, and ignores the `#line`s in
//! it. So there is also one after each branch in which a file was put in place.
//!
//! The walk goes over the directives of a [`Unit`] in the order in which they were read. Each belongs to the file on top of a stack; an
//! `#include` that was read puts its file on top, until all directives in it have passed. A *silent* file is followed and not written: it
//! comes after an `#include` that stays.

mod staying;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::line_directives::{LineNumberChange, line_directive_name, read_line};
use clunroll_rules::{Finding, FlattenObstacle, NotFlattened, StaysIncluded};
use oclc_syntax::limits::MAX_SOURCE;
use oclc_syntax::preprocess::{Directive, DirectiveKind, Fate, GroupId, Inclusion, Moment, PLACE_WORDS, Unit, Unread};
use oclc_syntax::source::{Composed, FileId, Place, SourceFile, Span};

/// The flat text of a unit, composed of its files, and the includes that stay although their files were found.
#[must_use]
pub fn flatten(unit: &Unit, line_end: &str) -> (Composed, Vec<Finding>) {
    if let Some(obstacle) = obstacle(unit) {
        let finding = include_of_main(unit).map(|include| not_flattened(unit, include, obstacle));
        return (Composed::verbatim(&unit.sources, FileId::MAIN), finding.into_iter().collect());
    }
    let mut flattener = Flattener {
        unit,
        line_end,
        staying: staying::files(unit),
        text: Composed::default(),
        findings: Vec::new(),
        frames: Vec::new(),
    };
    flattener.frames.push(OpenFile::new(FileId::MAIN, usize::MAX, false));
    let mut inclusions = unit.inclusions().iter().peekable();
    for (index, directive) in unit.directives.iter().enumerate() {
        let inclusion = inclusions.next_if(|inclusion| inclusion.directive == index);
        flattener.directive(index, directive, inclusion);
        flattener.close_finished(index + 1);
    }
    flattener.rest();
    (flattener.text, flattener.findings)
}

/// The finding that an include stays.
fn not_flattened(unit: &Unit, inclusion: &Inclusion, obstacle: impl Into<FlattenObstacle>) -> Finding {
    let place = unit.include_operand(inclusion);
    let name = String::from_utf8_lossy(unit.sources[place.file].slice(place.span)).into_owned();
    Finding::of_file(place, StaysIncluded { name, obstacle: obstacle.into() })
}

/// The first include of the main file itself that would be put in place without the obstacle.
fn include_of_main(unit: &Unit) -> Option<&Inclusion> {
    unit.inclusions().iter().find(|inclusion| {
        let was_found =
            !matches!(inclusion.fate, Fate::Standard(_) | Fate::Unread(Unread::Missing(_) | Unread::Unnamed));
        was_found && unit.include_operand(inclusion).file == FileId::MAIN && unit.is_quoted(inclusion)
    })
}

/// The finding about a text in a raw string, where nothing is put in place.
#[must_use]
pub fn in_raw_string(unit: &Unit) -> Option<Finding> {
    include_of_main(unit).map(|include| not_flattened(unit, include, NotFlattened::InRawString))
}

/// The obstacle to flattening the whole file.
fn obstacle(unit: &Unit) -> Option<FlattenObstacle> {
    // The final compile knows which inclusion is the first, as long as it handles the includes itself: it always reads files in angle
    // brackets.
    let perhaps = Fate::Unread(Unread::PerhapsBefore);
    let is_perhaps = |inclusion: &&Inclusion| inclusion.fate == perhaps && unit.is_quoted(inclusion);
    if let Some(inclusion) = unit.inclusions().iter().find(is_perhaps) {
        return Some(FlattenObstacle {
            why: NotFlattened::PerhapsBefore,
            place: Some(unit.include_operand(inclusion)),
        });
    }
    if let Some(place) = unknown_lines(unit) {
        return Some(FlattenObstacle { why: NotFlattened::LinesUnknown, place: Some(place) });
    }
    unit.all_tokens().find_map(|token| {
        let word = PLACE_WORDS.into_iter().find(|word| unit.is_word(token, word))?;
        Some(FlattenObstacle { why: NotFlattened::AsksForPlace(word), place: Some(token.place()) })
    })
}

/// A `#line` of a file that includes others, if a condition decides whether it counts, or a macro gives its number. Then the line number
/// after the included text is unknown.
fn unknown_lines(unit: &Unit) -> Option<Place> {
    let read = unit.inclusions().iter().filter(|inclusion| matches!(inclusion.fate, Fate::Read(_)));
    let includers: HashSet<FileId> =
        read.map(|inclusion| unit.line(&unit.directives[inclusion.directive])[0].file).collect();
    let others = unit.directives.iter().enumerate().filter(|(_, directive)| directive.kind == DirectiveKind::Other);
    let mut of_includers = others.filter(|(_, directive)| includers.contains(&unit.line(directive)[0].file));
    let unknown = of_includers.find(|&(index, directive)| {
        let line = unit.line(directive);
        match read_line(&unit.sources[line[0].file].bytes, line) {
            Some(LineNumberChange::Number(..)) => {
                let includer = unit.inclusion_around(index);
                let of_file = includer.map_or(GroupId::ROOT, |inclusion| unit.directives[inclusion.directive].group);
                !unit.groups.encloses(directive.group, of_file)
            }
            Some(LineNumberChange::Unknown) => true,
            None => false,
        }
    });
    unknown.map(|(_, directive)| unit.directive_place(directive))
}

/// A file that is being put in place.
#[derive(Debug)]
struct OpenFile {
    file: FileId,
    /// The offset up to which it has been written.
    at: u32,
    is_silent: bool,
    /// The number of the unit's directives that have passed when it is done.
    end: Moment,
    /// The offset of line numbers after a `#line` of its own, and the name that it gives.
    shift: i64,
    name: Option<Rc<str>>,
    /// The operator by which it is read once.
    once: Option<Span>,
    /// The guard's last line, if it is removed.
    last_line: Option<Span>,
    /// The conditionals around the current position, each with whether a file was put in place in it.
    conditionals: Vec<bool>,
    /// The `#line` line that its includer needs after it.
    resume: Option<(String, Place)>,
}

impl OpenFile {
    fn new(file: FileId, end: Moment, is_silent: bool) -> Self {
        let conditionals = Vec::new();
        Self {
            file,
            at: 0,
            is_silent,
            end,
            shift: 0,
            name: None,
            once: None,
            last_line: None,
            conditionals,
            resume: None,
        }
    }
}

struct Flattener<'u> {
    unit: &'u Unit,
    line_end: &'u str,
    staying: HashMap<FileId, FlattenObstacle>,
    text: Composed,
    findings: Vec<Finding>,
    /// The open files. The main file is at the bottom, so there is always one.
    frames: Vec<OpenFile>,
}

impl Flattener<'_> {
    fn source(&self, file: FileId) -> &SourceFile {
        &self.unit.sources[file]
    }

    fn directive(&mut self, index: usize, directive: &Directive, inclusion: Option<&Inclusion>) {
        let line = self.unit.line(directive);
        let (start, end) = (line[0].span.start, line[line.len() - 1].span.end);
        if self.frames.last().is_none_or(|frame| frame.file != line[0].file) {
            // An include of the command line is not in a file.
            self.frames.push(OpenFile::new(line[0].file, inclusion.map_or(index + 1, |inclusion| inclusion.end), true));
        }
        let Some(frame) = self.frames.last() else { return };
        let is_main = frame.file == FileId::MAIN;
        let is_silent = frame.is_silent;
        match (directive.kind, inclusion) {
            (DirectiveKind::Include, Some(inclusion)) => {
                let is_in_place = !is_silent && self.unit.is_quoted(inclusion);
                match &inclusion.fate {
                    Fate::Read(file) => self.include(directive, inclusion, *file, is_in_place),
                    Fate::Spent(_) if is_in_place => self.drop(start, end),
                    Fate::Unread(unread) if is_in_place => self.unread(inclusion, unread),
                    Fate::Spent(_) | Fate::Standard(_) | Fate::Unread(_) => {}
                }
            }
            (DirectiveKind::Pragma, _) if !is_silent && !is_main && self.unit.is_pragma_once(directive) => {
                self.drop(start, end);
            }
            (DirectiveKind::Other, _) => self.renumber(directive, end),
            (kind, _) if kind.is_conditional() => self.conditional(directive, end),
            _ => {}
        }
    }

    /// Notes a conditional, and adds the `#line` line that is needed after a branch in which a file was put in place.
    fn conditional(&mut self, directive: &Directive, end: u32) {
        let place = self.unit.directive_place(directive);
        let Some(frame) = self.frames.last_mut() else { return };
        if directive.kind.begins_chain() {
            frame.conditionals.push(false);
            return;
        }
        let Some(&has_file) = frame.conditionals.last() else { return };
        if directive.kind == DirectiveKind::Endif {
            frame.conditionals.pop();
            if let Some(around) = frame.conditionals.last_mut() {
                *around |= has_file;
            }
        }
        // The last line of a guard is removed, and the text inside the guard is always read.
        let is_guard = frame.last_line.is_some_and(|line| line.end == end);
        if has_file && !frame.is_silent && !is_guard {
            self.copy_until(end);
            if let Some((at, Some(line))) = self.text_after(end) {
                self.text.made(format!("{}{line}", self.line_end).as_bytes(), place);
                self.go_on_at(at);
            }
        }
    }

    fn go_on_at(&mut self, at: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.at = at;
        }
    }

    /// The offset at which the file on top goes on after a directive, and the `#line` line for the text there, if there is any.
    fn text_after(&self, end: u32) -> Option<(u32, Option<String>)> {
        let frame = self.frames.last()?;
        let source = &self.unit.sources[frame.file];
        // A comment may follow the directive on its line, and may have several lines.
        let rest = &source.bytes[end as usize..];
        let blank = rest.iter().take_while(|byte| is_white_space(**byte)).count();
        let goes_on_behind = match rest.get(blank) {
            Some(b'\n') => blank + 1,
            None => blank,
            Some(_) => 0,
        };
        let at = end + goes_on_behind as u32;
        if at as usize == source.bytes.len() {
            return Some((at, None));
        }
        let number = source.line_index(at) as i64 + 1 + frame.shift;
        let name = frame.name.clone().unwrap_or_else(|| line_directive_name(&source.name).into());
        Some((at, Some(format!("#line {} {name}{}", number.max(0), self.line_end))))
    }

    /// Notes a `#line` in a file.
    fn renumber(&mut self, directive: &Directive, end: u32) {
        let line = self.unit.line(directive);
        let source = self.source(line[0].file);
        let Some(LineNumberChange::Number(number, name)) = read_line(&source.bytes, line) else { return };
        let next_line = source.line_index(end) as i64 + 2;
        let Some(frame) = self.frames.last_mut() else { return };
        frame.shift = number - next_line;
        if name.is_some() {
            frame.name = name;
        }
    }

    /// Notes an `#include` that stays because its file was found and not read.
    fn unread(&mut self, inclusion: &Inclusion, unread: &Unread) {
        let why = match unread {
            Unread::Missing(_) | Unread::Unnamed => return,
            Unread::Unreadable(_) => NotFlattened::Unreadable,
            Unread::Itself => NotFlattened::Itself,
            Unread::TooDeep | Unread::TooMuch => NotFlattened::TooMuch,
            Unread::PerhapsBefore => NotFlattened::PerhapsBefore,
        };
        self.findings.push(not_flattened(self.unit, inclusion, why));
    }

    /// Follows an `#include` into its file.
    fn include(&mut self, directive: &Directive, inclusion: &Inclusion, file: FileId, is_in_place: bool) {
        let length = self.source(file).bytes.len();
        let staying = self.staying.get(&file);
        let has_room = self.text.bytes().len() + length <= MAX_SOURCE;
        if let (true, Some(&obstacle)) = (is_in_place, staying) {
            self.findings.push(not_flattened(self.unit, inclusion, obstacle));
        } else if is_in_place && !has_room {
            self.findings.push(not_flattened(self.unit, inclusion, NotFlattened::TooMuch));
        }
        let is_silent = !(is_in_place && staying.is_none() && has_room);
        let mut frame = OpenFile::new(file, inclusion.end, is_silent);
        if !is_silent {
            frame.at = if self.source(file).bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
            frame.once = inclusion.once_operator;
            frame.resume = self.open(directive, file);
        }
        self.frames.push(frame);
        // A file that could not be read may have read this one, and may have defined the guard.
        let is_sure = self.unit.unread_include(inclusion.directive).is_none();
        if let (true, Some([first, last])) = (is_sure && !is_silent, inclusion.guard_lines) {
            self.drop(first.start, first.end);
            if let Some(frame) = self.frames.last_mut() {
                frame.last_line = Some(last);
            }
        }
    }

    /// Writes the text before an `#include`, and the `#line` line that takes its place; returns the one that is needed after the file.
    fn open(&mut self, directive: &Directive, file: FileId) -> Option<(String, Place)> {
        let line = self.unit.line(directive);
        let (start, end) = (line[0].span.start, line[line.len() - 1].span.end);
        let place = self.unit.directive_place(directive);
        // A comment may come before it, as before any directive.
        self.copy_until(start);
        let name = line_directive_name(&self.source(file).name);
        self.text.made(format!("#line 1 {name}{}", self.line_end).as_bytes(), place);
        if let Some(around) = self.frames.last_mut().and_then(|frame| frame.conditionals.last_mut()) {
            *around = true;
        }
        let (at, line) = self.text_after(end)?;
        self.go_on_at(at);
        line.map(|line| (line, place))
    }

    /// Writes the file on top up to an offset.
    fn copy_until(&mut self, end: u32) {
        let Some(frame) = self.frames.last_mut() else { return };
        if let Some(once) = frame.once.take_if(|once| once.end <= end) {
            self.drop(once.start, once.end);
            return self.copy_until(end);
        }
        let span = Span::new(frame.at.min(end), end);
        frame.at = end;
        let file = frame.file;
        self.text.copy(&self.unit.sources, Place { file, span });
    }

    /// Removes a directive, but not its line: the lines keep their numbers.
    fn drop(&mut self, start: u32, end: u32) {
        self.copy_until(start);
        let Some(frame) = self.frames.last_mut() else { return };
        let file = frame.file;
        frame.at = end;
        // A directive may have several lines itself.
        let directive = self.unit.sources[file].slice(Span::new(start, end));
        let breaks = self.line_end.repeat(memchr::memchr_iter(b'\n', directive).count());
        self.text.made(breaks.as_bytes(), Place { file, span: Span::new(start, end) });
    }

    /// Ends the files on top whose directives have all passed. [`Flattener::rest`] ends the main file.
    fn close_finished(&mut self, passed: Moment) {
        while let Some(frame) = self.frames.last().filter(|frame| frame.end <= passed) {
            if !frame.is_silent {
                self.close();
            }
            self.frames.pop();
        }
    }

    /// Writes the remaining text of the file on top, ends its last line, and adds the `#line` line at which its includer goes on.
    fn close(&mut self) {
        if let Some(line) = self.frames.last().and_then(|frame| frame.last_line) {
            self.drop(line.start, line.end);
        }
        self.rest();
        let Some(frame) = self.frames.last_mut() else { return };
        let file = frame.file;
        let resume = frame.resume.take();
        let bytes = &self.unit.sources[file].bytes;
        let end = bytes.len() as u32;
        let place = Place { file, span: Span::new(end, end) };
        let is_ended = bytes.is_empty() || bytes.ends_with(b"\n") || bytes.ends_with(b"\r");
        // A file that ends in a splice must not be spliced to the text after it.
        let is_spliced = bytes.trim_ascii_end().ends_with(b"\\");
        let breaks = usize::from(!is_ended) + usize::from(is_spliced);
        self.text.made(self.line_end.repeat(breaks).as_bytes(), place);
        if let Some((line, place)) = resume {
            self.text.made(line.as_bytes(), place);
        }
    }

    fn rest(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let end = self.source(frame.file).bytes.len() as u32;
        self.copy_until(end);
    }
}

const fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c')
}

#[cfg(test)]
mod tests;
