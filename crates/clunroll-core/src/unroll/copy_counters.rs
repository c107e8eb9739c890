//! A counter for each copy of a main loop, for the compilers of CPUs.
//!
//! ```text
//! int x_base = 0;
//! int x_1 = -3, x_2 = -2, x_3 = -1;
//! for (; x_base < x_end; x_base += 4) {
//!   { const int x = x_base; sum += in[row * width + x]; }
//!   { const int x = x_1 += 4; sum += in[row * width + x]; }
//!   …
//! ```
//!
//! LLVM computes an index of `int`s in 64 bits where it sees that a loop counts the variable and nothing overflows. That is
//! told by the sum of the index; of `row * width + (x_base + 1)` it makes `(row * width + 1) + x_base`, which may overflow
//! where the author's sum did not, and is then added up in 32 bits and converted for each copy. A variable of its own
//! keeps the sum as it is, and what unrolls by itself after that step is not ahead (docs/PERFORMANCE.md).
//!
//! A counter begins a pass before its first value, which must be a value of the variable's type. It moves on where its copy
//! begins, so that it has no other values but those of iterations that the author's loop runs: nothing overflows that did
//! not before. A pass that is left early leaves the loop, and nobody asks for the counters any more.

use super::block::Block;
use super::forms::PlannedRequest;
use super::plan::{Planner, Unroll};
use super::render::{CopyContext, PlanRenderer};
use super::shape::{MainLoopEnd, Numbers, VariableStyle};
use super::text::Text;
use super::values::literal;
use crate::analysis::Induction;
use crate::limits::{COUNTERS_IN_LINE, MAX_COUNTERS};
use crate::options::Tune;
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::tree::TokenRange;

impl<'t> Planner<'_, '_, 't> {
    /// Whether the copies of a counted main loop have counters of their own.
    pub(super) fn suits_counters(
        &self,
        asked: &PlannedRequest<'_, '_, '_, 't>,
        counter: &Induction<'t>,
        style: &VariableStyle,
        ending: &MainLoopEnd<'t>,
        factor: u32,
    ) -> bool {
        let (VariableStyle::Declared(_), &MainLoopEnd::Value(numbers)) = (style, ending) else { return false };
        let body = self.function.tokens(asked.site.body);
        self.options.tune == Tune::Cpu
            && factor <= MAX_COUNTERS
            && asked.body.uses_variable
            && begin_in_type(&numbers, factor)
            && self.indices_of(&body).any(|index| self.adds_ints(&index, counter.name))
    }

    /// What stands in brackets there, brackets in which none stand.
    fn indices_of(&self, range: &TokenRange) -> impl Iterator<Item = TokenRange> {
        let tokens = &self.function.parsed.expansion.tokens;
        let mut start = None;
        range.clone().filter_map(move |at| {
            if tokens[at].is(Punct::LeftBracket) {
                start = Some(at + 1);
                return None;
            }
            if tokens[at].is(Punct::RightBracket) { start.take().map(|start| start..at) } else { None }
        })
    }

    /// Whether an index adds the variable to another one, and all names in it are those of variables of type `int`.
    fn adds_ints(&self, index: &TokenRange, variable: &str) -> bool {
        let tokens = &self.function.parsed.expansion.tokens;
        let names = || index.clone().filter(|&at| tokens[at].kind == TokenKind::Identifier);
        let is_int = |at: usize| {
            let symbol = self.function.lookup(&tokens[at].text, at);
            symbol.and_then(|id| self.function.symbol(id).kind.integer()) == Some(IntegerType::INT)
        };
        names().any(|at| tokens[at].text == variable)
            && names().any(|at| tokens[at].text != variable)
            && index.clone().any(|at| tokens[at].is(Punct::Plus))
            && names().all(is_int)
    }
}

/// Whether the main loop counts in `int`, from where on each counter can begin a pass before its first value.
fn begin_in_type(numbers: &Numbers, factor: u32) -> bool {
    let &Numbers { kind, stride, start, bound_kind, .. } = numbers;
    kind == IntegerType::INT
        && kind.common(bound_kind) == Some(kind)
        && start.is_some_and(|start| (1..factor).all(|index| kind.holds(first(start, stride, factor, index))))
}

/// About how many bytes their declarations take.
pub(super) fn declared_counters(counter: &Induction<'_>, factor: u32) -> u64 {
    u64::from(factor) * (counter.name.len() as u64 + 16)
}

/// With what the counter of a copy begins.
fn first(start: i128, stride: i128, factor: u32, index: u32) -> i128 {
    start + (i128::from(index) - i128::from(factor)) * stride
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// Declares the counters of all copies but the first; their names, in that order.
    pub(super) fn declare_counters(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        type_text: &str,
        factor: u32,
        numbers: &Numbers,
        scope: &mut CopyContext,
    ) -> Vec<String> {
        let (true, Some(start)) = (unroll.has_counters, numbers.start) else { return Vec::new() };
        let names: Vec<_> = (1..factor).map(|index| self.fresh(unroll, &index.to_string(), scope)).collect();
        let declarators = (1..factor).zip(&names);
        let declarators: Vec<_> = declarators
            .map(|(index, name)| {
                format!("{name} = {}", literal(first(start, numbers.stride, factor, index), numbers.kind))
            })
            .collect();
        for line in declarators.chunks(COUNTERS_IN_LINE) {
            block.declare(vec![Text::Made(format!("{type_text} {};", line.join(", ")))]);
        }
        names
    }
}
