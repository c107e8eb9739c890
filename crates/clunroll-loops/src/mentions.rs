//! Variables and labels of the author's whose last use goes with text that is not written.
//!
//! ```text
//! const int taps = 3;                       const int taps = 3;
//! #pragma unroll                            (void)taps;
//! for (int k = 0; k < taps; k++)     ->     { int k = 0; sum += in[k]; }
//!     sum += in[k];                         …
//!
//! #pragma unroll
//! for (int k = 3; k < 3; k++)        ->     if (0) goto done;
//!     if (in[k] < 0) goto done;             …
//! done: …                                   done: …
//! ```
//!
//! Compilers warn of a variable that nothing uses or reads, and of a label that nothing jumps to (`-Wall`). Its declaration is not in
//! the loop and stays, so it is mentioned before the copies: once, before the outermost unrolled loop in its scope around the uses that
//! go. These are in headers, in the factors of requests, and in loops that never run.
//!
//! What every copy of a body leaves out is left out of the function. What is declared in a body is declared in each copy, so there one
//! copy that leaves all of its uses out is enough.

use std::collections::{BTreeMap, BTreeSet};

use super::plan::shape::{Shape, VariableStyle};
use super::plan::{InnerPlans, RequestPlan, Unroll};
use super::planner::BoundRequest;
use crate::directive::RequestKind;
use clunroll_analysis::{Access, Function, Storage, SymbolId};
use oclc_syntax::preprocess::Meaning;
use oclc_syntax::tree::TokenRange;

/// What is mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mention<'t> {
    /// A variable.
    Variable(&'t str),
    /// A label.
    Label(&'t str),
}

/// What to mention before each loop, by the loop's first token.
pub type Mentions<'t> = BTreeMap<usize, BTreeSet<Mention<'t>>>;

/// What a use is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Named<'t> {
    Variable(SymbolId),
    Label(&'t str),
}

/// One use: its token, which is that of the loop for a name in a factor; of what; and whether it only writes.
type Used<'t> = (usize, Named<'t>, bool);

/// Uses that are not written, each with the innermost unrolled loop that leaves it out.
type LeftOut<'t> = BTreeMap<Used<'t>, usize>;

/// Uses of one name.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Count {
    all: usize,
    reads: usize,
}

impl Count {
    fn add(&mut self, only_writes: bool) {
        self.all += 1;
        self.reads += usize::from(!only_writes);
    }
}

/// Finds the variables and labels that the plans of the requests `wanted` of a function leave without a use.
#[must_use]
pub fn mentions<'u, 't>(
    function: &Function<'u, 't>,
    wanted: &[BoundRequest<'_, 'u>],
    plans: &InnerPlans<'t>,
) -> Mentions<'t> {
    let labels = function.labels.iter().filter(|used| used.is_definition);
    let labels = labels.map(|label| (label.name, label.token)).collect();
    let mut finder =
        Finder { function, wanted, labels, counts: BTreeMap::new(), unrolled: BTreeSet::new(), found: Mentions::new() };
    for (_, named, only_writes) in finder.uses_in(&(0..function.parsed.expansion.tokens.len())) {
        finder.counts.entry(named).or_default().add(only_writes);
    }
    let mut left_out = finder.of_plans(plans);
    finder.settle(&mut left_out, |_, _| true);
    finder.found
}

struct Finder<'p, 'u, 't> {
    function: &'p Function<'u, 't>,
    wanted: &'p [BoundRequest<'p, 'u>],
    /// The tokens of the labels.
    labels: BTreeMap<&'t str, usize>,
    /// The uses of each name in the function.
    counts: BTreeMap<Named<'t>, Count>,
    /// The loops that are unrolled.
    unrolled: BTreeSet<usize>,
    found: Mentions<'t>,
}

impl<'t> Finder<'_, '_, 't> {
    /// All uses in a range of tokens, with those in the factors of its loops.
    fn uses_in(&self, range: &TokenRange) -> Vec<Used<'t>> {
        let (function, wanted) = (self.function, self.wanted);
        let uses = function.uses_in(range.clone()).iter();
        let variables =
            uses.filter_map(|used| Some((used.token, Named::Variable(used.symbol?), used.access == Access::Write)));
        let jumps = function.labels_in(range.clone()).iter().filter(|used| !used.is_definition);
        let labels = jumps.map(|used| (used.token, Named::Label(used.name), false));
        let first = wanted.partition_point(|wanted| wanted.token < range.start);
        let loops = (first..wanted.len()).take_while(|&at| wanted[at].token < range.end);
        variables.chain(labels).chain(loops.flat_map(|at| self.uses_in_factor(at))).collect()
    }

    fn uses_in_factor(&self, request: usize) -> Vec<Used<'t>> {
        let wanted = &self.wanted[request];
        let Ok(RequestKind::By(factor)) = &wanted.request.asked else { return Vec::new() };
        let symbols = factor.iter().filter_map(|word| self.function.lookup(&word.text, wanted.token));
        symbols.map(|id| (wanted.token, Named::Variable(id), false)).collect()
    }

    fn of_plans(&mut self, plans: &InnerPlans<'t>) -> LeftOut<'t> {
        let mut left_out = LeftOut::new();
        for (at, plan) in plans {
            match plan {
                RequestPlan::Unroll(unroll) => {
                    let token = unroll.site.tokens.start;
                    left_out.extend(self.uses_in_factor(*at).into_iter().map(|used| (used, token)));
                    left_out.extend(self.of_loop(unroll));
                }
                RequestPlan::Choice(choice) => {
                    // Only one of the branches is compiled.
                    left_out.extend(self.of_plans(&choice.assumed));
                    left_out.extend(self.of_plans(&choice.otherwise));
                }
                RequestPlan::Left(_) | RequestPlan::NotAsked => {}
            }
        }
        left_out
    }

    fn of_loop(&mut self, unroll: &Unroll<'t>) -> LeftOut<'t> {
        let (function, site) = (self.function, &unroll.site);
        let token = site.tokens.start;
        self.unrolled.insert(token);
        let body = function.tokens(site.body);
        let mut copies = unroll.shape.inner_plans();
        let mut left_out = copies.next().map(|plans| self.of_copy(plans, &body)).unwrap_or_default();
        for plans in copies {
            let of_copy = self.of_copy(plans, &body);
            left_out.retain(|used, inner| {
                let other = of_copy.get(used);
                *inner = other.map_or(*inner, |&other| other.max(*inner));
                other.is_some()
            });
        }
        left_out.extend(self.uses_in_header(unroll).into_iter().map(|used| (used, token)));
        // A variable that copies declare is declared where they name it.
        let declared = unroll.shape.style().filter(|(_, style)| matches!(style, VariableStyle::Declared(_)));
        let declared = declared.map(|(counter, _)| Named::Variable(counter.variable));
        left_out.retain(|(_, named, _), _| Some(*named) != declared);
        left_out
    }

    /// What a loop leaves out beside its inner loops.
    fn uses_in_header(&self, unroll: &Unroll<'t>) -> Vec<Used<'t>> {
        let (function, site) = (self.function, &unroll.site);
        let (Shape::Full { counter, style, .. } | Shape::Blocks { counter, style, .. }) = &unroll.shape else {
            return Vec::new();
        };
        let body = function.tokens(site.body);
        let copies = unroll.shape.inner_plans().count();
        let mut uses = match (style, site.test) {
            (VariableStyle::Stepped, Some(test)) if copies == 0 => {
                self.uses_in(&(function.tokens(test).start..site.tokens.end))
            }
            (VariableStyle::Stepped, Some(test)) => self.uses_in(&function.tokens(test)),
            _ if copies == 0 => self.uses_in(&site.tokens),
            _ => self.uses_in(&(site.tokens.start..body.start)),
        };
        match (style, site.step) {
            (VariableStyle::Replaced(_), _) => {
                let of_counter = |(_, named, _): &Used<'t>| *named == Named::Variable(counter.variable);
                uses.extend(self.uses_in(&body).into_iter().filter(of_counter));
            }
            // There is none after the last copy.
            (VariableStyle::Stepped, Some(step)) if copies == 1 => uses.extend(self.uses_in(&function.tokens(step))),
            _ => {}
        }
        uses
    }

    /// What a copy of a body leaves out of the function. What is declared in the body is settled.
    fn of_copy(&mut self, plans: &InnerPlans<'t>, body: &TokenRange) -> LeftOut<'t> {
        let function = self.function;
        let mut left_out = self.of_plans(plans);
        self.settle(&mut left_out, |finder, named| match named {
            Named::Variable(id) => body.contains(&function.symbol(id).declared),
            Named::Label(name) => finder.labels.get(name).is_some_and(|label| body.contains(label)),
        });
        left_out
    }

    /// Takes some names out, and mentions those of which nothing else is left.
    fn settle(&mut self, left_out: &mut LeftOut<'t>, is_settled: impl Fn(&Self, Named<'t>) -> bool) {
        let mut names: BTreeMap<Named<'t>, (Count, BTreeSet<usize>)> = BTreeMap::new();
        left_out.retain(|&(_, named, only_writes), at| {
            let is_settled = is_settled(self, named);
            if is_settled {
                let (count, loops) = names.entry(named).or_default();
                count.add(only_writes);
                loops.insert(*at);
            }
            !is_settled
        });
        for (named, (count, loops)) in names {
            let all = self.counts.get(&named).copied().unwrap_or_default();
            if count != all && (count.reads == 0 || count.reads != all.reads) {
                continue;
            }
            for at in loops {
                let around = std::iter::successors(Some(at), |at| self.function.loops_around.get(at).copied());
                let unrolled = around.filter(|at| self.unrolled.contains(at));
                let mention = unrolled.filter_map(|at| Some((at, self.mention(named, at)?))).last();
                if let Some((at, mention)) = mention {
                    self.found.entry(at).or_default().insert(mention);
                }
            }
        }
    }

    /// What to write for a name before a loop, if it means the same there.
    fn mention(&self, named: Named<'t>, token: usize) -> Option<Mention<'t>> {
        let function = self.function;
        let moment = function.moment(token);
        let (mention, name) = match named {
            Named::Variable(id) => {
                let symbol = function.symbol(id);
                let is_visible = function.lookup(symbol.name, token) == Some(id) && function.is_certain(id, token);
                (symbol.storage == Storage::Local && is_visible)
                    .then_some((Mention::Variable(symbol.name), symbol.name))?
            }
            Named::Label(name) => {
                let &label = self.labels.get(name)?;
                let is_inside = function.tokens(function.loops.get(&token)?.body()).contains(&label);
                let group = |at: usize| function.unit.group(function.moment(at));
                let is_there = function.unit.implies(&function.parsed.configuration, group(token), group(label));
                (!is_inside && is_there).then_some((Mention::Label(name), name))?
            }
        };
        matches!(function.meaning(name, moment), Meaning::Ordinary).then_some(mention)
    }
}
