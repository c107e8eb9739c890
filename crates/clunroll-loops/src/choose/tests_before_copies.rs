//! Whether a loop may keep its own test before each copy.
//!
//! ```text
//! for (int i = 0; i < n[0]; i++) {          n[0] is read again before each copy, and the compiler can neither
//!   body                                    move a load of one copy before the test, nor count the copies
//!   i++;
//!   if (!(i < n[0])) break;
//!   body
//! }
//! ```
//!
//! Against the loop as written, this form runs at 0.54 to 0.82 on an H100, where the vendor's own pragma loses little or nothing. So
//! clunroll does not take the form by itself: the loop is left to the compiler, with its request, and a finding says what keeps the
//! trips from being counted. The user gets the form by `--checked`. This is the only place that decides it.
//!
//! A form whose tests are not written loses nothing, and neither do a few copies under a known small trip count.

use crate::legal::checked::Promise;
use crate::legal::forms::{LoopFacts, LoopForm};
use crate::limits::MAX_TESTED_COPIES;
use crate::plan::bulk::Bulk;
use crate::plan::shape::{Fallback, Shape};
use crate::plan::{InnerPlans, Unroll};
use crate::planner::{PlannedRequest, Planner};
use crate::settings::Guard;
use clunroll_analysis::place_of_token;
use clunroll_rules::{Decline, Reason};

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Declines a form whose tests before the copies may make the loop slower, before any loop inside is planned for it: each level of a nest
    /// would be planned twice.
    pub(crate) fn check_cost_of_tests(
        &self,
        facts: &LoopFacts<'_, '_, 'u, 't>,
        form: LoopForm,
        fallback: Option<Fallback>,
    ) -> Result<(), Decline> {
        let planned = facts.planned;
        let shape = match form {
            LoopForm::Checked(factor, known) => {
                let (is_promised, promise) = self.tests_of_checked(planned, factor, known)?;
                if promise == Promise::Checked {
                    return Ok(());
                }
                Shape::Checked { factor, is_promised, inner_plans: InnerPlans::new() }
            }
            LoopForm::Rechecked(trips) => {
                self.check_rechecked(planned, trips)?;
                Shape::Rechecked { copies: trips as u32, inner_plans: InnerPlans::new() }
            }
            _ => return Ok(()),
        };
        let without_inner = Unroll { fallback, ..planned.unrolled(shape, None, 1, Bulk::default()) };
        self.unless_tests_cost(facts, without_inner).map(drop)
    }

    /// The plan, unless its tests before the copies may make the loop slower.
    pub(crate) fn unless_tests_cost(
        &self,
        facts: &LoopFacts<'_, '_, 'u, 't>,
        unroll: Unroll<'t>,
    ) -> Result<Unroll<'t>, Decline> {
        let costs = match &unroll.shape {
            Shape::Checked { is_promised, .. } => !is_promised,
            Shape::Rechecked { copies, .. } => *copies > MAX_TESTED_COPIES,
            _ => false,
        };
        if self.settings.checked || !costs || unroll.checks_promise {
            return Ok(unroll);
        }
        let Decline { reason, place } = self.against_counting(facts.planned, &unroll);
        // Tests in the place of conditions were requested.
        if self.settings.guard == Guard::Tests && reason.unknown_name().is_some() {
            return Ok(unroll);
        }
        Err(Decline { reason: Reason::NotCounted(Box::new(reason)), place })
    }

    /// The reason why the trips of a loop with such a plan are not counted.
    fn against_counting(&self, planned: &PlannedRequest<'_, '_, 'u, 't>, unroll: &Unroll<'t>) -> Decline {
        let (function, site) = (self.function, &planned.site);
        if let Some(Fallback::Tests(decline)) = &unroll.fallback {
            return decline.clone();
        }
        let counter = match &site.counter {
            Ok(counter) => counter,
            Err(decline) => return decline.clone(),
        };
        let tokens = &function.parsed.expansion.tokens;
        let header = site.tokens.start..function.tokens(site.body).start;
        let open = header.chain(counter.step_tokens.clone()).find(|&at| tokens[at].open);
        let (reason, token) = match (open, self.guards(unroll).first()) {
            (Some(at), _) => (Reason::HostDecides(tokens[at].text.to_string()), at),
            (None, Some(name)) => (Reason::HostDecides(name.clone()), counter.name_token),
            (None, None) => {
                let range = function.tokens(counter.bound);
                (Reason::RuntimeTrips { text: function.text_of(&range), non_constant: None }, range.start)
            }
        };
        Decline { reason, place: place_of_token(function, token) }
    }
}
