//! Symbols of a function: the meaning of each name, and all its uses.
//!
//! [`Function`] holds two lists, which one walk over the tree makes. The first has the symbols, each with its type, where it is visible,
//! and whether it is *certain*: declared once in its scope, by tokens that exist in every configuration in which the use exists. The second
//! has the uses, each with its effect on the object: read it, write it, or take its address. The tree contains all conditional branches
//! together, so the list has the uses of all configurations at once, which errs on the safe side.

use std::borrow::Cow;
use std::ops::Range;

use lang_c::ast::Expression;
use lang_c::span::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use super::decline::macro_at;
use super::env::Env;
use super::limits::MAX_INVOCATIONS_AROUND;
use super::program::ProgramFunctions;
use super::reach::Reach;
use super::symbol::{Access, LabelUse, LoopNode, Storage, Symbol, SymbolId, Use};
use super::tables::{Doubts, Enumeration, Known};
use super::types::{Type, TypeKind};
use clunroll_rules::{Decline, Reason};
use oclc_syntax::lex::{Bracket, Depth, Punct, Token, TokenKind, after_group};
use oclc_syntax::limits::MAX_DEFINITIONS;
use oclc_syntax::preprocess::{Expanded, Expansion, MacroInvocation, Meaning, Moment, Unit, expand_line};
use oclc_syntax::source::{FileId, Place, Span};
use oclc_syntax::tree::{Parsed, TokenRange, TreeExtent, is_attribute_word, is_type_name};

/// A function, or a loop alone, with its symbols.
#[derive(Debug)]
pub struct Function<'u, 't> {
    /// The translation unit.
    pub unit: &'u Unit,
    /// Facts about all functions.
    pub program: &'t ProgramFunctions<'u>,
    /// The tokens and the tree.
    pub parsed: &'t Parsed<'u>,
    /// Every loop by the token of its keyword.
    pub loops: FxHashMap<usize, LoopNode<'t>>,
    /// For each loop inside another loop, the innermost loop around it. Both are given by their keywords.
    pub loops_around: FxHashMap<usize, usize>,
    /// The keywords of the loops in statement expressions.
    pub loops_in_expressions: FxHashSet<usize>,
    /// Every label and every `goto`, in the order of their tokens.
    pub labels: Vec<LabelUse<'t>>,
    pub(super) symbols: Vec<Symbol<'t>>,
    pub(super) by_name: FxHashMap<&'t str, Vec<SymbolId>>,
    pub(super) uses: Vec<Use<'t>>,
    /// Calls whose result is written or pointed to.
    pub(super) changed_calls: Vec<usize>,
    /// An environment without values, for facts that are true in all copies.
    pub(super) no_env: Env,
    /// Every enumeration.
    pub(super) enumerations: Vec<Enumeration<'t>>,
    /// The limits of evaluation, and how much of them is used.
    pub(super) reach: Reach,
    /// Where macros may declare names.
    pub(super) doubts: Doubts,
    /// The tokens of names that are types in such a macro.
    pub(super) type_names: FxHashSet<usize>,
    /// The tokens that name types in the function's head.
    pub(super) head_types: FxHashSet<usize>,
    pub(super) known: Known,
}

impl<'t> Function<'_, 't> {
    /// The symbol of that name.
    #[must_use]
    pub fn symbol(&self, id: SymbolId) -> &Symbol<'t> {
        &self.symbols[id.0]
    }

    /// An environment without values, for facts that are true in all copies.
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

    /// All symbols of that name that are visible at a token, from the innermost outwards.
    pub(super) fn visible(&self, name: &str, token: usize) -> impl Iterator<Item = SymbolId> {
        let candidates = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        let behind = candidates.partition_point(|&id| self.symbol(id).declared <= token);
        // A symbol that is visible here and was declared before the last one was also visible at the last one.
        let declared = std::iter::successors(candidates[..behind].last().copied(), |&id| self.symbol(id).hidden);
        declared.filter(move |&id| self.symbol(id).scope.contains(&token))
    }

    /// The innermost symbol around another one of the same name that is visible at a token.
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

    /// A token whose meaning is unknown even with all known definitions: an open macro was pasted into its name, or there are too many
    /// definitions. It may name any variable, unless it is the function's own name, a type, or the name of a function that is called.
    #[must_use]
    pub fn pasted_open_name(&self) -> Option<usize> {
        *self.known.pasted_open_name.get_or_init(|| {
            let tokens = &self.parsed.expansion.tokens;
            let own_name = self.name().map(|name| self.parsed.token_of(name.span));
            (0..tokens.len()).find(|&at| {
                tokens[at].open
                    && Some(at) != own_name
                    && match self.meaning(&tokens[at].text, self.moment(at)) {
                        Meaning::Open(definitions) => definitions.len() > MAX_DEFINITIONS,
                        Meaning::Sure(_) | Meaning::Ordinary => !self.is_pasted_type_or_callee(at),
                    }
            })
        })
    }

    /// The type that a declared name means at a token. If conditions choose among types, at most one of two facts is known: all are
    /// arithmetic, or none is an array.
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

    /// The first use in a range that has this effect on the symbol.
    #[must_use]
    pub fn find_access(&self, id: SymbolId, access: Access, range: TokenRange) -> Option<&Use<'t>> {
        self.uses_in(range).iter().find(|used| used.symbol == Some(id) && used.access == access)
    }

    /// The first use anywhere in the function that makes a pointer to the symbol.
    #[must_use]
    pub fn address_taken(&self, id: SymbolId) -> Option<&Use<'t>> {
        self.first_access(id, Access::Address)
    }

    /// The first use anywhere in the function that has this effect on the symbol.
    #[must_use]
    pub fn first_access(&self, id: SymbolId, access: Access) -> Option<&Use<'t>> {
        let first = self.known.first_accesses.get_or_init(|| {
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

    /// The possible meanings of a name as a macro at a moment.
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

    /// The bytes of the main file that expand to exactly these tokens: they begin and end at the borders of macro invocations.
    #[must_use]
    pub fn source_span(&self, range: &TokenRange) -> Option<Span> {
        let code = &self.unit.code[self.source_code(range)?];
        Some(code.first()?.span.to(code.last()?.span))
    }

    /// The bytes of the main file that are exactly these tokens, in an argument of a macro that makes neither strings nor other tokens of its
    /// arguments. The macro may use the argument several times.
    #[must_use]
    pub fn span_in_argument(&self, range: &TokenRange) -> Option<Span> {
        let expansion = &self.parsed.expansion;
        let tokens = expansion.tokens.get(range.clone())?;
        let call = &expansion.outermost(tokens.first()?.call?).code;
        let is_same_call =
            |token: &Expanded<'_>| token.call.is_some_and(|other| expansion.outermost(other).code == *call);
        let written = &self.unit.code[call.clone()];
        let first = written.iter().position(|token| token.place() == tokens[0].spelled)?;
        let written = written.get(first..first + tokens.len())?;
        let is_written = tokens.iter().zip(written).all(|(token, code)| token.spelled == code.place());
        let is_plain = is_written && tokens.iter().all(is_same_call) && written[0].file == FileId::MAIN;
        (is_plain && !self.joins_tokens(call)).then(|| written[0].span.to(written[written.len() - 1].span))
    }

    /// The bytes of the main file that are one invocation of a macro which expands to exactly these tokens. It may be in an argument of a
    /// macro that makes neither strings nor other tokens of its arguments, and that may use the argument several times.
    #[must_use]
    pub fn span_of_invocation(&self, range: &TokenRange) -> Option<Span> {
        let expansion = &self.parsed.expansion;
        let first = expansion.tokens.get(range.start)?;
        let is_from = |at: usize, call: &MacroInvocation| {
            let token = expansion.tokens.get(at);
            token.is_some_and(|token| expansion.invocations_of(token).any(|other| std::ptr::eq(other, call)))
        };
        let is_cut = |call: &MacroInvocation| {
            is_from(range.end, call) || range.start.checked_sub(1).is_some_and(|before| is_from(before, call))
        };
        let is_whole = |call: &&MacroInvocation| !is_cut(call) && range.clone().all(|at| is_from(at, call));
        let invocations = expansion.invocations_of(first).take(MAX_INVOCATIONS_AROUND).filter(is_whole);
        let call = { invocations }.find(|call| self.is_written(call))?;
        let outermost = expansion.invocations_of(first).last()?;
        let code = &self.unit.code[call.code.clone()];
        let (name, end) = (code.first()?, code.last()?);
        let is_plain = name.file == FileId::MAIN && end.file == FileId::MAIN;
        (is_plain && (call.parent.is_none() || !self.joins_tokens(&outermost.code))).then(|| name.span.to(end.span))
    }

    /// How often each token of the main file, and each invocation written there, is used in expanded tokens, by the offset where it begins.
    /// A macro may use an argument several times.
    #[must_use]
    pub fn uses_of_texts(&self, range: &TokenRange) -> FxHashMap<u32, usize> {
        let (expansion, code) = (&self.parsed.expansion, &self.unit.code);
        let mut uses: FxHashMap<u32, usize> = FxHashMap::default();
        let mut count = |place: Place| {
            if place.file == FileId::MAIN {
                *uses.entry(place.span.start).or_default() += 1;
            }
        };
        let mut seen = FxHashSet::default();
        for token in &expansion.tokens[range.clone()] {
            count(token.spelled);
            // All invocations around one that was seen were seen too.
            for call in expansion.invocations_of(token).take_while(|call| seen.insert(std::ptr::from_ref(*call))) {
                if self.is_written(call) {
                    count(code[call.code.start].place());
                }
            }
        }
        uses
    }

    /// Whether the code tokens of an invocation are its name and, for a macro with arguments, these: not so if its name or its closing
    /// parenthesis comes from another macro.
    #[must_use]
    pub fn is_written(&self, call: &MacroInvocation) -> bool {
        let Some(code) = self.unit.code.get(call.code.clone()) else { return false };
        let has_name = code.first().is_some_and(|name| self.unit.text(name) == *call.name);
        let is_closed = || code[1].is(Punct::LeftParen) && after_group(Bracket::Round, code, 1) == Some(code.len());
        has_name && (code.len() == 1 || is_closed())
    }

    /// Whether a macro in the invocation that is these code tokens has a `#` or `##`.
    #[must_use]
    pub fn joins_tokens(&self, code: &Range<usize>) -> bool {
        let inside = self.parsed.expansion.calls_with_outermost().filter(|(outermost, _)| outermost.code == *code);
        let joins = |name: &str| {
            let mut definitions = self.unit.distinct_definitions(name);
            definitions.any(|one| one.body.iter().any(|token| token.is(Punct::Hash) || token.is(Punct::HashHash)))
        };
        inside.into_iter().any(|(_, call)| joins(&call.name))
    }

    /// The same range as code tokens.
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

    /// The text of tokens on one line: the author's text if there is one, otherwise the expansion.
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

    /// The spellings of the code tokens in a range that the configuration compiles.
    #[must_use]
    pub fn words(&self, code: Range<usize>) -> Vec<Cow<'_, str>> {
        let is_there = |at: &usize| {
            let group = self.unit.group(self.unit.moment(*at));
            !self.unit.cuts_group(&self.parsed.configuration, group)
        };
        code.filter(is_there).map(|at| self.unit.text(&self.unit.code[at])).collect()
    }

    /// Whether the tokens contain a macro whose meaning the host decides.
    #[must_use]
    pub fn has_open_names(&self, range: TokenRange) -> bool {
        self.parsed.expansion.tokens[range].iter().any(|token| token.open)
    }

    /// Whether a name that the tree does not declare may be declared as something other than an arithmetic type, or as `bool`. This is
    /// possible for a name of OpenCL C only if a loop was parsed without its function.
    #[must_use]
    pub fn may_be_other(&self, name: &str) -> bool {
        (self.parsed.extent == TreeExtent::Loop || !is_type_name(name)) && self.program.may_declare_other(name)
    }

    /// Whether an attribute in a range of tokens, or beside it, may change the type that is declared or named there.
    #[must_use]
    pub fn has_type_attribute(&self, range: TokenRange) -> bool {
        self.has_attribute(range, |name| !keeps_type(name))
    }

    /// Whether a range of tokens contains, or is beside, an attribute whose name `is_one` accepts.
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
        // After its semicolon, another statement begins.
        while end < tokens.len() && self.parsed.is_left_out(end) && !tokens[end - 1].is(Punct::Semicolon) {
            end += 1;
        }
        // The names of attributes are in two pairs of parentheses, their arguments in more.
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

    /// The tokens of an expression without the parentheses that the source has around it: the range that a text may replace.
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
    /// The macro that may declare parameters of any name.
    #[must_use]
    pub fn made_parameters(&self) -> Option<String> {
        let token = self.parsed.made_by_macros().parameters?;
        Some(self.parsed.expansion.tokens[token].text.to_string())
    }

    /// Whether the function around a token has a parameter of that name, according to its tokens.
    #[must_use]
    pub fn is_named_parameter(&self, name: &str, token: usize) -> bool {
        self.program.has_parameter(name, self.parsed.expansion.tokens[token].code)
    }

    /// The reason for declining a loop that was parsed alone: the place where its function could not be read, if that is known, otherwise
    /// the token.
    #[must_use]
    pub fn unreadable(&self, token: usize) -> Decline {
        let stopped = self.parsed.stopped.and_then(|code| self.unit.code.get(code)).map(Token::place);
        let by = self.parsed.stopped.and_then(|code| macro_at(self.unit, code));
        let reason = Reason::FunctionUnreadable { is_where: stopped.is_some(), by };
        Decline { reason, place: stopped.unwrap_or_else(|| place_of_token(self, token)) }
    }
}

/// Whether an attribute does not change the type that it is written beside. Another one may even change the size.
fn keeps_type(attribute: &str) -> bool {
    matches!(
        attribute.trim_matches('_'),
        "aligned" | "packed" | "unused" | "used" | "may_alias" | "deprecated" | "endian" | "host" | "device" | "nosvm"
    )
}

/// The place of a token in the file: its own, or the place of the invocation that it comes from.
#[must_use]
pub fn place_of_token(function: &Function<'_, '_>, token: usize) -> Place {
    let tokens = &function.parsed.expansion.tokens;
    // A function always has tokens.
    let token = &tokens[token.min(tokens.len() - 1)];
    let code = function.parsed.expansion.code_of(token);
    let first = function.unit.code[code.start];
    let last = function.unit.code[code.end - 1];
    Place { file: first.file, span: first.span.to(last.span) }
}
