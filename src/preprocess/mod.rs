//! The preprocessor's view of a translation unit (C99 6.10), without flattening it.
//!
//! A compiler's preprocessor turns a file into one stream of tokens. clunroll cannot: which branch of an `#if` is
//! taken and what a macro stands for is known only to the final compile. So a [`Unit`] keeps everything: the code
//! tokens of *all* branches in their order, and the directives between them, each in its place in the tree of
//! conditional groups. What a name means as a macro changes only at directives; a [`Moment`] therefore counts the
//! directives passed, and [`Unit::meaning`] answers what a name can mean at a moment: surely no macro, surely this
//! definition, or open, because the host may define it otherwise.
//!
//! Every condition counts as unknown: each branch may be taken or not.

mod constant;
mod directives;
mod expand;
mod groups;
mod macros;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::OnceLock;

pub use constant::{Facts, IntegerType, Known, Operation, parse_character, parse_integer};
pub use directives::{Directive, DirectiveKind};
pub use expand::{Expanded, Expansion, expand, expand_line, expand_text};
pub use groups::{GroupId, Groups};
pub use macros::{Definition, MAX_DEFINITIONS, Meaning};

use crate::lex::{self, Token, TokenKind};
use crate::options::{Includes, Options};
use crate::source::{FileId, Sources};
use macros::MacroTable;

/// A point in the translation unit, as the number of directives that stand before it.
pub type Moment = usize;

/// How deep includes may stand in one another; the compilers at hand allow 200.
const MAX_INCLUDE_DEPTH: usize = 64;

/// How many files one run reads at the most, repeated inclusions counted.
const MAX_FILES: usize = 4096;

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
    macros: MacroTable,
    vocabulary: OnceLock<Vocabulary>,
}

/// The words of all files and of what the host says.
#[derive(Debug)]
struct Vocabulary {
    words: HashSet<String>,
    /// Whether `##` is among the tokens.
    pastes: bool,
}

impl Vocabulary {
    fn of(unit: &Unit) -> Self {
        let mut words = HashSet::new();
        let mut pastes = false;
        for token in unit.all_tokens().chain(unit.macros.host_tokens()) {
            pastes |= token.is(lex::Punct::HashHash);
            if matches!(token.kind, TokenKind::Identifier | TokenKind::Number) {
                let text = unit.text(token);
                if !words.contains(&*text) {
                    words.insert(text.into_owned());
                }
            }
        }
        Self { words, pastes }
    }
}

/// Whether a word is one of the words after another.
fn is_made_of(words: &HashSet<String>, word: &str) -> bool {
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
    pub fn read(source: &[u8], options: &Options, includes: &mut dyn Includes) -> Self {
        let mut unit = Self {
            sources: Sources::default(),
            code: Vec::new(),
            directives: Vec::new(),
            groups: Groups::default(),
            directive_tokens: Vec::new(),
            macros: MacroTable::default(),
            vocabulary: OnceLock::new(),
        };
        let main = unit.sources.add(options.name.clone(), source.to_vec());
        for define in &options.defines {
            let text = format!("{} {}", define.name, define.value);
            let file = unit.sources.add(format!("-D {}", define.name), text.into_bytes());
            unit.macros.define_from_host(&unit.sources, file);
        }
        unit.read_file(main, includes, 0);
        unit
    }

    fn read_file(&mut self, file: FileId, includes: &mut dyn Includes, depth: usize) {
        let tokens = lex::lex(file, &self.sources[file].bytes);
        let mut at = 0;
        while at < tokens.len() {
            if !(tokens[at].at_line_start && tokens[at].is(lex::Punct::Hash)) {
                self.code.push(tokens[at]);
                at += 1;
                continue;
            }
            let end = tokens[at + 1..]
                .iter()
                .position(|token| token.at_line_start)
                .map_or(tokens.len(), |offset| at + 1 + offset);
            let directive = self.add_directive(&tokens[at..end]);
            if directive.kind == DirectiveKind::Include {
                self.include(&tokens[at..end], includes, depth);
            }
            at = end;
        }
    }

    fn add_directive(&mut self, line: &[Token]) -> Directive {
        let kind = DirectiveKind::of(&self.sources, line);
        let group = self.group(self.directives.len());
        let index = self.directives.len();
        let group_after = match kind {
            DirectiveKind::If | DirectiveKind::Ifdef | DirectiveKind::Ifndef => self.groups.open(group, index),
            DirectiveKind::Elif | DirectiveKind::Else => self.groups.next_branch(group),
            DirectiveKind::Endif => self.groups.close(group),
            _ => group,
        };
        let first = self.directive_tokens.len();
        self.directive_tokens.extend_from_slice(line);
        let directive = Directive {
            kind,
            code_before: self.code.len(),
            group,
            group_after,
            first_token: first,
            end_token: self.directive_tokens.len(),
        };
        self.macros.note(&self.sources, kind, line, index);
        self.directives.push(directive);
        directive
    }

    fn include(&mut self, line: &[Token], includes: &mut dyn Includes, depth: usize) {
        let moment = self.directives.len() - 1;
        let read = header_name(&self.sources, line)
            .filter(|_| depth < MAX_INCLUDE_DEPTH && self.sources.len() < MAX_FILES)
            .and_then(|name| Some((includes.read(&name)?, name)));
        match read {
            Some((bytes, name)) => {
                let file = self.sources.add(name, bytes);
                self.read_file(file, includes, depth + 1);
            }
            None => self.macros.note_unread_include(moment),
        }
    }

    /// The tokens of a directive, `#` first.
    #[must_use]
    pub fn line(&self, directive: &Directive) -> &[Token] {
        &self.directive_tokens[directive.first_token..directive.end_token]
    }

    /// All tokens, those of directives last.
    pub fn all_tokens(&self) -> impl Iterator<Item = &Token> {
        self.code.iter().chain(&self.directive_tokens)
    }

    /// Whether the translation unit may hold a token that is spelt so: in itself, or pasted from others.
    #[must_use]
    pub fn may_spell(&self, word: &str) -> bool {
        let vocabulary = self.vocabulary.get_or_init(|| Vocabulary::of(self));
        vocabulary.words.contains(word) || (vocabulary.pastes && is_made_of(&vocabulary.words, word))
    }

    /// Whether any macro pastes tokens.
    #[must_use]
    pub fn pastes(&self) -> bool {
        self.vocabulary.get_or_init(|| Vocabulary::of(self)).pastes
    }

    /// The moment at which the code token `at` is read.
    #[must_use]
    pub fn moment(&self, at: usize) -> Moment {
        self.directives.partition_point(|directive| directive.code_before <= at)
    }

    /// The conditional group at a moment.
    #[must_use]
    pub fn group(&self, moment: Moment) -> GroupId {
        match moment.checked_sub(1) {
            Some(last) => self.directives[last].group_after,
            None => GroupId::ROOT,
        }
    }

    /// Whether only pragmas stand between two moments, so that macros and conditions are the same at both.
    #[must_use]
    pub fn only_pragmas_between(&self, from: Moment, to: Moment) -> bool {
        self.directives[from.min(to)..to.max(from)].iter().all(|directive| directive.kind == DirectiveKind::Pragma)
    }

    /// What `name` can mean as a macro at a moment.
    #[must_use]
    pub fn meaning(&self, name: &str, moment: Moment) -> Meaning<'_> {
        self.macros.meaning(name, moment, &self.groups, self.group(moment), |at| self.directives[at].group)
    }

    /// All definitions of a name that the files hold, wherever they stand.
    #[must_use]
    pub fn definitions(&self, name: &str) -> Vec<&Definition> {
        self.macros.definitions(name)
    }

    /// The first include before a moment that could not be read, as the index of its directive.
    #[must_use]
    pub fn unread_include(&self, before: Moment) -> Option<usize> {
        self.macros.unread_includes().first().copied().filter(|&at| at < before)
    }

    /// A token's text without splices; bytes that are no UTF-8 are replaced.
    #[must_use]
    pub fn text(&self, token: &Token) -> Cow<'_, str> {
        match lex::spelling(&self.sources[token.file].bytes, token) {
            Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
            Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    /// Whether a token is that identifier.
    #[must_use]
    pub fn is_word(&self, token: &Token, word: &str) -> bool {
        token.kind == TokenKind::Identifier && self.text(token) == word
    }
}

/// The name behind `#include`, quotes or brackets included; `None` where a macro would have to be expanded.
fn header_name(sources: &Sources, line: &[Token]) -> Option<String> {
    let (first, last) = (line.get(2)?, line.last()?);
    if !(first.kind == TokenKind::String || first.is(lex::Punct::Less)) {
        return None;
    }
    let span = first.span.to(last.span);
    Some(String::from_utf8_lossy(sources[first.file].slice(span)).into_owned())
}
