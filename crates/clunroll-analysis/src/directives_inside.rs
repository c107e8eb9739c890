//! The directives that stand in a loop, and whether copies of the body may hold them.
//!
//! A directive has its place in the text of a file and not in the tree, so the lines between the loop's first token and its
//! last are looked at by themselves. What a copy may hold must say the same in each copy: pragmas about what stands behind
//! them, conditionals that begin and end in the body, macros that are as they were when the body ends, or that no text before their
//! definition mentions. A `_Pragma` says what
//! a `#pragma` says.

use std::ops::Range;

use lang_c::ast::Statement;

use super::loops::Loop;
use super::symbols::{Function, place_of_token};
use clunroll_rules::{Decline, Reason};
use oclc_syntax::lex::TokenKind;
use oclc_syntax::preprocess::{Directive, DirectiveKind, Meaning, Moment};

/// Pragmas and whole conditionals may stand inside the body, and definitions that are taken back before it ends, or that each copy
/// may repeat. Whether there is one of the last.
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
    // Also of a conditional that is decided, the other branches stand in the text.
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

/// Whether a pragma has a word by which what it says holds for all that stands behind it, a second copy among it: there would be
/// nothing more to include, a structure laid out in another way, a name that nobody may use, a macro with another meaning.
fn outlasts(words: &str) -> bool {
    const WORDS: [&str; 5] = ["once", "pack", "poison", "push_macro", "pop_macro"];
    words.split(|char: char| !char.is_alphanumeric() && char != '_').any(|word| WORDS.contains(&word))
}

/// Whether each copy may repeat a definition (C99 6.10.3p2). It is the first text that mentions the name, so that what a second
/// copy says before it means what it means in the first one. Clang expands macros in what keeps it from unrolling once more.
fn may_be_repeated(function: &Function<'_, '_>, directive: &Directive) -> bool {
    let unit = function.unit;
    let Some(name) = unit.line(directive).get(2).map(|name| unit.text(name)) else { return false };
    name != "disable"
        && function.program.is_first_named_in(&name, directive)
        && unit.unread_include(usize::MAX).is_none()
}

/// Whether the macro that a directive of the loop defines or undefines is the same behind the loop as before it, so
/// that each copy begins with the same macros.
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
        // The directives of an include that was read are looked at by themselves.
        DirectiveKind::Include => return unit.was_read(at) && !unit.is_import(directive),
        // A configuration in which an error is met does not compile.
        _ => return directive.kind == DirectiveKind::Error,
    };
    match (function.meaning(&name, of_loop.start), function.meaning(&name, of_loop.end)) {
        (Meaning::Ordinary, Meaning::Ordinary) => true,
        (Meaning::Sure(before), Meaning::Sure(behind)) => before.is_same(behind),
        _ => false,
    }
}
