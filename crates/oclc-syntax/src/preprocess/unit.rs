//! A translation unit as tables: files, code, directives, groups, macros.
//!
//! The queries here only read the tables. Queries that depend on a configuration are in `meaning.rs` and `configuration.rs`.

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use super::definition::Definition;
use super::directives::{Directive, is_pragma_once, place_of_directive};
use super::groups::Groups;
use super::inclusion::{Fate, Inclusion};
use super::macros::{MacroTable, NameFacts};
use super::moment::{GroupId, Moment, Viewpoint};
use crate::lex::{self, Token, TokenKind};
use crate::source::{FileId, Place, SourceFile, Sources, Span};

/// One source file with the files that it includes, lexed and divided into code and directives.
#[derive(Debug)]
pub struct Unit {
    /// The files.
    pub sources: Sources,
    /// All tokens outside of directives, in the order of inclusion, from every branch.
    pub code: Vec<Token>,
    /// The directives in the same order.
    pub directives: Vec<Directive>,
    /// The conditional groups.
    pub groups: Groups,
    pub(super) directive_tokens: Vec<Token>,
    /// The `#error` lines, as the indices of their directives.
    pub(super) errors: Vec<usize>,
    /// The tokens of the main file with a splice in them, also in branches that are not read.
    pub(super) spliced: Vec<Span>,
    pub(super) macros: MacroTable,
    pub(super) inclusions: Vec<Inclusion>,
    pub(super) joins: OnceLock<Joins>,
    pub(super) words: OnceLock<FxHashSet<String>>,
}

/// Whether any tokens are not spelt as their text is written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Joins {
    /// `##` is among them.
    pastes: bool,
    /// A splice runs through one.
    spliced: bool,
}

impl Joins {
    const fn any(self) -> bool {
        self.pastes || self.spliced
    }
}

/// The words of all files and of the host's options.
fn words(unit: &Unit) -> FxHashSet<String> {
    let mut words = FxHashSet::default();
    for token in unit.all_tokens().chain(unit.host_tokens()) {
        if matches!(token.kind, TokenKind::Identifier | TokenKind::Number) {
            let text = unit.text(token);
            if !words.contains(&*text) {
                words.insert(text.into_owned());
            }
        }
    }
    words
}

/// The words that any of `wanted` may be made of.
fn parts_of(unit: &Unit, wanted: &[&str]) -> FxHashSet<String> {
    let longest = wanted.iter().map(|word| word.len()).max().unwrap_or(0);
    let mut begins_part = [false; 256];
    wanted.iter().flat_map(|word| word.bytes()).for_each(|byte| begins_part[usize::from(byte)] = true);
    let mut parts = FxHashSet::default();
    for token in unit.all_tokens().chain(unit.host_tokens()) {
        if !matches!(token.kind, TokenKind::Identifier | TokenKind::Number) {
            continue;
        }
        // Nearly no word is as short, and begins like that.
        let begins = || begins_part[usize::from(unit.sources[token.file].bytes[token.span.start as usize])];
        if token.spliced || (token.span.len() <= longest && begins()) {
            let text = unit.text(token);
            if wanted.iter().any(|word| word.contains(&*text)) && !parts.contains(&*text) {
                parts.insert(text.into_owned());
            }
        }
    }
    parts
}

/// Whether a word is one of the words after another.
fn is_made_of(words: &FxHashSet<String>, word: &str) -> bool {
    let mut reached = vec![false; word.len() + 1];
    reached[0] = true;
    for end in 1..=word.len() {
        reached[end] =
            (0..end).any(|start| reached[start] && word.get(start..end).is_some_and(|part| words.contains(part)));
    }
    reached[word.len()]
}

impl Unit {
    /// The tokens of a directive, `#` first.
    #[must_use]
    pub fn line(&self, directive: &Directive) -> &[Token] {
        &self.directive_tokens[directive.first_token..directive.end_token]
    }

    /// The `#error` lines.
    pub fn errors(&self) -> impl Iterator<Item = &Directive> {
        self.errors.iter().map(|&index| &self.directives[index])
    }

    /// The tokens of the macros that the host passes.
    pub fn host_tokens(&self) -> impl Iterator<Item = &Token> {
        self.macros.host_tokens()
    }

    /// Whether a line of the main file may begin inside a token that a splice runs through, or inside the mark that begins or
    /// ends a comment; no white space can be inserted there.
    #[must_use]
    pub fn may_begin_inside(&self, line: u32) -> bool {
        let (before, following) = self.sources[FileId::MAIN].bytes.split_at(line as usize);
        let is_comments = || matches!(following, [b'/' | b'*' | b'\\', ..]) && lex::ends_in_splice(before);
        let known = self.spliced.partition_point(|span| span.start < line);
        known.checked_sub(1).is_some_and(|at| line < self.spliced[at].end) || is_comments()
    }

    /// All tokens, those of directives last.
    pub fn all_tokens(&self) -> impl Iterator<Item = &Token> {
        self.code.iter().chain(&self.directive_tokens)
    }

    /// The tokens of all directives.
    pub fn directive_tokens(&self) -> impl Iterator<Item = &Token> {
        self.directive_tokens.iter()
    }

    /// Whether the translation unit may hold a token that is spelt so: in itself, or pasted from others.
    #[must_use]
    pub fn may_spell(&self, word: &str) -> bool {
        self.may_be_spelt(word) && self.spells(word)
    }

    /// The first of some words that it may hold so. They are needed once, so the set of all words is not kept.
    #[must_use]
    pub fn first_spelt<'w>(&self, words: &[&'w str]) -> Option<&'w str> {
        let words: Vec<&str> = words.iter().copied().filter(|word| self.may_be_spelt(word)).collect();
        if words.is_empty() {
            return None;
        }
        let parts = parts_of(self, &words);
        words.into_iter().find(|word| parts.contains(*word) || (self.pastes() && is_made_of(&parts, word)))
    }

    fn may_be_spelt(&self, word: &str) -> bool {
        let is_written = |file: &SourceFile| memchr::memmem::find(&file.bytes, word.as_bytes()).is_some();
        self.joins().any() || self.sources.iter().any(is_written)
    }

    /// The same of a word that is written in no file.
    #[must_use]
    pub fn may_join(&self, word: &str) -> bool {
        self.joins().any() && self.spells(word)
    }

    fn spells(&self, word: &str) -> bool {
        let words = self.words.get_or_init(|| words(self));
        words.contains(word) || (self.pastes() && is_made_of(words, word))
    }

    /// Whether any macro pastes tokens.
    #[must_use]
    pub fn pastes(&self) -> bool {
        self.joins().pastes
    }

    fn joins(&self) -> Joins {
        let tokens = self.all_tokens().chain(self.host_tokens());
        *self.joins.get_or_init(|| {
            tokens.fold(Joins::default(), |joins, token| Joins {
                pastes: joins.pastes | token.is(lex::Punct::HashHash),
                spliced: joins.spliced | token.spliced,
            })
        })
    }

    /// The moment at which the code token `at` is read.
    #[must_use]
    pub fn moment(&self, at: usize) -> Moment {
        self.directives.partition_point(|directive| directive.code_before <= at)
    }

    /// The point at a moment, in the group there.
    #[must_use]
    pub fn point(&self, moment: Moment) -> Viewpoint {
        Viewpoint { moment, group: self.group(moment) }
    }

    /// The conditional group at a moment.
    #[must_use]
    pub fn group(&self, moment: Moment) -> GroupId {
        match moment.checked_sub(1) {
            Some(last) => self.directives[last].group_after,
            None => GroupId::ROOT,
        }
    }

    /// Whether a chain holds nothing but comments and other conditionals, so that it does not matter which branch is taken.
    #[must_use]
    pub fn is_empty_chain(&self, chain: usize) -> bool {
        let found = &self.groups.chains()[chain];
        let (Some(first), Some(end)) = (found.branches.first(), found.end) else { return false };
        let inside = &self.directives[first.directive..=end];
        inside.iter().all(|directive| {
            directive.kind.is_conditional() && directive.code_before == self.directives[end].code_before
        })
    }

    /// Whether the host passes macros that are not final.
    #[must_use]
    pub fn has_command_line_macros(&self) -> bool {
        self.macros.has_command_line_macros()
    }

    /// All definitions of a name in the files, wherever they are.
    pub fn definitions(&self, name: &str) -> impl Iterator<Item = &Definition> {
        self.macros.definitions(name)
    }

    /// The same, of several that are the same one.
    pub fn distinct_definitions(&self, name: &str) -> impl Iterator<Item = &Definition> {
        self.macros.name_of(name).into_iter().flat_map(NameFacts::distinct_definitions)
    }

    /// Whether there is any.
    #[must_use]
    pub fn has_definitions(&self, name: &str) -> bool {
        self.definitions(name).next().is_some()
    }

    /// Whether only the files' own `#define`s mention a name: no condition tests it, and the host does not pass it.
    #[must_use]
    pub fn is_own(&self, name: &str) -> bool {
        self.macros.is_own(name)
    }

    /// Whether a condition tests a name, or the host passes it: the host may define it.
    #[must_use]
    pub fn may_be_of_host(&self, name: &str) -> bool {
        self.macros.may_be_of_host(name)
    }

    /// The groups of the definitions of a name before a moment, last first.
    pub fn definition_groups(&self, name: &str, before: Moment) -> impl Iterator<Item = GroupId> {
        let events = self.macros.events(name, before).filter(|&(_, defines)| defines);
        events.map(|(event, _)| self.directives[event].group)
    }

    /// The groups of the `#define`s and `#undef`s of a name before a moment, last first.
    pub fn groups_of_events(&self, name: &str, before: Moment) -> impl Iterator<Item = GroupId> {
        self.macros.events(name, before).map(|(event, _)| self.directives[event].group)
    }

    /// The macros that the host passes, each with its replacement list.
    pub fn host_definitions(&self) -> impl Iterator<Item = (&str, &Definition)> {
        self.macros.host_definitions()
    }

    /// Whether any definition of a name is in a conditional group.
    #[must_use]
    pub fn is_conditional_macro(&self, name: &str) -> bool {
        let find = || self.definition_groups(name, Moment::MAX).any(|group| self.groups.branch_of(group).is_some());
        self.macros.name_of(name).is_some_and(|known| *known.is_conditional_macro.get_or_init(find))
    }

    /// Whether the file that an include names was put in place.
    #[must_use]
    pub fn was_read(&self, include: usize) -> bool {
        let at = self.inclusions.binary_search_by_key(&include, |inclusion| inclusion.directive);
        at.is_ok_and(|at| matches!(self.inclusions[at].fate, Fate::Read(_)))
    }

    /// Whether a directive includes its file for the first time only.
    #[must_use]
    pub fn is_import(&self, directive: &Directive) -> bool {
        self.line(directive).get(1).is_some_and(|word| self.is_word(word, "import"))
    }

    /// A token's text without splices; bytes that are not UTF-8 are replaced.
    #[must_use]
    pub fn text(&self, token: &Token) -> Cow<'_, str> {
        lex::text(&self.sources[token.file].bytes, token)
    }

    /// Whether a token is that identifier.
    #[must_use]
    pub fn is_word(&self, token: &Token, word: &str) -> bool {
        let spelling = || lex::spelling(&self.sources[token.file].bytes, token);
        token.kind == TokenKind::Identifier
            && (token.spliced || token.span.len() == word.len())
            && *spelling() == *word.as_bytes()
    }

    /// Whether a directive says that its file is to be read once.
    #[must_use]
    pub fn is_pragma_once(&self, directive: &Directive) -> bool {
        is_pragma_once(&self.sources, self.line(directive))
    }

    /// The bytes from the `#` to the last token of a directive.
    #[must_use]
    pub fn directive_place(&self, directive: &Directive) -> Place {
        // Every directive has at least its `#`.
        place_of_directive(self.line(directive)).unwrap_or(self.directive_tokens[directive.first_token].place())
    }
}
