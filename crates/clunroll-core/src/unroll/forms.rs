//! Which form a loop takes, and its plan in that form.
//!
//! The trip count decides: final, it is baked in; resting on the host, it only sizes the re-checked form; known only to
//! the run, it is computed in the output, if everything that it is computed from stays the same while the loop runs
//! (`runtime.rs`). Where it cannot be computed, a loop that is asked for by a factor keeps its own test before each copy,
//! which is right for every loop there is.

use crate::limits::{MAX_MEETINGS, MAX_PASS, MAX_SOMETIMES_MEETING, MAX_SOMETIMES_MEETING_INSIDE, MAX_STRAIGHT_COPIES};
use std::ops::Range;
use std::rc::Rc;

use super::assumption::HostedCount;
use super::plan::{BoundRequest, InnerPlans, Planner, Settled, Unroll};
use super::shape::{Fallback, Pin, Shape, VariableStyle};
use super::size::{Bulk, Size};
use super::terms::Terms;
use super::trip_count::TripCount;
use crate::analysis::{
    Advance, Body, Env, HeaderNumbers, Induction, Loop, VariableType, defined_tag, has_effects, non_constant_name,
};
use crate::directive::marker_text;
use crate::outcome::Amount;
use clunroll_rules::{Decline, HeaderProblem, Reason};
use oclc_syntax::lex::{Punct, TokenKind};
use oclc_syntax::preprocess::Constant;
use oclc_syntax::tree::TokenRange;

/// One request with its loop, where it is to be written.
#[derive(Clone)]
pub(super) struct PlannedRequest<'a, 'r, 'u, 't> {
    pub wanted: &'a BoundRequest<'r, 'u>,
    pub site: Rc<Loop<'t>>,
    pub body: Rc<Body>,
    /// What is known of variables there.
    pub env: &'a Env,
    /// What its caller allows and assumes.
    pub terms: Terms<'a>,
}

impl<'t> PlannedRequest<'_, '_, '_, 't> {
    pub(super) fn unrolled(&self, shape: Shape<'t>, trips: Option<u64>, copies: u64, size: Bulk) -> Unroll<'t> {
        let (site, body) = (Rc::clone(&self.site), Rc::clone(&self.body));
        let prefix = Rc::clone(&self.wanted.request.prefix);
        Unroll {
            request: self.wanted.request.place,
            site,
            body,
            prefix,
            shape,
            trips,
            copies,
            around: None,
            fallback: None,
            jam: None,
            loads: None,
            loads_problem: None,
            pin: Pin::default(),
            has_counters: false,
            checks_promise: false,
            independence: None,
            assumption: None,
            size,
        }
    }
}

/// What the author promises: that the trip count is a multiple of the factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promise {
    /// Nothing.
    None,
    /// That, and he is believed.
    Kept,
    /// That, and it is put to the test.
    Checked,
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// The plan of one loop.
    pub(super) fn unroll(
        &self,
        wanted: &BoundRequest<'_, 'u>,
        env: &Env,
        terms: Terms<'_>,
    ) -> Result<Unroll<'t>, Decline> {
        let (site, body) = self.examined(wanted, terms)?;
        let asked = &PlannedRequest { wanted, site, body, env, terms };
        Ok(self.with_loads_first(asked, self.in_form(asked)?))
    }

    /// The same, before anything is moved in it.
    fn in_form(&self, asked: &PlannedRequest<'_, '_, 'u, 't>) -> Result<Unroll<'t>, Decline> {
        let wanted = asked.wanted;
        let settled = match self.settled.get(&wanted.number) {
            Some(&Settled::Copies(trips)) => Some(Some(trips)),
            Some(Settled::Passes) => Some(None),
            Some(Settled::Left(_)) | None => None,
        };
        match (wanted.amount, settled) {
            (Amount::Jam(factor), _) => self.jam(asked, factor, settled.is_some()),
            (Amount::By(factor), Some(trips)) => self.hosted(asked, factor, trips),
            (Amount::By(factor), None) => match self.by(asked, factor) {
                Err(decline) if keeps_its_test(&decline.reason, &asked.body) => {
                    let plan = self.checked(asked, factor, None);
                    let is_divergent = matches!(decline.reason, Reason::Divergent(_) | Reason::DivergentStep(_));
                    if is_divergent
                        && matches!(&plan, Err(tests) if matches!(tests.reason, Reason::TestsBetweenBarriers(_)))
                    {
                        // What keeps it from being counted tells more than that it would have to be tested.
                        return Err(decline);
                    }
                    // Nobody expects the trips of a loop without a step to be counted.
                    let fallback = asked.site.has_step.then_some(Fallback::Tests(decline));
                    Ok(Unroll { fallback, ..plan? })
                }
                plan => plan,
            },
            (_, Some(Some(trips))) => self.rechecked(asked, trips),
            (_, _) => self.fully(asked),
        }
    }

    /// Fully, as often as it runs.
    fn fully(&self, asked: &PlannedRequest<'_, '_, 'u, 't>) -> Result<Unroll<'t>, Decline> {
        if let Some(decline) = &asked.site.no_trip_count {
            return Err(decline.clone());
        }
        let counter = asked.site.counter.clone()?;
        match self.count(&asked.site, &counter, &asked.body, asked.wanted.amount, asked.env)? {
            TripCount::Final(header, trips) => self.full(asked, counter, header, trips),
            TripCount::Ranged(range) => {
                self.full_in_style(asked, counter, VariableStyle::Stepped, range.least, range.trips)
            }
            TripCount::Hosted(header, trips) => self.hosted_fully(asked, counter, &HostedCount::Known(&header, trips)),
            TripCount::HostedRange(range) => self.hosted_fully(asked, counter, &HostedCount::Range(&range)),
            TripCount::Runtime(range) => {
                let (text, culprit) = (self.function.text_of(&range), non_constant_name(self.function, &range));
                self.decline(Reason::RuntimeTrips { text, non_constant: culprit }, range.start)
            }
        }
    }

    /// By a factor, with as few tests as can be.
    fn by(&self, asked: &PlannedRequest<'_, '_, 'u, 't>, factor: u32) -> Result<Unroll<'t>, Decline> {
        let counter = asked.site.counter.clone()?;
        match self.count(&asked.site, &counter, &asked.body, asked.wanted.amount, asked.env)? {
            TripCount::Final(header, trips)
                if trips == 2 * u64::from(factor) && trips <= MAX_STRAIGHT_COPIES && self.stands_alone(&asked.site) =>
            {
                let straight = self.full(asked, Rc::clone(&counter), header.clone(), trips);
                straight.or_else(|_| self.whole_passes(asked, counter, header, trips, factor))
            }
            TripCount::Final(header, trips) if trips >= 2 * u64::from(factor) => {
                self.whole_passes(asked, counter, header, trips, factor)
            }
            TripCount::Final(header, trips) => self.full(asked, counter, header, trips),
            TripCount::Ranged(range) if range.trips <= u64::from(factor) => {
                self.full_in_style(asked, counter, VariableStyle::Stepped, range.least, range.trips)
            }
            TripCount::HostedRange(range) if range.trips <= u64::from(factor) => {
                self.hosted_fully(asked, counter, &HostedCount::Range(&range))
            }
            TripCount::Hosted(_, trips) if trips > u64::from(factor) && asked.body.changes_variable.is_none() => {
                // The host may be behind the value of a variable, or of a launch: a run knows these before the loop starts.
                match self.runtime(asked, counter, factor) {
                    Err(decline) if keeps_its_test(&decline.reason, &asked.body) => {
                        self.checked(asked, factor, Some(trips))
                    }
                    plan => plan,
                }
            }
            TripCount::Hosted(header, trips) if trips <= u64::from(factor) => {
                self.hosted_fully(asked, counter, &HostedCount::Known(&header, trips))
            }
            TripCount::Hosted(_, trips) => self.checked(asked, factor, Some(trips)),
            TripCount::Ranged(_) | TripCount::HostedRange(_) | TripCount::Runtime(_) => {
                self.runtime(asked, counter, factor)
            }
        }
    }

    /// Two or more passes of a factor, where their number is known.
    pub(super) fn whole_passes(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        counter: Rc<Induction<'t>>,
        header: HeaderNumbers,
        trips: u64,
        factor: u32,
    ) -> Result<Unroll<'t>, Decline> {
        match header.advance {
            // No end can be written of a main loop that counts in elements.
            _ if counter.kind == VariableType::Pointer => self.runtime(asked, counter, factor),
            Advance::Add(stride) => self.blocks(asked, counter, header, stride, trips, factor),
            Advance::Scale(..) => self.checked_final(asked, factor, trips),
        }
    }

    /// Whether no other request stands in the loop, and no other loop around it.
    fn stands_alone(&self, site: &Loop<'_>) -> bool {
        self.is_innermost(site) && !self.function.loops_around.contains_key(&site.tokens.start)
    }

    /// Whether no other request stands in the loop.
    pub(super) fn is_innermost(&self, site: &Loop<'_>) -> bool {
        let body = self.function.tokens(site.body);
        let at = self.wanted.partition_point(|wanted| wanted.token < body.start);
        self.wanted.get(at).is_none_or(|next| next.token >= body.end)
    }

    pub(super) fn full(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        counter: Rc<Induction<'t>>,
        header: HeaderNumbers,
        trips: u64,
    ) -> Result<Unroll<'t>, Decline> {
        let style = match self.known_style(asked, &counter) {
            VariableStyle::Stepped
                if !counter.has_companions
                    && counter.declared.is_none()
                    && counter.kind != VariableType::Pointer
                    && defined_tag(self.function, &asked.site.initializer).is_none() =>
            {
                VariableStyle::Assigned
            }
            style => style,
        };
        self.full_in_style(asked, counter, style, header, trips)
    }

    /// Fully, in a given style: with the author's step between the copies if only the run knows where the variable begins.
    pub(super) fn full_in_style(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        counter: Rc<Induction<'t>>,
        style: VariableStyle,
        header: HeaderNumbers,
        trips: u64,
    ) -> Result<Unroll<'t>, Decline> {
        let PlannedRequest { wanted, site, body, .. } = asked;
        // What does not compile in the body would compile without it, and a macro would not be defined.
        let is_needed = body.convergent.is_some() || body.names_unknown || body.defines_macros;
        if trips == 0 && is_needed {
            let test = site.test.map_or(wanted.token, |test| self.function.tokens(test).start);
            return self.decline(Reason::RunsAtMostOnce { runs: false }, test);
        }
        self.check_copies(wanted, trips)?;
        self.check_counter_texts(site, &counter)?;
        // The loop takes no text, but the markers of all requests that stay do, as soon as anything is written.
        if trips == 0 && asked.terms.room.bytes == 0 {
            let growth = marker_text().len() as u64;
            return self.decline(Reason::TooMuchText { growth, left: 0, nest: vec![trips] }, wanted.token);
        }
        let mut size = Size::new(self, asked, trips);
        let copies = self.copies_with_values(asked, &counter, &style, &header, 0..trips, &mut size)?;
        let size = size.total;
        let shape = Shape::Full { counter, style, header, copies };
        Ok(asked.unrolled(shape, Some(trips), trips, size))
    }

    /// The inner loops of the copies for some iterations, which are planned once where nothing in them asks for the value of
    /// the induction variable.
    fn copies_with_values(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        counter: &Induction<'t>,
        style: &VariableStyle,
        header: &HeaderNumbers,
        iterations: Range<u64>,
        size: &mut Size<'_, '_, 'u, 't>,
    ) -> Result<Vec<InnerPlans<'t>>, Decline> {
        let range = self.function.tokens(asked.site.body);
        // A variable that is not declared in each copy is not a constant in the output either.
        let kind = header.kind.filter(|_| style.declares());
        let mut copies: Vec<InnerPlans<'t>> = Vec::new();
        let mut depends = true;
        for index in iterations {
            let copy = match (copies.last(), kind) {
                (Some(last), _) if !depends => last.clone(),
                (_, Some(kind)) => {
                    let env = asked.env.with(counter.variable, Constant::new(header.value(index), kind));
                    let inner_plans = self.plan_inside(&range, &env, asked.terms);
                    depends = env.used_innermost_value();
                    inner_plans
                }
                (_, None) => {
                    depends = false;
                    self.plan_inside(&range, asked.env, asked.terms)
                }
            };
            size.add_straight(&copy)?;
            copies.push(copy);
        }
        Ok(copies)
    }

    fn blocks(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        counter: Rc<Induction<'t>>,
        header: HeaderNumbers,
        stride: i128,
        trips: u64,
        factor: u32,
    ) -> Result<Unroll<'t>, Decline> {
        let PlannedRequest { wanted, site, env, .. } = asked;
        let function = self.function;
        let last = header.start + i128::from(trips) * stride;
        if header.kind.is_some_and(|kind| !kind.holds(last)) {
            // The last step wraps around, so that no end of the main loop can be written.
            return self.checked(asked, factor, Some(trips));
        }
        self.check_pass(&counter, stride, factor)?;
        self.check_counter_texts(site, &counter)?;
        let remainder = trips % u64::from(factor);
        self.check_copies(wanted, u64::from(factor) + remainder)?;
        self.check_meetings(asked, u64::from(factor))?;
        let style = self.known_style(asked, &counter);
        let mut size = Size::new(self, asked, u64::from(factor) + remainder);
        let main = self.plan_inside(&function.tokens(site.body), env, asked.terms);
        for _ in 0..factor {
            size.add(&main)?;
        }
        let in_main = trips - remainder;
        let rest = self.copies_with_values(asked, &counter, &style, &header, in_main..trips, &mut size)?;
        let size = size.total;
        let copies = u64::from(factor) + remainder;
        let shape = Shape::Blocks { counter, style, header, stride, factor, in_main, main, rest };
        Ok(asked.unrolled(shape, Some(trips), copies, size))
    }

    /// With the author's own test before each copy, unless he promises that it does not fail there.
    pub(super) fn checked(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        factor: u32,
        trips: Option<u64>,
    ) -> Result<Unroll<'t>, Decline> {
        self.checked_but(asked, factor, trips, false)
    }

    /// The same; where only the loop's own test can fail, those between the copies may be left out.
    fn checked_but(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        factor: u32,
        trips: Option<u64>,
        never_fails: bool,
    ) -> Result<Unroll<'t>, Decline> {
        let PlannedRequest { wanted, site, body, .. } = asked;
        let copies = u64::from(factor);
        self.check_copies(wanted, copies)?;
        let promise = self.promise(wanted, site)?;
        let is_kept = promise == Promise::Kept || (never_fails && promise == Promise::None);
        let is_promised = is_kept && self.may_leave_out_test(site);
        let meets = !is_promised && body.convergent.is_some();
        if meets
            && (factor > MAX_MEETINGS || !body.meets_always)
            && let Some(token) = self.meeting_in(site)
        {
            let name = self.function.parsed.expansion.tokens[token].text.to_string();
            let reason = if body.meets_always { Reason::TestsBetweenBarriers } else { Reason::Divergent };
            return self.decline(reason(name), token);
        }
        let (inner_plans, size) = self.uniform_copies(asked, copies, 0)?;
        let shape = Shape::Checked { factor, is_promised, inner_plans };
        let checks_promise = promise == Promise::Checked;
        Ok(Unroll { checks_promise, ..asked.unrolled(shape, trips, copies, size) })
    }

    /// The same with a trip count that nobody can change. Where it is a multiple of the factor, only the loop's own test
    /// can fail.
    fn checked_final(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        factor: u32,
        trips: u64,
    ) -> Result<Unroll<'t>, Decline> {
        self.checked_but(asked, factor, Some(trips), trips.is_multiple_of(u64::from(factor)))
    }

    /// The first call in a body that surely leads to where work-items meet.
    pub(super) fn meeting_in(&self, site: &Loop<'_>) -> Option<usize> {
        let tokens = &self.function.parsed.expansion.tokens;
        let is_call = |at: &usize| tokens.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen));
        let names = self.function.tokens(site.body).filter(|at| tokens[*at].kind == TokenKind::Identifier);
        names.filter(is_call).find(|&at| self.function.program.is_meeting(&tokens[at].text))
    }

    /// Whether a test that does not fail may be left out: one that does something is made as often as ever.
    fn may_leave_out_test(&self, site: &Loop<'_>) -> bool {
        site.test.is_none_or(|test| !has_effects(self.function, &self.function.tokens(test)))
    }

    /// What the author promises of the trip count, and what is to be made of it.
    pub(super) fn promise(&self, wanted: &BoundRequest<'_, 'u>, site: &Loop<'_>) -> Result<Promise, Decline> {
        let clauses = wanted.request.prefix.clauses.clone().unwrap_or_default();
        if clauses.exact.is_none() || !wanted.has_final_factor {
            return Ok(Promise::None);
        }
        if !self.options.check_promises {
            return Ok(Promise::Kept);
        }
        self.check_meanings(&["printf"], &site.tokens)?;
        Ok(Promise::Checked)
    }

    pub(super) fn check_copies(&self, wanted: &BoundRequest<'_, 'u>, copies: u64) -> Result<(), Decline> {
        let limit = u64::from(self.options.limits.max_copies);
        if copies > limit {
            return self.decline(Reason::TooManyCopies(copies, limit), wanted.token);
        }
        Ok(())
    }

    /// Whether a main loop may have so many copies of the body, for the barriers in it.
    pub(super) fn check_meetings(&self, asked: &PlannedRequest<'_, '_, 'u, 't>, copies: u64) -> Result<(), Decline> {
        let is_inside = self.function.loops_around.contains_key(&asked.site.tokens.start);
        let most = if is_inside { MAX_SOMETIMES_MEETING_INSIDE } else { MAX_SOMETIMES_MEETING };
        if copies > most
            && !asked.body.meets_always
            && let Some(token) = self.meeting_in(&asked.site)
        {
            let name = self.function.parsed.expansion.tokens[token].text.to_string();
            return self.decline(Reason::ManyMeetings(name, most), token);
        }
        Ok(())
    }

    pub(super) fn check_pass(&self, counter: &Induction<'_>, stride: i128, factor: u32) -> Result<(), Decline> {
        if stride.abs() * i128::from(factor) > MAX_PASS {
            return self.decline(Reason::Header(HeaderProblem::PassTooLarge), counter.name_token);
        }
        Ok(())
    }

    /// `copies` copies with the same inner loops in each; so many of them stand behind an `if`.
    pub(super) fn uniform_copies(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        copies: u64,
        tested: u64,
    ) -> Result<(InnerPlans<'t>, Bulk), Decline> {
        let inner_plans = self.plan_inside(&self.function.tokens(asked.site.body), asked.env, asked.terms);
        let mut size = Size::new(self, asked, copies);
        size.add_tested(tested, &inner_plans)?;
        for index in 0..copies {
            if index < tested { size.add_straight(&inner_plans)? } else { size.add(&inner_plans)? }
        }
        Ok((inner_plans, size.total))
    }

    /// The parts of a header that a computed main loop writes again must be texts of the main file.
    pub(super) fn check_counter_texts(&self, site: &Loop<'_>, counter: &Induction<'_>) -> Result<(), Decline> {
        let function = self.function;
        let start = counter.start.map(|start| function.tokens(start));
        let name = counter.name_token..counter.name_token + 1;
        let initializer = Some(site.initializer.clone()).filter(|range| !range.is_empty());
        let parts: [Option<TokenRange>; 4] = [Some(name), initializer, start, counter.declared.clone()];
        for part in parts.iter().flatten() {
            self.check_text(part)?;
        }
        if function.parsed.expansion.tokens[counter.name_token].call.is_some() {
            return self.made_by_macro(counter.name_token);
        }
        Ok(())
    }
}

/// Whether a loop may be written with its own test before each copy where that is the reason against anything better.
/// A limit holds for that form as well, and so does what is against tests; a loop that runs once, or that another branch of a
/// choice unrolls, stays; and of a loop that does not end, the author should
/// hear.
fn keeps_its_test(reason: &Reason, body: &Body) -> bool {
    match reason {
        Reason::TooManyCopies(..)
        | Reason::TooMuchText { .. }
        | Reason::TestsBetweenBarriers(_)
        | Reason::ManyMeetings(..)
        | Reason::TestedMeetings { .. }
        | Reason::ConditionalMeetings { .. }
        | Reason::OneTrip
        | Reason::InOtherBranch => false,
        Reason::NeverEnds(_) => body.exits.may_end(),
        _ => true,
    }
}
