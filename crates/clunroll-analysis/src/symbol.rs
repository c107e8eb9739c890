//! Symbols and uses as data: the meaning of each name of a function, and its uses.
//!
//! [`Function`](super::symbols::Function) holds them and looks them up.

use lang_c::ast::{DoWhileStatement, Expression, ForStatement, InitializerListItem, Statement, WhileStatement};
use lang_c::span::Node;

use super::types::Type;
use oclc_syntax::preprocess::GroupId;
use oclc_syntax::tree::TokenRange;

/// Names a symbol of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub(super) usize);

/// The origin of a symbol.
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
    /// Its origin.
    pub storage: Storage,
    /// The token of its declarator.
    pub declared: usize,
    /// The tokens in which it is visible, apart from inner declarations of the same name.
    pub scope: TokenRange,
    /// The initialiser, where it is an expression.
    pub initializer: Option<&'t Node<Expression>>,
    /// The initialiser, if it is a list in which each item is one element, and the host cannot change it.
    pub elements: Option<&'t [Node<InitializerListItem>]>,
    /// The place of an enumerator among the others.
    pub(super) enumerator: Option<EnumeratorId>,
    /// The symbol of the same name that is visible where this one is declared.
    pub(super) hidden: Option<SymbolId>,
    /// The conditional group of its declaration; `None` if directives are inside it.
    pub group: Option<GroupId>,
    /// Whether no other symbol in its scope has its name.
    pub(super) unique: bool,
}

/// The effect of a use on an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Reads its value.
    Read,
    /// Writes it, or a part of it.
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
    /// The effect on the object.
    pub access: Access,
    /// Whether the name is called.
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

/// Names an enumerator: its enumeration, and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumeratorId {
    pub(super) enumeration: usize,
    pub(super) place: usize,
}
