//! A loop in every configuration that makes another loop from it.
//!
//! A loop has one text, but the final compile may make several loops from it: `#if` lines in its body choose statements, and conditions
//! choose the definition of a macro in it. Each of them is a variant: the loop under a [`Configuration`] in which every condition that
//! matters to it is decided. A variant is parsed, analysed and planned like a loop without conditions. The loop is unrolled if all variants
//! agree on the form; if they agree on everything but the trip count, all take the re-checked form, sized by the largest. If only the way
//! in which copies get the value of the variable differs, as where the constant may matter in one variant, all take the author's step.
//!
//! The plan of one variant is written. It serves all, since the body is copied with its directives.

use crate::limits::{MAX_ROUNDS_OF_VARIANTS, TOKENS_OF_PLAN};
use clunroll_analysis::without_tree;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

use super::configurations::{budget_spent, configurations};
use super::jam_variants::have_same_jams;
use super::results::{fallbacks, outcomes};
use super::{FileRewriter, Outcomes};
use crate::lint;
use clunroll_analysis::{Countdown, Function, Induction, LoopNode, place_of_token};
use clunroll_loops::directive::is_marked;
use clunroll_loops::{
    BoundRequest, Fallback, InnerPlans, MainLoopEnd, Planner, RemainingLimits, RequestPlan, Settled, Shape, TextEdits,
    TooLarge, Unroll,
};
use clunroll_rules::{ConfigurationDifference, Decline, Finding, Reason};
use oclc_syntax::preprocess::{Configuration, IntegerType};
use oclc_syntax::source::Span;
use oclc_syntax::tree::{NoTree, Parsed, TokenRange, TreeExtent};

/// A written loop, with the results for the requests in it, by their numbers.
pub(super) struct VariantsResult {
    /// The replacements.
    pub edits: TextEdits,
    /// The result for each request, in some copy.
    pub outcomes: Outcomes,
    /// The reasons why loops are not written in a better form, by the numbers of their requests.
    pub fallbacks: Vec<(usize, Fallback)>,
    /// The advice on its loops.
    pub advice: Vec<Finding>,
    /// The requests in it.
    pub requests: Vec<usize>,
    /// The remaining limits of the file.
    pub remaining: RemainingLimits,
}

/// A requested loop and where it may end.
#[derive(Clone)]
pub(super) struct VariantLoop {
    /// The number of its request.
    pub request: usize,
    /// The range from its first code token to the limit of its last.
    pub code: Range<usize>,
    /// The top-level item that contains it, and the requests in that.
    pub item: Option<usize>,
    pub pending: Range<usize>,
}

impl<'u> FileRewriter<'_, 'u> {
    /// Plans a loop in each of its configurations and writes it once for all; `together` is its function with all branches, if that can be
    /// parsed.
    ///
    /// # Errors
    ///
    /// Declines a loop whose variants do not agree.
    pub(super) fn in_variants(
        &self,
        site: &VariantLoop,
        together: Option<&Parsed<'u>>,
    ) -> Result<VariantsResult, Decline> {
        let unit = self.unit;
        let here = unit.code[site.code.start].place();
        let decline = |reason| Decline { reason, place: here };
        let configurations = self.configurations_of(site)?;
        let count = configurations.len();
        let program = Rc::clone(&self.file.program);
        let function_of_all = together.map(|parsed| Function::new(unit, &program, parsed));
        let parsed: Vec<OnceCell<Parsed<'u>>> = configurations.iter().map(|_| OnceCell::new()).collect();
        let mut functions: Vec<Function<'u, '_>> = Vec::with_capacity(count + 1);
        for (configuration, parsed) in configurations.iter().zip(&parsed) {
            let variant = self.parse_variant(site, configuration)?;
            let function = Function::new(unit, &program, parsed.get_or_init(|| variant));
            // If a variant declines for a reason that all variants have, the others need not be planned. The tree of all branches may give
            // a better reason.
            if let Some(left) = self.reason_to_decline(&function, site)
                && self.is_in_all(&left, &function, site)
            {
                let of_all = function_of_all.as_ref().and_then(|function| self.reason_to_decline(function, site));
                return Err(of_all.unwrap_or(left));
            }
            functions.push(function);
        }
        functions.extend(function_of_all);
        let requested: Vec<_> = functions.iter().map(|function| self.requested(function, site)).collect();
        let plan = |index: usize, settled: &HashMap<usize, Settled>| {
            let planner = self.planner_of_variant(&functions[index], &requested[index], settled, site.item);
            // The text of a load belongs to one configuration.
            planner.function(self.terms(&TooLarge::default()).with_loads_in_place()).plans
        };
        let variants = LoopVariants { functions: &functions, requested: &requested };
        let settled = settle(|settled| {
            let tokens: usize = requested.iter().map(Vec::len).sum();
            if !self.file.budget.spend(tokens * TOKENS_OF_PLAN) {
                return Err(budget_spent(unit, site.code.start, &configurations));
            }
            let of_variants: Vec<_> = (0..count).map(|index| plan(index, settled)).collect();
            let plans = |index: usize| variants.plans(index, &of_variants);
            // Compares each pair: a request may be in some variants only.
            let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
            Ok(pairs.into_iter().try_for_each(|(one, other)| agree(plans(one), plans(other))))
        })?;
        let settled = settled.ok_or_else(|| decline(Reason::ConfigurationsDiffer(ConfigurationDifference::Form)))?;
        let mut of_variants: Vec<_> = (0..functions.len()).map(|index| plan(index, &settled)).collect();
        let serves_all = |index: usize, of_variants: &[InnerPlans<'_>]| {
            (0..count)
                .all(|other| agree(variants.plans(index, of_variants), variants.plans(other, of_variants)).is_ok())
        };
        let numbers: BTreeSet<usize> = requested.iter().flatten().map(|wanted| wanted.number).collect();
        // The plan that is written must contain all requests, and all variants must agree with it. A variant that was parsed with its
        // function has more facts than a loop alone.
        let mut order: Vec<usize> = (0..functions.len()).rev().collect();
        order.sort_by_key(|&index| functions[index].parsed.extent == TreeExtent::Loop);
        let chosen = order
            .into_iter()
            .find(|&index| requested[index].len() == numbers.len() && serves_all(index, &of_variants))
            .ok_or_else(|| decline(Reason::RequestInBranch))?;
        let mut inner_plans = std::mem::take(&mut of_variants[chosen]);
        if let Some((_, RequestPlan::Left(decline))) =
            inner_plans.iter().find(|(index, _)| requested[chosen][*index].number == site.request)
        {
            return Err(reason_in_variants(decline, variants.plans(0, &of_variants), site.request));
        }
        for index in (0..count).filter(|&index| index != chosen) {
            absorb(&mut inner_plans, &requested[chosen], variants.plans(index, &of_variants));
        }
        let planner = self.planner_of_variant(&functions[chosen], &requested[chosen], &settled, site.item);
        let outcomes = outcomes(&inner_plans, &planner);
        let fallbacks = fallbacks(&inner_plans, &requested[chosen]);
        let remaining = planner.remaining_after(self.terms(&TooLarge::default()), &inner_plans);
        let advice = (0..count).map(|index| {
            let planner = self.planner_of_variant(&functions[index], &requested[index], &settled, site.item);
            let requested = requested[index].iter().map(|wanted| wanted.number).collect();
            let found = self.advice(&planner, self.terms(&TooLarge::default()));
            lint::InConfiguration { found, requested }
        });
        let advice = lint::found_in_all_variants(&advice.collect::<Vec<_>>());
        Ok(VariantsResult {
            edits: self.edits(&functions[chosen], &requested[chosen], &inner_plans),
            outcomes,
            fallbacks,
            advice,
            requests: numbers.into_iter().collect(),
            remaining,
        })
    }

    /// The configurations of a loop, if the budget allows reading its function in each.
    fn configurations_of(&self, site: &VariantLoop) -> Result<Vec<Configuration>, Decline> {
        let unit = self.unit;
        let decline = |reason| Err(Decline { reason, place: unit.code[site.code.start].place() });
        if is_marked(unit, self.pending[site.request].request.place) {
            return decline(Reason::LeftBefore);
        }
        let configurations =
            configurations(unit, &self.configuration, &site.code, self.uneven(site.item), self.file.budget)?;
        if configurations.is_empty() {
            return decline(Reason::Unreadable { by: None });
        }
        let length = site.item.map_or(0, |item| self.file.items.all()[item].code.len());
        if !self.file.budget.spend(configurations.len() * length) {
            return Err(budget_spent(unit, site.code.start, &configurations));
        }
        Ok(configurations)
    }

    /// Parses the function in a configuration; the loop alone if that fails.
    fn parse_variant(&self, site: &VariantLoop, configuration: &Configuration) -> Result<Parsed<'u>, Decline> {
        let result = match self.parse_item(site.item, site.pending.clone(), configuration) {
            Err(NoTree::Syntax(stopped)) => {
                self.file.trees.parse_loop(self.unit, configuration, site.code.clone(), stopped)
            }
            result => result,
        };
        let here = self.unit.code[site.code.start].place();
        result.map_err(|error| without_tree(self.unit, error, here))
    }

    /// Whether the name for which a variant of the loop is declined is in all variants: no macro makes it, it is in no conditional of the
    /// loop, and no `#define` mentions it.
    fn is_in_all(&self, decline: &Decline, function: &Function<'u, '_>, site: &VariantLoop) -> bool {
        let Reason::HostDecides(name) = &decline.reason else { return false };
        let unit = self.unit;
        let group = |code: usize| unit.group(unit.moment(code));
        let tokens = tokens_of_loop(function, site).map_or(&[][..], |range| &function.parsed.expansion.tokens[range]);
        let found = tokens.iter().find(|token| token.spelled == decline.place && token.call.is_none());
        found.is_some_and(|token| {
            !unit.has_definitions(name) && unit.groups.encloses(group(token.code), group(site.code.start))
        })
    }

    /// The reason for declining the loop of a site in a variant, if there is one.
    fn reason_to_decline(&self, function: &Function<'u, '_>, site: &VariantLoop) -> Option<Decline> {
        let requested = self.requested(function, site);
        let settled = HashMap::new();
        let planner = self.planner_of_variant(function, &requested, &settled, site.item);
        let planned = planner.function(self.terms(&TooLarge::default()));
        planned.plans.into_iter().find_map(|(index, plan)| match plan {
            RequestPlan::Left(decline) if requested[index].number == site.request => Some(decline),
            _ => None,
        })
    }

    /// The planner of a function in one configuration, for a text that serves all.
    fn planner_of_variant<'p, 't>(
        &'p self,
        function: &'p Function<'u, 't>,
        requested: &'p [BoundRequest<'p, 'u>],
        settled: &'p HashMap<usize, Settled>,
        item: Option<usize>,
    ) -> Planner<'p, 'u, 't> {
        Planner { serves_others: true, ..self.planner(function, requested, settled, item) }
    }

    /// The requests of a site that a variant contains.
    fn requested<'s>(&'s self, function: &Function<'u, '_>, site: &VariantLoop) -> Vec<BoundRequest<'s, 'u>> {
        let Some(tokens) = tokens_of_loop(function, site) else { return Vec::new() };
        let inside = |wanted: &BoundRequest<'_, '_>| tokens.contains(&wanted.token);
        self.wanted(function.parsed, site.pending.clone()).into_iter().filter(inside).collect()
    }
}

/// The tokens of a site's loop in a variant, up to the end of its body, or of its condition for a `do` loop.
fn tokens_of_loop(function: &Function<'_, '_>, site: &VariantLoop) -> Option<TokenRange> {
    let keyword = function.parsed.token_at_code(site.code.start)?;
    let last = match function.loops.get(&keyword)? {
        LoopNode::Do(node) => function.tokens(&node.expression),
        other => function.tokens(other.body()),
    };
    Some(keyword..last.end)
}

/// A difference between two variants, and the setting that would remove it.
struct Disagreement {
    /// The request's number.
    request: usize,
    /// The setting for all variants from now on.
    settled: Settled,
}

/// A loop and its requests in each of its configurations.
struct LoopVariants<'a, 'u, 't> {
    functions: &'a [Function<'u, 't>],
    requested: &'a [Vec<BoundRequest<'a, 'u>>],
}

impl<'u, 't> LoopVariants<'_, 'u, 't> {
    /// The plans of one variant, among the plans of all.
    fn plans<'s>(&'s self, index: usize, of_variants: &'s [InnerPlans<'t>]) -> PlannedVariant<'s, 'u, 't> {
        PlannedVariant {
            function: &self.functions[index],
            requested: &self.requested[index],
            inner_plans: &of_variants[index],
        }
    }
}

/// The plans of one variant.
#[derive(Clone, Copy)]
struct PlannedVariant<'a, 'u, 't> {
    function: &'a Function<'u, 't>,
    /// Its requests.
    requested: &'a [BoundRequest<'a, 'u>],
    /// The plans for them.
    inner_plans: &'a InnerPlans<'t>,
}

impl<'a, 't> PlannedVariant<'a, '_, 't> {
    /// The plan for a request by its number.
    fn plan(&self, number: usize) -> Option<&'a RequestPlan<'t>> {
        let found = self.inner_plans.iter().find(|(index, _)| self.requested[*index].number == number);
        found.map(|(_, plan)| plan)
    }
}

/// A plan for one request of a variant, with its spans in the source.
struct Placed<'a, 'u, 't> {
    function: &'a Function<'u, 't>,
    unroll: &'a Unroll<'t>,
}

/// Compares the plans of two variants.
///
/// # Errors
///
/// Returns their difference, and the setting that may remove it.
fn agree(one: PlannedVariant<'_, '_, '_>, other: PlannedVariant<'_, '_, '_>) -> Result<(), Disagreement> {
    for (index, plan) in one.inner_plans {
        let request = one.requested[*index].number;
        let Some(same) = other.plan(request) else { continue };
        match (plan, same) {
            (RequestPlan::NotAsked, RequestPlan::NotAsked) | (RequestPlan::Left(_), RequestPlan::Left(_)) => {}
            (RequestPlan::Left(decline), _) | (_, RequestPlan::Left(decline)) => {
                return Err(Disagreement { request, settled: Settled::Left(decline.clone()) });
            }
            (RequestPlan::Unroll(a), RequestPlan::Unroll(b)) => {
                let a = Placed { function: one.function, unroll: a };
                let b = Placed { function: other.function, unroll: b };
                alike(&a, &b).map_err(|settled| Disagreement { request, settled })?;
                for (inner, same) in a.unroll.shape.inner_plans().zip(b.unroll.shape.inner_plans()) {
                    agree(PlannedVariant { inner_plans: inner, ..one }, PlannedVariant { inner_plans: same, ..other })?;
                }
            }
            (RequestPlan::Choice(a), RequestPlan::Choice(b)) if a.is_like(b) => {
                for (inner, same) in [(&a.assumed, &b.assumed), (&a.otherwise, &b.otherwise)] {
                    agree(PlannedVariant { inner_plans: inner, ..one }, PlannedVariant { inner_plans: same, ..other })?;
                }
            }
            (RequestPlan::Choice(_), RequestPlan::Choice(_) | RequestPlan::Unroll(_))
            | (RequestPlan::Unroll(_), RequestPlan::Choice(_)) => {
                // One condition serves all variants, or none does.
                let trips = [plan, same].into_iter().filter_map(RequestPlan::unrolled).map(|unroll| unroll.trips);
                let settled = trips.max().flatten().map_or(Settled::Passes, Settled::Copies);
                return Err(Disagreement { request, settled });
            }
            (RequestPlan::NotAsked, other @ (RequestPlan::Unroll(_) | RequestPlan::Choice(_)))
            | (other @ (RequestPlan::Unroll(_) | RequestPlan::Choice(_)), RequestPlan::NotAsked) => {
                let Some(unroll) = other.unrolled() else { continue };
                let place = place_of_token(one.function, unroll.site.tokens.start);
                let reason = Reason::ConfigurationsDiffer(ConfigurationDifference::Request);
                return Err(Disagreement { request, settled: Settled::Left(Decline { reason, place }) });
            }
        }
    }
    Ok(())
}

/// The reason for a declined loop: in the tree of all branches, a name may be open that each variant knows.
fn reason_in_variants(of_all: &Decline, variant: PlannedVariant<'_, '_, '_>, request: usize) -> Decline {
    match variant.plan(request) {
        Some(RequestPlan::Left(of_variant)) if matches!(of_all.reason, Reason::HostDecides(_)) => of_variant.clone(),
        _ => of_all.clone(),
    }
}

/// Compares the texts that two plans of one request write.
fn alike(one: &Placed<'_, '_, '_>, other: &Placed<'_, '_, '_>) -> Result<(), Settled> {
    let differ = |difference| {
        let place = place_of_token(one.function, one.unroll.site.tokens.start);
        Settled::Left(Decline { reason: Reason::ConfigurationsDiffer(difference), place })
    };
    if one.spans() != other.spans() {
        return Err(differ(ConfigurationDifference::Text));
    }
    let (body, same) = (&one.unroll.body, &other.unroll.body);
    if body.is_block != same.is_block || !body.exits.labels.is_empty() || !same.exits.labels.is_empty() {
        return Err(differ(ConfigurationDifference::Body));
    }
    // A `break` is written differently if there is also a `continue`, in one configuration or another; so it must belong to this loop in
    // each.
    let mut exits = body.exits.clone();
    exits.absorb(&same.exits);
    if exits.needs_flag() && !body.exits.has_same_jumps(&same.exits) {
        return Err(differ(ConfigurationDifference::Jumps));
    }
    if !have_same_jams((one.function, one.unroll), (other.function, other.unroll)) {
        return Err(differ(ConfigurationDifference::Text));
    }
    let most = one.unroll.trips.max(other.unroll.trips);
    match (&one.unroll.shape, &other.unroll.shape) {
        (Shape::Checked { is_promised, .. }, Shape::Checked { is_promised: same, .. }) if is_promised == same => Ok(()),
        (Shape::Guarded { copies, .. }, Shape::Guarded { copies: same, .. }) if copies == same => Ok(()),
        (Shape::Countdown { countdown, .. }, Shape::Countdown { countdown: same, .. })
            if one.step(countdown) == other.step(same) =>
        {
            Ok(())
        }
        (Shape::Rechecked { copies, .. }, Shape::Rechecked { copies: same, .. }) if copies == same => Ok(()),
        (
            Shape::Full { counter, style, header, copies },
            Shape::Full { counter: other, style: like, header: same, copies: others },
        ) if style.is_like(like)
            && header.start == same.start
            && header.advance == same.advance
            && copies.len() == others.len()
            && counter.kind == other.kind =>
        {
            Ok(())
        }
        (
            Shape::Blocks { counter, style, header, stride, in_main, .. },
            Shape::Blocks { counter: counted, style: like, header: same, stride: equal, in_main: others, .. },
        ) if style.is_like(like)
            && header.start == same.start
            && stride == equal
            && in_main == others
            && one.unroll.trips == other.unroll.trips
            && counter.kind == counted.kind =>
        {
            Ok(())
        }
        (
            Shape::Counted { counter, style, ending, rest, .. },
            Shape::Counted { counter: counted, style: like, ending: same, rest: equal, .. },
        ) if style.is_like(like)
            && ending.is_like(same)
            && rest == equal
            && one.around() == other.around()
            && counter.comparison == counted.comparison
            && one.operands(counter, ending) == other.operands(counted, same) =>
        {
            Ok(())
        }
        (
            Shape::Exact { counter, style, stride, .. },
            Shape::Exact { counter: counted, style: like, stride: same, .. },
        ) if style.is_like(like)
            && stride == same
            && counter.comparison == counted.comparison
            && one.texts(counter) == other.texts(counted) =>
        {
            Ok(())
        }
        _ if differ_in_style(one.unroll, other.unroll) => Err(Settled::Stepped),
        (Shape::Full { .. } | Shape::Rechecked { .. }, Shape::Full { .. } | Shape::Rechecked { .. }) => {
            Err(Settled::Copies(most.unwrap_or(1)))
        }
        _ => Err(Settled::Passes),
    }
}

/// Whether nothing but the way in which copies get the value of the variable differs between two plans.
fn differ_in_style(one: &Unroll<'_>, other: &Unroll<'_>) -> bool {
    let (
        Shape::Full { style, header, .. } | Shape::Blocks { style, header, .. },
        Shape::Full { style: like, header: same, .. } | Shape::Blocks { style: like, header: same, .. },
    ) = (&one.shape, &other.shape)
    else {
        return false;
    };
    one.trips == other.trips
        && header.start == same.start
        && header.advance == same.advance
        && !style.is_like(like)
        && (style.declares() || like.declares())
}

impl<'t> Placed<'_, '_, 't> {
    /// The texts of the header's operands that are written again. Macros may give one text several expansions.
    fn texts(&self, counter: &Induction<'t>) -> Vec<String> {
        let nodes = counter.start.into_iter().chain([counter.bound]);
        nodes.map(|node| self.function.text_of(&self.function.tokens(node))).collect()
    }

    /// The same texts for a counted loop.
    fn operands(&self, counter: &Induction<'t>, ending: &MainLoopEnd<'t>) -> Vec<String> {
        let mut texts = self.texts(counter);
        if let MainLoopEnd::Stepped { by, .. } = ending {
            texts.push(self.function.text_of(&self.function.tokens(by)));
        }
        texts
    }

    /// What is written of a variable that counts down, and of its step.
    fn step(&self, countdown: &Countdown<'t>) -> (String, IntegerType, i128, bool, Option<Span>) {
        let step = countdown.step_in_test.as_ref().and_then(|step| self.function.source_span(step));
        (countdown.name.to_owned(), countdown.kind, countdown.by, countdown.tests_after_step, step)
    }

    /// The span of the statement that is written in versions.
    fn around(&self) -> Option<Span> {
        self.function.source_span(self.unroll.around.as_ref()?)
    }

    /// The spans of the loop's parts in the source.
    fn spans(&self) -> [Option<Span>; 5] {
        let site = &self.unroll.site;
        let part = |node: Option<&_>| node.map(|node| self.function.tokens(node));
        let initializer = Some(site.initializer.clone()).filter(|range| !range.is_empty());
        let body = Some(self.function.tokens(site.body));
        let parts = [Some(site.tokens.clone()), initializer, part(site.test), part(site.step), body];
        parts.map(|part| self.function.source_span(&part?))
    }
}

/// Adds the needs of another variant's body to the body of this one.
fn absorb(inner_plans: &mut InnerPlans<'_>, requested: &[BoundRequest<'_, '_>], other: PlannedVariant<'_, '_, '_>) {
    for (index, plan) in inner_plans {
        let of_other = other.plan(requested[*index].number);
        if let (RequestPlan::Choice(choice), Some(RequestPlan::Choice(same))) = (&mut *plan, of_other) {
            let choice = Rc::make_mut(choice);
            absorb(&mut choice.assumed, requested, PlannedVariant { inner_plans: &same.assumed, ..other });
            absorb(&mut choice.otherwise, requested, PlannedVariant { inner_plans: &same.otherwise, ..other });
        }
        if let (RequestPlan::Unroll(unroll), Some(RequestPlan::Unroll(same))) = (plan, of_other) {
            let unroll = Rc::make_mut(unroll);
            Rc::make_mut(&mut unroll.body).absorb(&same.body);
            if unroll.numbers != same.numbers {
                unroll.numbers.clear();
            }
            for (inner, same) in unroll.shape.inner_plans_mut().zip(same.shape.inner_plans()) {
                absorb(inner, requested, PlannedVariant { inner_plans: same, ..other });
            }
        }
    }
}

/// Settles requests until all variants agree; `plan` plans all of them and returns a difference between two. `None` if they never agree.
///
/// # Errors
///
/// Declines if `plan` declines.
fn settle(
    mut plan: impl FnMut(&HashMap<usize, Settled>) -> Result<Result<(), Disagreement>, Decline>,
) -> Result<Option<HashMap<usize, Settled>>, Decline> {
    let mut settled: HashMap<usize, Settled> = HashMap::new();
    for _ in 0..MAX_ROUNDS_OF_VARIANTS {
        match plan(&settled)? {
            Ok(()) => return Ok(Some(settled)),
            Err(Disagreement { request, settled: now }) => {
                settled.insert(request, now);
            }
        }
    }
    Ok(None)
}
