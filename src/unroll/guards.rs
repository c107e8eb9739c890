//! What of the host a re-checked loop rests on.
//!
//! A loop is tested again before each copy because the final compile may define a macro otherwise than clunroll knows it.
//! These are the macros: those in the header whose text is not expanded, and those on which the values of its constants
//! rest, be it through a variable (`const int width = N;`).

use super::plan::{Planner, Unroll};
use crate::analysis::{Env, Evaluator, Position};
use crate::preprocess::Facts;

impl<'t> Planner<'_, '_, 't> {
    /// The macros of the host in the header of a loop, each once.
    #[must_use]
    pub fn guards(&self, unroll: &Unroll<'t>) -> Vec<String> {
        let (function, site) = (self.function, &unroll.site);
        let header = site.tokens.start..function.tokens(site.body).start;
        let open = function.parsed.expansion.tokens[header].iter().filter(|token| token.open);
        let in_text = open.map(|token| Facts::host(&token.text));
        let env = Env::default();
        let evaluator = Evaluator::new(function, &env, Position::InTree);
        let values = [site.start, site.bound].into_iter().filter_map(|node| evaluator.value(node).ok());
        let facts = in_text.chain(values.map(|value| value.facts)).chain([site.stride.facts.clone()]);
        facts.fold(Facts::default(), |all, more| all.with(&more)).hosts().to_vec()
    }
}
