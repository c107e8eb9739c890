//! Plans: which form each loop takes, and how large it is. They are data, and nothing here decides.
//!
//! The plan of a loop holds, for each of its copies, the plans of the requested loops in its body. `choose/` makes plans, and `write/`
//! makes texts of them.

pub mod bulk;
pub mod independence;
pub mod jam;
pub mod loads;
pub mod shape;

use std::rc::Rc;

use crate::directive::Prefix;
use crate::host_values::Assumption;
use crate::plan::bulk::Bulk;
use crate::plan::independence::IndependenceTest;
use crate::plan::jam::Jam;
use crate::plan::loads::MovedLoads;
use crate::plan::shape::{Fallback, Pin, Shape, VariableStyle};
use clunroll_analysis::{Body, Loop, StrideTest};
use clunroll_rules::{Decline, LoadsProblem};
use oclc_syntax::source::{Place, PresenceCondition, Span};
use oclc_syntax::tree::TokenRange;

/// The plan for one request, in one copy of the text around it.
#[derive(Clone, Debug)]
pub enum RequestPlan<'t> {
    /// No change, as the request asks for none.
    NotAsked,
    /// Nothing, for that reason.
    Left(Decline),
    /// The loop is written in another form.
    Unroll(Rc<Unroll<'t>>),
    /// The loop is written in two branches, between which the preprocessor of the final compile chooses.
    Choice(Rc<HostChoice<'t>>),
}

impl<'t> RequestPlan<'t> {
    /// The unrolled loop; for a choice, the one of the first branch.
    #[must_use]
    pub fn unrolled(&self) -> Option<&Rc<Unroll<'t>>> {
        match self {
            Self::NotAsked | Self::Left(_) => None,
            Self::Unroll(unroll) => Some(unroll),
            Self::Choice(choice) => choice.unrolled(),
        }
    }
}

/// The plans of the requests in a stretch of text, outermost first; those inside an unrolled loop are in its plan.
pub type InnerPlans<'t> = Vec<(usize, RequestPlan<'t>)>;

/// An unrolled loop.
#[derive(Clone, Debug)]
pub struct Unroll<'t> {
    /// The request that it carries out.
    pub request: Place,
    /// The loop.
    pub site: Rc<Loop<'t>>,
    /// Its body.
    pub body: Rc<Body>,
    /// The prefix of the loop.
    pub prefix: Rc<Prefix>,
    /// Its form.
    pub shape: Shape<'t>,
    /// The trip count, where it is known.
    pub trips: Option<u64>,
    /// Copies of the body that are written.
    pub copies: u64,
    /// The loop that is written once for each version, where there are versions: this one or one around it.
    pub around: Option<TokenRange>,
    /// Why it is not written in a better form.
    pub fallback: Option<Fallback>,
    /// How its copies run side by side, where that was requested.
    pub jam: Option<Rc<Jam<'t>>>,
    /// Its loads that run before its stores.
    pub loads: Option<Rc<MovedLoads>>,
    /// Why none do, in a loop that loads and stores.
    pub loads_problem: Option<LoadsProblem>,
    /// The places of the variable in the body where the copies have its value as a number, if they need not declare it.
    pub numbers: Vec<Span>,
    /// The lines that keep the compiler from unrolling a main loop, and the loop after it, again.
    pub pin: Pin,
    /// Whether the copies of its main loop have counters of their own.
    pub has_counters: bool,
    /// Whether the run reports a trip count that is not a multiple of the factor, against the promise.
    pub checks_promise: bool,
    /// The test that reports two iterations that touch the same memory, if the order of the copies relies on the promise that none do.
    pub independence: Option<Rc<IndependenceTest>>,
    /// The test before the loop under which its copies run side by side; otherwise the author's own loop runs.
    pub strides: Option<Rc<StrideTest>>,
    /// The conditions on the host's macros for that trip count; `None` if nothing outside the source can change it, or if the form is
    /// right for any trip count.
    pub assumption: Option<Assumption>,
    /// The conditions of C on the host's macros without which the build stops.
    pub assertions: Vec<String>,
    /// About how much is written.
    pub size: Bulk,
}

impl Unroll<'_> {
    /// Whether copies in that style are blocks that begin with a declaration of the variable.
    pub(crate) fn declares_value(&self, style: &VariableStyle) -> bool {
        style.declares() && self.body.uses_variable
    }
}

/// A loop in two branches.
#[derive(Clone, Debug)]
pub struct HostChoice<'t> {
    /// The conditions that pin the values, for all loops of the nest.
    pub assumption: Assumption,
    /// The plan where the assumption holds: an unrolled loop, under the number of its request.
    pub assumed: InnerPlans<'t>,
    /// The plans where it does not.
    pub otherwise: InnerPlans<'t>,
}

impl<'t> HostChoice<'t> {
    /// The condition of its `#if`.
    #[must_use]
    pub fn condition(&self) -> PresenceCondition {
        self.assumption.condition()
    }

    /// The loop in the first branch.
    #[must_use]
    pub fn unrolled(&self) -> Option<&Rc<Unroll<'t>>> {
        self.assumed.iter().find_map(|(_, plan)| plan.unrolled())
    }

    /// How many copies of a barrier have a test before them.
    #[must_use]
    pub fn meetings(&self) -> u64 {
        let of_plan = |plan: &RequestPlan<'t>| match plan {
            RequestPlan::Unroll(unroll) => unroll.size.meetings,
            _ => 0,
        };
        // Only one of the branches is compiled.
        let of_branch = |plans: &InnerPlans<'t>| plans.iter().map(|(_, plan)| of_plan(plan)).sum::<u64>();
        of_branch(&self.assumed).max(of_branch(&self.otherwise))
    }

    /// Whether two configurations write the same condition and the same assertion.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.assumption == other.assumption
    }
}

/// The assumptions of all loops of a nest together; `None` if there are none.
pub fn all_assumptions(unroll: &Unroll<'_>) -> Option<Assumption> {
    let mut all = Assumption::default();
    collect(unroll, &mut all);
    (!all.terms.is_empty()).then_some(all)
}

/// Whether anything in a copy assumes something.
pub fn assumes(inner_plans: &InnerPlans<'_>) -> bool {
    inner_plans.iter().any(|(_, plan)| plan.unrolled().is_some_and(|unroll| all_assumptions(unroll).is_some()))
}

fn collect(unroll: &Unroll<'_>, all: &mut Assumption) {
    if let Some(own) = &unroll.assumption {
        all.add(own);
    }
    for inner in unroll.shape.inner_plans() {
        for (_, plan) in inner {
            if let RequestPlan::Unroll(unroll) = plan {
                collect(unroll, all);
            }
        }
    }
}
