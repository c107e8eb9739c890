//! Parsing with lang-c, and the way back from its spans to tokens.

use crate::limits::TREE_MEMORY;
use std::ops::Range;
use std::sync::Arc;

use lang_c::ast::{BlockItem, Expression, ExternalDeclaration, Statement, TranslationUnit};
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use lang_c::span::{Node, Span};

use super::buffer::{Buffer, ParseBuffer};
use super::extent::Extent;
use super::nesting::too_deep;
use super::roles::{MadeByMacros, PlayedRoles};
use crate::preprocess::{Configuration, Expanded, Expansion, Unit};
use crate::text_cache::TextCache;

/// A range of the tokens of an [`Expansion`].
pub type TokenRange = Range<usize>;

/// The reason why there is no tree, with the code token of the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// Brackets or operators nest too deep to be parsed safely.
    TooDeep(usize),
    /// Macro expansion passed its limit.
    Overflow,
    /// The parser does not accept it; without a token if the parser was not run.
    Syntax(Option<usize>),
}

impl NoTree {
    /// The code token at which the parser stopped.
    #[must_use]
    pub const fn stopped(self) -> Option<usize> {
        match self {
            Self::Syntax(stopped) => stopped,
            Self::TooDeep(_) | Self::Overflow => None,
        }
    }
}

/// How much of the surroundings a tree holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeExtent {
    /// The whole function, with the declarations that it mentions.
    Function,
    /// The loop alone: the declarations that it uses are unknown.
    Loop,
}

/// A function, or a loop where its function cannot be parsed, as tokens and as a tree.
#[derive(Debug)]
pub struct Parsed<'u> {
    /// The tokens.
    pub expansion: Expansion<'u>,
    /// The tree; its last external declaration is the function.
    pub tree: Arc<TranslationUnit>,
    /// The part of the source that the tree covers.
    pub extent: TreeExtent,
    /// For a loop alone: the code token at which its function could not be read.
    pub stopped: Option<usize>,
    /// The configuration that it is true of.
    pub configuration: Configuration,
    starts: Vec<(usize, usize)>,
    left_out: Vec<TokenRange>,
    roles: PlayedRoles,
}

impl Parsed<'_> {
    /// The tokens that a span of the tree covers. The spans of postfix expressions take trailing blanks in; those
    /// hold no token.
    #[must_use]
    pub fn tokens_of(&self, span: Span) -> TokenRange {
        let first = self.starts.partition_point(|&(offset, _)| offset < span.start);
        let after = self.starts.partition_point(|&(offset, _)| offset < span.end);
        let index = |at: usize| self.starts.get(at).map_or(self.expansion.tokens.len(), |&(_, token)| token);
        if after <= first {
            return index(first)..index(first);
        }
        index(first)..index(after - 1) + 1
    }

    /// The token that a span begins with.
    #[must_use]
    pub fn token_of(&self, span: Span) -> usize {
        self.tokens_of(span).start
    }

    /// The token of the code itself, in no macro, that is the code token `at`.
    #[must_use]
    pub fn token_at_code(&self, at: usize) -> Option<usize> {
        let tokens = &self.expansion.tokens;
        let index = self.after_code(at);
        tokens.get(index).filter(|token| token.code == at && token.call.is_none()).map(|_| index)
    }

    /// The first token that comes from the code token `at` or from a later one; the last token if there is none.
    #[must_use]
    pub fn token_after_code(&self, at: usize) -> usize {
        self.after_code(at).min(self.expansion.tokens.len().saturating_sub(1))
    }

    /// The first token from `at` on that the tree was made from.
    #[must_use]
    pub fn written_from(&self, at: usize) -> Option<usize> {
        let after = self.starts.partition_point(|&(_, token)| token < at);
        self.starts.get(after).map(|&(_, token)| token)
    }

    /// Whether a token is in an attribute or a `_Pragma`, which the tree leaves out.
    #[must_use]
    pub fn is_left_out(&self, token: usize) -> bool {
        let after = self.left_out.partition_point(|range| range.start <= token);
        after.checked_sub(1).is_some_and(|at| token < self.left_out[at].end)
    }

    /// Whether a token comes from a macro of the host that is a qualifier or an attribute.
    #[must_use]
    pub fn is_open_qualifier(&self, token: usize) -> bool {
        let after = self.roles.shown.partition_point(|shown| shown.range.start <= token);
        self.roles.shown[..after].last().is_some_and(|shown| shown.range.contains(&token))
    }

    /// The parts of the function's head that macros make.
    #[must_use]
    pub const fn made_by_macros(&self) -> MadeByMacros {
        self.roles.made
    }

    fn after_code(&self, at: usize) -> usize {
        self.expansion.tokens.partition_point(|token| self.expansion.code_of(token).start < at)
    }
}

/// An expression that was parsed by itself.
#[derive(Debug)]
pub struct ParsedExpression {
    /// The expression.
    pub expression: Node<Expression>,
    starts: Vec<(usize, usize)>,
}

impl ParsedExpression {
    /// The index, among the tokens that were parsed, of the one at an offset of the tree.
    #[must_use]
    pub fn token_at_offset(&self, offset: usize) -> Option<usize> {
        let after = self.starts.partition_point(|&(start, _)| start <= offset);
        self.starts.get(after.checked_sub(1)?).map(|&(_, token)| token)
    }
}

/// How often a tree takes the room of its text.
const TREE: usize = 50;

/// The result of lang-c for a text: the tree, or the offset of the error.
type Tree = Result<Arc<TranslationUnit>, usize>;

/// The parser. It remembers the texts that it has parsed: configurations often make the same text of a function, the
/// steps and passes over a file read most of its functions again, and the next file may hold them too.
#[derive(Debug)]
pub struct Trees(TextCache<Tree>);

impl Default for Trees {
    fn default() -> Self {
        Self(TextCache::with_capacity(TREE_MEMORY))
    }
}

impl Trees {
    /// Parses nothing at all, which has a tree.
    ///
    /// # Errors
    ///
    /// Those of all parsing.
    pub fn parse_nothing<'u>(&self) -> Result<Parsed<'u>, NoTree> {
        let nothing = Expansion::default;
        self.parse_function(&Configuration::default(), nothing(), nothing(), PlayedRoles::default())
    }

    /// Parses a function after some declarations; `roles` gives the roles of the host's macros, for all tokens in order.
    ///
    /// # Errors
    ///
    /// The reason why there is no tree.
    pub fn parse_function<'u>(
        &self,
        configuration: &Configuration,
        declarations: Expansion<'u>,
        function: Expansion<'u>,
        roles: PlayedRoles,
    ) -> Result<Parsed<'u>, NoTree> {
        let expansion = declarations.followed_by(function);
        check_nesting(&expansion)?;
        let mut buffer = with_prelude(&expansion, &roles)?;
        buffer.push_tokens(0..expansion.tokens.len());
        let written = buffer.finish();
        let parsed = self.parse(expansion, written, TreeExtent::Function, configuration)?;
        Ok(Parsed { roles, ..parsed })
    }

    /// Whether a function with this head, its first brace included, can be parsed at all, if `types` are types, and the host's macros
    /// have the roles in `roles`.
    ///
    /// # Errors
    ///
    /// The place where it cannot. One that nests too deep is judged with its function.
    pub(super) fn check_head(&self, head: &Expansion<'_>, roles: &PlayedRoles, types: &[&str]) -> Result<(), NoTree> {
        if check_nesting(head).is_err() {
            return Ok(());
        }
        let Ok(mut buffer) = Buffer::with_prelude(&head.tokens, roles) else { return Ok(()) };
        if !types.is_empty() {
            buffer.push_text(&format!("typedef int {};\n", types.join(",")));
        }
        buffer.push_tokens(0..head.tokens.len());
        buffer.push_text("}");
        let ParseBuffer { text, starts, .. } = buffer.finish();
        self.tree(text).map(|_| ()).map_err(|offset| syntax_error(head, &starts, offset))
    }

    /// Parses only the statement that begins at a code token, since the item around it could not be parsed; `stopped` is the code token
    /// of that error, if it is known.
    ///
    /// # Errors
    ///
    /// The reason why there is no tree.
    pub fn parse_loop<'u>(
        &self,
        unit: &'u Unit,
        configuration: &Configuration,
        code: Range<usize>,
        stopped: Option<usize>,
    ) -> Result<Parsed<'u>, NoTree> {
        // Expanding all that follows, for each loop, would take time that grows with the square of the function.
        let extent = Extent::read(unit, configuration, code);
        let Ok(Extent { expansion, length, .. }) = extent else { return Err(NoTree::Syntax(None)) };
        check_nesting(&expansion)?;
        // Tokens that the last invocation makes after the loop are not parsed, but stay known: they are not part of the loop, and have
        // no text of their own.
        let roles = PlayedRoles::of(unit, &expansion);
        let mut buffer = with_prelude(&expansion, &roles)?;
        buffer.push_text("void f(void){");
        buffer.push_tokens(0..length);
        buffer.push_text("}");
        let written = buffer.finish();
        let parsed = self.parse(expansion, written, TreeExtent::Loop, configuration)?;
        Ok(Parsed { stopped, roles, ..parsed })
    }

    fn parse<'u>(
        &self,
        expansion: Expansion<'u>,
        ParseBuffer { text, starts, left_out }: ParseBuffer,
        extent: TreeExtent,
        configuration: &Configuration,
    ) -> Result<Parsed<'u>, NoTree> {
        match self.tree(text) {
            Ok(tree) => Ok(Parsed {
                expansion,
                tree,
                extent,
                stopped: None,
                configuration: configuration.clone(),
                starts,
                left_out,
                roles: PlayedRoles::default(),
            }),
            Err(offset) => Err(syntax_error(&expansion, &starts, offset)),
        }
    }

    fn tree(&self, text: String) -> Tree {
        if let Some(tree) = self.0.get(&text) {
            return tree;
        }
        // Others may parse meanwhile, even the same.
        let (tree, text) = match parse_preprocessed(&config(), text) {
            Ok(parse) => (Ok(Arc::new(parse.unit)), parse.source),
            Err(error) => (Err(error.offset), error.source),
        };
        // Texts without a tree take so much less that more of them are remembered.
        let size = if tree.is_ok() { text.len() } else { text.len() / TREE };
        self.0.insert(text, tree.clone(), size);
        tree
    }
}

fn check_nesting(expansion: &Expansion<'_>) -> Result<(), NoTree> {
    if expansion.overflow {
        return Err(NoTree::Overflow);
    }
    too_deep(&expansion.tokens).map_or(Ok(()), |at| Err(too_deep_at(expansion, at)))
}

fn with_prelude<'t, 'u>(expansion: &'t Expansion<'u>, roles: &'t PlayedRoles) -> Result<Buffer<'t, 'u>, NoTree> {
    Buffer::with_prelude(&expansion.tokens, roles).map_err(|at| too_deep_at(expansion, at))
}

/// Where the parser stopped: in a token, if at one of its bytes, or before the next one.
fn syntax_error(expansion: &Expansion<'_>, starts: &[(usize, usize)], offset: usize) -> NoTree {
    let is_before = |&(start, token): &(usize, usize)| start + expansion.tokens[token].text.len() <= offset;
    let stopped = starts.get(starts.partition_point(is_before)).or(starts.last());
    NoTree::Syntax(stopped.map(|&(_, token)| expansion.tokens[token].code))
}

fn too_deep_at(expansion: &Expansion<'_>, token: usize) -> NoTree {
    NoTree::TooDeep(expansion.tokens[token].code)
}

/// Parses tokens as one expression; `None` if they are not an expression.
#[must_use]
pub fn parse_expression(tokens: &[Expanded<'_>]) -> Option<ParsedExpression> {
    if tokens.is_empty() || too_deep(tokens).is_some() {
        return None;
    }
    let roles = PlayedRoles::default();
    let mut buffer = Buffer::with_prelude(tokens, &roles).ok()?;
    buffer.push_text("void f(void){(");
    buffer.push_tokens(0..tokens.len());
    buffer.push_text(");}");
    let ParseBuffer { text, starts, .. } = buffer.finish();
    let mut parse = parse_preprocessed(&config(), text).ok()?;
    let ExternalDeclaration::FunctionDefinition(function) = parse.unit.0.pop()?.node else { return None };
    let Statement::Compound(mut items) = function.node.statement.node else { return None };
    let (BlockItem::Statement(statement), true) = (items.pop()?.node, items.is_empty()) else { return None };
    let Statement::Expression(Some(expression)) = statement.node else { return None };
    Some(ParsedExpression { expression: *expression, starts })
}

fn config() -> Config {
    Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::ClangC11 }
}
