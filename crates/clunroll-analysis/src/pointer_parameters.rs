//! Pointer parameters through which a function only reads, as its tokens show it.
//!
//! ```text
//! float at(__global const float *p, int i) { return p[i]; }        C forbids to store
//! float at(__global float *p, int i) { return p[i] * p[0]; }       each use reads an element
//! float at(__global float *p, int i) { return other(p, i); }       or passes the pointer to a function that only reads
//! ```
//!
//! A pointer to `const`, or to `__constant` memory, may be used in any way, if the function has no cast to a pointer and no pointer of its own:
//! C keeps the qualifier. Any other pointer is to a scalar or a vector of the language, so its elements are neither pointers nor arrays. Then two uses of its name only read: as
//! the array of `p[i]`, if that element, with the parts and the parentheses around it, is not changed and its address is not taken; and as
//! an argument of a call. The caller of this module knows which calls only read.

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
        self.is_kept || uses.all(|at| is_element_read(tokens, at) || is_argument(tokens, at, passes))
    }
}

fn is_word(token: &Expanded<'_>) -> bool {
    token.kind == TokenKind::Identifier
}

/// Whether a token is the name of a member.
pub(super) fn is_part(tokens: &[Expanded<'_>], at: usize) -> bool {
    at > 0 && [Punct::Dot, Punct::Arrow].iter().any(|&punct| tokens[at - 1].is(punct))
}

/// Whether the pointer at a token is the array of an element that is read.
fn is_element_read(tokens: &[Expanded<'_>], at: usize) -> bool {
    let (mut first, mut end) = (at, at + 1);
    if !tokens[end].is(Punct::LeftBracket) {
        return false;
    }
    loop {
        let Some(after) = after_parts(tokens, end) else { return false };
        end = after;
        let is_changed = matches!(tokens[end].kind, TokenKind::Punct(next) if next.assigns());
        let is_operated =
            [Punct::Increment, Punct::Decrement, Punct::Ampersand].iter().any(|&punct| tokens[first - 1].is(punct));
        if is_changed || is_operated {
            return false;
        }
        if !(tokens[first - 1].is(Punct::LeftParen) && tokens[end].is(Punct::RightParen)) {
            return true;
        }
        (first, end) = (first - 1, end + 1);
    }
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

/// Whether a token is a whole argument of a call of such a function.
fn is_argument(tokens: &[Expanded<'_>], at: usize, passes: &dyn Fn(&Expanded<'_>) -> bool) -> bool {
    let is_between = |before: Punct, after: Punct| tokens[at - 1].is(before) && tokens[at + 1].is(after);
    let is_whole = is_between(Punct::LeftParen, Punct::RightParen)
        || is_between(Punct::LeftParen, Punct::Comma)
        || is_between(Punct::Comma, Punct::RightParen)
        || is_between(Punct::Comma, Punct::Comma);
    let mut depth = 0_usize;
    let open = (0..at).rev().find(|&before| {
        match tokens[before].kind {
            TokenKind::Punct(Punct::RightParen) => depth += 1,
            TokenKind::Punct(Punct::LeftParen) if depth == 0 => return true,
            TokenKind::Punct(Punct::LeftParen) => depth -= 1,
            _ => {}
        }
        false
    });
    is_whole && open.is_some_and(|open| open > 0 && is_word(&tokens[open - 1]) && passes(&tokens[open - 1]))
}
