//! What stands behind a request.

use crate::lex::{Punct, TokenKind};
use crate::preprocess::{Configuration, DirectiveKind, Expanded, Unit, expand};

use super::Request;

/// How many code tokens are expanded to see whether a macro makes a loop.
const LOOK_AHEAD: usize = 256;

/// The thing that a request stands before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A `for` loop whose keyword is that code token.
    For(usize),
    /// A `while` or `do` loop.
    OtherLoop(usize),
    /// A second unroll pragma, as the index of its directive; both would apply to one loop.
    SecondRequest(usize),
    /// Another directive, by its index.
    Directive(usize),
    /// A label, whose first code token is given.
    Label(usize),
    /// An attribute, `_Pragma` or the like in front of a statement.
    Attribute(usize),
    /// A macro that makes, or may make, a loop.
    Macro(usize),
    /// Something that is no loop; `None` at the end of the file.
    NoLoop(Option<usize>),
}

/// A directive or attribute in front of the request that would be left in front of something that is no loop.
#[must_use]
pub fn left_behind(unit: &Unit, request: &Request<'_>) -> Option<Target> {
    let at = unit.directives[request.directive].code_before;
    let before = unit.directives[..request.directive].iter().enumerate().rev();
    let found = before.take_while(|(_, directive)| directive.code_before == at).find(|(_, directive)| {
        let line = unit.line(directive);
        let is_neutral = line.get(2).is_some_and(|word| ["OPENCL", "STDC"].iter().any(|name| unit.is_word(word, name)));
        directive.kind == DirectiveKind::Pragma && !is_neutral
    });
    if let Some((index, _)) = found {
        return Some(Target::Directive(index));
    }
    let mut depth = 0_usize;
    for index in (0..at).rev() {
        let token = &unit.code[index];
        if token.is(Punct::RightParen) {
            depth += 1;
        } else if token.is(Punct::LeftParen) {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                let name = unit.code[..index].last().filter(|token| token.kind == TokenKind::Identifier)?;
                return matches!(&*unit.text(name), "__attribute__" | "__attribute" | "_Pragma")
                    .then_some(Target::Attribute(index - 1));
            }
        } else if depth == 0 {
            return None;
        }
    }
    None
}

/// Finds what the request stands before.
#[must_use]
pub fn bind(unit: &Unit, request: &Request<'_>) -> Target {
    let at = unit.directives[request.directive].code_before;
    let next = request.directive + 1;
    if let Some(directive) = unit.directives.get(next).filter(|directive| directive.code_before == at) {
        let line = unit.line(directive);
        let is_request =
            directive.kind == DirectiveKind::Pragma && line.get(2).is_some_and(|word| unit.is_word(word, "unroll"));
        return if is_request { Target::SecondRequest(next) } else { Target::Directive(next) };
    }
    let Some(token) = unit.code.get(at) else { return Target::NoLoop(None) };
    if token.kind != TokenKind::Identifier {
        return Target::NoLoop(Some(at));
    }
    let end = unit.code.len().min(at + LOOK_AHEAD);
    let expansion = expand(unit, &Configuration::default(), std::iter::once(at..end));
    let Some(first) = expansion.tokens.first() else { return Target::Macro(at) };
    match (&*first.text, first.call.is_some() || first.open) {
        ("for", false) => Target::For(at),
        ("while" | "do", false) => Target::OtherLoop(at),
        ("__attribute__" | "__attribute" | "_Pragma", _) => Target::Attribute(at),
        ("for" | "while" | "do", true) => Target::Macro(at),
        _ if first.open => Target::Macro(at),
        _ if is_labelled_loop(&expansion.tokens) => Target::Label(at),
        _ => Target::NoLoop(Some(at)),
    }
}

// { ( "case" expression | "default" | identifier ) ":" } ( "for" | "while" | "do" )
fn is_labelled_loop(tokens: &[Expanded<'_>]) -> bool {
    let mut rest = tokens;
    while let Some(first) = rest.first() {
        if matches!(&*first.text, "for" | "while" | "do") {
            return true;
        }
        let mut questions = 0_usize;
        let colon = rest.iter().position(|token| {
            questions += usize::from(token.is(Punct::Question));
            let ends = token.is(Punct::Colon) && questions == 0;
            questions -= usize::from(token.is(Punct::Colon) && questions > 0);
            ends
        });
        let is_label = |colon: usize| match &*first.text {
            "case" => !rest[..colon].iter().any(|token| token.is(Punct::Semicolon)),
            _ => colon == 1 && first.kind == TokenKind::Identifier,
        };
        match colon.filter(|&colon| is_label(colon)) {
            Some(colon) => rest = &rest[colon + 1..],
            None => return false,
        }
    }
    false
}
