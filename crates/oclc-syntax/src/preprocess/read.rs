//! Tokens of files become code and directives (C99 6.10).
//!
//! A line that begins with `#` is a directive; all other tokens are code. Both are entered in the order in which a compiler
//! reads them, included files where their `#include` stands. Of the branches of a conditional those are passed over that no
//! configuration takes: of these nothing counts but where their conditionals begin and end. The main file is entered token by
//! token as it is lexed. An included file has been lexed before, most often for another text ([`IncludedFile`]), and mostly holds
//! long stretches of code, which are copied as such.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;

use super::groups::Groups;
use super::included_files::{IncludedFiles, Lexed};
use super::macros::MacroTable;
use crate::host::{HostOptions, MacroElsewhere, MacroOption, NoIncludes};
use crate::lex;
use crate::limits::MAX_READINGS;
use crate::source::Sources;
use std::ops::Range;

use super::conditions::Condition;
use super::configuration::Configuration;
use super::directives::{Directive, DirectiveKind, is_pragma_once};
use super::groups::Consequences;
use super::include::IncludeReader;
use super::included_files::IncludedFile;
use super::moment::{GroupId, Point};
use super::truth::Truth;
use super::unit::Unit;
use crate::lex::Token;
use crate::source::FileId;

/// How far the reading of a file has come.
#[derive(Debug)]
struct ReadState {
    /// The group that the text belongs to; `None` in a branch that is not read.
    group: Option<GroupId>,
    /// Conditionals that stand in a branch that is not read.
    skipped: usize,
    /// Nothing has been read yet, and a first directive is a guard that is met for the first time.
    may_be_guard: bool,
}

impl ReadState {
    const fn of(group: GroupId) -> Self {
        Self { group: Some(group), skipped: 0, may_be_guard: false }
    }

    const fn is_read(&self) -> bool {
        self.group.is_some()
    }
}

impl Unit {
    /// Reads `source` and the files that it includes.
    pub fn read(source: impl Into<Arc<[u8]>>, options: &HostOptions<'_>, files: &mut IncludedFiles<'_>) -> Self {
        Self::read_shared(&source.into(), options, files)
    }

    /// Reads a text of which nothing is told, and which finds no other files.
    pub fn alone(text: impl Into<Arc<[u8]>>) -> Self {
        Self::read(text, &HostOptions::default(), &mut IncludedFiles::new(&mut NoIncludes, &Lexed::default()))
    }

    /// Reads a text once, or again: which names change has a say in what an include that could not be read may define, and is known
    /// when all has been read.
    fn read_shared(source: &Arc<[u8]>, options: &HostOptions<'_>, files: &mut IncludedFiles<'_>) -> Self {
        let mut changing = FxHashSet::default();
        for _ in 0..MAX_READINGS {
            let unit = Self::read_once(source, options, files, Some(changing.clone()));
            if unit.leaves_known_file_unread() {
                break;
            }
            let seen = &unit.macros.seen_changing;
            if unit.macros.unread_includes().is_empty() || seen.is_subset(&changing) {
                return unit;
            }
            changing.extend(seen.iter().cloned());
        }
        Self::read_once(source, options, files, None)
    }

    /// Reads a text in which no other names change than those; any may, if that is not known.
    fn read_once(
        source: &Arc<[u8]>,
        options: &HostOptions<'_>,
        files: &mut IncludedFiles<'_>,
        changing: Option<FxHashSet<String>>,
    ) -> Self {
        let mut unit = Self {
            sources: Sources::default(),
            code: Vec::new(),
            directives: Vec::new(),
            groups: Groups::default(),
            directive_tokens: Vec::new(),
            errors: Vec::new(),
            spliced: Vec::new(),
            macros: MacroTable::default(),
            inclusions: Vec::new(),
            joins: OnceLock::new(),
            words: OnceLock::new(),
        };
        unit.macros.language = options.language;
        unit.macros.changing = changing;
        let main = unit.sources.add(options.name.to_owned(), Arc::clone(source));
        for told in options.macros {
            match told {
                MacroOption::Define(define) => {
                    unit.define_from_host(define.name(), &define.definition(), options.are_final);
                }
                MacroOption::Undefine(name) => unit.macros.undefine_from_host(name.as_str(), options.are_final),
            }
        }
        for touched in options.elsewhere {
            match touched {
                MacroElsewhere::Define { name, definition } => {
                    let file = unit.sources.add(format!("#define {name}"), definition.as_bytes().to_vec());
                    unit.macros.define_elsewhere(&unit.sources, file);
                }
                MacroElsewhere::Undefine(name) => unit.macros.undefine_elsewhere(name),
            }
        }
        for &name in options.provided {
            unit.define_from_host(name, &format!("{name} 1"), true);
        }
        // A token is seldom shorter than four bytes with its white space.
        unit.code.reserve(source.len() / 4 + files.tokens());
        let mut reader = IncludeReader::new(files);
        for name in options.forced_includes {
            unit.include_forced(name, &mut reader);
        }
        unit.read_main(lex::Lexer::of(main, source, lex::whole(source)), &mut reader);
        unit
    }

    /// `definition` is what is after `#define`.
    fn define_from_host(&mut self, name: &str, definition: &str, is_final: bool) {
        let file = self.sources.add(format!("-D {name}"), definition.as_bytes().to_vec());
        self.macros.define_from_host(&self.sources, file, is_final);
    }

    /// Takes the tokens of the main file apart into code and directives, one after the other.
    pub(super) fn read_main(&mut self, tokens: impl Iterator<Item = Token>, reader: &mut IncludeReader<'_, '_>) {
        let mut spliced = Vec::new();
        let mut tokens = tokens.inspect(|token| spliced.extend(token.spliced.then_some(token.span))).peekable();
        let mut reading = ReadState::of(self.group(self.directives.len()));
        let mut line = Vec::new();
        while let Some(token) = tokens.next() {
            if token.begins_directive() {
                line.clear();
                line.push(token);
                line.extend(std::iter::from_fn(|| tokens.next_if(|token| !token.at_line_start)));
                self.read_directive(&line, &mut reading, reader);
            } else if reading.is_read() {
                self.code.push(token);
            }
        }
        drop(tokens);
        self.spliced = spliced;
    }

    /// The same of an included file, whose tokens are to name their file as `id`; `is_opened` says that its first directive is
    /// a guard that is met for the first time.
    pub(super) fn read_included(
        &mut self,
        included: &IncludedFile,
        id: FileId,
        reader: &mut IncludeReader<'_, '_>,
        is_opened: bool,
    ) {
        let named = |token: &Token| Token { file: id, ..*token };
        let mut reading = ReadState::of(self.group(self.directives.len()));
        reading.may_be_guard = is_opened;
        self.code.reserve(included.tokens.len());
        let mut line = Vec::new();
        let mut at = 0;
        for directive in included.directives.iter().cloned() {
            if reading.is_read() && at < directive.start {
                self.read_code(included, at..directive.start, id, reader);
                reading.may_be_guard = false;
            }
            at = directive.end;
            line.clear();
            line.extend(included.tokens[directive].iter().map(named));
            self.read_directive(&line, &mut reading, reader);
        }
        if reading.is_read() {
            self.read_code(included, at..included.tokens.len(), id, reader);
        }
    }

    fn read_code(
        &mut self,
        included: &IncludedFile,
        tokens: Range<usize>,
        id: FileId,
        reader: &mut IncludeReader<'_, '_>,
    ) {
        if included.once.is_some_and(|once| tokens.contains(&once)) {
            reader.note_once(self.group(self.directives.len()));
        }
        self.code.extend(included.tokens[tokens].iter().map(|token| Token { file: id, ..*token }));
    }

    /// Reads a directive whose tokens, `#` first, are `line`.
    fn read_directive(&mut self, line: &[Token], reading: &mut ReadState, reader: &mut IncludeReader<'_, '_>) {
        let is_guard = std::mem::take(&mut reading.may_be_guard);
        let kind = DirectiveKind::of(&self.sources, line);
        if !reading.is_read() && (!kind.is_conditional() || reading.skipped > 0 || kind.begins_chain()) {
            // Whether a name changes anywhere must not depend on what an unread include may do to that name.
            self.note_change(kind, line, None);
            reading.skipped += usize::from(kind.begins_chain());
            reading.skipped -= usize::from(kind == DirectiveKind::Endif);
            return;
        }
        reading.group = self.add_directive(kind, line, is_guard);
        match kind {
            DirectiveKind::Include => {
                self.include(line, reader);
                reading.group = Some(self.group(self.directives.len()));
            }
            DirectiveKind::Pragma if is_pragma_once(&self.sources, line) => {
                reader.note_once(self.group(self.directives.len()));
            }
            _ => {}
        }
    }

    /// Enters a directive, and gives the group behind it; `None` where that is not read.
    pub(super) fn add_directive(&mut self, kind: DirectiveKind, line: &[Token], is_guard: bool) -> Option<GroupId> {
        let index = self.directives.len();
        let group = self.group(index);
        self.note_change(kind, line, Some(group));
        self.macros.note(&self.sources, kind, line, index);
        let group_after = if kind.begins_branch() { self.begin_branch(kind, line, is_guard) } else { Some(group) };
        let chain = self.groups.reading().filter(|_| kind.is_conditional());
        let group_after = match kind {
            DirectiveKind::Endif => Some(self.groups.close(index).unwrap_or(group)),
            _ => group_after,
        };
        let first = self.directive_tokens.len();
        self.directive_tokens.extend_from_slice(line);
        if kind == DirectiveKind::Error {
            self.errors.push(index);
        }
        self.directives.push(Directive {
            kind,
            code_before: self.code.len(),
            group,
            group_after: group_after.unwrap_or(group),
            chain,
            first_token: first,
            end_token: self.directive_tokens.len(),
        });
        group_after
    }

    /// Decides what is known of a branch's condition, and enters the branch.
    fn begin_branch(&mut self, kind: DirectiveKind, line: &[Token], is_guard: bool) -> Option<GroupId> {
        let index = self.directives.len();
        let group = self.group(index);
        if kind.begins_chain() {
            self.groups.open(group);
        }
        // An `#elif` or `#else` without its `#if` is ignored.
        let Some(chain) = self.groups.reading() else { return Some(group) };
        let parent = self.groups.chains()[chain].parent;
        let nothing = Configuration::default();
        let condition = Condition::read(self, &nothing, kind, line, Point { moment: index, group: parent });
        let truth = if is_guard { Truth::True } else { condition.truth(&nothing) };
        let consequences =
            Consequences { if_true: condition.consequences(true), if_false: condition.consequences(false) };
        self.groups.branch(index, kind == DirectiveKind::Else, truth, consequences)
    }
}
