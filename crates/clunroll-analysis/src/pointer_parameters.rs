//! Pointer parameters through which a function only reads, as its tokens show it.
//!
//! ```text
//! float at(__global const float *p, int i) { return p[i]; }        C forbids to store
//! float at(__global float *p, int i) { return p[i] * p[0]; }       each use reads an element
//! float at(__global float *p, int i) { return other(i + p, i); }   or passes a pointer into the object to a function that only reads
//! ```
//!
//! A pointer to `const`, or to `__constant` memory, may be used in any way, if the function has no cast to a pointer and no pointer of its own:
//! C keeps the qualifier. Any other pointer is to a scalar or a vector of the language, so its elements are neither pointers nor arrays. Then two uses of its name only read:
//!
//! - in an element, `p[i]` or `*p`, that is not changed, with the parts and the parentheses around it;
//! - in an argument of a call.
//!
//! In both, a sum with the pointer, or the address of an element, may be in the place of the name. The caller of this module knows which calls only read.

use std::ops::Range;

use oclc_syntax::lex::{Bracket, Punct, TokenKind, group_length};
use oclc_syntax::preprocess::Expanded;
use oclc_syntax::tree::{is_attribute_word, is_c_type_keyword, is_restrict, is_tag_word, is_type_name};

/// A parameter that is a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReadPointer<'a> {
    /// Its number among the parameters.
    pub position: usize,
    /// Its tokens.
    pub tokens: Range<usize>,
    name: &'a str,
    /// Whether its type forbids to store through it.
    is_kept: bool,
}

impl<'a> ReadPointer<'a> {
    /// The pointers among the parameters of a function's head. `None` if one is a pointer to a pointer, or to what is unknown, or has another
    /// form. `is_declared` tells the names that the files declare.
    // parameter = { word } "*" { "const" | "restrict" } name
    pub fn all(head: &'a [Expanded<'_>], is_declared: &dyn Fn(&str) -> bool) -> Option<Vec<Self>> {
        let stars = |range: Range<usize>| head[range].iter().filter(|token| token.is(Punct::Star)).count();
        let mut found = Vec::new();
        if stars(0..head.len()) == 0 {
            return Some(found);
        }
        let is_list = |at: &usize| {
            let is_name = |token: &Expanded<'_>| is_word(token) && !is_attribute_word(&token.text);
            head[*at].is(Punct::LeftParen) && *at > 0 && is_name(&head[at - 1])
        };
        let list = (0..head.len()).find(is_list)?;
        let end = list + group_length(Bracket::Round, head[list..].iter().map(|token| token.kind))? - 1;
        let is_nested = head[list + 1..end].iter().any(|token| token.is(Punct::LeftParen));
        if is_nested || stars(0..list) + stars(end..head.len()) > 0 {
            return None;
        }
        let mut start = list + 1;
        let commas = (start..end).filter(|&at| head[at].is(Punct::Comma));
        for (position, comma) in commas.chain([end]).enumerate() {
            let tokens = start..comma;
            start = comma + 1;
            if stars(tokens.clone()) > 0 {
                found.push(Self::new(head, position, tokens, is_declared)?);
            }
        }
        Some(found)
    }

    fn new(
        head: &'a [Expanded<'_>],
        position: usize,
        tokens: Range<usize>,
        is_declared: &dyn Fn(&str) -> bool,
    ) -> Option<Self> {
        let star = tokens.clone().find(|&at| head[at].is(Punct::Star))?;
        let (before, after) = (&head[tokens.start..star], &head[star + 1..tokens.end]);
        let (name, qualifiers) = after.split_last()?;
        let is_qualifier = |token: &Expanded<'_>| token.is_word("const") || is_restrict(&token.text);
        if !before.iter().all(is_word) || !is_word(name) || !qualifiers.iter().all(is_qualifier) {
            return None;
        }
        let is_kept = before.iter().any(|token| ["const", "constant", "__constant"].iter().any(|it| token.is_word(it)));
        let is_element = |token: &Expanded<'_>| is_c_type_keyword(&token.text) || is_type_name(&token.text);
        let is_other = |token: &Expanded<'_>| is_tag_word(&token.text) || is_declared(&token.text);
        let is_known = is_kept || (before.iter().any(is_element) && !before.iter().any(is_other));
        is_known.then(|| Self { position, tokens, name: &name.text, is_kept })
    }

    /// Whether the function only reads through it, if the calls of functions that `passes` accepts do.
    pub fn is_only_read(&self, tokens: &[Expanded<'_>], body: usize, passes: &dyn Fn(&Expanded<'_>) -> bool) -> bool {
        let mut uses = (body..tokens.len()).filter(|&at| tokens[at].is_word(self.name) && !is_part(tokens, at));
        self.is_kept || uses.all(|at| is_read(tokens, at, passes))
    }
}

fn is_word(token: &Expanded<'_>) -> bool {
    token.kind == TokenKind::Identifier
}

/// Whether a token is the name of a member.
pub(super) fn is_part(tokens: &[Expanded<'_>], at: usize) -> bool {
    at > 0 && [Punct::Dot, Punct::Arrow].iter().any(|&punct| tokens[at - 1].is(punct))
}

/// Whether the pointer at a token only leads to an element that is read, or into an argument of a call that only reads.
// pointer = name | "(" sum ")" | "&" element
// element = pointer parts | "*" pointer | "(" element ")"
fn is_read(tokens: &[Expanded<'_>], at: usize, passes: &dyn Fn(&Expanded<'_>) -> bool) -> bool {
    let (mut first, mut end, mut is_element) = (at, at + 1, false);
    loop {
        let (before, is_bracket) = (&tokens[first - 1], tokens[end].is(Punct::LeftBracket));
        if is_element || is_bracket {
            let Some(after) = after_parts(tokens, end) else { return false };
            (end, is_element) = (after, true);
            let is_changed = matches!(tokens[end].kind, TokenKind::Punct(next) if next.assigns());
            if is_changed || is_one_of(before, &[Punct::Increment, Punct::Decrement]) {
                return false;
            }
            if before.is(Punct::LeftParen) && tokens[end].is(Punct::RightParen) {
                (first, end) = (first - 1, end + 1);
            } else if before.is(Punct::Ampersand) {
                if !is_one_of(&tokens[first - 2], &BEFORE_POINTER) {
                    return false;
                }
                (first, is_element) = (first - 1, false);
            } else {
                return true;
            }
        } else if before.is(Punct::Star) && !is_one_of(&tokens[end], &POSTFIX) {
            (first, is_element) = (first - 1, true);
        } else if is_one_of(before, &BEFORE_POINTER) && is_one_of(&tokens[end], &AFTER_POINTER) {
            let Some((open, close)) = parentheses_around(tokens, first) else { return false };
            if is_word(&tokens[open - 1]) && !tokens[open - 1].is_word("return") {
                return passes(&tokens[open - 1]);
            }
            (first, end) = (open, close + 1);
        } else {
            return false;
        }
    }
}

/// What may be before and after a pointer that is an argument, or in a sum.
const BEFORE_POINTER: [Punct; 3] = [Punct::LeftParen, Punct::Comma, Punct::Plus];
const AFTER_POINTER: [Punct; 4] = [Punct::RightParen, Punct::Comma, Punct::Plus, Punct::Minus];

/// What binds tighter than `*` does.
const POSTFIX: [Punct; 5] = [Punct::Increment, Punct::Decrement, Punct::LeftParen, Punct::Dot, Punct::Arrow];

fn is_one_of(token: &Expanded<'_>, all: &[Punct]) -> bool {
    all.iter().any(|&punct| token.is(punct))
}

/// The parentheses that are the innermost brackets around a token.
fn parentheses_around(tokens: &[Expanded<'_>], at: usize) -> Option<(usize, usize)> {
    let mut depth = 0_usize;
    let open = (0..at).rev().find(|&before| {
        match tokens[before].kind {
            TokenKind::Punct(Punct::RightParen | Punct::RightBracket | Punct::RightBrace) => depth += 1,
            TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace) if depth == 0 => return true,
            TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace) => depth -= 1,
            _ => {}
        }
        false
    })?;
    let length = group_length(Bracket::Round, tokens[open..].iter().map(|token| token.kind))?;
    (open > 0 && tokens[open].is(Punct::LeftParen)).then_some((open, open + length - 1))
}

/// The index after the subscripts and members from a token on.
// parts = { "[" … "]" | "." name }
fn after_parts(tokens: &[Expanded<'_>], mut at: usize) -> Option<usize> {
    loop {
        match tokens.get(at)?.kind {
            TokenKind::Punct(Punct::LeftBracket) => {
                at += group_length(Bracket::Square, tokens[at..].iter().map(|token| token.kind))?;
            }
            TokenKind::Punct(Punct::Dot) => at += 2,
            _ => return Some(at),
        }
    }
}
