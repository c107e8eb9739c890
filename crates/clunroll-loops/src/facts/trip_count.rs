//! The trip count of a loop, and the values that it depends on.

use crate::amount::Amount;
use crate::planner::{BoundRequest, Planner};
use clunroll_analysis::{
    Access, Advance, Body, Comparison, Env, Evaluator, HeaderNumbers, HostedSize, Induction, LookupPoint, Loop,
    NoValue, NoValueKind, Step, Trips, VariableType, constant_offset, count, is_always_true, range_of, runtime_pointer,
};
use clunroll_rules::{BoundProblem, Decline, EndlessLoop, NonConstantName, Reason, Varying};
use lang_c::ast::Expression;
use lang_c::span::Node;
use oclc_syntax::preprocess::{Constant, IntegerType};
use oclc_syntax::tree::{TokenRange, TreeExtent};

/// A trip count and the values that it depends on.
pub enum TripCount {
    /// Nothing outside the source can change it.
    Final(HeaderNumbers, u64),
    /// Nothing outside the source can change it, but the variable's first value is known only at run time.
    Ranged(RangedTrips),
    /// The same with the known values of the host's macros.
    HostedRange(RangedTrips),
    /// It holds for the known values of the host's macros.
    Hosted(HeaderNumbers, u64),
    /// Known only at run time, by the value of these tokens.
    Runtime(TokenRange),
}

/// A trip count that is the same for all values that a loop may begin with.
pub struct RangedTrips {
    /// The header with the least value.
    pub least: HeaderNumbers,
    /// The header with the greatest value.
    pub greatest: HeaderNumbers,
    /// The trip count.
    pub trips: u64,
    /// The work-group sizes of the host's that the range depends on.
    pub sizes: Vec<HostedSize>,
}

impl<'t> Planner<'_, '_, 't> {
    /// The trip count, if nothing outside the source can change it and it is the same in every copy.
    #[must_use]
    pub fn final_trips(
        &self,
        request: &BoundRequest<'_, '_>,
        site: &Loop<'t>,
        counter: &Induction<'t>,
        body: &Body,
    ) -> Option<u64> {
        match self.count(site, counter, body, request.amount, self.function.nothing_known()) {
            Ok(TripCount::Final(_, trips) | TripCount::Ranged(RangedTrips { trips, .. })) => Some(trips),
            Ok(TripCount::Hosted(..) | TripCount::HostedRange(_) | TripCount::Runtime(_)) | Err(_) => None,
        }
    }

    /// The trip count from the header's constants.
    ///
    /// # Errors
    ///
    /// Declines loops that do not end, and those whose trip count cannot be computed.
    pub fn count(
        &self,
        site: &Loop<'t>,
        counter: &Induction<'t>,
        body: &Body,
        amount: Amount,
        env: &Env,
    ) -> Result<TripCount, Decline> {
        let function = self.function;
        let test = site.test.map_or(site.tokens.start, |test| function.tokens(test).start);
        let evaluator = Evaluator::new(function, env, LookupPoint::InTree);
        let bound = evaluator.value(counter.bound);
        if let (Some(kind), Ok(bound)) = (counter.kind.integer(), &bound) {
            let is_true = is_always_true(kind, counter.comparison, bound.value, bound.kind);
            if is_true && bound.facts.is_final() && !bound.facts.type_differs() {
                return self.decline(Reason::NeverEnds(EndlessLoop::AlwaysTrue), test);
            }
        }
        let own_name = counter.name_token..counter.name_token + 1;
        if counter.kind == VariableType::Pointer {
            return match self.elements(site, counter, env) {
                Some((header, trips)) if body.changes_variable.is_none() && !self.may_change_outside(counter) => {
                    Ok(TripCount::Final(header, trips))
                }
                _ => self.known_to_the_run(counter, body, amount, function.tokens(counter.bound)),
            };
        }
        let Some(start_node) = counter.start else {
            return self.known_to_the_run(counter, body, amount, own_name);
        };
        let start = evaluator.value(start_node);
        let (start, bound) = match (start, bound) {
            (Ok(start), Ok(bound)) => (start, bound),
            (Err(_), Ok(bound)) if let Some(count) = self.count_from_range(counter, start_node, &bound, body, env) => {
                return Ok(count);
            }
            (start, bound) => return self.unknown_operands(counter, body, amount, start.err(), bound.err()),
        };
        let Some((advance, by)) = self.advance(counter, env) else {
            let (Step::Add(by) | Step::Subtract(by)) = counter.step else {
                return self.known_to_the_run(counter, body, amount, own_name);
            };
            return self.known_to_the_run(counter, body, amount, function.tokens(by));
        };
        let facts = start.facts.clone().with(&bound.facts).with(&by.facts);
        let header = HeaderNumbers::new(counter, &start, &bound, advance);
        let trips = count(&header);
        // Only values that all types share are counted; values that do not rise by the same step may differ.
        let is_alike = match (&trips, &header.advance) {
            (Trips::Known(_), Advance::Add(_)) => true,
            (Trips::Known(_), Advance::Scale(..)) => !bound.facts.type_differs(),
            (Trips::Never(_) | Trips::Unknown, _) => !bound.facts.type_differs() && !by.facts.type_differs(),
        };
        if !is_alike {
            let bound = function.tokens(counter.bound);
            if !amount.has_factor() {
                return self.decline(Reason::Bound(BoundProblem::CompilersDiffer), bound.start);
            }
            return self.known_to_the_run(counter, body, amount, bound);
        }
        match trips {
            Trips::Known(trips) => {
                let may_change = body.changes_variable.is_some() || self.may_change_outside(counter);
                let is_final =
                    facts.is_final() && !counter.declared.as_ref().is_some_and(|all| function.is_hosted_type(all));
                Ok(if is_final && !may_change {
                    TripCount::Final(header, trips)
                } else {
                    TripCount::Hosted(header, trips)
                })
            }
            Trips::Never(why) => self.decline(Reason::NeverEnds(why), test),
            Trips::Unknown => self.decline(Reason::VariableType(counter.name.to_owned()), counter.name_token),
        }
    }

    /// The trip count of a loop that begins within a range of values, if it is the same for all of them. It falls as the start
    /// comes closer to the bound, so that the ends of the range decide.
    fn count_from_range(
        &self,
        counter: &Induction<'t>,
        start: &'t Node<Expression>,
        bound: &Constant,
        body: &Body,
        env: &Env,
    ) -> Option<TripCount> {
        let (advance, by) = self.advance(counter, env)?;
        let facts = bound.facts.clone().with(&by.facts);
        let has_own_type = !counter.declared.as_ref().is_some_and(|all| self.function.is_hosted_type(all));
        let stays = has_own_type && body.changes_variable.is_none() && !self.may_change_outside(counter);
        let Advance::Add(stride) = advance else { return None };
        if facts.type_differs() || !stays || counter.comparison == Comparison::NotEqual {
            return None;
        }
        let kind = counter.kind.integer()?;
        let (range, sizes) = range_of(self.function, env, start)?;
        let range = range.converted(kind)?;
        let common = kind.common(bound.kind)?;
        let count_from = |start: i128| {
            let header = HeaderNumbers::new(counter, &Constant::new(start, kind), bound, Advance::Add(stride));
            let Trips::Known(trips) = count(&header) else { return None };
            let end = start + i128::from(trips) * stride;
            let is_exact = [start, end].iter().all(|&value| kind.holds(value) && common.holds(value));
            is_exact.then_some((header, trips))
        };
        let (least, trips) = count_from(range.low)?;
        let (greatest, same) = count_from(range.high)?;
        let is_final = facts.is_final() && sizes.is_empty();
        let count = RangedTrips { least, greatest, trips, sizes };
        let count = if is_final { TripCount::Ranged(count) } else { TripCount::HostedRange(count) };
        (trips == same && common.holds(bound.value)).then_some(count)
    }

    /// The trip count where the start or the bound has no value, for these reasons.
    fn unknown_operands(
        &self,
        counter: &Induction<'t>,
        body: &Body,
        amount: Amount,
        start: Option<NoValue>,
        bound: Option<NoValue>,
    ) -> Result<TripCount, Decline> {
        let function = self.function;
        let operands = [(&start, counter.start), (&bound, Some(counter.bound))];
        let undefined = operands.into_iter().find_map(|(error, node)| match &error.as_ref()?.kind {
            NoValueKind::Undefined(name) => Some((name.clone(), node?)),
            _ => None,
        });
        if let Some((name, node)) = undefined {
            let range = function.tokens(node);
            if amount.has_factor() && self.has_host_names(node) {
                return self.known_to_the_run(counter, body, amount, range);
            }
            if function.parsed.extent == TreeExtent::Function {
                let reason = match function.made_parameters() {
                    Some(by) => Reason::MayDeclare { by, name },
                    None => Reason::UndefinedName(name),
                };
                return self.decline(reason, range.start);
            }
            if !amount.has_factor() && function.is_named_parameter(&name, range.start) {
                let non_constant = Some(NonConstantName { name, what: Varying::Parameter });
                let text = function.text_of(&range);
                return self.decline(Reason::RuntimeTrips { text, non_constant }, range.start);
            }
            return Err(function.unreadable(range.start));
        }
        let doubted = operands.into_iter().find_map(|(error, node)| {
            let uses = function.uses_in(function.tokens(error.as_ref().and(node)?));
            uses.iter().find_map(|used| Some((used.name, function.doubted_by(used.symbol?, used.token)?)))
        });
        if let (Some((name, token)), false) = (doubted, amount.has_factor()) {
            let by = function.parsed.expansion.tokens[token].text.to_string();
            return self.decline(Reason::MayDeclare { by, name: name.to_owned() }, token);
        }
        let is_bound = bound.is_some();
        let unknown = counter.start.filter(|_| !is_bound).unwrap_or(counter.bound);
        let why = match bound.or(start).map(|error| error.kind) {
            Some(NoValueKind::NotInteger) if is_bound => BoundProblem::NotInteger,
            Some(NoValueKind::NotInteger) => BoundProblem::StartNotInteger,
            Some(NoValueKind::NotKnown) if !amount.has_factor() && is_bound => BoundProblem::UnknownValue,
            Some(NoValueKind::NotKnown) if !amount.has_factor() => BoundProblem::UnknownStart,
            _ => return self.known_to_the_run(counter, body, amount, function.tokens(unknown)),
        };
        self.decline(Reason::Bound(why), function.tokens(unknown).start)
    }

    /// The trips of a pointer from one element of an object to another, counted in elements.
    fn elements(&self, site: &Loop<'t>, counter: &Induction<'t>, env: &Env) -> Option<(HeaderNumbers, u64)> {
        let function = self.function;
        let (object, start) = constant_offset(function, env, counter.start?)?;
        let (same, bound) = constant_offset(function, env, counter.bound)?;
        let (advance, by) = self.advance(counter, env)?;
        let pointee = |id| function.symbol(id).kind.pointee();
        let is_alike = pointee(counter.variable)?.is_same_object(pointee(object)?);
        let stays = runtime_pointer(function, env, counter.bound, &site.tokens).is_ok();
        let long = |value| Constant::new(value, IntegerType::LONG);
        let Advance::Add(_) = advance else { return None };
        if object != same || object == counter.variable || !is_alike || !stays || !by.facts.is_final() {
            return None;
        }
        let header = HeaderNumbers {
            kind: Some(IntegerType::LONG),
            ..HeaderNumbers::new(counter, &long(start), &long(bound), advance)
        };
        let header = HeaderNumbers { start, ..header };
        match count(&header) {
            Trips::Known(trips) => Some((header, trips)),
            Trips::Never(_) | Trips::Unknown => None,
        }
    }

    /// The step as a constant, with the macros that it depends on: one by itself, or one in this copy.
    pub fn advance(&self, counter: &Induction<'_>, env: &Env) -> Option<(Advance, Constant)> {
        let (amount, sign) = match &counter.step {
            Step::Constant(advance, by) => return Some((advance.clone(), by.clone())),
            Step::Add(amount) => (amount, 1),
            Step::Subtract(amount) => (amount, -1),
        };
        let value = Evaluator::new(self.function, env, LookupPoint::InTree).value(amount).ok()?;
        let is_usual = value.value != 0 && value.value.abs() <= i128::from(i32::MAX);
        is_usual.then(|| (Advance::Add(sign * value.value), value))
    }

    /// A trip count that is known to the run, as far as the function is known.
    fn known_to_the_run(
        &self,
        counter: &Induction<'_>,
        body: &Body,
        amount: Amount,
        range: TokenRange,
    ) -> Result<TripCount, Decline> {
        if self.function.parsed.extent == TreeExtent::Loop && amount.has_factor() {
            return Err(self.function.unreadable(range.start));
        }
        match body.changes_variable {
            Some(token) => self.variable_changes(counter, token),
            None => Ok(TripCount::Runtime(range)),
        }
    }

    /// Whether something outside the loop holds a pointer to the induction variable.
    pub fn may_change_outside(&self, counter: &Induction<'_>) -> bool {
        self.function.address_taken(counter.variable).is_some()
    }

    /// Declines a loop whose body changes the induction variable.
    pub(crate) fn variable_changes<T>(&self, counter: &Induction<'_>, token: usize) -> Result<T, Decline> {
        let uses = self.function.uses_in(token..token + 1);
        let name = counter.name.to_owned();
        let access = uses.iter().find(|used| used.symbol == Some(counter.variable)).map(|used| used.access);
        let reason =
            if access == Some(Access::Address) { Reason::AddressTaken(name) } else { Reason::NotInvariant(name) };
        self.decline(reason, token)
    }
}
