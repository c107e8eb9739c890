//! Whether a run can test the promise of `#pragma clunroll independent`. `write/independence.rs` shows the test.

use std::rc::Rc;

use crate::plan::independence::IndependenceTest;
use crate::planner::{PlannedRequest, Planner};
use clunroll_analysis::{Iterations, Nest, Untestable, touched_pairs};

/// The words that the test consists of, beside names.
const WORDS: [&str; 2] = ["printf", "size_t"];

/// Whether the author promises that no iteration touches memory that another one writes.
pub fn promises_independence(planned: &PlannedRequest<'_, '_, '_, '_>) -> bool {
    planned.request.as_written.prefix.clauses.as_ref().is_ok_and(|clauses| clauses.independent.is_some())
}

impl<'t> Planner<'_, '_, 't> {
    /// The test of a loop whose order relies on the promise; `None` if promises are not tested, or no two accesses can meet.
    pub(crate) fn independence_test(
        &self,
        planned: &PlannedRequest<'_, '_, '_, 't>,
        nest: &Nest<'t>,
        iterations: Iterations,
    ) -> Result<Option<Rc<IndependenceTest>>, Untestable> {
        let whole = || Untestable(planned.site.tokens.clone());
        if !self.settings.checks_promises {
            return Ok(None);
        }
        self.check_meanings(&WORDS, &planned.site.tokens).map_err(|_| whole())?;
        let found = touched_pairs(self.function, nest, iterations)?;
        let counter = &nest.levels[0].counter;
        let declared = counter.declared.clone().ok_or_else(whole)?;
        let test = IndependenceTest { found, declared, variable: counter.name.to_owned() };
        Ok((!test.found.pairs.is_empty()).then(|| Rc::new(test)))
    }
}
