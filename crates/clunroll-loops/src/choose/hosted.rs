//! Loops whose trip count depends on macros of the host: a choice of the preprocessor, or the author's own test before each copy.
//!
//! A choice is planned for an outermost requested loop. First the loop is planned as if the host's macros had the values that are
//! known here; each loop of the nest that depends on them brings its [`Assumption`](crate::Assumption). Then it is planned once
//! more, with all loops left as written that had one: this is the other branch.
//!
//! No `#if` may be in an argument of a macro (C99 6.10.3p11), and no directive between the condition and the end of the loop may
//! change a macro. There, and with `--guard tests`, each copy tests again (`legal/checked.rs`).

use std::rc::Rc;

use crate::facts::position::choice_start;
use crate::legal::forms::{FormRefusal, LoopFacts, LoopForm};
use crate::plan::all_assumptions;
use crate::plan::{HostChoice, RequestPlan, Unroll};
use crate::planner::{BoundRequest, Planner};
use crate::terms::{HostedTrips, Terms};
use clunroll_analysis::Env;
use clunroll_rules::{Decline, Reason};
use oclc_syntax::preprocess::DirectiveKind;
use oclc_syntax::source::FileId;

impl<'u, 't> Planner<'_, 'u, 't> {
    /// The plan of an outermost loop: a choice if it depends on macros of the host.
    pub fn chosen(&self, request: &BoundRequest<'_, 'u>, at: usize, env: &Env, terms: Terms<'_>) -> RequestPlan<'t> {
        let plan = self.plan(request, env, terms.with_hosted_trips(HostedTrips::Assumed));
        let RequestPlan::Unroll(unroll) = &plan else { return plan };
        let Some(assumption) = all_assumptions(unroll) else { return plan };
        if request.is_inside_arguments || self.changes_macros(request, unroll) {
            return self.plan(request, env, terms.with_hosted_trips(HostedTrips::Tested));
        }
        let otherwise = self.plan_inside(&unroll.site.tokens, env, terms.with_hosted_trips(HostedTrips::AsWritten));
        let choice = HostChoice { assumption, assumed: vec![(at, plan)], otherwise };
        let (growth, left) = (self.growth_of_choice(&choice), terms.remaining.bytes);
        if growth > left {
            let reason = Reason::TooMuchText { growth, left, enough: 0, nest: Vec::new() };
            return RequestPlan::Left(Decline { reason, place: request.as_written.place });
        }
        RequestPlan::Choice(Rc::new(choice))
    }

    /// Whether a directive after the beginning of a loop's prefix and before its end may change a macro.
    fn changes_macros(&self, request: &BoundRequest<'_, 'u>, unroll: &Unroll<'t>) -> bool {
        let (function, unit) = (self.function, self.function.unit);
        let begins = choice_start(function, unroll);
        let last = function.moment(unroll.site.tokens.end - 1);
        let first =
            unit.directives.partition_point(|directive| directive.code_before < request.as_written.prefix.start);
        unit.directives[first..last].iter().any(|directive| {
            let place = unit.directive_place(directive);
            let changes = match directive.kind {
                DirectiveKind::Pragma => false,
                kind => !kind.is_conditional(),
            };
            changes && (place.file != FileId::MAIN || place.span.start >= begins)
        })
    }

    /// All iterations, with the known values of the host's macros: in the branch of a choice that pins them, or else with the
    /// author's own test before each copy.
    pub(crate) fn hosted_fully(&self, facts: &LoopFacts<'_, '_, 'u, 't>, trips: u64) -> Result<Unroll<'t>, Decline> {
        if trips == 1 && facts.planned.env.is_empty() {
            return self.decline(Reason::OneTrip, facts.planned.request.token);
        }
        self.first_form(facts, &[LoopForm::Assumed, LoopForm::Rechecked(trips)])
    }

    /// Passes of a factor, or all iterations if there are too few for two passes, in the branch of a choice that pins the macros in
    /// the header. `None` if no condition can pin all operands; then they are known when the loop runs.
    pub(crate) fn hosted_passes(
        &self,
        facts: &LoopFacts<'_, '_, 'u, 't>,
        factor: u32,
        trips: u64,
    ) -> Option<Result<Unroll<'t>, Decline>> {
        let (planned, copies) = (facts.planned, u64::from(factor));
        let header = planned.site.tokens.start..self.function.tokens(planned.site.body).start;
        if !self.function.has_open_names(header) {
            return None;
        }
        let is_short = trips < 2 * copies || self.is_straight(&planned.site, trips, factor);
        let straight = is_short.then(|| self.in_form(facts, LoopForm::Assumed)).and_then(Result::ok);
        match straight.map_or_else(|| self.in_form(facts, LoopForm::AssumedPasses(factor)), Ok) {
            Err(FormRefusal::OtherLoops(_)) => None,
            plan => Some(plan.map_err(|refusal| self.reason_of(facts, refusal))),
        }
    }

    /// With the author's own test before each copy, since the host may change how often the loop runs.
    pub(crate) fn hosted(
        &self,
        facts: &LoopFacts<'_, '_, 'u, 't>,
        factor: u32,
        trips: Option<u64>,
    ) -> Result<Unroll<'t>, Decline> {
        self.sure_form(
            facts,
            match trips {
                Some(trips) if trips <= u64::from(factor) => LoopForm::Rechecked(trips),
                _ => LoopForm::Checked(factor, trips.into()),
            },
        )
    }
}
