//! The preprocessor's view of a translation unit (C99 6.10), without flattening it.
//!
//! A compiler's preprocessor turns a file into one stream of tokens. clunroll cannot: which branch of an `#if` is
//! taken and what a macro stands for is known only to the final compile. So a [`Unit`] keeps everything: the code
//! tokens of *all* branches in their order, and the directives between them, each in its place in the tree of
//! conditional groups. What a name means as a macro changes only at directives; a [`Moment`] therefore counts the
//! directives passed, and [`Unit::meaning`] answers what a name can mean at a moment: surely no macro, surely this
//! definition, or open, because the host may define it otherwise.
//!
//! Conditions have three values. A branch that no configuration takes is not read at all; one that every configuration
//! takes is as good as unconditional; of all others, each may be taken or not, and a [`Configuration`] can assume so.

mod arithmetic;
mod code;
mod conditions;
mod configuration;
mod constant;
mod dependencies;
mod directives;
mod events;
mod expand;
mod groups;
mod hide_set;
mod implied;
mod include;
mod included_files;
mod macros;
mod operands;
mod predefined;
mod read;

mod role;
mod substitute;
mod unread;
mod work;

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;

pub use code::{Code, ExpansionStream};
pub use conditions::Atom;
pub use configuration::{Configuration, Taken};
pub use constant::{Constant, Facts, IntegerType, Operation, parse_character, parse_integer};
pub use directives::{Directive, DirectiveKind};
pub use expand::{Call, Expanded, Expansion, expand, expand_likely, expand_line, expand_text};
pub use groups::{Chain, GroupId, Groups};
pub use include::{Fate, Inclusion, PLACE_WORDS, Unread};
pub use included_files::{IncludedFiles, Lexed};
pub use macros::{Definition, Meaning};
pub use role::{Brackets, MacroRoles, StatementRole, is_statement_word};
pub use unread::StandardHeader;

use crate::host::{HostOptions, MacroElsewhere, MacroOption, NoIncludes};
use crate::lex::{self, Token, TokenKind};
use crate::limits::MAX_READINGS;
use crate::source::{FileId, SourceFile, Sources, Span};
use expand::expand_with_given;
use include::IncludeReader;
use macros::MacroTable;

/// A point in the translation unit, as the number of directives that stand before it.
pub type Moment = usize;

/// Where in the translation unit something is asked, and in which conditional group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The directives before it.
    pub moment: Moment,
    /// The group.
    pub group: GroupId,
}

/// One source file with what it includes, lexed and taken apart into code and directives.
#[derive(Debug)]
pub struct Unit {
    /// The files.
    pub sources: Sources,
    /// All tokens that stand in no directive, in the order of inclusion, from every branch.
    pub code: Vec<Token>,
    /// The directives in the same order.
    pub directives: Vec<Directive>,
    /// The conditional groups.
    pub groups: Groups,
    directive_tokens: Vec<Token>,
    /// The `#error` lines, as the indices of their directives.
    errors: Vec<usize>,
    /// The tokens of the main file with a splice in them, those of branches that are not read among them.
    spliced: Vec<Span>,
    macros: MacroTable,
    inclusions: Vec<Inclusion>,
    joins: OnceLock<Joins>,
    words: OnceLock<FxHashSet<String>>,
}

/// Whether any tokens are not spelt as their text is written.
#[derive(Clone, Copy, Debug, Default)]
struct Joins {
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

/// The words of all files and of what the host says.
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

/// Those of them that any of `wanted` may be made of.
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

    /// The tokens of a directive, `#` first.
    #[must_use]
    pub fn line(&self, directive: &Directive) -> &[Token] {
        &self.directive_tokens[directive.first_token..directive.end_token]
    }

    /// The `#error` lines.
    pub fn errors(&self) -> impl Iterator<Item = &Directive> {
        self.errors.iter().map(|&index| &self.directives[index])
    }

    /// The tokens of the macros that the host tells.
    pub fn host_tokens(&self) -> impl Iterator<Item = &Token> {
        self.macros.host_tokens()
    }

    /// Whether a line of the main file may begin inside of what a splice runs through: a token, or what begins or ends a comment,
    /// which no white space can stand in.
    #[must_use]
    pub fn may_begin_inside(&self, line: u32) -> bool {
        let (before, behind) = self.sources[FileId::MAIN].bytes.split_at(line as usize);
        let is_comments = || matches!(behind, [b'/' | b'*' | b'\\', ..]) && lex::ends_in_splice(before);
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

    /// The first of some words that it may hold so. They are asked for once: all words are not remembered for their sake.
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
    pub fn point(&self, moment: Moment) -> Point {
        Point { moment, group: self.group(moment) }
    }

    /// The conditional group at a moment.
    #[must_use]
    pub fn group(&self, moment: Moment) -> GroupId {
        match moment.checked_sub(1) {
            Some(last) => self.directives[last].group_after,
            None => GroupId::ROOT,
        }
    }

    /// Whether nothing between two moments tells one configuration of the text there from another: only pragmas stand
    /// there, and conditions that are decided.
    #[must_use]
    pub fn is_uniform(&self, configuration: &Configuration, from: Moment, to: Moment) -> bool {
        self.directives[from.min(to)..to.max(from)].iter().all(|directive| match (directive.kind, directive.chain) {
            (DirectiveKind::Pragma, _) => true,
            (_, Some(chain)) => !configuration.is_empty() && self.undecided(configuration, chain).is_none(),
            _ => false,
        })
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

    /// What `name` can mean as a macro at a moment, where nothing is assumed.
    #[must_use]
    pub fn meaning(&self, name: &str, moment: Moment) -> Meaning<'_> {
        self.meaning_in(&Configuration::default(), name, moment, self.group(moment))
    }

    /// Whether the host tells of macros, and what it tells is not final.
    #[must_use]
    pub fn has_command_line_macros(&self) -> bool {
        self.macros.has_command_line_macros()
    }

    /// The one of several definitions of a name that `-D` tells, be it final or not.
    #[must_use]
    pub fn given_among<'s>(&self, name: &str, definitions: &[&'s Definition]) -> Option<&'s Definition> {
        self.macros.given_among(name, definitions)
    }

    /// Those of several definitions of a name that the files or the host give; all, if other text of the program gives all of
    /// them. They are what is most likely, and no more.
    #[must_use]
    pub fn own_among<'s>(&self, name: &str, definitions: Vec<&'s Definition>) -> Vec<&'s Definition> {
        self.macros.own_among(name, definitions)
    }

    /// Those of several definitions that a name can have at a moment in a configuration; all, where that knows none of them.
    #[must_use]
    pub fn left_in<'s>(
        &'s self,
        configuration: &Configuration,
        name: &str,
        moment: Moment,
        definitions: Vec<&'s Definition>,
    ) -> Vec<&'s Definition> {
        let left = match self.meaning_in(configuration, name, moment, self.group(moment)) {
            Meaning::Sure(definition) => vec![definition],
            Meaning::Open(definitions) => definitions,
            Meaning::Ordinary => Vec::new(),
        };
        let is_left = |definition: &&&Definition| left.iter().any(|other| other.is_same(definition));
        let both: Vec<_> = definitions.iter().filter(is_left).copied().collect();
        if both.is_empty() { definitions } else { both }
    }

    /// All definitions of a name that the files hold, wherever they stand.
    pub fn definitions(&self, name: &str) -> impl Iterator<Item = &Definition> {
        self.macros.definitions(name)
    }

    /// The same, of several that are the same one.
    pub fn distinct_definitions(&self, name: &str) -> impl Iterator<Item = &Definition> {
        self.macros.name_of(name).into_iter().flat_map(macros::Name::distinct_definitions)
    }

    /// Whether there is any.
    #[must_use]
    pub fn has_definitions(&self, name: &str) -> bool {
        self.definitions(name).next().is_some()
    }

    /// Whether only the files' own `#define`s speak of a name: no condition asks for it, and the host is silent about it.
    #[must_use]
    pub fn is_own(&self, name: &str) -> bool {
        self.macros.is_own(name)
    }

    /// Whether a condition asks for a name, or the host tells of it: the host may define it.
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

    /// The macros that the host tells, each with its replacement list.
    pub fn host_definitions(&self) -> impl Iterator<Item = (&str, &Definition)> {
        self.macros.host_definitions()
    }

    /// Whether any definition of a name stands in a conditional group.
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

    /// A token's text without splices; bytes that are no UTF-8 are replaced.
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
}
