//! Loops whose trip count is known only at run time: the operands of the main loop's end.
//!
//! The main loop runs up to a value (`i < i_end`); for a pointer, the remaining distance is counted. Either is computed once before the
//! loop, so all operands must stay the same while the loop runs.

use std::rc::Rc;

use crate::legal::size::Size;
use crate::legal::versions;
use crate::plan::bulk::Bulk;
use crate::plan::shape::{EndNumbers, MainLoopEnd, RemainderLength, RemainderShape, Shape, VariableStyle};
use crate::plan::{InnerPlans, RequestPlan, Unroll};
use crate::planner::{PlannedRequest, Planner};
use clunroll_analysis::{
    Advance, Body, Comparison, Evaluator, Induction, Keyword, LookupPoint, Loop, Operand, Paths, Step, VariableType,
    check_convergence, is_total, runtime_operand, runtime_pointer,
};
use clunroll_rules::{BoundProblem, Decline, HeaderProblem, Reason, RemainderDoubt, RemainderReason};
use lang_c::ast::Expression;
use lang_c::span::Node;
use oclc_syntax::lex::TokenKind;
use oclc_syntax::preprocess::{Constant, IntegerType, Meaning};
use oclc_syntax::tree::TokenRange;

/// The type that a variable counts in.
#[derive(Clone, Copy)]
struct Counting {
    kind: IntegerType,
    /// Whether a step may take it beyond the limits of the type, to the other end.
    wraps: bool,
}

/// The facts about a counted loop's header.
pub struct CountedHeader<'t> {
    /// The induction variable.
    pub counter: Rc<Induction<'t>>,
    /// How copies get its value.
    pub style: VariableStyle,
    /// The end of the main loop.
    pub ending: MainLoopEnd<'t>,
    /// The conditions of C on the host's macros in it.
    pub assertions: Vec<String>,
    /// Whether all work-items take the same paths.
    paths: Paths,
}

/// The copies of a counted loop, with those of its remainder.
pub struct CountedCopies<'t> {
    rest: RemainderShape,
    /// The loop that is written in versions.
    around: Option<TokenRange>,
    copies: u64,
    inner_plans: InnerPlans<'t>,
    size: Bulk,
}

/// How the copies of a main loop compute their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyCounters {
    /// The counter of the main loop.
    OfMainLoop,
    /// Each a counter of its own.
    OfCopies,
}

impl CountedHeader<'_> {
    /// The constant that is added to an integer after each iteration, if it is known.
    pub fn stride(&self) -> Option<i128> {
        match self.ending {
            MainLoopEnd::Value(numbers) => Some(numbers.stride),
            MainLoopEnd::Distance { .. } | MainLoopEnd::Stepped { .. } => None,
        }
    }
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// The end of a counted loop's main loop.
    pub(crate) fn counted_header(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        counter: Rc<Induction<'t>>,
    ) -> Result<CountedHeader<'t>, Decline> {
        let PlannedRequest { site, body, env, .. } = planned;
        let function = self.function;
        let assertions = self.header_assertions(planned, &counter)?;
        let mut advance = self.advance(&counter, env);
        if advance.as_ref().is_some_and(|(advance, by)| matches!(advance, Advance::Add(_)) && !by.facts.is_final()) {
            // The run knows the value.
            advance = None;
        }
        check_step(site, body)?;
        if let Some(pointer) = function.address_taken(counter.variable) {
            return self.decline(Reason::AddressTaken(counter.name.to_owned()), pointer.token);
        }
        self.check_counter_texts(site, &counter)?;
        let is_entry_point = || self.entry_point.is_some_and(|(program, item)| program.is_entry_point(item));
        // Whether all work-items make the same trips matters only where they meet.
        let is_entry_point: Option<&dyn Fn() -> bool> =
            if body.convergent.is_some() { Some(&is_entry_point) } else { None };
        let operand = |node| {
            self.asserted_operand(&counter, node)
                .map_or_else(|| runtime_operand(function, env, is_entry_point, node, &site.tokens), Ok)
        };
        let style = self.style(&counter, body);
        let evaluator = Evaluator::new(function, env, LookupPoint::InTree);
        let start = counter.start.and_then(|start| evaluator.value(start).ok()).filter(|start| start.facts.is_final());
        // The start is evaluated once, as ever, so that it may be anything; for all work-items to make the same number
        // of trips, it must be the same for all.
        let start_operand = counter.start.and_then(|start| operand(start).ok());
        let start_is_uniform = start.is_some() || start_operand.is_some_and(|start| start.is_uniform);
        let (ending, is_uniform) = match (counter.kind, advance) {
            (VariableType::Unknown, _) => {
                return self.decline(Reason::VariableType(counter.name.to_owned()), counter.name_token);
            }
            (VariableType::Pointer, advance) => (self.distance(planned, &counter, advance.as_ref())?, false),
            (VariableType::Integer(kind), Some((Advance::Add(stride), by))) => {
                let bound = operand(counter.bound)?;
                self.check_operand_text(function.tokens(counter.bound))?;
                let wraps = may_wrap(kind, by.kind);
                self.check_comparison(&counter, &style, Counting { kind, wraps }, stride, bound)?;
                // A `size_t` may have 32 bits, and then another value.
                let is_alike = |kind: IntegerType, value: i128| !kind.is_size || kind.holds(value);
                let start_fits = match (&start, start_operand) {
                    (Some(start), _) => kind.wrap(start.value) == start.value && is_alike(kind, start.value),
                    (None, Some(operand)) => {
                        operand.kind == kind && !counter.start.is_some_and(|start| self.has_host_names(start))
                    }
                    (None, None) => false,
                };
                let common = kind.common(bound.kind).unwrap_or(kind);
                let has_one_value = |value: &i128| is_alike(kind, *value) && is_alike(common, *value);
                let start = start.map(|start| kind.wrap(start.value)).filter(has_one_value);
                let bound_value = evaluator.value(counter.bound).ok().map(|bound| bound.value);
                let numbers =
                    EndNumbers { kind, stride, wraps, start, start_fits, bound_kind: bound.kind, bound: bound_value };
                (MainLoopEnd::Value(numbers), bound.is_uniform)
            }
            (VariableType::Integer(kind), None) => self.stepped_end(planned, &counter, kind, &operand)?,
            (VariableType::Integer(_), Some((Advance::Scale(..), _))) => {
                return self.decline(Reason::Header(HeaderProblem::StepNotAdded), counter.name_token);
            }
        };
        let style = if matches!(ending, MainLoopEnd::Value(_)) { style } else { VariableStyle::Stepped };
        let paths = match ending {
            _ if is_uniform && start_is_uniform => Paths::Same,
            MainLoopEnd::Stepped { .. } => Paths::Any,
            MainLoopEnd::Value(_) | MainLoopEnd::Distance { .. } => Paths::ByTrips,
        };
        Ok(CountedHeader { counter, style, ending, assertions, paths })
    }

    /// Whether a counted loop may have so many copies, for the barriers in it.
    pub(crate) fn check_counted(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        header: &CountedHeader<'t>,
        factor: u32,
    ) -> Result<(), Decline> {
        check_convergence(self.function, &planned.body, header.paths)?;
        self.check_meetings(planned, u64::from(factor))?;
        self.check_copies(planned.request, u64::from(factor))
    }

    /// A counted loop with those copies.
    pub fn counted(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        header: &CountedHeader<'t>,
        copies: CountedCopies<'t>,
        factor: u32,
        counters: CopyCounters,
    ) -> Unroll<'t> {
        let (counter, style, ending) = (Rc::clone(&header.counter), header.style.clone(), header.ending);
        let CountedCopies { rest, around, copies, inner_plans, size } = copies;
        let has_counters = counters == CopyCounters::OfCopies;
        let declared = if has_counters { declared_counters(&counter, factor) } else { 0 };
        let asserted: u64 = header.assertions.iter().map(|text| text.len() as u64 + 16).sum();
        let size = Bulk { bytes: size.bytes.saturating_add(declared + asserted), ..size };
        let is_short = unproven(counter.comparison, &ending, &planned.body).is_none();
        let length = if is_short { RemainderLength::BelowOnePass } else { RemainderLength::Any };
        let shape = Shape::Counted { counter, style, factor, ending, rest, inner_plans };
        let pin = self.pin(planned.request, rest, length, factor);
        let assertions = header.assertions.clone();
        Unroll { around, pin, has_counters, assertions, ..planned.unrolled(shape, None, copies, size) }
    }

    /// A loop whose step is known only at run time, too.
    fn stepped_end(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        counter: &Induction<'t>,
        kind: IntegerType,
        operand: &dyn Fn(&'t Node<Expression>) -> Result<Operand, Decline>,
    ) -> Result<(MainLoopEnd<'t>, bool), Decline> {
        let function = self.function;
        let step = counter.added.as_ref().unwrap_or(&counter.step);
        let &(Step::Add(by) | Step::Subtract(by)) = step else {
            return self.decline(Reason::Header(HeaderProblem::StepNotConstant), counter.name_token);
        };
        let (bound, by_operand) = (operand(counter.bound)?, operand(by)?);
        self.check_operand_text(function.tokens(counter.bound))?;
        self.check_operand_text(function.tokens(by))?;
        // The type of an asserted step is not known.
        let wraps = may_wrap(kind, by_operand.kind) || self.has_host_names(by);
        self.check_direction(counter, step, Counting { kind, wraps }, bound)?;
        // If the loop runs, and its first iteration goes to its end, the author computes the step.
        let is_tested = !is_total(function, planned.env, by_operand.kind, by);
        if is_tested && planned.body.exits.leaves {
            let reason = Reason::Header(HeaderProblem::StepPerhapsUndefined);
            return self.decline(reason, function.tokens(by).start);
        }
        if !planned.body.exits.breaks.is_empty() {
            // A `break` is recognised by the main loop's test, which copies after the main loop no longer make.
            let reason = Reason::Header(HeaderProblem::BreakWithRuntimeStep);
            return self.decline(reason, function.tokens(by).start);
        }
        let end = MainLoopEnd::Stepped { kind, bound_kind: bound.kind, by, is_tested };
        Ok((end, bound.is_uniform && by_operand.is_uniform))
    }

    /// The copies of a counted loop with that remainder.
    pub(crate) fn with_rest(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        header: &CountedHeader<'t>,
        rest: RemainderShape,
        factor: u32,
    ) -> Result<CountedCopies<'t>, Decline> {
        let &PlannedRequest { request, ref site, env, terms, .. } = planned;
        let copies = copies_with(rest, factor);
        let mut inner_plans = self.plan_inside(&self.function.tokens(site.body), env, terms);
        for (_, plan) in &mut inner_plans {
            if let RequestPlan::Unroll(inner) = plan {
                self.pin_in_nest(&mut Rc::make_mut(inner).pin);
            }
        }
        let mut size = Size::new(self, planned, copies);
        let around =
            (rest == RemainderShape::Versions).then(|| self.loop_of_versions(planned, &header.counter, &inner_plans));
        let pin = self.pin(request, rest, RemainderLength::Any, factor);
        match &around {
            Some(around) => size.add_versions(around, &pin, factor, &inner_plans)?,
            None => size.add_bounds(site, &pin, &inner_plans)?,
        }
        for _ in 0..copies {
            size.add(&inner_plans)?;
        }
        if rest == RemainderShape::Nested {
            size.add_tests(site, u64::from(factor) - 1, &inner_plans)?;
        }
        let size = size.total;
        Ok(CountedCopies { rest, around, copies, inner_plans, size })
    }

    /// The numbers of a main loop if the author promises that the trip count is a multiple of the factor. `None` if the main loop cannot
    /// use the author's test.
    pub(crate) fn exact_numbers(header: &CountedHeader<'t>) -> Option<EndNumbers> {
        let (MainLoopEnd::Value(numbers), VariableStyle::Declared(_)) = (&header.ending, &header.style) else {
            return None;
        };
        // The main loop's counter would pass the limit by its own type.
        (!numbers.wraps || !numbers.kind.signed).then_some(*numbers)
    }

    /// A loop with the author's promise that its trip count is a multiple of the factor: the main loop makes his test.
    pub(crate) fn exact(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        header: &CountedHeader<'t>,
        numbers: EndNumbers,
        factor: u32,
    ) -> Result<Unroll<'t>, Decline> {
        let copies = u64::from(factor);
        self.check_copies(planned.request, copies)?;
        let (inner_plans, size) = self.uniform_copies(planned, copies, 0)?;
        let (counter, style) = (Rc::clone(&header.counter), header.style.clone());
        let shape = Shape::Exact { counter, style, stride: numbers.stride, factor, inner_plans };
        Ok(planned.unrolled(shape, None, copies, size))
    }

    /// The reason against writing the remainder in that shape, if there is one. Any shape but the author's loop needs a proof that less
    /// than a pass remains, and that it is counted as the author's loop would count it.
    pub fn against_rest(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        header: &CountedHeader<'t>,
        rest: RemainderShape,
        factor: u32,
    ) -> Option<RemainderReason> {
        if rest == RemainderShape::Loop {
            return None;
        }
        let against = || match rest {
            RemainderShape::Versions => self.against_versions(planned, &header.counter, factor),
            _ => None,
        };
        let too_many = || {
            let (copies, limit) = (copies_with(rest, factor), u64::from(self.settings.max_copies));
            (copies > limit).then_some(RemainderReason::TooManyCopies { copies, limit })
        };
        let doubt = unproven(header.counter.comparison, &header.ending, &planned.body).map(RemainderReason::Unproven);
        doubt.or_else(against).or_else(too_many)
    }

    /// A pointer that goes up to another one, or down to it.
    fn distance(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        counter: &Induction<'t>,
        advance: Option<&(Advance, Constant)>,
    ) -> Result<MainLoopEnd<'t>, Decline> {
        let Some(&(Advance::Add(stride), _)) = advance else {
            return self.decline(Reason::Header(HeaderProblem::StepNotConstant), counter.name_token);
        };
        let leads = match counter.comparison {
            Comparison::Less => stride > 0,
            Comparison::Greater => stride < 0,
            // Two pointers that never meet have no distance; a loop that may end early need not reach the bound.
            Comparison::NotEqual => stride.abs() == 1 && !planned.body.exits.may_end(),
            Comparison::LessEqual | Comparison::GreaterEqual => false,
        };
        let token = self.function.tokens(counter.bound).start;
        if !leads {
            return self.decline(Reason::Bound(BoundProblem::PointerDirection), token);
        }
        let points_to = runtime_pointer(self.function, planned.env, counter.bound, &planned.site.tokens)?;
        // Pointers of different types are compared with a warning, but not subtracted.
        let variable = &self.function.symbol(counter.variable).kind;
        if !variable.pointee().is_some_and(|own| own.is_same_object(&points_to)) {
            return self.decline(Reason::Bound(BoundProblem::PointerType), token);
        }
        self.check_operand_text(self.function.tokens(counter.bound))?;
        Ok(MainLoopEnd::Distance { stride })
    }

    /// An operand without a text of its own is written as its expanded tokens, which must not be expanded again.
    fn check_operand_text(&self, range: TokenRange) -> Result<(), Decline> {
        let function = self.function;
        if function.source_span(&range).is_some() {
            return Ok(());
        }
        let moment = function.moment(range.start);
        let is_macro = |at: &usize| {
            let token = &function.parsed.expansion.tokens[*at];
            token.kind == TokenKind::Identifier && !matches!(function.meaning(&token.text, moment), Meaning::Ordinary)
        };
        match range.clone().find(is_macro) {
            Some(at) => self.made_by_macro(at),
            None => Ok(()),
        }
    }

    /// Whether the end of a main loop can be computed in the type of this comparison.
    fn check_comparison(
        &self,
        counter: &Induction<'_>,
        style: &VariableStyle,
        counting: Counting,
        stride: i128,
        bound: Operand,
    ) -> Result<(), Decline> {
        let decline = |problem| self.decline(Reason::Bound(problem), self.function.tokens(counter.bound).start);
        let kind = counting.kind;
        let Some(common) = kind.common(bound.kind) else {
            return decline(BoundProblem::DevicesDiffer);
        };
        let upwards = stride > 0;
        let lives_on = !matches!(style, VariableStyle::Declared(_));
        match counter.comparison {
            Comparison::Less | Comparison::LessEqual if !upwards => decline(BoundProblem::MovesAway),
            Comparison::Greater | Comparison::GreaterEqual if upwards => decline(BoundProblem::MovesAway),
            Comparison::Less | Comparison::LessEqual | Comparison::Greater | Comparison::GreaterEqual
                if lives_on && kind.bits < common.bits && stride.abs() != 1 =>
            {
                decline(BoundProblem::EndTooLarge)
            }
            Comparison::NotEqual if kind.bits != common.bits && kind != bound.kind => {
                decline(BoundProblem::BoundTooLarge)
            }
            _ => self.check_sign(counter, counting, common),
        }
    }

    /// Whether an end can be computed where the step is known to the run alone.
    fn check_direction(
        &self,
        counter: &Induction<'_>,
        step: &Step<'_>,
        counting: Counting,
        bound: Operand,
    ) -> Result<(), Decline> {
        let decline = |problem| self.decline(Reason::Bound(problem), self.function.tokens(counter.bound).start);
        let kind = counting.kind;
        let Some(common) = kind.common(bound.kind) else {
            return decline(BoundProblem::DevicesDiffer);
        };
        let leads = match step {
            Step::Add(_) => matches!(counter.comparison, Comparison::Less | Comparison::LessEqual),
            _ => matches!(counter.comparison, Comparison::Greater | Comparison::GreaterEqual),
        };
        if leads { self.check_sign(counter, counting, common) } else { decline(BoundProblem::MayMoveAway) }
    }

    /// In a wider unsigned type, the values of a variable that wraps around are not consecutive.
    fn check_sign(&self, counter: &Induction<'_>, counting: Counting, common: IntegerType) -> Result<(), Decline> {
        let Counting { kind, wraps } = counting;
        if kind.signed && wraps && kind.bits < common.bits && !common.signed {
            let reason = Reason::Bound(BoundProblem::SignLost);
            return self.decline(reason, self.function.tokens(counter.bound).start);
        }
        Ok(())
    }
}

/// Whether each iteration makes the step, unless the loop ends.
fn check_step(site: &Loop<'_>, body: &Body) -> Result<(), Decline> {
    match body.exits.continues.first() {
        Some(jump) if site.keyword == Keyword::While => {
            Err(Decline { reason: Reason::Header(HeaderProblem::StepSkipped), place: jump.place })
        }
        _ => Ok(()),
    }
}

/// Whether a variable may go beyond the limits of its type by such a step, to the other end. A program must not add so much in the
/// variable's own signed type (C99 6.5p5); but a value that is computed in another type is converted back (6.3.1.3).
fn may_wrap(kind: IntegerType, step: IntegerType) -> bool {
    !kind.signed || kind.common(step) != Some(kind)
}

/// The copies of a main loop and of its remainder.
pub fn copies_with(rest: RemainderShape, factor: u32) -> u64 {
    match rest {
        RemainderShape::Loop => u64::from(factor) + 1,
        RemainderShape::Nested | RemainderShape::Switch => straight_copies(factor),
        RemainderShape::Versions => versions::copies(factor),
    }
}

/// The same for a remainder of nested tests, or a jump.
pub fn straight_copies(factor: u32) -> u64 {
    2 * u64::from(factor) - 1
}

/// The missing proof, if less than a pass were to be written after the main loop without the author's loop.
///
/// With a step of one the end of the main loop is exact, and no value between it and the bound overflows. The variable must be able to
/// reach every bound: if it wraps before, the loop as written never ends. It must go beyond a bound that it may meet (`<=`, `>=`); where
/// that overflows, which no program may do, only a loop that cannot be left early is sure to have been without it.
pub fn unproven(comparison: Comparison, ending: &MainLoopEnd<'_>, body: &Body) -> Option<RemainderDoubt> {
    let MainLoopEnd::Value(EndNumbers { kind, stride, wraps, bound_kind, .. }) = *ending else {
        return Some(RemainderDoubt::NoInteger);
    };
    if stride.abs() != 1 {
        return Some(RemainderDoubt::StepAboveOne);
    }
    // The range of the bound; `size_t` has its greatest width.
    let least = bound_kind.min();
    let most = if bound_kind.is_size { i128::from(u64::MAX) } else { bound_kind.max() };
    let holds_all = kind.holds(least) && kind.holds(most);
    if comparison.is_inclusive() {
        let goes_beyond = holds_all && kind.holds(if stride > 0 { most + 1 } else { least - 1 });
        let never_does = !wraps && !body.exits.may_end();
        if !goes_beyond && !never_does {
            return Some(RemainderDoubt::BoundAtLimit);
        }
    }
    let is_narrow_meeting = comparison == Comparison::NotEqual && kind.bits < 32;
    let may_miss = wraps && !holds_all && kind.common(bound_kind) != Some(kind);
    if is_narrow_meeting || may_miss {
        return Some(RemainderDoubt::WrapsAround);
    }
    None
}

/// About how many bytes the declarations of counters take.
pub fn declared_counters(counter: &Induction<'_>, factor: u32) -> u64 {
    u64::from(factor) * (counter.name.len() as u64 + 16)
}
