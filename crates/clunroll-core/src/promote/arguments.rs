//! Elements in arguments of macros: they are replaced in the arguments, and the macro stays.
//!
//! ```c
//! #define MUL_ADD(c, a, b) c += a * b
//! MUL_ADD(sum[0], left[1], 2);                 // MUL_ADD(sum_0, left_1, 2);
//! ```
//!
//! The tokens of an argument can occur several times in the expansion. The text of the argument may change if all of them are uses of the
//! same element, and if no `#` or `##` uses the spelling of the argument. Otherwise the invocation is expanded ([`super::write`]).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::uses::ElementUse;
use clunroll_analysis::Function;
use oclc_syntax::lex::{Bracket, Depth, Punct, after_group};
use oclc_syntax::preprocess::{Definition, Expanded, MacroInvocation, Unit};
use oclc_syntax::source::FileId;

/// Facts about the invocations of one function.
#[derive(Debug)]
pub struct SpelledArguments {
    /// The first code tokens of invocations in which `#` or `##` may use the spelling of an argument.
    spelling: HashSet<usize>,
}

impl SpelledArguments {
    /// Reads the invocations of a function.
    #[must_use]
    pub fn new(function: &Function<'_, '_>) -> Self {
        let (unit, expansion) = (function.unit, &function.parsed.expansion);
        let mut known: HashMap<&str, bool> = HashMap::new();
        let mut spelling = HashSet::new();
        for (outermost, MacroInvocation { name, .. }) in expansion.calls_with_outermost() {
            if *known.entry(name).or_insert_with(|| unit.definitions(name).any(sees_spelling)) {
                spelling.insert(outermost.code.start);
            }
        }
        Self { spelling }
    }

    /// For each use of an array's elements, the code tokens that can be replaced instead of it, if it is in an argument; `names` are all
    /// tokens with the array's name.
    #[must_use]
    pub fn of(&self, function: &Function<'_, '_>, names: &[usize], uses: &[ElementUse]) -> Vec<Option<Range<usize>>> {
        let tokens = &function.parsed.expansion.tokens;
        let code: Vec<Option<Range<usize>>> = uses.iter().map(|one| self.code(function, one)).collect();
        if code.iter().all(Option::is_none) {
            return code;
        }
        let mut spelt: HashMap<usize, usize> = HashMap::new();
        for &name in names {
            if let Some(at) = written_at(function, &tokens[name]) {
                *spelt.entry(at).or_default() += 1;
            }
        }
        let mut meant: HashMap<usize, (usize, Option<&[u64]>)> = HashMap::new();
        for (one, code) in uses.iter().zip(&code) {
            let Some(code) = code else { continue };
            let (count, indices) = meant.entry(code.start).or_insert((0, Some(&one.indices)));
            *count += 1;
            *indices = indices.filter(|indices| **indices == one.indices);
        }
        let is_one_element = |code: &Range<usize>| {
            meant
                .get(&code.start)
                .is_some_and(|(count, indices)| indices.is_some() && spelt.get(&code.start) == Some(count))
        };
        code.iter().map(|code| code.clone().filter(is_one_element)).collect()
    }

    /// The code tokens of a use, from the name to the last bracket, if they are all in one argument.
    fn code(&self, function: &Function<'_, '_>, one: &ElementUse) -> Option<Range<usize>> {
        let (unit, tokens) = (function.unit, &function.parsed.expansion.tokens);
        let name = &tokens[one.tokens.start];
        let around = function.parsed.expansion.outermost(name.call?);
        let start = written_at(function, name)?;
        let last = written_at(function, &tokens[one.tokens.end - 1])?;
        if self.spelling.contains(&around.code.start) || !around.code.contains(&last) {
            return None;
        }
        let mut end = start + 1;
        for _ in &one.indices {
            end = after_group(Bracket::Square, &unit.code, end)?;
        }
        let code = start..end;
        (end == last + 1 && is_in_one_argument(unit, &code)).then_some(code)
    }
}

/// Whether `#` or `##` is in a replacement list.
fn sees_spelling(definition: &Definition) -> bool {
    definition.body.iter().any(|token| token.is(Punct::Hash) || token.is(Punct::HashHash))
}

/// Whether tokens of an argument are not separated by a comma or a directive.
fn is_in_one_argument(unit: &Unit, code: &Range<usize>) -> bool {
    let mut depth = Depth::of(Bracket::Round);
    let separates = |at: usize| depth.is_outside_after(unit.code[at].kind) && unit.code[at].is(Punct::Comma);
    !code.clone().any(separates) && unit.moment(code.start) == unit.moment(code.end - 1)
}

/// The code token of an expanded one, if it is in an invocation in the main file.
fn written_at(function: &Function<'_, '_>, token: &Expanded<'_>) -> Option<usize> {
    let unit = function.unit;
    let code = function.parsed.expansion.outermost(token.call?).code.clone();
    let tokens = &unit.code[code.clone()];
    let at = tokens.binary_search_by_key(&token.spelled.span.start, |token| token.span.start).ok()?;
    let is_it = token.spelled.file == FileId::MAIN && tokens[at].place() == token.spelled;
    is_it.then_some(code.start + at)
}
