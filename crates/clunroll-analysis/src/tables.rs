//! The tables of a function beside its symbols: enumerations, doubts, the launch, and answers that were already found.
//!
//! This is data. `enumerations.rs`, `doubts.rs`, `launch.rs`, `open_names.rs`, `stores.rs` and `evaluate.rs` fill and read it.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use lang_c::ast::Expression;
use lang_c::span::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use super::memo::Memo;
use super::reach::Answers;
use super::symbol::{Access, SymbolId};
use super::table_entries::{DeadAfter, Mentions, Nesting, OpaqueTerms, Stores};
use oclc_syntax::preprocess::{Constant, GroupId, Moment};
use oclc_syntax::tree::{ReplacementName, TokenRange};

/// Answers that were found for a function. Each question is answered once, since all loops around a token ask it.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The first use of each symbol for each access.
    pub first_accesses: OnceCell<FxHashMap<(SymbolId, Access), usize>>,
    pub pasted_open_name: OnceCell<Option<usize>>,
    /// The work-group size that the launch must have.
    pub launch: OnceCell<Option<LaunchSize>>,
    /// The values of enumerators.
    pub enumerators: Values,
    /// The possible expansions of open macros.
    pub hidden_texts: Memo<Rc<PossibleExpansion>>,
    /// Whether open macros are templates.
    pub templates: Memo<bool>,
    /// The names in the expressions that open macros expand to.
    pub free_names: Memo<Option<Rc<Vec<ReplacementName>>>>,
    /// The names in what open macros expand to at their tokens, where that is an expression made with `##`.
    pub names_if_told: RefCell<FxHashMap<usize, Option<Rc<Vec<String>>>>>,
    /// The values of open macros.
    pub open_values: Answers<(Moment, String), Option<Constant>>,
    /// Whether open macros are values.
    pub are_values: Memo<bool>,
    /// The depth of brackets at each token.
    pub nesting: OnceCell<Nesting>,
    /// Expressions that are variables of subscripts.
    pub opaque_terms: RefCell<OpaqueTerms>,
    /// The tokens that may read variables, if the order of the statements is known.
    pub mentions: OnceCell<Option<Mentions>>,
    /// The loops after which variables are not read before they are set.
    pub dead_after: RefCell<FxHashMap<SymbolId, DeadAfter>>,
    /// The statements that were followed for that.
    pub steps_of_liveness: Cell<usize>,
    /// What each loop stores to, by the token of its keyword.
    pub stores: RefCell<FxHashMap<usize, Rc<Stores>>>,
}

/// The work-group size that a kernel is enqueued with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchSize {
    /// The size in each dimension.
    pub(super) sizes: [Constant; 3],
    /// The tokens of the attribute that give each of them.
    pub(super) operands: [TokenRange; 3],
    /// The conditional group of the attribute.
    pub(super) group: GroupId,
}

/// The enumerators between one pair of braces after `enum`.
#[derive(Debug)]
pub(super) struct Enumeration<'t> {
    /// All tokens of the enumeration.
    pub tokens: TokenRange,
    /// Whether neither the host nor an attribute changes it.
    pub is_plain: bool,
    pub enumerators: Vec<Listed<'t>>,
    /// The values of the first enumerators, while the values of the others are computed.
    pub running: RefCell<Option<Vec<Option<Constant>>>>,
}

/// An enumerator in its list.
#[derive(Debug)]
pub(super) struct Listed<'t> {
    /// Whether the host decides the meaning of its name, so that there may be any number of enumerators.
    pub is_open: bool,
    pub expression: Option<&'t Node<Expression>>,
}

/// The values of enumerators, by the enumeration and the number of its enumerators that were seen.
pub(super) type Values = Answers<(usize, usize), Option<Rc<[Option<Constant>]>>>;

/// Places where macros may declare names.
#[derive(Debug, Default)]
pub(super) struct Doubts {
    by_name: FxHashMap<String, BTreeSet<usize>>,
    /// The tokens of macros that may declare any name.
    pub any: BTreeSet<usize>,
    /// The statements with such macros.
    pub statements: Vec<Doubtful>,
}

/// A statement, from one semicolon or brace to the next, with a macro that may declare something.
#[derive(Debug)]
pub(super) struct Doubtful {
    pub tokens: TokenRange,
    /// Whether one of its macros may point to something in the statement.
    pub points: bool,
}

impl Doubts {
    pub(super) fn add(&mut self, name: &str, token: usize) {
        match self.by_name.get_mut(name) {
            Some(tokens) => {
                tokens.insert(token);
            }
            None => {
                self.by_name.insert(name.to_owned(), BTreeSet::from([token]));
            }
        }
    }

    /// The first macro in a stretch of text that may declare a name.
    pub(super) fn find(&self, name: &str, text: TokenRange) -> Option<usize> {
        let first = |tokens: &BTreeSet<usize>| tokens.range(text.clone()).next().copied();
        // The set's range must not end before it begins.
        let tokens = [Some(&self.any), self.by_name.get(name)].into_iter().flatten();
        tokens.filter(|_| !text.is_empty()).find_map(first)
    }
}

/// The possible expansions of an open macro.
#[allow(clippy::struct_excessive_bools, reason = "independent facts, each asked for by itself")]
#[derive(Debug)]
pub(super) struct PossibleExpansion {
    /// Every identifier in the expansions.
    pub names: FxHashSet<String>,
    /// Whether an expansion may assign.
    pub assigns: bool,
    /// Whether an expansion may point to an object that it names.
    pub points: bool,
    /// Whether each definition is a type, or names another macro.
    pub is_type: bool,
    /// Whether a definition surely is a type.
    pub may_be_type: bool,
    /// Whether an expansion contains a type before a name, as in a declaration.
    pub declares: bool,
    /// Whether an expansion may open or close a block, so that declarations elsewhere become visible or hidden.
    pub has_half_a_block: bool,
    /// Whether each definition only qualifies something else.
    pub is_qualifier: bool,
}
