//! Properties of the preprocessor's view of any text.
//!
//! - Code and directives are the tokens of the files, each once, in order; conditional groups form a tree.
//! - Expansion ends, in every configuration, within its limit; each token that it makes comes from code that it was given,
//!   through invocations that are known, and is spelt somewhere.
//! - A configuration expands a part of the tokens of all branches.
//! - Two readings of one text are the same.

use clunroll::source::{FileId, Place};
use oclc_syntax::preprocess::{
    Configuration, DirectiveKind, Expansion, IncludedFiles, Lexed, Unit, expand, expand_line,
};

use crate::case::Case;
use crate::clock::limited;

/// How many tokens one expansion may make: the limit of the core, and the tokens of the step that passes it.
const MOST_TOKENS: usize = 2 * 400_000;

/// How many configurations are checked.
const CONFIGURATIONS: usize = 12;

/// How many branches of a chain are taken, one in each.
const BRANCHES: usize = 64;

/// Reads and expands a text.
///
/// # Panics
///
/// Where something does not hold.
pub fn check(input: &[u8]) {
    let Case { source, options, mut files } = Case::read(input);
    let unit = limited("reading", || {
        Unit::read(source.as_slice(), &options.host(), &mut IncludedFiles::new(&mut files, &Lexed::default()))
    });
    structure(&unit);
    let nothing = Configuration::default();
    let whole = limited("expanding", || expand(&unit, &nothing, std::iter::once(0..unit.code.len())));
    expansion(&unit, &whole);
    for directive in unit.directives.iter().take(64) {
        if !matches!(directive.kind, DirectiveKind::Define | DirectiveKind::Undef) {
            let line = unit.line(directive).to_vec();
            let expanded = limited("a line", || {
                expand_line(&unit, &nothing, &line, directive.code_before.min(unit.directives.len()))
            });
            assert!(expanded.tokens.len() <= MOST_TOKENS, "{}", expanded.tokens.len());
        }
    }
    limited("configurations", || configurations(&unit));
    let again = Unit::read(source.as_slice(), &options.host(), &mut IncludedFiles::new(&mut files, &Lexed::default()));
    assert_eq!(unit.code, again.code, "another reading");
}

fn is_place(unit: &Unit, place: Place) -> bool {
    unit.sources
        .get(place.file)
        .is_some_and(|file| place.span.start <= place.span.end && place.span.end as usize <= file.bytes.len())
}

fn structure(unit: &Unit) {
    assert!(unit.all_tokens().all(|token| is_place(unit, token.place())), "a token that stands nowhere");
    let in_main = |file| file == FileId::MAIN;
    let main: Vec<_> = unit.code.iter().filter(|token| in_main(token.file)).map(|token| token.span).collect();
    assert!(main.is_sorted_by(|one, other| one.end <= other.start), "code that is not in order");
    let mut counts = unit.directives.iter().map(|directive| directive.code_before);
    assert!(counts.clone().is_sorted() && counts.next_back().is_none_or(|last| last <= unit.code.len()));
    let moments = (0..unit.code.len()).map(|at| unit.moment(at));
    assert!(moments.is_sorted(), "moments that are not in order");
    for moment in 0..=unit.directives.len() {
        let mut group = unit.group(moment);
        let mut depth = 0;
        while let Some((chain, branch)) = unit.groups.branch_of(group) {
            assert!(branch < unit.groups.chains()[chain].branches.len());
            group = unit.groups.parent(group);
            depth += 1;
            assert!(depth <= unit.directives.len(), "a circle of groups");
        }
    }
    for inclusion in unit.inclusions() {
        assert!(is_place(unit, unit.include_operand(inclusion)));
        assert!(inclusion.end <= unit.directives.len());
    }
}

fn expansion(unit: &Unit, expansion: &Expansion<'_>) {
    assert!(expansion.tokens.len() <= MOST_TOKENS && expansion.calls.len() <= MOST_TOKENS, "too much");
    if expansion.overflow {
        return;
    }
    let mut behind = 0;
    for token in &expansion.tokens {
        assert!(is_place(unit, token.spelled), "{token:?}");
        let code = expansion.code_of(token);
        assert!(code.start < code.end && code.end <= unit.code.len(), "{token:?} {code:?}");
        assert!(code.contains(&token.code), "{token:?} {code:?}");
        assert!(behind <= code.start, "{token:?} {code:?} behind {behind}");
        behind = code.start;
        if token.call.is_none() {
            assert_eq!(token.spelled, unit.code[token.code].place(), "{token:?}");
        }
    }
    for call in &expansion.calls {
        if call.parent.is_none() {
            assert!(call.code.start < call.code.end && call.code.end <= unit.code.len(), "{call:?}");
        }
    }
}

/// Decides one chain after the other, always for the first branch, always for the last, and by turns.
fn configurations(unit: &Unit) {
    for strategy in 0..CONFIGURATIONS {
        let mut configuration = Configuration::default();
        for chain in (0..unit.groups.chains().len()).take(16) {
            // Each satisfies the conditions of all branches before it.
            let chosen = unit.feasible(&configuration, chain).map(|(_, chosen)| chosen);
            let mut feasible: Vec<_> = chosen.take(BRANCHES).collect();
            if !feasible.is_empty() {
                let index = match strategy {
                    0 => 0,
                    1 => feasible.len() - 1,
                    _ => (strategy + chain * (strategy / 2)) % feasible.len(),
                };
                configuration = feasible.swap_remove(index);
            }
        }
        let made = expand(unit, &configuration, std::iter::once(0..unit.code.len()));
        expansion(unit, &made);
        if unit.groups.chains().is_empty() {
            return;
        }
    }
}
