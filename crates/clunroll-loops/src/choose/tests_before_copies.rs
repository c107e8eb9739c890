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
//! clunroll writes this form only with `--checked`. Otherwise the compiler gets the loop with its request, and a finding says why the trips
//! cannot be counted. Only this file decides it.
//!
//! A form without these tests loses nothing. The same is true for a few copies with a known small trip count.

use crate::legal::checked::Promise;
use crate::legal::forms::{LoopFacts, LoopForm};
use crate::limits::MAX_TESTED_COPIES;
use crate::planner::{PlannedRequest, Planner};
use crate::settings::Guard;
use clunroll_analysis::place_of_token;
use clunroll_rules::{Decline, Reason};

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Declines a form whose tests before the copies may make the loop slower. This is asked before any loop inside is planned for the form:
    /// otherwise each level of a nest would be planned twice. `uncounted` is the reason why the trips are not counted, if it is known.
    pub(crate) fn check_cost_of_tests(
        &self,
        facts: &LoopFacts<'_, '_, 'u, 't>,
        form: LoopForm,
        uncounted: Option<&Decline>,
    ) -> Result<(), Decline> {
        let planned = facts.planned;
        let costs = match form {
            LoopForm::Checked(factor, known) => {
                let (is_promised, promise) = self.tests_of_checked(planned, factor, known)?;
                !is_promised && promise != Promise::Checked
            }
            LoopForm::Rechecked(trips) => {
                self.check_rechecked(planned, trips)?;
                trips > u64::from(MAX_TESTED_COPIES)
            }
            _ => false,
        };
        if self.settings.checked || !costs {
            return Ok(());
        }
        let Decline { reason, place } = uncounted.cloned().unwrap_or_else(|| self.against_counting(planned));
        // Tests in the place of conditions were requested.
        if self.settings.guard == Guard::Tests && reason.unknown_name().is_some() {
            return Ok(());
        }
        Err(Decline { reason: Reason::NotCounted(Box::new(reason)), place })
    }

    /// The reason why the trips of a loop are not counted, by its header.
    fn against_counting(&self, planned: &PlannedRequest<'_, '_, 'u, 't>) -> Decline {
        let (function, site) = (self.function, &planned.site);
        let counter = match &site.counter {
            Ok(counter) => counter,
            Err(decline) => return decline.clone(),
        };
        let tokens = &function.parsed.expansion.tokens;
        let header = site.tokens.start..function.tokens(site.body).start;
        let open = header.chain(counter.step_tokens.clone()).find(|&at| tokens[at].open);
        let (reason, token) = match (open, self.guards(site).first()) {
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
