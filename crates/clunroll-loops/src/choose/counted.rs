//! How a loop whose trip count is known only at run time is written: by a promise of the author, with a remainder, with
//! counters.

use crate::legal::checked::{KnownTrips, Promise};
use crate::legal::counted::CountedHeader;
use crate::legal::counted::{straight_copies, unproven};
use crate::legal::forms::{FormRefusal, LoopFacts, LoopForm};
use crate::limits::{MAX_NESTED_BYTES, MAX_NESTED_FACTOR};
use crate::plan::Unroll;
use crate::plan::shape::{Fallback, RemainderShape};
use crate::planner::{PlannedRequest, Planner};
use crate::settings::Remainder;
use clunroll_rules::{Decline, RemainderDoubt, RemainderReason, WantedRemainder};
use oclc_syntax::source::Span;

/// The user's rule for a remainder.
enum RuledRemainder {
    /// Nothing.
    Any,
    /// It is to be written so.
    Asked(RemainderShape, WantedRemainder),
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// A loop whose trip count is known only at run time.
    pub(crate) fn runtime(&self, facts: &LoopFacts<'_, '_, 'u, 't>, factor: u32) -> Result<Unroll<'t>, Decline> {
        let (planned, checked) = (facts.planned, LoopForm::Checked(factor, KnownTrips::Unknown));
        let header = facts.header(self)?;
        if self.promise_of(facts, header, factor)? == Promise::Kept {
            return self.first_form(facts, &[LoopForm::Exact(factor), checked]);
        }
        let counters = self.suited_counters(planned, header, factor);
        let with_rest = |rest| LoopForm::Counted(factor, rest, counters);
        let (rest, fallback) = self.remainder_by_rule(planned);
        let plan = match rest {
            RuledRemainder::Any if self.suits_nested(planned, header, factor) => {
                let nested = self.in_form(facts, with_rest(RemainderShape::Nested));
                nested.or_else(|_| self.sure_form(facts, with_rest(RemainderShape::Loop)))?
            }
            RuledRemainder::Any => self.sure_form(facts, with_rest(RemainderShape::Loop))?,
            RuledRemainder::Asked(rest, wanted) => match self.in_form(facts, with_rest(rest)) {
                Err(FormRefusal::Remainder(why)) => {
                    let plan = self.sure_form(facts, with_rest(RemainderShape::Loop))?;
                    return Ok(Unroll { fallback: Some(Fallback::Remainder { wanted, why }), ..plan });
                }
                plan => plan.map_err(|refusal| self.reason_of(facts, refusal))?,
            },
        };
        Ok(Unroll { fallback, ..plan })
    }

    /// The remainder that the user asks for, and the reason why he may not want it.
    fn remainder_by_rule(&self, planned: &PlannedRequest<'_, '_, 'u, 't>) -> (RuledRemainder, Option<Fallback>) {
        let clauses = planned.request.as_written.prefix.clauses.clone().unwrap_or_default();
        let of_loop = RuledRemainder::Asked(RemainderShape::Loop, WantedRemainder::Nothing);
        let ruled = match clauses.remainder.unwrap_or(self.settings.remainder) {
            _ if clauses.exact.is_some() => {
                let why = RemainderReason::Unproven(RemainderDoubt::HostFactor);
                let fallback = Fallback::Remainder { wanted: WantedRemainder::Nothing, why };
                return (of_loop, (!planned.request.has_final_factor).then_some(fallback));
            }
            Remainder::Auto => RuledRemainder::Any,
            Remainder::Loop => of_loop,
            Remainder::Nested => RuledRemainder::Asked(RemainderShape::Nested, WantedRemainder::Nested),
            Remainder::Switch => RuledRemainder::Asked(RemainderShape::Switch, WantedRemainder::Switch),
            Remainder::Versions => RuledRemainder::Asked(RemainderShape::Versions, WantedRemainder::Versions),
        };
        (ruled, None)
    }

    /// Whether to write the remainder as nested tests, if the user did not choose a form. Nested tests are faster than a
    /// loop for the few iterations that there are, as long as the text is short: docs/PERFORMANCE.md. After a barrier
    /// inside a condition, some compilers copy the rest of the kernel.
    fn suits_nested(&self, planned: &PlannedRequest<'_, '_, 'u, 't>, header: &CountedHeader<'t>, factor: u32) -> bool {
        let PlannedRequest { request, site, body, .. } = planned;
        let range = self.function.tokens(site.body);
        let bytes = self.function.source_span(&range).map_or(0, Span::len) as u64;
        factor <= MAX_NESTED_FACTOR
            && bytes * u64::from(factor - 1) <= MAX_NESTED_BYTES
            && self.check_copies(request, straight_copies(factor)).is_ok()
            && self.is_innermost(site)
            && body.convergent.is_none()
            && body.exits.is_left_at_end()
            && body.exits.labels.is_empty()
            && unproven(header.counter.comparison, &header.ending, body).is_none()
    }
}
