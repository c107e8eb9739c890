//! Whether each copy of a main loop gets a counter, for the compilers of CPUs.
//!
//! `write/copy_counters.rs` shows what they look like, and why they are right.

use crate::legal::counted::{CopyCounters, CountedHeader};
use crate::limits::MAX_COUNTERS;
use crate::plan::shape::{EndNumbers, MainLoopEnd, VariableStyle};
use crate::planner::{PlannedRequest, Planner};
use crate::settings::DeviceClass;
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::tree::TokenRange;

impl<'t> Planner<'_, '_, 't> {
    /// How the copies of a counted main loop compute their values.
    pub fn suited_counters(
        &self,
        planned: &PlannedRequest<'_, '_, '_, 't>,
        header: &CountedHeader<'t>,
        factor: u32,
    ) -> CopyCounters {
        let CountedHeader { counter, style, ending, .. } = header;
        let (VariableStyle::Declared(_), &MainLoopEnd::Value(numbers)) = (style, ending) else {
            return CopyCounters::OfMainLoop;
        };
        let body = self.function.tokens(planned.site.body);
        let suits = self.settings.target == DeviceClass::Cpu
            && factor <= MAX_COUNTERS
            && planned.body.uses_variable
            && begin_in_type(&numbers, factor)
            && self.indices_of(&body).any(|index| self.adds_ints(&index, counter.name));
        if suits { CopyCounters::OfCopies } else { CopyCounters::OfMainLoop }
    }

    /// The contents of the innermost brackets in that range.
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
fn begin_in_type(numbers: &EndNumbers, factor: u32) -> bool {
    let &EndNumbers { kind, start, bound_kind, .. } = numbers;
    kind == IntegerType::INT
        && kind.common(bound_kind) == Some(kind)
        && start
            .is_some_and(|start| (1..factor).all(|index| kind.holds(numbers.first_of_counter(start, factor, index))))
}
