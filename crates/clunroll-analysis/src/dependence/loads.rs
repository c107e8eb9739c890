//! Which loads of an unrolled loop may run before the stores of all its copies.
//!
//! ```text
//! c[i] = sin(a[i]);            a_0 = a[i];  a_1 = a[i + 1];
//! c[i + 1] = sin(a[i + 1]);    c[i] = sin(a_0);  c[i + 1] = sin(a_1);
//! ```
//!
//! The load of each copy moves before all other code of the copies. It then reads the same value if
//!
//! - it runs in every iteration: it is under no condition, and nothing in the body leaves an iteration early;
//! - its address depends on nothing that the loop changes, except the induction variable ([`AddressReader`]);
//! - no store that comes before it in its own iteration touches it;
//! - no store of an earlier iteration in the same pass touches it. A promise of the author is evidence for this alone.
//!
//! The evidence is that of a jam: bases that never meet, or subscripts that are never equal. Stores into other address spaces do not count,
//! and a loop without a store that could hinder a compiler remains as it is.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use super::address::{Address, AddressReader, Replaced};
use super::meeting::Order;
use super::nest::Nest;
use super::nest_accesses::{Iterations, NestAccess, accesses};
use super::{MAX_ACCESSES, Pairs};
use crate::accesses::bases::NamedSpace;
use crate::limits::MAX_NAMES_OF_ADDRESS;
use crate::symbol::SymbolId;
use crate::symbols::{Function, place_of_token};
use crate::types::TypeKind;
use clunroll_rules::{LoadsProblem, Reason};
use oclc_syntax::source::{Place, Span};
use oclc_syntax::tree::TokenRange;
use rustc_hash::FxHashSet;

/// The evidence that iterations do not touch memory that other iterations write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Only the accesses themselves.
    Accesses,
    /// A promise of the author.
    Promise,
}

/// A load that may move.
#[derive(Clone, Debug)]
pub struct Load {
    /// The text of the load, without parentheses around it.
    pub span: Span,
    /// The array or pointer variable that it goes through.
    pub base: SymbolId,
    /// The expression to write before the copies.
    pub address: Address,
    /// How many elements it loads, as a vector if there are several.
    pub length: u32,
    /// Its tokens, with parentheses around it.
    pub(super) tokens: TokenRange,
    /// Whether it is under a condition. It then only reuses the value of another load of the same element.
    is_conditional: bool,
}

/// Finds the loads of a loop that may run before the stores of this many copies; none if that cannot help.
///
/// # Errors
///
/// Returns the reason why none of its loads may move.
pub fn movable_loads<'t>(
    function: &Function<'_, 't>,
    nest: &Nest<'t>,
    copies: u64,
    evidence: Evidence,
) -> Result<Vec<Rc<Load>>, LoadsProblem> {
    let not_followed = |place| LoadsProblem::NotFollowed(text_at(function, place));
    let hosted = |place: Place| {
        let tokens = &function.parsed.expansion.tokens;
        let is_of_host = |&at: &usize| tokens[at].open || function.is_undeclared(tokens, at);
        let at = nest.tokens().clone().find(|at| place_of_token(function, *at) == place && is_of_host(at));
        at.map(|at| LoadsProblem::HostMacro(tokens[at].text.to_string()))
    };
    let found = accesses(function, nest, Iterations::InOrder).map_err(|decline| match decline.reason {
        Reason::HostDecides(name) => LoadsProblem::HostMacro(name),
        _ => hosted(decline.place).unwrap_or_else(|| not_followed(decline.place)),
    })?;
    let can_block = |access: &NestAccess<'_>| access.is_write && is_buffer(access.base.space).unwrap_or(true);
    let is_load = |access: &NestAccess<'_>| !access.is_write && is_buffer(access.base.space) == Some(true);
    if !found.iter().any(can_block) || !found.iter().any(is_load) {
        return Ok(Vec::new());
    }
    if found.len() > MAX_ACCESSES {
        return Err(not_followed(place_of_token(function, nest.tokens().start)));
    }
    let pairs = Pairs::new(function, nest, copies);
    let (mut moved, mut problem): (Vec<Rc<Load>>, _) = (Vec::new(), None);
    for (at, access) in found.iter().enumerate().filter(|(_, access)| is_load(access)) {
        match movable(&pairs, &found, at, evidence, &moved) {
            Ok(address) => moved.push(Rc::new(Load {
                span: address.span,
                base: access.base.symbol,
                address,
                length: access.length,
                tokens: access.tokens.clone(),
                is_conditional: access.is_conditional,
            })),
            Err(reason) => problem = problem.or(Some(reason)),
        }
    }
    let always: Vec<Rc<Load>> = moved.iter().filter(|load| load.runs_always()).cloned().collect();
    moved.retain(|load| always.iter().any(|other| other.address.key == load.address.key));
    // The constants of an array have one type.
    let lengths: Vec<(SymbolId, u32)> = moved.iter().map(|load| (load.base, load.length)).collect();
    moved.retain(|load| lengths.iter().find(|(base, _)| *base == load.base) == Some(&(load.base, load.length)));
    keep_whole_arguments(function, nest, &mut moved);
    match problem {
        Some(problem) if moved.is_empty() => Err(problem),
        _ => Ok(moved),
    }
}

/// Drops loads in arguments of macros that use the argument for anything else than these loads, and the loads that have them in their
/// addresses. The text of an argument becomes one name, so all of its uses must be the same load: a macro may declare a variable that is in
/// the argument.
fn keep_whole_arguments(function: &Function<'_, '_>, nest: &Nest<'_>, moved: &mut Vec<Rc<Load>>) {
    let uses = function.uses_of_texts(nest.tokens());
    loop {
        let before = moved.len();
        let mut loads: HashMap<Span, Vec<Rc<Load>>> = HashMap::new();
        for load in &*moved {
            loads.entry(load.span).or_default().push(Rc::clone(load));
        }
        let is_whole = |load: &Load| {
            loads.get(&load.span).is_some_and(|all| {
                let places: FxHashSet<usize> = all.iter().map(|other| other.tokens.start).collect();
                uses.get(&load.span.start) == Some(&places.len()) && all.iter().all(|other| other.is_same(load))
            })
        };
        moved.retain(|load| is_whole(load) && load.address.loads().all(is_whole));
        if moved.len() == before {
            return;
        }
    }
}

impl Load {
    /// Whether both load the same element, in one copy.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.base == other.base && self.address.key == other.address.key
    }

    /// A key that is equal for loads of the same element, in one copy.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.address.key
    }

    /// Whether it, and each load in its address, runs in every iteration.
    fn runs_always(&self) -> bool {
        !self.is_conditional && self.address.loads().all(Self::runs_always)
    }
}

/// Whether a space is that of buffers; `None` if the source does not name it.
fn is_buffer(space: Option<NamedSpace>) -> Option<bool> {
    space.map(|space| space == NamedSpace::Buffer)
}

/// The address of a load that may move.
fn movable(
    pairs: &Pairs<'_, '_, '_>,
    found: &[NestAccess<'_>],
    at: usize,
    evidence: Evidence,
    moved: &[Rc<Load>],
) -> Result<Address, LoadsProblem> {
    let (function, load) = (pairs.bases.function, &found[at]);
    let text = |access: &NestAccess<'_>| function.text_of(&access.tokens);
    for (place, store) in found.iter().enumerate().filter(|(_, access)| access.is_write) {
        if place < at && pairs.may_touch(store, load, InIteration::Same) {
            return Err(LoadsProblem::StoredBefore { store: text(store), load: text(load) });
        }
        if evidence == Evidence::Accesses && pairs.may_touch(store, load, InIteration::Later) {
            return Err(LoadsProblem::Conflict { store: text(store), load: text(load) });
        }
    }
    let element = function.symbol(load.base.symbol).kind.pointee();
    if !element.is_some_and(|element| is_value(&element.shape)) {
        return Err(LoadsProblem::Type(text(load)));
    }
    let reader = AddressReader { function, nest: pairs.nest, moved, names: Cell::new(MAX_NAMES_OF_ADDRESS) };
    let address = match load.vector {
        Some(call) => reader.vector(call),
        None => reader.load(load.node),
    };
    address.ok_or_else(|| LoadsProblem::Address(text(load)))
}

/// Whether a constant of the type can hold an element; a `half` can only with an extension.
pub(super) fn is_value(shape: &TypeKind) -> bool {
    match shape {
        TypeKind::Integer(_) | TypeKind::Floating(4 | 8) => true,
        TypeKind::Vector(element, _) => is_value(element),
        _ => false,
    }
}

/// The iteration of a load, relative to a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InIteration {
    /// The iteration of the store.
    Same,
    /// A later iteration of the same pass.
    Later,
}

impl Pairs<'_, '_, '_> {
    /// Whether a load may touch memory that a store writes.
    fn may_touch(&self, store: &NestAccess<'_>, load: &NestAccess<'_>, iteration: InIteration) -> bool {
        self.may_share(store, load, |one, other| match iteration {
            InIteration::Same => self.may_meet_at([(one, store.part), (other, load.part)], Order::Same, 0..=0, None),
            InIteration::Later => self.may_meet(one, other, store.part, load.part, Order::Same),
        })
    }
}

/// The text at a place, on one line.
fn text_at(function: &Function<'_, '_>, place: Place) -> String {
    let text = String::from_utf8_lossy(function.unit.sources[place.file].slice(place.span));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Address {
    /// The loads in the address.
    fn loads(&self) -> impl Iterator<Item = &Load> {
        let mut found = Vec::new();
        self.add_loads(&mut found);
        found.into_iter()
    }

    /// The approximate length of its text.
    #[must_use]
    pub fn length(&self) -> u64 {
        let of_parts = self.parts.iter().map(|(_, part)| match part {
            Replaced::Local { value, .. } => value.length() + 16,
            Replaced::Counter(_) | Replaced::Load(_) => 24,
        });
        self.span.len() as u64 + of_parts.sum::<u64>()
    }

    fn add_loads<'a>(&'a self, found: &mut Vec<&'a Load>) {
        for (_, part) in &self.parts {
            match part {
                Replaced::Counter(_) => {}
                Replaced::Local { value, .. } => value.add_loads(found),
                Replaced::Load(load) => found.push(load),
            }
        }
    }
}
