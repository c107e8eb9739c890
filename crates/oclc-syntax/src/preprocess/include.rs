//! Included files (C99 6.10.2): named, found, read once, and put in place.
//!
//! An `#include` names its file in quotes, in angle brackets, or through macros that expand to one of the two. The
//! macros of such a line are expanded in the state in which they are when it is read; one that the host decides upon,
//! but of which just one definition is known, is taken to mean that. It only *finds* a file; that the final compile
//! finds the same one is what `-I` and such a `-D` say.
//!
//! Each file is read and lexed once ([`IncludedFiles`]), so that a second inclusion puts the same tokens in place again. Four
//! things end that: a file whose own guard is surely defined, or that is to be read once, has nothing more to give; includes
//! stand in one another at most [`MAX_INCLUDE_DEPTH`] deep; and [`MAX_INCLUSIONS`] and [`MAX_REPEATED_TOKENS`] bound the
//! rest.
//!
//! What a file that is not put in place may define is said in `unread.rs`. It may include others too: a file behind it that is to
//! be read once may have been read then, so that what it defines may count as defined earlier; unless the source names it in
//! quotes, and the one that could not be read in angle brackets. A guard is the exception: only its own file has to do with it,
//! and where a missing file could take it away, no cycle with a missing file in it would ever end.
//!
//! Nor does the host define a guard. Without that, all of a guarded file would stand under a condition of the host's,
//! and nothing in it would be sure. But `#ifndef WIDTH`, `#define WIDTH 16`, `#endif` is a default and no guard, and
//! can be all of a file too. So only a macro that is defined first, as nothing or 1, and that is named after the file
//! is taken for a guard in that sense, unless `-D` tells it; the condition of such a guard is true when it is met for
//! the first time.

use super::configuration::Configuration;
use super::directives::{DirectiveKind, place_of_directive};
use super::expand::expand_with_given;
use super::included_files::{IncludedFile, IncludedFiles};
use super::inclusion::{Fate, Inclusion, Unread};
use super::moment::{GroupId, Moment};
use super::standard_header::StandardHeader;
use super::truth::Truth;
use super::unit::Unit;
use crate::limits::{MAX_INCLUDE_DEPTH, MAX_INCLUSIONS, MAX_REPEATED_TOKENS};
use std::collections::HashMap;
use std::sync::Arc;

use crate::lex::{self, Punct, Token, TokenKind};
use crate::source::{FileId, Place, Sources};

/// A file that is put in place.
#[derive(Clone, Debug)]
struct IncludedContent {
    id: FileId,
    included: Arc<IncludedFile>,
    is_main: bool,
}

/// Whether a file is to be read once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Once {
    #[default]
    No,
    /// `#pragma once` stands in a conditional group.
    Perhaps,
    Yes,
}

/// What is known of one identity.
#[derive(Debug, Default)]
struct FileState {
    /// `None` where it cannot be read.
    content: Option<IncludedContent>,
    once: Once,
    /// The groups in which it has been put in place.
    groups: Vec<GroupId>,
}

/// A file that is being read.
#[derive(Debug)]
struct IncludeLevel {
    name: String,
    /// The group that its `#include` stands in.
    group: GroupId,
}

/// Everything that is needed while a unit is read, and not behind that.
pub(super) struct IncludeReader<'r, 'i> {
    files: &'r mut IncludedFiles<'i>,
    known: HashMap<String, FileState>,
    /// Guards that stand defined behind their file, with the group of the inclusion and the moment at which it began.
    guards: HashMap<String, (GroupId, Moment)>,
    levels: Vec<IncludeLevel>,
    /// The identities that were put in place, in order.
    passed: Vec<String>,
    inclusions: usize,
    repeated_tokens: usize,
}

impl<'r, 'i> IncludeReader<'r, 'i> {
    pub(super) fn new(files: &'r mut IncludedFiles<'i>) -> Self {
        Self {
            files,
            known: HashMap::new(),
            guards: HashMap::new(),
            levels: Vec::new(),
            passed: Vec::new(),
            inclusions: 0,
            repeated_tokens: 0,
        }
    }

    /// Takes note of `#pragma once` in the file that is being read. In the main file it says nothing.
    pub(super) fn note_once(&mut self, group: GroupId) {
        let Some(level) = self.levels.last() else { return };
        let once = if level.group == group { Once::Yes } else { Once::Perhaps };
        if let Some(known) = self.known.get_mut(&level.name) {
            known.once = known.once.max(once);
        }
    }
}

impl Unit {
    /// Reads a file that is named on the command line, as if by `#include` at the head of the main file.
    pub(super) fn include_forced(&mut self, name: &str, reader: &mut IncludeReader<'_, '_>) {
        let header = format!("\"{name}\"");
        let file = self.sources.add("<command line>".to_owned(), format!("#include {header}").into_bytes());
        let mut line = lex::lex(file, &self.sources[file].bytes);
        line.truncate(line.iter().skip(1).position(|token| token.at_line_start).map_or(line.len(), |at| at + 1));
        self.add_directive(DirectiveKind::Include, &line, false);
        self.include_named(Some(header), false, reader);
    }

    /// Carries out the last directive, an `#include` whose tokens are `line`.
    // "#" ( "include" | "import" ) ( '"' … '"' | "<" … ">" | tokens )
    pub(super) fn include(&mut self, line: &[Token], reader: &mut IncludeReader<'_, '_>) {
        let is_next = self.is_word(&line[1], "include_next");
        let header = self.header_name(line, self.directives.len() - 1);
        if is_next {
            // Where the compiler goes on searching is known to the compiler.
            let unread = header.map_or(Unread::Unnamed, Unread::Missing);
            return self.finish(Fate::Unread(unread));
        }
        let is_import = self.directives.last().is_some_and(|directive| self.is_import(directive));
        self.include_named(header, is_import, reader);
    }

    fn include_named(&mut self, header: Option<String>, is_import: bool, reader: &mut IncludeReader<'_, '_>) {
        let group = self.group(self.directives.len());
        let (name, content) = match self.found(header, is_import, reader) {
            Ok(found) => found,
            Err(fate) => return self.finish(fate),
        };
        let begin = self.directives.len();
        let inclusion = self.inclusions.len();
        self.finish(Fate::Read(content.id));
        reader.passed.push(name.clone());
        let passed = reader.passed.len();
        reader.levels.push(IncludeLevel { name, group });
        let IncludedContent { id, included, .. } = content;
        let own = included.guard.as_ref().filter(|guard| self.is_guard_down(&guard.name, group));
        let is_opened = own.is_some_and(|guard| guard.is_own);
        if is_opened {
            self.inclusions[inclusion].guard_lines = included.outer_lines();
        }
        self.inclusions[inclusion].once_operator = included.once_operator();
        let earliest = self.first_unread(inclusion, group).filter(|_| is_import || included.is_read_once());
        self.inclusions[inclusion].earliest = earliest;
        self.read_included(&included, id, reader, is_opened);
        reader.levels.pop();
        self.inclusions[inclusion].end = self.directives.len();
        if let Some(guard) = &included.guard {
            reader.guards.insert(guard.name.clone(), (group, begin));
            // Now or before, but surely, what stands inside the guard has been read.
            let inside = if is_opened { None } else { self.directives.get(begin).map(|first| first.group_after) };
            for name in &reader.passed[passed..] {
                if let Some(known) = reader.known.get_mut(name)
                    && inside.is_some_and(|inside| known.groups.last() == Some(&inside))
                {
                    known.groups.push(group);
                }
            }
        }
    }

    fn finish(&mut self, fate: Fate) {
        let directive = self.directives.len() - 1;
        match fate {
            Fate::Unread(_) => self.macros.note_unread_include(directive),
            Fate::Standard(header) => self.macros.note_standard_header(header, directive),
            Fate::Read(_) | Fate::Spent(_) => {}
        }
        // What stands in it is known once it has been read.
        let end = if matches!(fate, Fate::Read(_)) { Moment::MAX } else { directive + 1 };
        let around = self.inclusions_around(directive).next();
        self.inclusions.push(Inclusion {
            directive,
            fate,
            end,
            guard_lines: None,
            once_operator: None,
            around,
            earliest: None,
        });
    }

    /// The inclusions in whose files a directive stands, innermost first.
    fn inclusions_around(&self, moment: Moment) -> impl Iterator<Item = usize> {
        let before = self.inclusions.partition_point(|inclusion| inclusion.directive < moment).checked_sub(1);
        let outwards = std::iter::successors(before, |&at| self.inclusions[at].around);
        outwards.filter(move |&at| self.inclusions[at].end > moment)
    }

    /// The innermost inclusion in whose file a directive stands.
    #[must_use]
    pub fn inclusion_around(&self, moment: Moment) -> Option<&Inclusion> {
        self.inclusions_around(moment).next().map(|at| &self.inclusions[at])
    }

    /// The first file that could not be read and may have been included before an inclusion in a group, and have included the same
    /// file. What stands in angle brackets knows nothing of what the source names in quotes.
    fn first_unread(&self, inclusion: usize, group: GroupId) -> Option<Moment> {
        self.macros.unread_includes().first()?;
        let is_quoted = self.is_quoted(&self.inclusions[inclusion]);
        let mut before = self.inclusions[..inclusion].iter().filter(|before| {
            matches!(before.fate, Fate::Unread(_))
                && !self.groups.excludes(self.directives[before.directive].group, group)
                && (!is_quoted || self.is_quoted(before))
        });
        before.next().map(|before| before.directive)
    }

    /// Whether an event that has happened need not count at a moment, since one of the two stands in a file that is to be read once,
    /// and that may have been read by one which could not be read: what the event did there may have been undone since, or what is
    /// asked there was asked before the event.
    ///
    /// Nothing is undone of a name whose meaning does not change, and that the files define in one way only before the second moment.
    pub(super) fn may_be_earlier(&self, name: &str, event: Moment, moment: Moment) -> bool {
        if self.macros.unread_includes().is_empty() {
            return false;
        }
        let may_be_undone = self.macros.is_changing(name) || self.macros.has_several_definitions(name, moment);
        let is_undone =
            |at: usize| may_be_undone && self.inclusions[at].earliest.is_some() && self.inclusions[at].end <= moment;
        let is_after = |at: usize| {
            let Inclusion { earliest, directive, .. } = self.inclusions[at];
            earliest.is_some_and(|earliest| earliest < event && event < directive)
        };
        self.inclusions_around(event).any(is_undone) || self.inclusions_around(moment).any(is_after)
    }

    /// The file to be put in place, or the reason why there is none.
    fn found(
        &mut self,
        header: Option<String>,
        is_import: bool,
        reader: &mut IncludeReader<'_, '_>,
    ) -> Result<(String, IncludedContent), Fate> {
        let unread = |unread| Err(Fate::Unread(unread));
        let Some(header) = header else { return unread(Unread::Unnamed) };
        let includer = reader.levels.last().map(|level| level.name.as_str());
        let Some(name) = reader.files.resolve(&header, includer) else {
            let standard = StandardHeader::named(&header).map(Fate::Standard);
            return Err(standard.unwrap_or(Fate::Unread(Unread::Missing(header))));
        };
        if !reader.known.contains_key(&name) {
            let content = self.read_content(&name, reader);
            reader.known.insert(name.clone(), FileState { content, ..FileState::default() });
        }
        let known = reader.known.get_mut(&name);
        let Some((known, content)) = known.and_then(|known| known.content.clone().map(|content| (known, content)))
        else {
            return unread(Unread::Unreadable(header));
        };
        let group = self.group(self.directives.len());
        if content.included.guard.as_ref().is_some_and(|guard| self.is_guard_up(&guard.name, group, &reader.guards)) {
            return Err(Fate::Spent(content.id));
        }
        if is_import {
            known.once = Once::Yes;
        }
        if known.once != Once::No {
            let has_been_read = known.groups.iter().any(|&before| self.groups.encloses(before, group));
            if has_been_read && known.once == Once::Yes {
                return Err(Fate::Spent(content.id));
            }
            if known.groups.iter().any(|&before| !self.groups.excludes(before, group)) {
                return unread(Unread::PerhapsBefore);
            }
        }
        if content.is_main {
            return unread(Unread::Itself);
        }
        if reader.levels.len() >= MAX_INCLUDE_DEPTH {
            return unread(Unread::TooDeep);
        }
        reader.inclusions += 1;
        reader.repeated_tokens += if known.groups.is_empty() { 0 } else { content.included.tokens.len() };
        if reader.inclusions > MAX_INCLUSIONS || reader.repeated_tokens > MAX_REPEATED_TOKENS {
            return unread(Unread::TooMuch);
        }
        if known.groups.last() != Some(&group) {
            known.groups.push(group);
        }
        Ok((name, content))
    }

    fn read_content(&mut self, name: &str, reader: &mut IncludeReader<'_, '_>) -> Option<IncludedContent> {
        let included = reader.files.read(name)?;
        let is_main = *included.file.bytes == *self.sources[FileId::MAIN].bytes;
        if let Some(guard) = &included.guard {
            self.macros.note_guard(&guard.name);
        }
        Some(IncludedContent { id: self.sources.share(&included.file), included, is_main })
    }

    /// Whether a guard is surely not defined for text in `group`, behind all directives so far.
    fn is_guard_down(&self, guard: &str, group: GroupId) -> bool {
        let moment = self.directives.len();
        !self.macros.knows(guard) || self.is_defined(&Configuration::default(), guard, moment, group) == Truth::False
    }

    /// Whether a guard is surely defined for text in `group`, behind all directives so far.
    fn is_guard_up(&self, guard: &str, group: GroupId, guards: &HashMap<String, (GroupId, Moment)>) -> bool {
        let moment = self.directives.len();
        self.is_defined(&Configuration::default(), guard, moment, group) == Truth::True
            || guards.get(guard).is_some_and(|&(of_file, begin)| {
                self.groups.encloses(of_file, group) && !self.macros.is_undefined_since(guard, begin)
            })
    }

    /// The name that an `#include` line gives, with its quotes or brackets.
    fn header_name(&self, line: &[Token], moment: Moment) -> Option<String> {
        header_name(&self.sources, line).or_else(|| self.computed_header_name(line, moment))
    }

    /// The name that the macros of an `#include` line expand to: one string, or `<` and all up to a last `>`.
    fn computed_header_name(&self, line: &[Token], moment: Moment) -> Option<String> {
        let expansion = expand_with_given(self, line.get(2..)?, moment);
        match &expansion.tokens[..] {
            _ if expansion.overflow => None,
            [one] if one.kind == TokenKind::String && one.text.starts_with('"') => Some(one.text.to_string()),
            [first, .., last] if first.is(Punct::Less) && last.is(Punct::Greater) => {
                Some(expansion.tokens.iter().map(|token| &*token.text).collect())
            }
            _ => None,
        }
    }

    /// What became of each `#include`, in the order of the directives.
    #[must_use]
    pub fn inclusions(&self) -> &[Inclusion] {
        &self.inclusions
    }

    /// The first `#include` by which the main file comes to stand in itself.
    #[must_use]
    pub fn self_inclusion(&self) -> Option<Place> {
        let is_itself = |inclusion: &&Inclusion| inclusion.fate == Fate::Unread(Unread::Itself);
        let inclusion = self.inclusions.iter().find(is_itself)?;
        Some(self.directive_place(&self.directives[inclusion.directive]))
    }

    /// Whether an `#include` names its file in quotes, by itself or through its macros.
    #[must_use]
    pub fn is_quoted(&self, inclusion: &Inclusion) -> bool {
        let line = self.line(&self.directives[inclusion.directive]);
        self.header_name(line, inclusion.directive).is_some_and(|name| name.starts_with('"'))
    }

    /// What an `#include` names, as it is written; the whole line where it names nothing.
    #[must_use]
    pub fn include_operand(&self, inclusion: &Inclusion) -> Place {
        let directive = &self.directives[inclusion.directive];
        let operand = self.line(directive).get(2..).and_then(place_of_directive);
        operand.unwrap_or_else(|| self.directive_place(directive))
    }
}

/// The name behind `#include` with its quotes or brackets, as it is spelt; `None` where a macro stands there.
///
/// It is read from the bytes: a header name has no escapes, and `<a//b.h>` holds no comment (C99 6.4.7).
fn header_name(sources: &Sources, line: &[Token]) -> Option<String> {
    let first = line.get(2)?;
    let bytes = &sources[first.file].bytes[first.span.start as usize..];
    let end = match bytes.first()? {
        b'"' => b'"',
        b'<' => b'>',
        _ => return None,
    };
    let length =
        1 + bytes[1..].iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).position(|&byte| byte == end)?;
    Some(String::from_utf8_lossy(&bytes[..=length]).into_owned())
}

#[cfg(test)]
mod tests;
