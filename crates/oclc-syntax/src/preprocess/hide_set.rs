//! Hide sets (C99 6.10.3.4p2): the macros that must not be expanded again in a token.
//!
//! A set is a list that tokens share, since nearly all tokens of one replacement list have the same.

use std::rc::Rc;

/// The macros that must not be expanded again in a token, as a list that tokens share.
pub(super) type HideSet = Option<Rc<HideSetNode>>;

#[derive(Debug)]
pub(super) struct HideSetNode {
    name: String,
    rest: HideSet,
    /// The length of the list.
    depth: usize,
}

pub(super) fn depth_of(hidden: &HideSet) -> usize {
    hidden.as_ref().map_or(0, |entry| entry.depth)
}

pub(super) fn hides(mut hidden: &HideSet, name: &str) -> bool {
    while let Some(entry) = hidden {
        if entry.name == name {
            return true;
        }
        hidden = &entry.rest;
    }
    false
}

pub(super) fn hide(name: &str, rest: &HideSet) -> HideSet {
    if hides(rest, name) {
        return rest.clone();
    }
    Some(Rc::new(HideSetNode { name: name.to_owned(), rest: rest.clone(), depth: depth_of(rest) + 1 }))
}

/// The union: first the names of `more`, then `base`.
pub(super) fn hide_all(more: &HideSet, base: &HideSet) -> HideSet {
    if base.is_none() {
        return more.clone();
    }
    let mut result = base.clone();
    let mut at = more;
    while let Some(entry) = at {
        result = hide(&entry.name, &result);
        at = &entry.rest;
    }
    result
}

pub(super) fn intersection(one: &HideSet, other: &HideSet) -> HideSet {
    let mut result = None;
    let mut at = one;
    while let Some(entry) = at {
        if hides(other, &entry.name) {
            result = hide(&entry.name, &result);
        }
        at = &entry.rest;
    }
    result
}
