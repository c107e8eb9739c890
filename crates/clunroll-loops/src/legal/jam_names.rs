//! The variables that get a new name in each copy.
//!
//! These are the outer induction variable, and declarations beside an inner loop: all copies of these declarations are in one block.
//! Declarations in the innermost body, or in a block of their own, keep their names, since their copies are blocks too. So does a variable
//! that an inner loop counts and its header does not declare: the copies share it, and only the first copy contains its declaration and its
//! first value. In the code before that declaration the name must not mean another variable, since the code of the other copies comes after it:
//!
//! ```text
//! int sum = k; int k = 0; while (k < n) …
//! ```
//!
//! Each use must be a token of the loop's text: also in an argument of a macro, unless a macro makes a string or another token of arguments
//! there. In the replacement of a macro, or where it is not certain what the name means, it cannot be renamed.

use crate::plan::jam::Renamed;
use clunroll_analysis::{Function, Level, Nest, NestItem, SymbolId, TypeKind, decline_jam};
use clunroll_rules::{Decline, JamProblem};
use lang_c::ast::{BlockItem, Declaration};
use oclc_syntax::lex::Punct;
use oclc_syntax::source::{FileId, Place, Span};
use oclc_syntax::tree::TokenRange;

/// Finds them, and what only the first copy contains; the first variable is the outer induction variable.
///
/// # Errors
///
/// Declines a name that cannot be replaced.
pub fn renamed(function: &Function<'_, '_>, nest: &Nest<'_>) -> Result<(Vec<Renamed>, Vec<Span>), Decline> {
    let (mut symbols, mut once) = (vec![nest.levels[0].counter.variable], Vec::new());
    let counters = nest.counters();
    for level in nest.levels.iter().filter(|level| !level.loops.is_empty()) {
        for (item, code) in level.codes.iter().flat_map(|code| code.iter().map(move |item| (item, code))) {
            if let NestItem::InBlock(node) = item
                && let BlockItem::Declaration(declaration) = &node.node
            {
                let declared: Vec<SymbolId> = function.declared_in(item.tokens(function)).collect();
                // The body may hide the variable of the outer header: both would get one name in one block.
                let mut named = declared.iter().map(|&id| function.symbol(id));
                if level.path.len() == 1
                    && let Some(hiding) = named.find(|symbol| symbol.name == nest.levels[0].counter.name)
                {
                    return decline_jam(function, JamProblem::Name(hiding.name.to_owned()), hiding.declared);
                }
                symbols.extend(declared.iter().filter(|id| !counters.contains(id)));
                let Some(&counter) = declared.iter().find(|id| counters.contains(id)) else { continue };
                let Some(spans) = of_first_copy(function, item.tokens(function), &declaration.node, nest) else {
                    let symbol = function.symbol(counter);
                    return decline_jam(function, JamProblem::Name(symbol.name.to_owned()), symbol.declared);
                };
                for &id in declared.iter().filter(|id| counters.contains(id)) {
                    check_before(function, code[0].tokens(function).start, id)?;
                }
                once.extend(spans);
            }
        }
    }
    for level in &nest.levels {
        let Some(first) = level.first.as_ref().filter(|first| first.is_statement) else { continue };
        let Some(span) = function.source_span(&first.tokens) else {
            return decline_jam(function, JamProblem::Name(level.counter.name.to_owned()), first.tokens.start);
        };
        once.push(with_blanks(function, span));
    }
    once.sort_unstable_by_key(|span| span.start);
    let renamed = symbols.into_iter().map(|id| places(function, nest, id)).collect::<Result<_, _>>()?;
    Ok((renamed, once))
}

/// Checks that the name of a counter means no other variable in the code before its declaration, from a token on.
fn check_before(function: &Function<'_, '_>, start: usize, id: SymbolId) -> Result<(), Decline> {
    let symbol = function.symbol(id);
    let before = start..symbol.declared;
    let own: Vec<SymbolId> = function.declared_in(before.clone()).collect();
    let is_own = |at: usize| {
        let uses = function.uses_in(at..at + 1);
        own.iter().any(|&other| function.symbol(other).declared == at)
            || (!uses.is_empty() && uses.iter().all(|used| used.symbol.is_some_and(|other| own.contains(&other))))
    };
    let tokens = &function.parsed.expansion.tokens;
    let is_named = |at: &usize| &*tokens[*at].text == symbol.name && !is_member(function, *at);
    match before.filter(is_named).find(|&at| !is_own(at)) {
        Some(at) => decline_jam(function, JamProblem::Name(symbol.name.to_owned()), at),
        None => Ok(()),
    }
}

/// Whether a token is the name of a member.
fn is_member(function: &Function<'_, '_>, at: usize) -> bool {
    let tokens = &function.parsed.expansion.tokens;
    at > 0 && (tokens[at - 1].is(Punct::Dot) || tokens[at - 1].is(Punct::Arrow))
}

/// The parts of a declaration that declare counters: only the first copy contains them. `None` if one has a value that is not the first one
/// of its loop, or is not plain text.
fn of_first_copy(
    function: &Function<'_, '_>,
    whole: TokenRange,
    declaration: &Declaration,
    nest: &Nest<'_>,
) -> Option<Vec<Span>> {
    let counters = nest.counters();
    let gives_first = |id: &SymbolId| {
        let is_declared = |level: &Level<'_>| level.first.as_ref().is_some_and(|first| !first.is_statement);
        nest.levels.iter().any(|level| level.counter.variable == *id && is_declared(level))
    };
    let declarators: Vec<(TokenRange, bool)> = declaration
        .declarators
        .iter()
        .map(|one| {
            let tokens = function.tokens(one);
            let counter = function.declared_in(tokens.clone()).find(|id| counters.contains(id));
            let is_plain = one.node.initializer.is_none() || counter.as_ref().is_none_or(gives_first);
            is_plain.then_some((tokens, counter.is_some()))
        })
        .collect::<Option<_>>()?;
    if declarators.iter().all(|(_, is_counter)| *is_counter) {
        return Some(vec![with_blanks(function, function.source_span(&whole)?)]);
    }
    let span = |range: &TokenRange| function.source_span(range);
    let mut spans = Vec::new();
    for run in declarators.chunk_by(|one, next| one.1 == next.1).filter(|run| run[0].1) {
        let (first, last) = (&run[0].0, &run[run.len() - 1].0);
        let mut others = declarators.iter().map(|(range, _)| range);
        // With the comma after them, or if they are the last ones, with the comma before them.
        spans.push(match others.find(|range| range.start >= last.end) {
            Some(next) => Span::new(span(first)?.start, span(next)?.start),
            None => Span::new(
                span(declarators.iter().map(|(range, _)| range).rfind(|range| range.end <= first.start)?)?.end,
                span(last)?.end,
            ),
        });
    }
    Some(spans)
}

/// A span with the white space after it.
fn with_blanks(function: &Function<'_, '_>, span: Span) -> Span {
    let after = &function.unit.sources[FileId::MAIN].bytes[span.end as usize..];
    let blanks = after.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    Span::new(span.start, span.end + blanks as u32)
}

/// All places of a name in the body of the outer loop.
fn places(function: &Function<'_, '_>, nest: &Nest<'_>, id: SymbolId) -> Result<Renamed, Decline> {
    let symbol = function.symbol(id);
    let name = symbol.name;
    let fail = |token: usize| decline_jam(function, JamProblem::Name(name.to_owned()), token);
    let inside = function.declared_in(nest.tokens().clone()).map(|other| (other, function.symbol(other)));
    let others = inside.filter(|&(other, symbol)| other != id && symbol.name == name);
    let declared_again: Vec<usize> = others.map(|(_, symbol)| symbol.declared).collect();
    let tokens = &function.parsed.expansion.tokens;
    let body: TokenRange = function.tokens(nest.levels[0].site.body);
    let text = function.source_span(&body);
    let mut spans = Vec::new();
    for at in body.filter(|&at| &*tokens[at].text == name) {
        let is_member = is_member(function, at);
        if is_member && tokens[at].call.is_none() {
            continue;
        }
        let uses = function.uses_in(at..at + 1);
        let is_own = at == symbol.declared || (!uses.is_empty() && uses.iter().all(|used| used.symbol == Some(id)));
        let is_used = !uses.is_empty() && uses.iter().all(|used| used.symbol.is_some_and(|other| other != id));
        let is_other = is_used || declared_again.contains(&at);
        if is_other && at != symbol.declared && tokens[at].call.is_none() {
            continue;
        }
        match tokens[at].call {
            _ if !is_own || is_member => return fail(at),
            None => spans.extend(function.source_span(&(at..at + 1))),
            Some(call) => {
                let Place { file, span } = tokens[at].spelled;
                let is_argument = file == FileId::MAIN && text.is_some_and(|text| text.contains(span));
                let invocation = function.parsed.expansion.outermost(call);
                if !is_argument || function.joins_tokens(&invocation.code) {
                    let (name, invoked) = (name.to_owned(), invocation.name.clone());
                    return decline_jam(function, JamProblem::NameInMacro { name, invoked, is_argument }, at);
                }
                spans.push(span);
            }
        }
    }
    spans.sort_unstable_by_key(|span| span.start);
    spans.dedup();
    Ok(Renamed { name: name.to_owned(), spans, values: values(&symbol.kind.shape) })
}

/// How many scalars an object of a type is, as far as that is known.
fn values(shape: &TypeKind) -> u64 {
    match shape {
        TypeKind::Array(element, count) => values(&element.shape).saturating_mul(count.if_final().unwrap_or(1).into()),
        TypeKind::Vector(_, length) => u64::from(*length),
        _ => 1,
    }
}
