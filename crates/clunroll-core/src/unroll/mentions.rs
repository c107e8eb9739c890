//! Variables of the author's that only the headers of vanished loops used.
//!
//! ```text
//! const int taps = 3;                       const int taps = 3;
//! #pragma unroll                            (void)taps;
//! for (int k = 0; k < taps; k++)     ->     { int k = 0; sum += in[k]; }
//!     sum += in[k];                         …
//! ```
//!
//! Compilers warn of a variable that nothing uses (`-Wunused-variable`, in `-Wall`). Its declaration is not in the loop and stays, so it
//! is mentioned before the copies: once, before the outermost unrolled loop in its scope that holds all of these headers or some.

use std::collections::{BTreeMap, BTreeSet};

use super::plan::shape::{Shape, VariableStyle};
use super::plan::{InnerPlans, RequestPlan, Unroll};
use crate::analysis::{Function, Storage, SymbolId};
use oclc_syntax::preprocess::Meaning;
use oclc_syntax::tree::TokenRange;

/// The names to mention before each loop, by the loop's first token.
pub type Mentions<'t> = BTreeMap<usize, BTreeSet<&'t str>>;

/// What the unrolled loops of a function leave out.
#[derive(Default)]
struct LeftOut {
    /// The loops.
    loops: BTreeSet<usize>,
    /// The parts of headers that are not written, each with its loop.
    headers: BTreeMap<usize, (TokenRange, usize)>,
    /// The variables that copies declare, where they name them.
    declared: BTreeSet<SymbolId>,
    /// The variables whose uses in a body mean another variable in the copies, each with its body.
    replaced: BTreeSet<(SymbolId, usize, usize)>,
}

/// Finds the variables that the plans of a function leave without a use.
#[must_use]
pub fn mentions<'t>(function: &Function<'_, 't>, plans: &InnerPlans<'t>) -> Mentions<'t> {
    let mut left_out = LeftOut::default();
    left_out.add_plans(function, plans);
    let mut vanished: BTreeMap<SymbolId, (usize, BTreeSet<usize>)> = BTreeMap::new();
    for (range, of_loop) in left_out.headers.values() {
        for id in function.uses_in(range.clone()).iter().filter_map(|used| used.symbol) {
            let (count, loops) = vanished.entry(id).or_default();
            *count += 1;
            loops.insert(*of_loop);
        }
    }
    for &(id, start, end) in &left_out.replaced {
        let uses = function.uses_in(start..end).iter().filter(|used| used.symbol == Some(id));
        vanished.entry(id).or_default().0 += uses.count();
    }
    let mut all: BTreeMap<SymbolId, usize> = BTreeMap::new();
    for id in function.uses_in(0..function.parsed.expansion.tokens.len()).iter().filter_map(|used| used.symbol) {
        *all.entry(id).or_default() += 1;
    }
    let mut found = Mentions::new();
    for (id, (count, loops)) in vanished {
        let symbol = function.symbol(id);
        let is_kept = symbol.storage == Storage::Local && !left_out.declared.contains(&id);
        if !is_kept || all.get(&id) != Some(&count) {
            continue;
        }
        for at in loops {
            let is_visible = |start: usize| {
                function.lookup(symbol.name, start) == Some(id)
                    && matches!(function.meaning(symbol.name, function.moment(start)), Meaning::Ordinary)
            };
            let around = std::iter::successors(Some(at), |inner| function.loops_around.get(inner).copied());
            let outermost = around.filter(|start| left_out.loops.contains(start) && is_visible(*start)).last();
            if let Some(outermost) = outermost {
                found.entry(outermost).or_default().insert(symbol.name);
            }
        }
    }
    found
}

impl LeftOut {
    fn add_plans<'t>(&mut self, function: &Function<'_, 't>, plans: &InnerPlans<'t>) {
        for (_, plan) in plans {
            match plan {
                RequestPlan::Unroll(unroll) => self.add(function, unroll),
                RequestPlan::Choice(choice) => {
                    self.add_plans(function, &choice.assumed);
                    self.add_plans(function, &choice.otherwise);
                }
                RequestPlan::Left(_) | RequestPlan::NotAsked => {}
            }
        }
    }

    fn add<'t>(&mut self, function: &Function<'_, 't>, unroll: &Unroll<'t>) {
        let site = &unroll.site;
        self.loops.insert(site.tokens.start);
        if let Some((counter, VariableStyle::Declared(_))) = unroll.shape.style() {
            self.declared.insert(counter.variable);
        }
        if let Shape::Full { counter, style, .. } | Shape::Blocks { counter, style, .. } = &unroll.shape {
            let body = function.tokens(site.body);
            let part = match (style, site.test) {
                (VariableStyle::Stepped, Some(test)) => function.tokens(test),
                _ => site.tokens.start..body.start,
            };
            self.headers.insert(part.start, (part, site.tokens.start));
            if matches!(style, VariableStyle::Replaced(_)) {
                self.replaced.insert((counter.variable, body.start, body.end));
            }
        }
        for plans in unroll.shape.inner_plans() {
            self.add_plans(function, plans);
        }
    }
}
