//! Whether the copies of an outer loop may run side by side in one inner loop, and its plan in that form.
//!
//! The form is that of the outer loop without the jam, and `plan/jam.rs` holds the differences.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::facts::trip_count::TripCount;
use crate::host_values::{ASSERTION_WORDS, Assumption};
use crate::legal::assumption::HostedCount;
use crate::legal::forms::LoopFacts;
use crate::legal::independence::promises_independence;
use crate::legal::jam_names::renamed;
use crate::plan::Unroll;
use crate::plan::independence::IndependenceTest;
use crate::plan::jam::Jam;
use crate::plan::shape::{MainLoopEnd, RemainderLength, RemainderShape, Shape, VariableStyle};
use crate::planner::{BoundRequest, PlannedRequest, Planner};
use crate::settings::Forms;
use crate::terms::{HostedTrips, Terms};
use clunroll_analysis::HeaderNumbers;
use clunroll_analysis::{
    Env, Evaluator, Iterations, Level, LookupPoint, Nest, NestConstants, StrideTest, Untestable, conflict, decline_jam,
    defined_tag, place_of_token, stride_test,
};
use clunroll_rules::{Decline, JamProblem, Reason};
use lang_c::ast::Statement;
use oclc_syntax::lex::Punct;
use oclc_syntax::tree::TokenRange;

/// Which requests may be inside a loop whose text is taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InnerRequests {
    /// No inner loops.
    None,
    /// Any: each goes where its loop goes.
    OfInnerLoops,
}

/// The tests of a run that the order of a jam needs.
#[derive(Default)]
struct OrderTests {
    /// The test of the author's promise.
    independence: Option<Rc<IndependenceTest>>,
    /// The test that decides whether the copies run side by side.
    strides: Option<Rc<StrideTest>>,
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Jams so many iterations of an outer loop. Text that differs between configurations is not jammed.
    pub(crate) fn jam(&self, planned: &PlannedRequest<'_, '_, 'u, 't>, factor: u32) -> Result<Unroll<'t>, Decline> {
        // The copies of the inner loop hold those of the jam: no load is by itself there.
        let planned = PlannedRequest { terms: planned.terms.with_loads_in_place(), ..planned.clone() };
        let facts = LoopFacts::new(&planned);
        match self.side_by_side(&facts, factor, NestConstants::Final) {
            Err(_) if self.may_know_hosted(&planned) => self.side_by_side(&facts, factor, NestConstants::Hosted),
            result => result,
        }
    }

    fn side_by_side(
        &self,
        facts: &LoopFacts<'_, '_, 'u, 't>,
        factor: u32,
        constants: NestConstants,
    ) -> Result<Unroll<'t>, Decline> {
        let planned = facts.planned;
        let site = &planned.site;
        let form = || decline_jam(self.function, JamProblem::Form, site.tokens.start);
        if self.settings.forms == Forms::Plain {
            return decline_jam(self.function, JamProblem::Plain, site.tokens.start);
        }
        self.check_plain_text(planned, InnerRequests::OfInnerLoops)?;
        let nest = Nest::of(self.function, site, constants)?;
        let counter = site.counter.clone()?;
        if self.settled.contains_key(&planned.request.number) {
            return form();
        }
        let (renamed, once) = renamed(self.function, &nest)?;
        let mut jam = Jam { renamed, once, nest, inner: Vec::new(), staying: BTreeMap::new() };
        self.check_parts(&jam)?;
        self.check_places_of_requests(&jam)?;
        let counted = facts.count(self);
        let checked = |copies| {
            let order = self.check_order(planned, &jam, copies)?;
            self.check_live(&jam, copies).map(|()| (copies, order))
        };
        // A main loop that runs once is not written: its copies and the rest are side by side, if they may be.
        let at_once = match &counted {
            Ok(TripCount::Final(_, trips) | TripCount::Hosted(_, trips)) => u32::try_from(*trips).ok(),
            _ => None,
        };
        let at_once = at_once.filter(|&trips| factor < trips && trips < 2 * factor).map(checked);
        let (factor, order) = match at_once {
            Some(Ok(possible)) => possible,
            _ => checked(factor)?,
        };
        let copies = u64::from(factor);
        let all = |header: &HeaderNumbers, trips: u64| {
            if trips <= copies {
                self.full(planned, Rc::clone(&counter), header.clone(), trips)
            } else {
                self.whole_passes(facts, header, trips, factor)
            }
        };
        let body = self.function.tokens(site.body);
        let is_hosted = self.function.has_open_names(site.tokens.start..body.start);
        if is_hosted {
            self.may_pin(planned.terms, site.tokens.start)?;
        }
        let mut assumption = self.pinned_macros(planned.terms, &(body.start..site.tokens.end))?;
        if constants == NestConstants::Hosted {
            self.pin_constants(&jam.nest, &mut assumption)?;
        }
        let mut unroll = match counted? {
            TripCount::Final(header, trips) if !is_hosted => all(header, *trips)?,
            TripCount::Hosted(header, trips) if is_hosted && *trips > 0 => {
                let count = HostedCount::Known(header, *trips);
                let Some(of_header) = self.assumption(site, &counter, &planned.body, &count) else { return form() };
                assumption.add(&of_header);
                all(header, *trips)?
            }
            _ if is_hosted => return form(),
            _ => self.runtime(facts, factor)?,
        };
        unroll.assumption = Some(assumption).filter(|all| !all.terms.is_empty());
        match &mut unroll.shape {
            Shape::Full { style: VariableStyle::Declared(_), copies, .. } if copies.len() < 2 => return Ok(unroll),
            Shape::Full { style: VariableStyle::Declared(_), .. }
            | Shape::Blocks { style: VariableStyle::Declared(_), .. }
            | Shape::Exact { style: VariableStyle::Declared(_), .. } => {}
            Shape::Counted { style: VariableStyle::Declared(_), ending: MainLoopEnd::Value(_), rest, .. } => {
                *rest = RemainderShape::Loop;
                unroll.pin = self.pin(planned.request, RemainderShape::Loop, RemainderLength::Any, factor);
                unroll.copies = copies + 1;
            }
            _ => return form(),
        }
        self.share_inner_loops(planned, &mut unroll, &mut jam, factor);
        // The copies have no counters of their own: each value is needed in several places.
        unroll.has_counters = false;
        self.with_tests(planned, unroll, order).map(|unroll| Unroll { jam: Some(Rc::new(jam)), ..unroll })
    }

    /// The plan with its tests, if their text is within the limit.
    fn with_tests(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        mut unroll: Unroll<'t>,
        OrderTests { independence, strides }: OrderTests,
    ) -> Result<Unroll<'t>, Decline> {
        let test = independence.as_ref().map_or(0, |test| test.bytes(self.indent_unit));
        let own = strides.as_ref().map_or(0, |test| self.own_nest_bytes(&unroll, test));
        if test + own > 0 {
            unroll.size.bytes += test + own;
            let (growth, left) = (self.growth(&unroll), planned.terms.remaining.bytes);
            if growth > left {
                let nest = vec![unroll.copies];
                return self.decline(Reason::TooMuchText { growth, left, enough: 0, nest }, planned.request.token);
            }
        }
        Ok(Unroll { independence, strides, ..unroll })
    }

    /// The nest of a request for copies, if a jam of so many would be written.
    #[must_use]
    pub fn jammable(&self, request: &BoundRequest<'_, 'u>, factor: u32, terms: Terms<'_>) -> Option<Nest<'t>> {
        let (site, body) = self.examined(request, terms).ok()?;
        let planned = PlannedRequest { request, site, body, env: &Env::default(), terms };
        let unroll = self.jam(&planned, factor).ok()?;
        unroll.jam.map(|jam| jam.nest.clone())
    }

    /// The requests for loops inside a loop.
    pub(super) fn requests_in(&self, tokens: &TokenRange) -> &[BoundRequest<'_, 'u>] {
        let first = self.requests.partition_point(|request| request.token <= tokens.start);
        let end = self.requests.partition_point(|request| request.token < tokens.end);
        &self.requests[first..end.max(first)]
    }

    /// The conditions that pin each macro of the host in the body to a constant, so that it has no effects and is the same in all
    /// iterations. The name of a type may stay: the analysis does not depend on it.
    fn pinned_macros(&self, terms: Terms<'_>, tokens: &TokenRange) -> Result<Assumption, Decline> {
        let function = self.function;
        let evaluator = Evaluator::new(function, function.nothing_known(), LookupPoint::InTree);
        let mut pins = Assumption::default();
        for at in tokens.clone().filter(|&at| function.is_open_beside_types(at)) {
            self.may_pin(terms, at)?;
            let value = evaluator.macro_value(at).map(|known| known.value);
            let pinned = value.and_then(|value| pins.pin(function, &(at..at + 1), value, &BTreeMap::new()));
            if pinned.is_none() {
                return self.not_pinned(at);
            }
        }
        if !pins.terms.is_empty() {
            self.check_meanings(&ASSERTION_WORDS, tokens)?;
        }
        Ok(pins)
    }

    /// Whether the nest is planned for the branch of a choice that pins the macros from a token on.
    fn may_pin(&self, terms: Terms<'_>, from: usize) -> Result<(), Decline> {
        match terms.hosted_trips {
            HostedTrips::Assumed => Ok(()),
            HostedTrips::AsWritten => self.decline(Reason::InOtherBranch, from),
            HostedTrips::Chosen | HostedTrips::Tested => self.not_pinned(from),
        }
    }

    /// Declines the first macro of the host's from a token on.
    pub(super) fn not_pinned<T>(&self, from: usize) -> Result<T, Decline> {
        let tokens = &self.function.parsed.expansion.tokens;
        let at = (from..tokens.len()).find(|&at| tokens[at].open).unwrap_or(from);
        decline_jam(self.function, JamProblem::HostMacro(tokens[at].text.to_string()), at)
    }

    /// Whether the text of a loop can be taken apart: it has no directives and no requests.
    pub(crate) fn check_plain_text(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        allowed: InnerRequests,
    ) -> Result<(), Decline> {
        let (function, tokens) = (self.function, &planned.site.tokens);
        let decline = |problem, token| decline_jam(function, problem, token);
        let mut inside = self.requests_in(tokens);
        if allowed == InnerRequests::None {
            if let Some(other) = inside.iter().find(|request| request.asks()) {
                return decline(JamProblem::Request, other.token);
            }
            inside = &[];
        }
        let first = function.moment(tokens.start);
        let is_request = |index: usize| {
            let place = function.unit.directive_place(&function.unit.directives[index]);
            inside.iter().any(|request| request.as_written.prefix.pieces.iter().any(|piece| piece.place == place))
        };
        if let Some(end) = tokens.clone().find(|&at| !(first..function.moment(at)).all(is_request)) {
            return decline(JamProblem::Directive, end);
        }
        let is_of_request = |at: usize| {
            let place = place_of_token(function, at);
            let mut pieces = inside.iter().flat_map(|request| &request.as_written.prefix.pieces);
            pieces.any(|piece| piece.place.file == place.file && piece.place.span.contains(place.span))
        };
        let expanded = &function.parsed.expansion.tokens;
        if let Some(pasted) = function.pasted_open_name() {
            return decline(JamProblem::HostMacro(expanded[pasted].text.to_string()), pasted);
        }
        if function.unit.unread_include(first).is_some() {
            return decline(JamProblem::Include, tokens.start);
        }
        let is_left_out =
            |&at: &usize| (function.parsed.is_left_out(at) || expanded[at].is_word("_Pragma")) && !is_of_request(at);
        // A type or an enumerator that an expression defines would be defined in the code of another copy too.
        if let Some(token) = tokens.clone().find(is_left_out).or_else(|| defined_tag(function, tokens)) {
            return decline(JamProblem::Statement, token);
        }
        if planned.body.convergent.is_some() || !planned.body.exits.is_empty() || planned.body.defines_macros {
            let convergent = planned.body.convergent.map(|(_, token)| token);
            let token = convergent.or_else(|| self.first_exit(planned)).unwrap_or(tokens.start);
            return decline(JamProblem::Statement, token);
        }
        Ok(())
    }

    /// The first statement by which an iteration ends early.
    pub(super) fn first_exit(&self, planned: &PlannedRequest<'_, '_, 'u, 't>) -> Option<usize> {
        let tokens = &self.function.parsed.expansion.tokens;
        let exits = &planned.body.exits;
        let leaves = |&at: &usize| exits.leaves && (tokens[at].is_word("return") || tokens[at].is_word("goto"));
        let jumps = exits.breaks.iter().chain(&exits.continues).map(|jump| jump.token);
        jumps.chain(self.function.tokens(planned.site.body).filter(leaves)).min()
    }

    /// Whether each part is a text of the main file.
    fn check_parts(&self, jam: &Jam<'t>) -> Result<(), Decline> {
        let outer = &jam.nest.levels[0];
        self.check_text(&(outer.site.tokens.start..outer.site.tokens.start + 1))?;
        self.check_counter_texts(&outer.site, &outer.counter)?;
        for level in &jam.nest.levels {
            self.check_text(&level.site.tokens)?;
            let body = self.function.tokens(level.site.body);
            self.check_text(&body)?;
            if self.function.parsed.is_left_out(body.start - 1) {
                return decline_jam(self.function, JamProblem::Statement, body.start - 1);
            }
            if matches!(level.site.body.node, Statement::Compound(_)) {
                self.check_text(&(body.start..body.start + 1))?;
                self.check_text(&(body.end - 1..body.end))?;
            }
            self.check_text(&(level.site.tokens.start..body.start))?;
            let items = level.codes.iter().flatten().map(|item| item.tokens(self.function));
            for tokens in items.chain(level.first.iter().map(|first| first.tokens.clone())).chain(level.step.clone()) {
                self.check_text(&tokens)?;
            }
        }
        Ok(())
    }

    /// How many values the copies of a jam keep at once: an instance of each variable that lives across the parts, and the elements that
    /// one copy of the innermost body loads.
    pub fn values_alive(&self, jam: &Jam<'t>, copies: u64) -> u64 {
        jam.values_of_copy().saturating_mul(copies).saturating_add(self.loaded_elements(&jam.nest))
    }

    /// The elements that one copy of an innermost body loads.
    fn loaded_elements(&self, nest: &Nest<'t>) -> u64 {
        let expanded = &self.function.parsed.expansion.tokens;
        let elements = |level: &Level<'t>| {
            let body = self.function.tokens(level.site.body);
            body.filter(|&at| expanded[at].is(Punct::LeftBracket)).count() as u64
        };
        nest.levels.iter().filter(|level| level.loops.is_empty()).map(elements).max().unwrap_or(0)
    }

    /// Whether the copies keep few enough values at once.
    fn check_live(&self, jam: &Jam<'t>, copies: u32) -> Result<(), Decline> {
        let limit = u64::from(self.settings.max_live);
        let live = self.values_alive(jam, u64::from(copies));
        if live <= limit {
            return Ok(());
        }
        let remaining = limit.saturating_sub(self.loaded_elements(&jam.nest));
        let factor = remaining.checked_div(jam.values_of_copy()).filter(|&factor| factor > 1);
        let problem = JamProblem::TooManyLive { live, limit, factor };
        decline_jam(self.function, problem, jam.nest.tokens().start)
    }

    /// About how many bytes a test takes, with the author's own nest in its other branch. All lines move one step deeper.
    fn own_nest_bytes(&self, unroll: &Unroll<'t>, test: &StrideTest) -> u64 {
        let text = self.function.source_span(&unroll.site.tokens).map_or(&[][..], |span| self.file().slice(span));
        let lines = 8 + memchr::memchr_iter(b'\n', text).count();
        let moved = (2 * lines as u64 + unroll.size.lines) * self.indent_unit as u64;
        (text.len() + test.text(self.function).len()) as u64 + moved
    }

    /// Whether the order of a jam computes the same, and how a run tests that if it is only known by the author's promise. The promise
    /// concerns memory; all else is checked in any case.
    fn check_order(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        jam: &Jam<'t>,
        factor: u32,
    ) -> Result<OrderTests, Decline> {
        let Some(conflict) = conflict(self.function, &jam.nest, u64::from(factor))? else {
            return Ok(OrderTests::default());
        };
        let text = |range: &TokenRange| self.function.text_of(range);
        if promises_independence(planned) {
            let test = self.independence_test(planned, &jam.nest, Iterations::SideBySide);
            let independence = test.or_else(|Untestable(access)| {
                self.decline(Reason::Jam(JamProblem::Untestable(text(&access))), access.start)
            })?;
            return Ok(OrderTests { independence, ..OrderTests::default() });
        }
        // A nest with a directive is not written twice.
        let has_request = !self.requests_in(jam.nest.tokens()).is_empty();
        if !has_request && let Some(test) = stride_test(self.function, &jam.nest, u64::from(factor)) {
            return Ok(OrderTests { strides: Some(Rc::new(test)), ..OrderTests::default() });
        }
        let problem = JamProblem::Conflict {
            first: text(&conflict.first),
            second: text(&conflict.second),
            cause: conflict.cause.clone(),
        };
        self.decline(Reason::Jam(problem), conflict.second.start)
    }
}
