//! The directives in a loop, and whether copies of the body may contain them.
//!
//! A directive has a place in the text of a file and not in the tree, so this module reads the lines between the loop's first token and its
//! last. A copy may contain only what means the same in each copy: pragmas about the text after them, conditionals that begin and end in
//! the body, and macros that are unchanged at the end of the body, or that no text before their definition mentions. A `_Pragma` means the
//! same as a `#pragma`.

use std::ops::Range;

use lang_c::ast::Statement;

use super::loops::Loop;
use super::symbols::{Function, place_of_token};
use clunroll_rules::{Decline, Reason};
use oclc_syntax::lex::TokenKind;
use oclc_syntax::preprocess::{Directive, DirectiveKind, Meaning, Moment};

/// Checks that the body contains only pragmas, whole conditionals, and definitions that are undone before the body ends or that each copy
/// may repeat. Returns whether there is a definition that each copy repeats.
pub(super) fn check_directives(function: &Function<'_, '_>, candidate: &Loop<'_>) -> Result<bool, Decline> {
    let (unit, expansion) = (function.unit, &function.parsed.expansion);
    let tokens = &expansion.tokens[candidate.tokens.clone()];
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return Ok(false) };
    let operators = (candidate.tokens.clone().zip(tokens)).filter(|(_, token)| token.is_word("_Pragma"));
    for (at, _) in operators {
        let said = expansion.tokens[at..candidate.tokens.end].iter().find(|token| token.kind == TokenKind::String);
        if said.is_some_and(|said| outlasts(&said.text)) {
            return Err(Decline { reason: Reason::DirectiveInside, place: place_of_token(function, at) });
        }
    }
    let (from, to) = (unit.moment(expansion.code_of(first).start), unit.moment(expansion.code_of(last).end - 1));
    if from == to {
        return Ok(false);
    }
    let mut defines = false;
    let range = function.tokens(candidate.body);
    let body = function.moment(range.start)..function.moment(range.end - 1);
    // The text also contains the other branches of a decided conditional.
    let is_whole = |chain: usize| {
        let chain = &unit.groups.chains()[chain];
        let begins = chain.branches.first().is_some_and(|branch| branch.directive >= body.start);
        begins && chain.end.is_some_and(|end| end < body.end)
    };
    let in_block = matches!(candidate.body.node, Statement::Compound(_));
    for (at, directive) in unit.directives[from..to].iter().enumerate() {
        if unit.is_cut(&function.parsed.configuration, from + at) {
            continue;
        }
        let is_in_body = in_block && body.contains(&(from + at));
        let reason = match directive.kind {
            DirectiveKind::Pragma if unit.line(directive)[1..].iter().any(|token| outlasts(&unit.text(token))) => {
                Reason::DirectiveInside
            }
            DirectiveKind::Pragma => continue,
            kind if kind.is_conditional() && is_in_body && directive.chain.is_some_and(is_whole) => continue,
            kind if kind.is_conditional() => Reason::ConditionalAcross,
            DirectiveKind::Define | DirectiveKind::Undef | DirectiveKind::Include | DirectiveKind::Error
                if is_in_body && restores_macros(function, from + at, from..to) =>
            {
                continue;
            }
            DirectiveKind::Define if is_in_body && may_be_repeated(function, directive) => {
                defines = true;
                continue;
            }
            _ => Reason::DirectiveInside,
        };
        return Err(Decline { reason, place: unit.directive_place(directive) });
    }
    for token in tokens.iter().filter(|token| token.call.is_some()) {
        let code = expansion.code_of(token);
        let (from, to) = (unit.moment(code.start), unit.moment(code.end - 1));
        let is_there = |index: &Moment| !unit.is_cut(&function.parsed.configuration, *index);
        if let Some(index) = (from..to).find(is_there) {
            let place = unit.directive_place(&unit.directives[index]);
            return Err(Decline { reason: Reason::DirectiveInside, place });
        }
    }
    Ok(defines)
}

/// Whether a pragma contains a word whose effect lasts for all text after it, a second copy included: the copy includes nothing, lays out
/// structures differently, may not use a name, or has a macro with another meaning.
fn outlasts(words: &str) -> bool {
    const WORDS: [&str; 5] = ["once", "pack", "poison", "push_macro", "pop_macro"];
    words.split(|char: char| !char.is_alphanumeric() && char != '_').any(|word| WORDS.contains(&word))
}

/// Whether each copy may repeat a definition (C99 6.10.3p2). No text before the definition mentions the name, so the text before it means
/// the same in a second copy as in the first. Clang expands macros in the pragma that prevents further unrolling.
fn may_be_repeated(function: &Function<'_, '_>, directive: &Directive) -> bool {
    let unit = function.unit;
    let Some(name) = unit.line(directive).get(2).map(|name| unit.text(name)) else { return false };
    name != "disable"
        && function.program.is_first_named_in(&name, directive)
        && unit.unread_include(usize::MAX).is_none()
}

/// Whether the macro that a directive of the loop defines or undefines is the same after the loop as before it. Then each copy begins with
/// the same macros.
fn restores_macros(function: &Function<'_, '_>, at: usize, of_loop: Range<Moment>) -> bool {
    let unit = function.unit;
    let directive = &unit.directives[at];
    if unit.is_dead(&function.parsed.configuration, directive.group) {
        return true;
    }
    let name = match directive.kind {
        DirectiveKind::Define | DirectiveKind::Undef => match unit.line(directive).get(2) {
            Some(name) => unit.text(name),
            None => return false,
        },
        // The directives of an include that was read are checked separately.
        DirectiveKind::Include => return unit.was_read(at) && !unit.is_import(directive),
        // A configuration that reaches an `#error` does not compile.
        _ => return directive.kind == DirectiveKind::Error,
    };
    match (function.meaning(&name, of_loop.start), function.meaning(&name, of_loop.end)) {
        (Meaning::Ordinary, Meaning::Ordinary) => true,
        (Meaning::Sure(before), Meaning::Sure(behind)) => before.is_same(behind),
        _ => false,
    }
}
