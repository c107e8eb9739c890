//! The base of an access, and the evidence that two accesses never meet.
//!
//! A base is an array, or a pointer variable. Two different bases meet nowhere if
//!
//! - the source names different address spaces for them. `generic` does not count as one, and `__constant` and `__global` count as
//!   the same: a host may pass the same buffer for both;
//! - they are two arrays, or an array of the function and a parameter: a parameter has its value before the array exists;
//! - they are two parameters, and one of them is `restrict` (C99 6.7.3.1), or may be so by `--assume restrict`.
//!
//! A pointer variable counts as the object that its initialiser points into (the *root*), and a parameter as itself. It may be stepped (`p += 4`),
//! which stays in the object, but not assigned. A copy of a pointer that nothing writes counts as that pointer (its *origin*). Nothing else is evidence: not `const`, and not the type of the elements.

use super::roots::PointerReader;
use crate::symbol::{Access, Storage, Symbol, SymbolId, Use};
use crate::symbols::Function;
use crate::types::{Space, Type, TypeKind};
use clunroll_rules::ConflictCause;
use lang_c::ast::Expression;
use lang_c::span::Node;
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::tree::{is_attribute_word, is_restrict};

/// How many tokens of a declaration are read.
const MAX_DECLARATION: usize = 256;
/// How many typedefs of typedefs are followed.
const MAX_TYPEDEFS: usize = 16;
/// How many pointers that are copies of one another are followed.
const MAX_COPIES: usize = 8;
/// How many parts of initialisers are read to find the object that a pointer leads into.
const MAX_STEPS: usize = 256;

/// An address space that the source names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedSpace {
    /// `__private`, or the address space of an array of the function.
    Private,
    /// `__local`
    Local,
    /// `__global` or `__constant`
    Buffer,
}

/// The words of a declaration before the name.
#[derive(Clone, Copy, Debug, Default)]
struct DeclarationWords {
    space: Option<NamedSpace>,
    is_restrict: bool,
    /// The first macro that the host decides, or the first token that is not understood.
    doubt: Option<usize>,
}

/// The array or pointer variable that an access goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// The array or pointer variable.
    pub symbol: SymbolId,
    /// The pointer that it is a copy of, or itself.
    pub(crate) origin: SymbolId,
    /// The array or parameter that it points into.
    root: Option<SymbolId>,
    /// The address space that the source names for it.
    pub space: Option<NamedSpace>,
    /// Whether its value is the same in all iterations of the nest.
    pub is_invariant: bool,
}

impl Base {
    /// Whether it is in memory that only one work-item has.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.space == Some(NamedSpace::Private)
    }
}

/// Reads bases of a function.
#[derive(Clone, Copy)]
pub struct Bases<'f, 'u, 't> {
    /// The function.
    pub function: &'f Function<'u, 't>,
}

impl<'f> Bases<'f, '_, '_> {
    /// The base for a symbol; `is_invariant` says whether it keeps its value in the nest.
    #[must_use]
    pub fn base(self, symbol: SymbolId, is_invariant: bool) -> Base {
        let own = self.words(symbol).space;
        let space = if is_array(self.function.symbol(symbol)) && self.is_own(symbol) {
            own.or(Some(NamedSpace::Private))
        } else {
            own
        };
        Base { symbol, origin: self.origin(symbol).0, root: self.object(symbol), space, is_invariant }
    }

    /// The pointer that a pointer is a copy of, with the name of it in the last copy's initialiser; itself if it is not a copy. Nothing writes any
    /// of the pointers, so they are always equal, and their elements have one type.
    ///
    /// ```text
    /// __global float *p = out;        p[i] is out[i]
    /// ```
    #[must_use]
    pub fn origin(self, symbol: SymbolId) -> (SymbolId, Option<&'f Node<Expression>>) {
        let function = self.function;
        let is_fixed = |id: SymbolId| {
            function.symbol(id).kind.is_pointer()
                && matches!(function.symbol(id).storage, Storage::Local | Storage::Parameter)
                && function.first_access(id, Access::Write).is_none()
                && function.address_taken(id).is_none()
        };
        let copied = |id: SymbolId| {
            let copy = function.symbol(id);
            let node = copy.initializer.filter(|_| is_fixed(id) && copy.storage == Storage::Local)?;
            let Expression::Identifier(name) = &node.node else { return None };
            let token = function.parsed.token_of(name.span);
            let other = function.lookup(&name.node.name, token).filter(|&other| function.is_certain(other, token))?;
            let is_copy = is_fixed(other) && copy.kind.is_same_object(&function.symbol(other).kind);
            is_copy.then_some((other, node))
        };
        let (mut origin, mut last) = (symbol, None);
        for _ in 0..MAX_COPIES {
            let Some((other, node)) = copied(origin) else { break };
            (origin, last) = (other, Some(node));
        }
        (origin, last)
    }

    fn is_own(self, symbol: SymbolId) -> bool {
        self.function.symbol(symbol).storage == Storage::Local
    }

    /// Whether two bases surely lead to different objects.
    #[must_use]
    pub fn are_distinct(self, one: &Base, other: &Base) -> bool {
        if let (Some(space), Some(others)) = (one.space, other.space)
            && space != others
        {
            return true;
        }
        let (Some(root), Some(others)) = (one.root, other.root) else { return false };
        let is_array = |id| is_array(self.function.symbol(id));
        let is_apart = |id| self.is_hidden_array(id) || self.words(id).is_restrict || self.is_promised(id);
        root != others && ((is_array(root) && is_array(others)) || is_apart(root) || is_apart(others))
    }

    /// Why nothing shows that two bases lead to different objects.
    pub(crate) fn cause(self, one: &Base, other: &Base) -> ConflictCause {
        let name = |id: SymbolId| {
            let declared = self.function.symbol(id).declared;
            self.function.parsed.expansion.tokens[declared].text.to_string()
        };
        if one.symbol == other.symbol && one.root.is_some() {
            return ConflictCause::OneObject(name(one.symbol));
        }
        match (one.root, other.root) {
            (Some(root), Some(others)) if root == others => ConflictCause::OneObject(name(root)),
            (Some(_), Some(_)) => ConflictCause::Pointers,
            (root, _) => {
                let unknown = if root.is_none() { one.symbol } else { other.symbol };
                if self.may_change(unknown) {
                    ConflictCause::Changed(name(unknown))
                } else {
                    ConflictCause::Unknown(name(unknown))
                }
            }
        }
    }

    /// Whether a symbol is a parameter that may get the word `restrict` by a promise about all buffers.
    fn is_promised(self, id: SymbolId) -> bool {
        let symbol = self.function.symbol(id);
        let name = &self.function.parsed.expansion.tokens[symbol.declared];
        symbol.storage == Storage::Parameter && self.function.program.may_be_restrict(name.spelled)
    }

    /// Whether a symbol is an array to which no parameter leads: one of the function's own, or one that nothing can write. A caller
    /// may pass an array from outside the function.
    fn is_hidden_array(self, id: SymbolId) -> bool {
        let symbol = self.function.symbol(id);
        self.is_constant_array(id) || (is_array(symbol) && symbol.storage == Storage::Local)
    }

    /// Whether a base leads into an array that nothing can write.
    #[must_use]
    pub fn is_never_written(self, base: &Base) -> bool {
        base.root.is_some_and(|id| self.is_constant_array(id))
    }

    fn is_constant_array(self, id: SymbolId) -> bool {
        let symbol = self.function.symbol(id);
        let is_constant = matches!(&symbol.kind.shape, TypeKind::Array(element, _) if element.space == Space::Constant);
        is_array(symbol) && is_constant
    }

    /// The array or the parameter into which a pointer always leads.
    #[must_use]
    pub fn object(self, symbol: SymbolId) -> Option<SymbolId> {
        self.root(symbol, &mut { MAX_STEPS })
    }

    /// The array or the parameter that a pointer points into.
    pub(super) fn root(self, symbol: SymbolId, steps: &mut usize) -> Option<SymbolId> {
        let declared = self.function.symbol(symbol);
        if is_array(declared) {
            return Some(symbol);
        }
        if self.may_change(symbol) || declared.kind.pointee().is_none() {
            return None;
        }
        match declared.storage {
            Storage::Parameter => Some(symbol),
            Storage::Local => PointerReader { bases: self, steps }.root(declared.initializer?),
            _ => None,
        }
    }

    /// Whether a pointer may get a value otherwise than by steps (`p++`, `p += 4`).
    fn may_change(self, symbol: SymbolId) -> bool {
        let function = self.function;
        if function.address_taken(symbol).is_some() {
            return true;
        }
        let Some(first) = function.first_access(symbol, Access::Write) else { return false };
        let tokens = &function.parsed.expansion.tokens;
        let is = |at: Option<usize>, puncts: &[Punct]| {
            at.and_then(|at| tokens.get(at)).is_some_and(|token| puncts.iter().any(|&punct| token.is(punct)))
        };
        let is_step = |at: usize| {
            is(Some(at + 1), &[Punct::Increment, Punct::Decrement, Punct::PlusAssign, Punct::MinusAssign])
                || is(at.checked_sub(1), &[Punct::Increment, Punct::Decrement])
        };
        let mut uses = function.uses_in(first.token..usize::MAX).iter();
        let is_write = |used: &&Use<'_>| used.symbol == Some(symbol) && used.access == Access::Write;
        uses.any(|used| is_write(&used) && !is_step(used.token))
    }

    /// Whether a pointer is declared `restrict`.
    #[must_use]
    pub fn is_restrict(self, symbol: SymbolId) -> bool {
        self.words(symbol).is_restrict
    }

    /// A macro of the host in the declaration of a symbol, or in the declaration of its type: it may be `volatile`.
    #[must_use]
    pub fn doubt(self, symbol: SymbolId) -> Option<usize> {
        self.words(symbol).doubt
    }

    fn words(self, id: SymbolId) -> DeclarationWords {
        self.words_of(self.function.symbol(id), 0)
    }

    /// Reads backwards from the name to the start of the declaration.
    fn words_of(self, symbol: &Symbol<'_>, depth: usize) -> DeclarationWords {
        let tokens = &self.function.parsed.expansion.tokens;
        let is_parameter = symbol.storage == Storage::Parameter;
        let (mut words, mut stars, mut after_star) = (DeclarationWords::default(), 0, true);
        for at in (0..symbol.declared).rev() {
            let token = &tokens[at];
            match token.kind {
                TokenKind::Punct(Punct::Comma) if !is_parameter => {
                    // The specifiers come before other declarators, which may have stars and initialisers. Only doubts count there.
                    words.doubt = words.doubt.or_else(|| self.doubt_before(at, depth));
                    break;
                }
                TokenKind::Punct(Punct::Comma | Punct::LeftParen) if is_parameter => break,
                TokenKind::Punct(Punct::Semicolon | Punct::LeftBrace | Punct::RightBrace | Punct::LeftParen) => break,
                TokenKind::Punct(Punct::RightParen) => {
                    // An attribute may come before, and more words before that.
                    words.doubt = words.doubt.or(Some(at));
                    break;
                }
                TokenKind::Punct(Punct::Star) => {
                    stars += 1;
                    after_star = false;
                    words.space = None;
                }
                TokenKind::Identifier => {
                    let text = &*token.text;
                    if self.may_be_qualifier(at) {
                        words.doubt = Some(at);
                    }
                    match text {
                        _ if is_restrict(text) => words.is_restrict |= after_star,
                        "__global" | "global" | "__constant" | "constant" => words.space = Some(NamedSpace::Buffer),
                        "__local" | "local" => words.space = Some(NamedSpace::Local),
                        "__private" | "private" => words.space = Some(NamedSpace::Private),
                        _ => words.doubt = words.doubt.or_else(|| self.doubt_of_type(text, at, depth)),
                    }
                }
                _ => {}
            }
        }
        let levels = i32::from(symbol.kind.is_pointer());
        if stars != levels || matches!(&symbol.kind.shape, TypeKind::Pointer(inner) if inner.pointee().is_some()) {
            words.space = None;
            words.is_restrict = false;
        }
        words
    }

    /// Whether a word is a macro of the host but not a type, or an attribute.
    fn may_be_qualifier(self, at: usize) -> bool {
        let token = &self.function.parsed.expansion.tokens[at];
        let is_type = token.open && self.function.is_hosted_type(&(at..at + 1));
        token.open && !is_type || is_attribute_word(&token.text)
    }

    /// The first doubt between the beginning of a declaration and one of its commas.
    fn doubt_before(self, comma: usize, depth: usize) -> Option<usize> {
        let tokens = &self.function.parsed.expansion.tokens;
        let mut nesting = 0_usize;
        for at in (0..comma).rev() {
            if comma - at > MAX_DECLARATION {
                return Some(at);
            }
            let token = &tokens[at];
            match token.kind {
                TokenKind::Punct(Punct::RightParen | Punct::RightBracket | Punct::RightBrace) => nesting += 1,
                TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace) => {
                    nesting = nesting.checked_sub(1)?;
                }
                TokenKind::Punct(Punct::Semicolon) if nesting == 0 => return None,
                TokenKind::Identifier if self.may_be_qualifier(at) => return Some(at),
                TokenKind::Identifier => {
                    if let Some(doubt) = self.doubt_of_type(&token.text, at, depth) {
                        return Some(doubt);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn doubt_of_type(self, name: &str, token: usize, depth: usize) -> Option<usize> {
        let id = self.function.lookup(name, token)?;
        let symbol = self.function.symbol(id);
        if symbol.storage != Storage::Typedef {
            return None;
        }
        if depth > MAX_TYPEDEFS { Some(token) } else { self.words_of(symbol, depth + 1).doubt }
    }
}

/// Whether a symbol is an array, and not a pointer that is declared like one.
#[must_use]
pub fn is_array(symbol: &Symbol<'_>) -> bool {
    matches!(symbol.kind.shape, TypeKind::Array(..)) && symbol.storage != Storage::Parameter
}

/// Whether an object of that type, or an object reachable from it, may be volatile; `is_written` says whether any text contains the word.
#[must_use]
pub fn may_be_volatile(kind: &Type, is_written: bool) -> bool {
    kind.is_volatile
        || match &kind.shape {
            TypeKind::Pointer(inner) | TypeKind::Array(inner, _) => may_be_volatile(inner, is_written),
            TypeKind::Record(_) | TypeKind::OneOf(_) | TypeKind::Arithmetic | TypeKind::Unknown => is_written,
            TypeKind::Integer(_)
            | TypeKind::Bool
            | TypeKind::Floating(_)
            | TypeKind::Vector(..)
            | TypeKind::Function => false,
        }
}
