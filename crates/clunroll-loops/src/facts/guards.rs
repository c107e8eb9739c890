//! The macros of the host that a re-checked loop depends on.
//!
//! A loop is tested again before each copy because the final compile may define a macro differently from the definition
//! that clunroll knows. These are the macros: those in the header whose text is not expanded, and those that the values
//! of its constants depend on, also through a variable (`const int width = N;`).

use crate::planner::Planner;
use clunroll_analysis::{Env, Evaluator, LookupPoint, Loop};
use oclc_syntax::preprocess::Facts;

impl<'t> Planner<'_, '_, 't> {
    /// The macros of the host in the header of a loop, each once.
    #[must_use]
    pub fn guards(&self, site: &Loop<'t>) -> Vec<String> {
        let function = self.function;
        let header = site.tokens.start..function.tokens(site.body).start;
        let open = function.parsed.expansion.tokens[header].iter().filter(|token| token.open);
        let in_text = open.map(|token| Facts::host(&token.text));
        let env = Env::default();
        let evaluator = Evaluator::new(function, &env, LookupPoint::InTree);
        let counter = site.counter.as_ref().ok();
        let operands = counter.into_iter().flat_map(|counter| counter.start.into_iter().chain([counter.bound]));
        let values = operands.filter_map(|node| evaluator.value(node).ok()).map(|value| value.facts);
        let steps = counter.and_then(|counter| self.advance(counter, &env)).map(|(_, by)| by.facts);
        let facts = in_text.chain(values).chain(steps);
        facts.fold(Facts::default(), |all, more| all.with(&more)).hosts().to_vec()
    }
}
