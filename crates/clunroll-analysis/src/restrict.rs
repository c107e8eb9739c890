//! Which pointer parameters of kernels may get the word `restrict`.
//!
//! ```text
//! __kernel void k(__global const float *in, __global float *out) { … out[i] = in[i]; … }
//!                                        ^ restrict         ^ restrict
//! ```
//!
//! The user promises that no two buffer arguments of one kernel overlap where one is written. That is not enough. Other work-items
//! write too, and a compiler that relies on `restrict` does not count their stores:
//!
//! ```text
//! x = p[0]; barrier(…); if (l == 5) p[0] = 7; barrier(…); out[l] = x + p[0];    // p[0] is not loaded again
//! ```
//!
//! So a parameter is [allowed](Parameter::obstacle) the word only if all of this is true:
//!
//! - it is a plain `__global` or `__constant` pointer of a kernel that nothing in the files mentions elsewhere;
//! - the kernel reaches memory by its parameters alone ([`KernelEffects::other_pointers`]);
//! - the body uses the pointer for its elements alone: `p[i]`, `*p`, `*(p + i)`, `vload4(i, p)`. So it is never assigned, stored,
//!   returned, or given to a function of the file;
//! - the kernel does not order memory between work-items ([`KernelEffects::ordering`]), or never writes through the pointer: it
//!   points to `const`, and no cast takes that away, or each use reads a scalar or a vector (`is_read`).

use std::ops::Range;

use super::hosted_macros::is_value_type;
use super::kernel_effects::{ExpandedItems, KernelEffects, PlacedObstacle};
use clunroll_rules::RestrictObstacle;
use oclc_syntax::lex::{Bracket, Punct, Token, TokenKind, after_group};
use oclc_syntax::preprocess::{Expanded, Meaning, Moment, Unit};
use oclc_syntax::source::{FileId, Place};
use oclc_syntax::tree::{Effect, Items, effect, find_placeholder, is_keyword, is_restrict};

/// A pointer parameter of a kernel of the main file.
#[derive(Clone, Debug)]
pub struct PointerParameter {
    /// Its name.
    pub place: Place,
    /// Its name as text.
    pub name: String,
    /// The name of its kernel.
    pub kernel: Place,
    /// The same as text.
    pub kernel_name: String,
    /// The reason why it must not get the word, and the place of it; `None` if it may.
    pub obstacle: Option<PlacedObstacle>,
    /// Whether the files may have what outlives a launch and is no argument: a second build of them would have its own.
    pub may_keep_state: bool,
}

/// The pointer parameters without the word of all kernels of the main file of a unit.
#[must_use]
pub fn restrict_candidates(unit: &Unit) -> Vec<PointerParameter> {
    let items = Items::find(unit);
    if find_placeholder(unit).is_some() {
        return Vec::new();
    }
    let Some(expanded) = ExpandedItems::of(unit, &items) else { return Vec::new() };
    let may_keep_state = expanded.may_keep_state(unit);
    let mut found = Vec::new();
    for (index, item) in items.all().iter().enumerate() {
        let tokens = &expanded.items[index].tokens;
        let Some(head) = KernelHead::find(tokens) else { continue };
        let parameters: Vec<_> =
            head.parameters(tokens).into_iter().filter_map(|slice| pointer(tokens, slice)).collect();
        if parameters.is_empty() {
            continue;
        }
        let effects = expanded.effects(index);
        let of_kernel = of_kernel(unit, &expanded, tokens, &head, !item.uneven.is_empty());
        let judge = |parameter: Pointer| PointerParameter {
            place: tokens[parameter.name].spelled,
            name: tokens[parameter.name].text.to_string(),
            kernel: tokens[head.name].spelled,
            kernel_name: tokens[head.name].text.to_string(),
            may_keep_state,
            obstacle: of_kernel.clone().or_else(|| of_parameter(tokens, &head, &parameter, &effects)),
        };
        let parameters = parameters.into_iter().map(judge).filter(|parameter| parameter.place.file == FileId::MAIN);
        found.extend(parameters);
    }
    found
}

/// The parts of a kernel's definition, as indices of its expanded tokens.
struct KernelHead {
    name: usize,
    open: usize,
    close: usize,
    body: usize,
}

impl KernelHead {
    // kernel = { specifier | attribute } name "(" … ")" { attribute } "{" … "}"
    fn find(tokens: &[Expanded<'_>]) -> Option<Self> {
        let body = tokens.iter().position(|token| token.is(Punct::LeftBrace))?;
        if !tokens[..body].iter().any(|token| token.is_word("__kernel") || token.is_word("kernel")) {
            return None;
        }
        let mut depth = 0_usize;
        let mut open = None;
        for at in 1..body {
            if tokens[at].is(Punct::LeftParen) {
                let is_name =
                    tokens[at - 1].kind == TokenKind::Identifier && !tokens[at - 1].text.starts_with("__attribute");
                if depth == 0 && is_name && open.is_none() {
                    open = Some(at);
                }
                depth += 1;
            } else if tokens[at].is(Punct::RightParen) {
                depth = depth.saturating_sub(1);
                if let (0, Some(open)) = (depth, open) {
                    return Some(Self { name: open - 1, open, close: at, body });
                }
            }
        }
        None
    }

    /// The parameters, one range of tokens for each.
    fn parameters(&self, tokens: &[Expanded<'_>]) -> Vec<Range<usize>> {
        let mut slices = Vec::new();
        let (mut start, mut depth) = (self.open + 1, 0_usize);
        for (at, token) in tokens.iter().enumerate().take(self.close).skip(self.open + 1) {
            match token.kind {
                TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket) => depth += 1,
                TokenKind::Punct(Punct::RightParen | Punct::RightBracket) => depth = depth.saturating_sub(1),
                TokenKind::Punct(Punct::Comma) if depth == 0 => {
                    slices.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
        }
        slices.push(start..self.close);
        slices
    }
}

/// A pointer parameter that lacks the word.
struct Pointer {
    name: usize,
    /// Whether it points to an object that is not written.
    is_const: bool,
    /// Whether its elements are scalars or vectors, whose values are not pointers.
    is_of_values: bool,
    obstacle: Option<PlacedObstacle>,
}

/// Reads a parameter. `None` if it is not a pointer to global or constant memory, or already has the word.
// pointer = { word } "*" [ "const" ] name
fn pointer(tokens: &[Expanded<'_>], slice: Range<usize>) -> Option<Pointer> {
    let star = slice.clone().find(|&at| tokens[at].is(Punct::Star))?;
    let before = &tokens[slice.start..star];
    let has = |tokens: &[Expanded<'_>], word: &str| {
        tokens.iter().any(|token| token.is_word(word) || token.is_word(&format!("__{word}")))
    };
    let is_constant = has(before, "constant");
    if !is_constant && !has(before, "global") {
        return None;
    }
    let whole = &tokens[slice.clone()];
    if whole.iter().any(|token| is_restrict(&token.text)) {
        return None;
    }
    let is_name = |&at: &usize| tokens[at].kind == TokenKind::Identifier && !is_keyword(&tokens[at].text);
    let name = (star + 1..slice.end).find(is_name)?;
    let between = &tokens[star + 1..name];
    let is_plain = before.iter().all(|token| token.kind == TokenKind::Identifier)
        && between.iter().all(|token| token.is_word("const"))
        && name + 1 == slice.end;
    let is_written = whole.iter().all(|token| token.call.is_none() && !token.open);
    let place = tokens[name].spelled;
    let obstacle = if !is_written {
        Some((RestrictObstacle::MadeByMacro, place))
    } else if has(before, "volatile") || before.iter().any(|token| token.text.starts_with("atomic_")) {
        Some((RestrictObstacle::Volatile, place))
    } else if is_plain {
        None
    } else {
        Some((RestrictObstacle::NotPlain, place))
    };
    let is_of_values = is_written && before.iter().any(|token| is_value_type(&token.text));
    Some(Pointer { name, is_const: is_constant || has(before, "const"), is_of_values, obstacle })
}

/// The obstacle to the word at all parameters of a kernel.
fn of_kernel(
    unit: &Unit,
    expanded: &ExpandedItems<'_>,
    tokens: &[Expanded<'_>],
    head: &KernelHead,
    is_uneven: bool,
) -> Option<PlacedObstacle> {
    let name = &tokens[head.name];
    let found = |obstacle| Some((obstacle, name.spelled));
    if let Some(include) = unit.unread_include(Moment::MAX) {
        let line = unit.line(&unit.directives[include]);
        return Some((RestrictObstacle::UnreadInclude, line.first().map_or(name.spelled, Token::place)));
    }
    let moment = unit.moment(name.code);
    if !matches!(unit.meaning("restrict", moment), Meaning::Ordinary) {
        return found(RestrictObstacle::OpenMacro("restrict".to_owned()));
    }
    let first = unit.moment(tokens[0].code);
    if is_uneven || first != unit.moment(tokens[head.body].code) {
        return found(RestrictObstacle::ConditionalHead);
    }
    if expanded.mentions(&name.text) != 1 {
        return found(RestrictObstacle::Mentioned(name.text.to_string()));
    }
    let mut depth = 0_usize;
    let ends = tokens.iter().enumerate().skip(head.body).find(|(_, token)| {
        depth += usize::from(token.is(Punct::LeftBrace));
        depth -= usize::from(token.is(Punct::RightBrace));
        depth == 0
    });
    if ends.is_none_or(|(at, _)| at + 1 != tokens.len()) {
        return found(RestrictObstacle::MadeByMacro);
    }
    None
}

/// The obstacle to the word at one parameter.
fn of_parameter(
    tokens: &[Expanded<'_>],
    head: &KernelHead,
    parameter: &Pointer,
    effects: &KernelEffects,
) -> Option<PlacedObstacle> {
    let name = &tokens[parameter.name].text;
    let is_use = |at: &usize| tokens[*at].is_word(name);
    let is_member = |at: &usize| tokens[at - 1].is(Punct::Dot) || tokens[at - 1].is(Punct::Arrow);
    let uses = || (head.body..tokens.len()).filter(is_use).filter(|at| !is_member(at));
    let moved = || {
        let moved = uses().find(|&at| !is_element(tokens, at))?;
        Some((RestrictObstacle::Moves(name.to_string()), tokens[moved].spelled))
    };
    let is_only_read = || uses().all(|at| is_element(tokens, at) && is_read(tokens, at));
    let is_unwritten = || parameter.is_const || parameter.is_of_values && is_only_read();
    parameter
        .obstacle
        .clone()
        .or_else(|| effects.other_pointers.clone())
        .or_else(|| effects.ordering.clone().filter(|_| !is_unwritten()))
        .or_else(moved)
}

/// Whether the pointer at a token is used for elements that it points to, and nothing else.
// element = name "[" … | "*" name | "*" "(" name ( "+" | "-" ) … | access "(" … name [ "+" … ] ")"
fn is_element(tokens: &[Expanded<'_>], at: usize) -> bool {
    let is = |at: usize, punct: Punct| tokens[at].is(punct);
    let next = |punct: Punct| tokens.get(at + 1).is_some_and(|token| token.is(punct));
    if next(Punct::LeftBracket) {
        return !is_address(tokens, at);
    }
    if is(at - 1, Punct::Star) {
        let is_changed = [Punct::Increment, Punct::Decrement, Punct::LeftParen].into_iter().any(next);
        return !is_changed && !is_address(tokens, at - 1);
    }
    let is_sum = next(Punct::Plus) || next(Punct::Minus);
    if is_sum && is(at - 1, Punct::LeftParen) && is(at - 2, Punct::Star) {
        return !is_address(tokens, at - 2);
    }
    let is_argument = (next(Punct::RightParen) || next(Punct::Comma) || is_sum) && is(at - 1, Punct::Comma);
    is_argument
        && called(tokens, at)
            .is_some_and(|name| matches!(effect(name), Some(Effect::Loads { .. } | Effect::Stores { .. })))
}

/// Whether the element that the pointer at a token is used for is surely not written.
fn is_read(tokens: &[Expanded<'_>], at: usize) -> bool {
    let is = |at: usize, puncts: &[Punct]| puncts.iter().any(|&punct| tokens[at].is(punct));
    let steps = [Punct::Increment, Punct::Decrement];
    let brackets = [Punct::RightParen, Punct::RightBracket];
    if called(tokens, at).is_some_and(|name| matches!(effect(name), Some(Effect::Stores { .. }))) {
        return false;
    }
    let before = (0..at).rev().find(|&at| !is(at, &[Punct::LeftParen, Punct::Star]));
    if before.is_some_and(|before| is(before, &steps)) || is_in_open_call(tokens, at) {
        return false;
    }
    // The end of the element: past subscripts, components, and what closes around it.
    let mut after = at + 1;
    let is_sum = is(after, &[Punct::Plus, Punct::Minus]);
    if is_sum && is(at - 1, &[Punct::LeftParen]) && is(at - 2, &[Punct::Star]) {
        let Some(end) = after_group(Bracket::Round, tokens, at - 1) else { return false };
        after = end;
    }
    while after < tokens.len() {
        if tokens[after].is(Punct::LeftBracket) {
            let Some(end) = after_group(Bracket::Square, tokens, after) else { return false };
            after = end;
        } else if tokens[after].is(Punct::Dot) {
            after += 2;
        } else if is(after, &brackets) {
            after += 1;
        } else {
            break;
        }
    }
    let Some(next) = tokens.get(after) else { return false };
    !next.open && !matches!(next.kind, TokenKind::Punct(punct) if punct.assigns())
}

/// Whether a token is in the arguments of a macro that the final compile decides.
fn is_in_open_call(tokens: &[Expanded<'_>], at: usize) -> bool {
    let mut depth = 0_usize;
    for open in (1..at).rev() {
        match tokens[open].kind {
            TokenKind::Punct(Punct::Semicolon | Punct::LeftBrace | Punct::RightBrace) if depth == 0 => return false,
            TokenKind::Punct(Punct::RightParen) => depth += 1,
            TokenKind::Punct(Punct::LeftParen) if depth > 0 => depth -= 1,
            TokenKind::Punct(Punct::LeftParen) if tokens[open - 1].open => return true,
            _ => {}
        }
    }
    false
}

/// Whether `&` is before a token, past parentheses and stars.
fn is_address(tokens: &[Expanded<'_>], at: usize) -> bool {
    let is_skipped = |at: &usize| tokens[*at].is(Punct::LeftParen) || tokens[*at].is(Punct::Star);
    let Some(before) = (0..at).rev().find(|at| !is_skipped(at)) else { return false };
    // After the end of an operand, it is the operator for bits. A parenthesis may end a cast.
    let is_operand = before.checked_sub(1).map(|left| &tokens[left]).is_some_and(|left| {
        left.kind == TokenKind::Number
            || left.is(Punct::RightBracket)
            || (left.kind == TokenKind::Identifier && !is_keyword(&left.text))
    });
    tokens[before].is(Punct::Ampersand) && !is_operand
}

/// The function in whose argument list a token is.
fn called<'t>(tokens: &'t [Expanded<'_>], at: usize) -> Option<&'t str> {
    let mut depth = 0_usize;
    for open in (1..at).rev() {
        match tokens[open].kind {
            TokenKind::Punct(Punct::RightParen | Punct::RightBracket | Punct::RightBrace) => depth += 1,
            TokenKind::Punct(Punct::LeftParen) if depth == 0 => return Some(&tokens[open - 1].text),
            TokenKind::Punct(Punct::LeftBracket | Punct::LeftBrace | Punct::Semicolon) if depth == 0 => return None,
            TokenKind::Punct(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace) => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests;
