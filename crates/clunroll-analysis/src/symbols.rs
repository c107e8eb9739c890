//! Symbols of a function: what each name stands for, and every use that is made of it.
//!
//! [`Function`] holds two lists, which one walk over the tree makes. Symbols, each with its type, where it is
//! visible, and whether it is *certain*: declared once in its scope, by tokens that are there in every configuration
//! in which the asker is there. And uses, each with what it does to the object: read it, write it, or take its
//! address. All conditional branches are in the tree together, so the list of uses is that of all configurations at
//! once, which errs on the safe side.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use lang_c::ast::{DoWhileStatement, Expression, ForStatement, InitializerListItem, Statement, WhileStatement};
use lang_c::span::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use super::decline::macro_at;
use super::doubts::{Doubts, PossibleExpansion};
use super::enumerations::{Enumeration, EnumeratorId, Values};
use super::env::Env;
use super::launch::LaunchSize;
use super::memo::Memo;
use super::program::ProgramFunctions;
use super::reach::{Answers, Reach};
use super::types::{Type, TypeKind};
use clunroll_rules::{Decline, Reason};
use oclc_syntax::lex::{Bracket, Depth, Punct, Token, TokenKind, after_group};
use oclc_syntax::limits::MAX_DEFINITIONS;
use oclc_syntax::preprocess::{Constant, Expansion, GroupId, Meaning, Moment, Unit, expand_line};
use oclc_syntax::source::{FileId, Place, Span};
use oclc_syntax::tree::{Parsed, ReplacementName, TokenRange, TreeExtent, is_type_name};

/// Names a symbol of a [`Function`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub(super) usize);

/// How a symbol came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// A parameter of the function.
    Parameter,
    /// Declared in the function, not static.
    Local,
    /// Declared outside, or static.
    Static,
    /// An enumeration constant.
    Enumerator,
    /// A type name.
    Typedef,
}

/// One declared name.
#[derive(Debug)]
pub struct Symbol<'t> {
    /// Its name.
    pub name: &'t str,
    /// Its type.
    pub kind: Type,
    /// How it came to be.
    pub storage: Storage,
    /// The token of its declarator.
    pub declared: usize,
    /// The tokens in which it is visible, inner declarations of the same name aside.
    pub scope: TokenRange,
    /// The initialiser, where it is an expression.
    pub initializer: Option<&'t Node<Expression>>,
    /// The initialiser, where it is a list in which each item is one element, and the host has no say.
    pub elements: Option<&'t [Node<InitializerListItem>]>,
    /// Of an enumerator: its place among the others.
    pub(super) enumerator: Option<EnumeratorId>,
    /// The symbol of the same name that is visible where this one is declared.
    pub(super) hidden: Option<SymbolId>,
    /// The conditional group of its declaration; `None` where directives stand inside it.
    pub group: Option<GroupId>,
    /// Whether nothing else in its scope has its name.
    pub(super) unique: bool,
}

/// What a use does to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Takes its value.
    Read,
    /// Gives it one; a part of it counts.
    Write,
    /// Makes a pointer to it.
    Address,
}

/// One use of a name as an expression.
#[derive(Clone, Copy, Debug)]
pub struct Use<'t> {
    /// The name.
    pub name: &'t str,
    /// The token.
    pub token: usize,
    /// The symbol; `None` where the name is not declared here.
    pub symbol: Option<SymbolId>,
    /// What is done.
    pub access: Access,
    /// Whether it is called.
    pub called: bool,
}

/// A loop of the tree.
#[derive(Clone, Copy, Debug)]
pub enum LoopNode<'t> {
    /// `for (…; …; …) body`
    For(&'t ForStatement),
    /// `while (…) body`
    While(&'t WhileStatement),
    /// `do body while (…);`
    Do(&'t DoWhileStatement),
}

impl<'t> LoopNode<'t> {
    /// Its body.
    #[must_use]
    pub fn body(self) -> &'t Node<Statement> {
        match self {
            Self::For(node) => &node.statement,
            Self::While(node) => &node.statement,
            Self::Do(node) => &node.statement,
        }
    }
}

/// A label, or a `goto` to it.
#[derive(Clone, Debug)]
pub struct LabelUse<'t> {
    /// The token of the name.
    pub token: usize,
    /// The label's name.
    pub name: &'t str,
    /// Whether it is the label itself.
    pub is_definition: bool,
}

/// A function, or a loop alone, with its symbols.
#[derive(Debug)]
pub struct Function<'u, 't> {
    /// The translation unit.
    pub unit: &'u Unit,
    /// What is known of all functions.
    pub program: &'t ProgramFunctions<'u>,
    /// Tokens and tree.
    pub parsed: &'t Parsed<'u>,
    /// Every loop by the token of its keyword.
    pub loops: FxHashMap<usize, LoopNode<'t>>,
    /// For each loop inside another loop, the innermost loop around it. Both are given by their keywords.
    pub loops_around: FxHashMap<usize, usize>,
    /// The keywords of those that stand in a statement expression.
    pub loops_in_expressions: FxHashSet<usize>,
    /// Every label and every `goto`, in the order of their tokens.
    pub labels: Vec<LabelUse<'t>>,
    pub(super) symbols: Vec<Symbol<'t>>,
    pub(super) by_name: FxHashMap<&'t str, Vec<SymbolId>>,
    pub(super) uses: Vec<Use<'t>>,
    /// Calls whose result is written or pointed to.
    pub(super) changed_calls: Vec<usize>,
    /// Of each symbol and access, the first use.
    pub(super) first_accesses: OnceCell<FxHashMap<(SymbolId, Access), usize>>,
    pub(super) pasted_open_name: OnceCell<Option<usize>>,
    /// What is known of the launch, once that was asked for.
    pub(super) launch: OnceCell<Option<LaunchSize>>,
    /// No values, for what is true in all copies.
    pub(super) no_env: Env,
    /// Every enumeration, and the values of its enumerators that were already found.
    pub(super) enumerations: Vec<Enumeration<'t>>,
    pub(super) enumerators: Values,
    /// How far evaluation goes.
    pub(super) reach: Reach,
    /// Where macros may declare names.
    pub(super) doubts: Doubts,
    /// What open macros were already found to stand for.
    pub(super) hidden_texts: Memo<Rc<PossibleExpansion>>,
    /// Which open macros were already found to stand for templates, or not.
    pub(super) templates: Memo<bool>,
    /// The names in the expressions that open macros are.
    pub(super) free_names: Memo<Option<Rc<Vec<ReplacementName>>>>,
    /// The names that are types where they stand.
    pub(super) type_names: FxHashSet<usize>,
    /// Values of open macros that were already found.
    pub(super) open_values: Answers<(Moment, String), Option<Constant>>,
    /// Whether such macros stand for values: all loops around a token ask that.
    pub(super) are_values: Memo<bool>,
}

impl<'t> Function<'_, 't> {
    /// The symbol of that name.
    #[must_use]
    pub fn symbol(&self, id: SymbolId) -> &Symbol<'t> {
        &self.symbols[id.0]
    }

    /// No values, for what is true in all copies.
    #[must_use]
    pub const fn nothing_known(&self) -> &Env {
        &self.no_env
    }

    /// Whether a name is declared somewhere in a range of tokens.
    #[must_use]
    pub fn declares_in(&self, name: &str, range: &TokenRange) -> bool {
        let candidates = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        let before = candidates.partition_point(|&id| self.symbol(id).declared < range.start);
        candidates.get(before).is_some_and(|&id| self.symbol(id).declared < range.end)
    }

    /// All symbols that are declared in a range of tokens.
    pub fn declared_in(&self, range: TokenRange) -> impl Iterator<Item = SymbolId> {
        let declared = (0..self.symbols.len()).map(SymbolId);
        declared.filter(move |&id| range.contains(&self.symbol(id).declared))
    }

    /// The innermost symbol of that name that is visible at a token.
    #[must_use]
    pub fn lookup(&self, name: &str, token: usize) -> Option<SymbolId> {
        self.visible(name, token).next()
    }

    /// Whether the function, or a declaration that it mentions, declares that name anywhere.
    #[must_use]
    pub fn has_symbol(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// All symbols of that name, in the order of their declarations.
    pub fn symbols_named(&self, name: &str) -> impl Iterator<Item = &Symbol<'t>> {
        self.by_name.get(name).into_iter().flatten().map(|&id| self.symbol(id))
    }

    /// All symbols of that name whose scope holds a token, from the innermost outwards.
    pub(super) fn visible(&self, name: &str, token: usize) -> impl Iterator<Item = SymbolId> {
        let candidates = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        let behind = candidates.partition_point(|&id| self.symbol(id).declared <= token);
        // What is visible here and was declared before the last one was visible there too.
        let declared = std::iter::successors(candidates[..behind].last().copied(), |&id| self.symbol(id).hidden);
        declared.filter(move |&id| self.symbol(id).scope.contains(&token))
    }

    /// The innermost symbol around another one of the same name whose scope holds a token.
    pub(super) fn visible_outside(&self, id: SymbolId, token: usize) -> Option<SymbolId> {
        let mut hidden = std::iter::successors(self.symbol(id).hidden, |&id| self.symbol(id).hidden);
        hidden.find(|&id| self.symbol(id).scope.contains(&token))
    }

    /// Whether a symbol means the same in every configuration in which the token `at` is compiled.
    #[must_use]
    pub fn is_certain(&self, id: SymbolId, at: usize) -> bool {
        let symbol = self.symbol(id);
        let group = self.unit.group(self.moment(at));
        let configuration = &self.parsed.configuration;
        self.doubted_by(id, at).is_none()
            && symbol.unique
            && symbol.group.is_some_and(|declared| self.unit.implies(configuration, group, declared))
    }

    /// A token of which not even the known definitions tell what it may stand for: an open macro was pasted into its
    /// name, or there are too many. It may name any variable, unless it is the function's own name.
    #[must_use]
    pub fn pasted_open_name(&self) -> Option<usize> {
        *self.pasted_open_name.get_or_init(|| {
            let tokens = &self.parsed.expansion.tokens;
            let own_name = self.name().map(|name| self.parsed.token_of(name.span));
            (0..tokens.len()).find(|&at| {
                tokens[at].open
                    && Some(at) != own_name
                    && match self.meaning(&tokens[at].text, self.moment(at)) {
                        Meaning::Open(definitions) => definitions.len() > MAX_DEFINITIONS,
                        Meaning::Sure(_) | Meaning::Ordinary => true,
                    }
            })
        })
    }

    /// The type that a declared name stands for at a token. Where conditions choose among types, it is at most known that all
    /// are arithmetic, or that none is an array.
    #[must_use]
    pub fn typedef(&self, id: SymbolId, token: usize) -> Type {
        let symbol = self.symbol(id);
        if symbol.storage == Storage::Typedef && self.is_certain(id, token) {
            return symbol.kind.clone();
        }
        let name = self.parsed.expansion.tokens.get(token).map_or("", |token| &*token.text);
        let is_arithmetic = |id| {
            let Symbol { storage, ref kind, .. } = *self.symbol(id);
            storage == Storage::Typedef
                && !kind.is_volatile
                && matches!(kind.shape, TypeKind::Integer(_) | TypeKind::Arithmetic)
        };
        if is_arithmetic(id) && self.visible(name, token).all(is_arithmetic) {
            return Type::arithmetic();
        }
        let is_chosen = self.doubted_by(id, token).is_none()
            && self.visible(name, token).all(|id| self.symbol(id).storage == Storage::Typedef);
        let kinds = || self.visible(name, token).map(|id| self.symbol(id).kind.clone());
        if is_chosen { Type::one_of(kinds()).unwrap_or_else(Type::unknown) } else { Type::unknown() }
    }

    /// The uses within a range of tokens.
    #[must_use]
    pub fn uses_in(&self, range: TokenRange) -> &[Use<'t>] {
        let first = self.uses.partition_point(|used| used.token < range.start);
        let behind = self.uses.partition_point(|used| used.token < range.end);
        &self.uses[first..behind.max(first)]
    }

    /// The labels and gotos within a range of tokens.
    #[must_use]
    pub fn labels_in(&self, range: TokenRange) -> &[LabelUse<'t>] {
        let first = self.labels.partition_point(|used| used.token < range.start);
        let behind = self.labels.partition_point(|used| used.token < range.end);
        &self.labels[first..behind.max(first)]
    }

    /// The first use in a range that does that to the symbol.
    #[must_use]
    pub fn find_access(&self, id: SymbolId, access: Access, range: TokenRange) -> Option<&Use<'t>> {
        self.uses_in(range).iter().find(|used| used.symbol == Some(id) && used.access == access)
    }

    /// The first use anywhere in the function that makes a pointer to the symbol.
    #[must_use]
    pub fn address_taken(&self, id: SymbolId) -> Option<&Use<'t>> {
        self.first_access(id, Access::Address)
    }

    /// The first use anywhere in the function that does that to the symbol.
    #[must_use]
    pub fn first_access(&self, id: SymbolId, access: Access) -> Option<&Use<'t>> {
        let first = self.first_accesses.get_or_init(|| {
            let mut first = FxHashMap::default();
            for (at, used) in self.uses.iter().enumerate() {
                if let Some(symbol) = used.symbol {
                    first.entry((symbol, used.access)).or_insert(at);
                }
            }
            first
        });
        first.get(&(id, access)).map(|&at| &self.uses[at])
    }

    /// What a name can mean as a macro at a moment.
    #[must_use]
    pub fn meaning(&self, name: &str, moment: Moment) -> Meaning<'_> {
        self.unit.meaning_in(&self.parsed.configuration, name, moment, self.unit.group(moment))
    }

    /// A replacement list after expansion.
    #[must_use]
    pub fn expanded_line(&self, tokens: &[Token], moment: Moment) -> Expansion<'_> {
        expand_line(self.unit, &self.parsed.configuration, tokens, moment)
    }

    /// The moment at which a token is read.
    #[must_use]
    pub fn moment(&self, token: usize) -> Moment {
        self.parsed.expansion.tokens.get(token).map_or(self.unit.directives.len(), |token| self.unit.moment(token.code))
    }

    /// The bytes of the main file that make exactly these tokens: they begin and end where macro invocations do.
    #[must_use]
    pub fn source_span(&self, range: &TokenRange) -> Option<Span> {
        let code = &self.unit.code[self.source_code(range)?];
        Some(code.first()?.span.to(code.last()?.span))
    }

    /// The same as code tokens.
    fn source_code(&self, range: &TokenRange) -> Option<Range<usize>> {
        let expansion = &self.parsed.expansion;
        let tokens = expansion.tokens.get(range.clone())?;
        let first = expansion.code_of(tokens.first()?);
        let last = expansion.code_of(tokens.last()?);
        let is_cut = |outside: Option<usize>, code: &Range<usize>| {
            outside.and_then(|at| expansion.tokens.get(at)).is_some_and(|token| expansion.code_of(token) == *code)
        };
        if is_cut(range.start.checked_sub(1), &first) || is_cut(Some(range.end), &last) {
            return None;
        }
        let is_main = |code: usize| self.unit.code[code].file == FileId::MAIN;
        (is_main(first.start) && is_main(last.end - 1)).then_some(first.start..last.end)
    }

    /// The text of tokens on one line: the author's where they have one, otherwise what macros make of it.
    #[must_use]
    pub fn text_of(&self, range: &TokenRange) -> String {
        let Some(code) = self.source_code(range) else {
            let tokens = &self.parsed.expansion.tokens[range.clone()];
            return tokens.iter().map(|token| &*token.text).collect::<Vec<_>>().join(" ");
        };
        let span = self.unit.code[code.start].span.to(self.unit.code[code.end - 1].span);
        let text = self.unit.sources[FileId::MAIN].slice(span);
        if memchr::memchr2(b'\n', b'\r', text).is_none() {
            return String::from_utf8_lossy(text).into_owned();
        }
        self.words(code).join(" ")
    }

    /// The code tokens in a range that the configuration compiles.
    #[must_use]
    pub fn words(&self, code: Range<usize>) -> Vec<Cow<'_, str>> {
        let is_there = |at: &usize| {
            let group = self.unit.group(self.unit.moment(*at));
            !self.unit.cuts_group(&self.parsed.configuration, group)
        };
        code.filter(is_there).map(|at| self.unit.text(&self.unit.code[at])).collect()
    }

    /// Whether a macro that the host decides upon is among the tokens.
    #[must_use]
    pub fn has_open_names(&self, range: TokenRange) -> bool {
        self.parsed.expansion.tokens[range].iter().any(|token| token.open)
    }

    /// Whether a name that the tree does not declare may be declared as something that is no arithmetic type, or `bool`. One of
    /// OpenCL C's own can only be where a loop was parsed without its function.
    #[must_use]
    pub fn may_be_other(&self, name: &str) -> bool {
        (self.parsed.extent == TreeExtent::Loop || !is_type_name(name)) && self.program.may_declare_other(name)
    }

    /// Whether an attribute in a range of tokens, or beside it, may make another type of what is declared or named there.
    #[must_use]
    pub fn has_type_attribute(&self, range: TokenRange) -> bool {
        self.has_attribute(range, |name| !keeps_type(name))
    }

    /// Whether some attribute stands in a range of tokens or beside it; `is_one` is asked about their names.
    #[must_use]
    pub fn has_attribute(&self, range: TokenRange, is_one: impl Fn(&str) -> bool) -> bool {
        if range.is_empty() {
            return false;
        }
        let tokens = &self.parsed.expansion.tokens;
        let (mut start, mut end) = (range.start, range.end);
        while start.checked_sub(1).is_some_and(|before| self.parsed.is_left_out(before)) {
            start -= 1;
        }
        // Behind its semicolon, another statement begins.
        while end < tokens.len() && self.parsed.is_left_out(end) && !tokens[end - 1].is(Punct::Semicolon) {
            end += 1;
        }
        // The names of attributes stand in two pairs of parentheses, their arguments in more.
        let (mut is_attribute, mut depth) = (false, Depth::of(Bracket::Round));
        for token in (start..end).filter(|&at| self.parsed.is_left_out(at)).map(|at| &tokens[at]) {
            depth.read(token.kind);
            match depth.get() {
                _ if token.kind != TokenKind::Identifier => {}
                // A macro may be any attribute.
                0 if !is_attribute_word(&token.text) && &*token.text != "_Pragma" => return true,
                0 => is_attribute = is_attribute_word(&token.text),
                2 if is_attribute && is_one(&token.text) => return true,
                _ => {}
            }
        }
        false
    }

    /// The tokens of a node, with the parentheses around an expression.
    #[must_use]
    pub fn tokens<T>(&self, node: &Node<T>) -> TokenRange {
        self.parsed.tokens_of(node.span)
    }

    /// The tokens of an expression without the parentheses that the source has around it: what a text may take the place of.
    #[must_use]
    pub fn bare_tokens(&self, node: &Node<Expression>) -> TokenRange {
        let tokens = &self.parsed.expansion.tokens;
        let mut range = self.tokens(node);
        let is_in_parentheses = |range: &TokenRange| {
            let is_written = |at: usize, punct| tokens[at].is(punct) && tokens[at].call.is_none();
            range.len() > 2
                && is_written(range.start, Punct::LeftParen)
                && is_written(range.end - 1, Punct::RightParen)
                && after_group(Bracket::Round, &tokens[..range.end], range.start) == Some(range.end)
        };
        while is_in_parentheses(&range) {
            range = range.start + 1..range.end - 1;
        }
        range
    }
}

impl Function<'_, '_> {
    /// The macro that may declare parameters, whatever their names.
    #[must_use]
    pub fn made_parameters(&self) -> Option<String> {
        let token = self.parsed.made_by_macros().parameters?;
        Some(self.parsed.expansion.tokens[token].text.to_string())
    }

    /// Whether the function around a token has a parameter of that name, as far as its tokens say so.
    #[must_use]
    pub fn is_named_parameter(&self, name: &str, token: usize) -> bool {
        self.program.has_parameter(name, self.parsed.expansion.tokens[token].code)
    }

    /// That more would have to be known at a token than a loop alone tells: where its function could not be read, if that is known.
    #[must_use]
    pub fn unreadable(&self, token: usize) -> Decline {
        let stopped = self.parsed.stopped.and_then(|code| self.unit.code.get(code)).map(Token::place);
        let by = self.parsed.stopped.and_then(|code| macro_at(self.unit, code));
        let reason = Reason::FunctionUnreadable { is_where: stopped.is_some(), by };
        Decline { reason, place: stopped.unwrap_or_else(|| place_of_token(self, token)) }
    }
}

/// Whether attributes stand behind a word, in two pairs of parentheses.
pub(super) fn is_attribute_word(word: &str) -> bool {
    matches!(word, "__attribute__" | "__attribute")
}

/// Whether an attribute leaves the type of what it is written beside alone. Of others, not even the size is known.
fn keeps_type(attribute: &str) -> bool {
    matches!(
        attribute.trim_matches('_'),
        "aligned" | "packed" | "unused" | "used" | "may_alias" | "deprecated" | "endian" | "host" | "device" | "nosvm"
    )
}

/// Where a token stands in the file: itself, or the invocation that it comes from.
#[must_use]
pub fn place_of_token(function: &Function<'_, '_>, token: usize) -> Place {
    let tokens = &function.parsed.expansion.tokens;
    // There is no function without tokens.
    let token = &tokens[token.min(tokens.len() - 1)];
    let code = function.parsed.expansion.code_of(token);
    let first = function.unit.code[code.start];
    let last = function.unit.code[code.end - 1];
    Place { file: first.file, span: first.span.to(last.span) }
}
