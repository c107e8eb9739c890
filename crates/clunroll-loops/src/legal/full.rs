//! Loops whose trip count nothing outside the source can change: all iterations, or a main loop and the rest, as copies with
//! known values.
//!
//! `write/full.rs` shows the output.

use std::ops::Range;
use std::rc::Rc;

use crate::directive::marker_text;
use crate::facts::numbers_in_place::numbers_in_place;
use crate::legal::size::Size;
use crate::plan::shape::{Shape, VariableStyle};
use crate::plan::{InnerPlans, Unroll};
use crate::planner::{PlannedRequest, Planner};
use clunroll_analysis::{HeaderNumbers, Induction, VariableType, defined_tag};
use clunroll_rules::{Decline, Reason};
use oclc_syntax::preprocess::Constant;
use oclc_syntax::source::Span;

impl<'u, 't> Planner<'_, 'u, 't> {
    pub(crate) fn full(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        counter: Rc<Induction<'t>>,
        header: HeaderNumbers,
        trips: u64,
    ) -> Result<Unroll<'t>, Decline> {
        let style = match self.known_style(planned, &counter) {
            VariableStyle::Stepped
                if !counter.has_companions
                    && counter.declared.is_none()
                    && counter.kind != VariableType::Pointer
                    && defined_tag(self.function, &planned.site.initializer).is_none() =>
            {
                VariableStyle::Assigned
            }
            style => style,
        };
        self.full_in_style(planned, counter, style, header, trips)
    }

    /// Fully, in a given style: with the author's step between the copies if only the run knows where the variable begins.
    pub(crate) fn full_in_style(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        counter: Rc<Induction<'t>>,
        style: VariableStyle,
        header: HeaderNumbers,
        trips: u64,
    ) -> Result<Unroll<'t>, Decline> {
        let PlannedRequest { request, site, body, .. } = planned;
        // If the body is dropped, an error in it vanishes, and a macro that it defines is lost.
        let is_needed = body.convergent.is_some() || body.names_unknown || body.defines_macros;
        if trips == 0 && is_needed {
            let test = site.test.map_or(request.token, |test| self.function.tokens(test).start);
            return self.decline(Reason::RunsAtMostOnce { runs: false }, test);
        }
        self.check_copies(request, trips)?;
        self.check_counter_texts(site, &counter)?;
        // The loop takes no text, but the markers of all requests that stay do, as soon as anything is written.
        if trips == 0 && planned.terms.remaining.bytes == 0 {
            let growth = marker_text().len() as u64;
            return self.decline(Reason::TooMuchText { growth, left: 0, enough: 0, nest: vec![trips] }, request.token);
        }
        let mut size = Size::new(self, planned, trips);
        let copies = self.copies_with_values(planned, &counter, &style, &header, 0..trips, &mut size)?;
        let size = size.total;
        let numbers = self.numbers_of(planned, &counter, &style, (0..trips).map(|index| header.value(index)));
        let shape = Shape::Full { counter, style, header, copies };
        Ok(Unroll { numbers, ..planned.unrolled(shape, Some(trips), trips, size) })
    }

    /// The inner loops of the copies for some iterations, which are planned once where nothing in them asks for the value of
    /// the induction variable.
    fn copies_with_values(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        counter: &Induction<'t>,
        style: &VariableStyle,
        header: &HeaderNumbers,
        iterations: Range<u64>,
        size: &mut Size<'_, '_, 'u, 't>,
    ) -> Result<Vec<InnerPlans<'t>>, Decline> {
        let range = self.function.tokens(planned.site.body);
        // A variable that is not declared in each copy is not a constant in the output either.
        let kind = header.kind.filter(|_| style.declares());
        let mut copies: Vec<InnerPlans<'t>> = Vec::new();
        let mut depends = true;
        for index in iterations {
            let copy = match (copies.last(), kind) {
                (Some(last), _) if !depends => last.clone(),
                (_, Some(kind)) => {
                    let env = planned.env.with(counter.variable, Constant::new(header.value(index), kind));
                    let inner_plans = self.plan_inside(&range, &env, planned.terms);
                    depends = env.used_innermost_value();
                    inner_plans
                }
                (_, None) => {
                    depends = false;
                    self.plan_inside(&range, planned.env, planned.terms)
                }
            };
            size.add_straight(&copy)?;
            copies.push(copy);
        }
        Ok(copies)
    }

    /// A main loop over a known number of iterations, and the rest.
    pub(crate) fn blocks(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        counter: Rc<Induction<'t>>,
        header: HeaderNumbers,
        stride: i128,
        trips: u64,
        factor: u32,
    ) -> Result<Unroll<'t>, Decline> {
        let PlannedRequest { request, site, env, .. } = planned;
        let function = self.function;
        self.check_pass(&counter, stride, factor)?;
        self.check_counter_texts(site, &counter)?;
        let remainder = trips % u64::from(factor);
        let copies = u64::from(factor) + remainder;
        self.check_copies(request, copies)?;
        self.check_meetings(planned, u64::from(factor))?;
        let style = self.known_style(planned, &counter);
        let mut size = Size::new(self, planned, copies);
        let main = self.plan_inside(&function.tokens(site.body), env, planned.terms);
        for _ in 0..factor {
            size.add(&main)?;
        }
        let in_main = trips - remainder;
        let rest = self.copies_with_values(planned, &counter, &style, &header, in_main..trips, &mut size)?;
        let size = size.total;
        let numbers = self.numbers_of(planned, &counter, &style, (in_main..trips).map(|index| header.value(index)));
        let shape = Shape::Blocks { counter, style, header, stride, factor, in_main, main, rest };
        Ok(Unroll { numbers, ..planned.unrolled(shape, Some(trips), copies, size) })
    }

    /// Where the copies with known values have numbers in the place of the variable: in nests, which grow the most.
    fn numbers_of(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        counter: &Induction<'t>,
        style: &VariableStyle,
        mut values: impl Iterator<Item = i128>,
    ) -> Vec<Span> {
        let (function, site) = (self.function, &planned.site);
        let body = function.tokens(site.body);
        let next = self.requests.get(self.requests.partition_point(|request| request.token < body.start));
        // The text of one loop alone is short.
        let is_in_nest =
            function.loops_around.contains_key(&site.tokens.start) || next.is_some_and(|next| next.token < body.end);
        // In another configuration, other macros may be in the text.
        let may_be_named = self.serves_others && planned.body.may_name_variable;
        if !is_in_nest || may_be_named || !style.declares() || values.any(|value| value < 0) {
            return Vec::new();
        }
        numbers_in_place(function, counter, &planned.body, site.body)
    }
}
