//! Accesses to the same address of global memory in every iteration of a loop.
//!
//! `out[gid] += a[i]` reads and writes memory in each iteration, since the compiler must assume that `a` may lead to the same place; a
//! private variable would not. An address is the same if nothing in it changes while the loop runs. The advice to use a variable must be
//! right. So there is none if anything else in the loop may touch that place or must see it: another access that begins at the same object,
//! a barrier, an atomic operation, or a call that may do more than compute. Nor is there any if some iterations skip the access, since a
//! variable that is written back would add it.
//!
//! Two parameters may lead to one object too. Only the author of the kernel knows whether they do, and the page of the rule explains this.

use clunroll_rules::{AccessKind, SameGlobalAddress};
use std::collections::HashMap;

use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::Node;

use super::global_accesses::{GlobalAccess, may_be_same};
use clunroll_analysis::{Body, Function, Loop, SymbolId, runtime_operand, runtime_pointer};
use oclc_syntax::lex::{Punct, Token, TokenKind};
use oclc_syntax::preprocess::Meaning;
use oclc_syntax::tree::TokenRange;

/// All accesses of a loop to one address.
struct AddressAccesses<'m, 'f, 't> {
    first: &'m GlobalAccess<'f, 't>,
    kind: AccessKind,
    /// Whether they happen in each iteration, at the same address.
    is_steady: bool,
}

/// The accesses of a loop's body that a private variable would replace: the first place of each, and the kinds of access there.
pub(super) fn same_addresses(
    function: &Function<'_, '_>,
    site: &Loop<'_>,
    body: &Body,
    accesses: &[GlobalAccess<'_, '_>],
) -> Vec<(TokenRange, SameGlobalAddress)> {
    let leaves = !body.exits.is_empty() || body.convergent.is_some();
    if leaves || site.tokens.clone().any(|token| may_access(function, token)) {
        return Vec::new();
    }
    let mut groups: Vec<AddressAccesses<'_, '_, '_>> = Vec::new();
    let mut known: HashMap<AccessKey, usize> = HashMap::new();
    for access in accesses {
        let spelling = spelling(function, &access.range);
        if let Some(&at) = known.get(&spelling) {
            let group = &mut groups[at];
            group.kind = group.kind.and(access.kind);
            // A value that the header reads is expected to change.
            group.is_steady &= access.is_in_body && (!access.is_conditional || !access.kind.writes());
            continue;
        }
        let is_steady = !access.is_conditional && access.is_in_body && is_invariant(function, site, access);
        known.insert(spelling, groups.len());
        groups.push(AddressAccesses { first: access, kind: access.kind, is_steady });
    }
    let is_alone = |at: usize| {
        let group = &groups[at];
        groups.iter().enumerate().all(|(other, met)| {
            other == at
                || !(met.kind.writes() || group.kind.writes())
                || matches!((group.first.base.root, met.first.base.root), (Some(one), Some(two)) if one != two)
        })
    };
    let steady: Vec<bool> = (0..groups.len()).map(|at| groups[at].is_steady && is_alone(at)).collect();
    let mut found = Vec::new();
    for (group, _) in groups.iter().zip(&steady).filter(|(_, steady)| **steady) {
        // Every compiler keeps a value that is only read in a register, unless a write may change it.
        let hinders = |other: usize| {
            let met = &groups[other];
            met.kind.writes() && !steady[other] && may_be_same(&group.first.base, &met.first.base)
        };
        if group.kind.writes() || (0..groups.len()).any(hinders) {
            let text = function.text_of(&group.first.range);
            found.push((
                group.first.range.clone(),
                SameGlobalAddress { text, kind: group.kind, corrections: Vec::new() },
            ));
        }
    }
    found
}

/// Whether a macro whose meaning the host decides may be an access: not all of its known definitions are numbers.
fn may_access(function: &Function<'_, '_>, at: usize) -> bool {
    let token = &function.parsed.expansion.tokens[at];
    let is_number = |token: &Token| match token.kind {
        TokenKind::Identifier => false,
        _ => !token.is(Punct::LeftBracket) && !token.is(Punct::Arrow),
    };
    token.open
        && match function.meaning(&token.text, function.moment(at)) {
            Meaning::Open(known) => !known.iter().all(|definition| definition.body.iter().all(is_number)),
            Meaning::Sure(_) | Meaning::Ordinary => true,
        }
}

/// An access by its tokens, so that white space and macros make no difference, and by the symbols of its names.
type AccessKey = (String, Vec<Option<SymbolId>>);

fn spelling(function: &Function<'_, '_>, range: &TokenRange) -> AccessKey {
    let texts: Vec<_> = function.parsed.expansion.tokens[range.clone()].iter().map(|token| &*token.text).collect();
    (texts.join(" "), function.uses_in(range.clone()).iter().map(|used| used.symbol).collect())
}

/// Whether an address stays the same while the loop runs: nothing in it is declared in the loop, or changes there.
pub(super) fn is_invariant(function: &Function<'_, '_>, site: &Loop<'_>, access: &GlobalAccess<'_, '_>) -> bool {
    let is_outside = |range: TokenRange| {
        function.uses_in(range).iter().all(|used| match used.symbol {
            Some(id) => !site.tokens.contains(&function.symbol(id).declared),
            None => used.called,
        })
    };
    is_outside(access.range.clone())
        && !access.base.element.is_volatile
        && is_steady_pointer(function, access.pointer, site)
        && access.index.is_none_or(|index| is_steady_index(function, index, site))
}

/// Whether a pointer, or a row of an array of arrays, stays the same while the loop runs.
fn is_steady_pointer(function: &Function<'_, '_>, pointer: &Node<Expression>, site: &Loop<'_>) -> bool {
    match &pointer.node {
        Expression::BinaryOperator(row) if row.node.operator.node == BinaryOperator::Index => {
            is_steady_index(function, &row.node.rhs, site) && is_steady_pointer(function, &row.node.lhs, site)
        }
        _ => runtime_pointer(function, function.nothing_known(), pointer, &site.tokens).is_ok(),
    }
}

fn is_steady_index(function: &Function<'_, '_>, index: &Node<Expression>, site: &Loop<'_>) -> bool {
    runtime_operand(function, function.nothing_known(), None, index, &site.tokens).is_ok()
}
