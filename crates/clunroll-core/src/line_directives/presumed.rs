//! The presumed line and file of a line in a file, according to the author's own `#line`s.
//!
//! A file may declare that it was made from another one. Messages then refer to that file, with or without clunroll. A `#line` in a
//! conditional counts as read; a `#line` whose number a macro makes does not.

use std::rc::Rc;

use super::{LineNumberChange, TextStart, line_directive_name, read_line};
use oclc_syntax::lex::{Punct, lex};
use oclc_syntax::source::{FileId, SourceFile};

/// The line numbers of one file.
#[derive(Debug)]
pub(super) struct Presumed {
    /// The file's own name as in `#line`.
    name: Rc<str>,
    /// For each change: the line, counted from 0, from which on it applies, the difference of the numbers, and the name that is given.
    changes: Vec<(usize, i64, Option<Rc<str>>)>,
}

impl Presumed {
    pub(super) fn of(file: &SourceFile, start: TextStart) -> Self {
        let name = line_directive_name(&file.name);
        let name = match start {
            TextStart::OfFile => name,
            // A parenthesis could end a raw string.
            TextStart::InLiteral => name.replace(')', "\\051"),
        };
        let mut presumed = Self { name: name.into(), changes: Vec::new() };
        if memchr::memmem::find(&file.bytes, b"#").is_some() {
            presumed.read(file);
        }
        presumed
    }

    fn read(&mut self, file: &SourceFile) {
        let tokens = lex(FileId::MAIN, &file.bytes);
        for line in tokens.chunk_by(|_, next| !next.at_line_start) {
            if !line[0].is(Punct::Hash) {
                continue;
            }
            if let Some(LineNumberChange::Number(number, name)) = read_line(&file.bytes, line) {
                let next = file.line_index(line[line.len() - 1].span.end) + 1;
                let name = name.or_else(|| self.changes.last().and_then(|(.., name)| name.clone()));
                self.changes.push((next, number - (next as i64 + 1), name));
            }
        }
    }

    fn change(&self, line: usize) -> Option<&(usize, i64, Option<Rc<str>>)> {
        let behind = self.changes.partition_point(|(from, ..)| *from <= line);
        behind.checked_sub(1).map(|at| &self.changes[at])
    }

    /// The number and the file's name for messages about an offset.
    pub(super) fn position(&self, file: &SourceFile, offset: u32) -> (i64, Rc<str>) {
        let line = file.line_index(offset);
        let own = (line as i64 + 1, Rc::clone(&self.name));
        self.change(line)
            .map_or(own.clone(), |(_, ahead, name)| (own.0 + ahead, name.as_ref().map_or(own.1, Rc::clone)))
    }

    /// Whether messages use the file's own name.
    pub(super) fn is_own_name(&self, file: &SourceFile, offset: u32) -> bool {
        self.change(file.line_index(offset)).is_none_or(|(.., name)| name.is_none())
    }
}
