//! How a loop whose trip count only the run knows is written: by a promise of the author, with a remainder, with counters.

use crate::legal::checked::{KnownTrips, Promise};
use crate::legal::counted::CountedHeader;
use crate::legal::counted::{straight_copies, unproven};
use crate::legal::forms::{LoopFacts, LoopForm, Refusal};
use crate::limits::{MAX_NESTED_BYTES, MAX_NESTED_FACTOR};
use crate::plan::Unroll;
use crate::plan::shape::{Fallback, RemainderShape};
use crate::planner::{PlannedRequest, Planner};
use crate::settings::Remainder;
use clunroll_rules::{Decline, RemainderDoubt, RemainderReason, WantedRemainder};
use oclc_syntax::source::Span;

/// What the user says of a remainder.
enum RuledRemainder {
    /// Nothing.
    Any,
    /// It is to be written so.
    Asked(RemainderShape, WantedRemainder),
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// A loop whose trip count only the run knows.
    pub fn runtime(&self, facts: &LoopFacts<'_, '_, 'u, 't>, factor: u32) -> Result<Unroll<'t>, Decline> {
        let (asked, checked) = (facts.asked, LoopForm::Checked(factor, KnownTrips::Unknown));
        if let Some(decline) = facts.decided_by_host(self)? {
            let plan = self.sure_form(facts, checked)?;
            return Ok(Unroll { fallback: Some(Fallback::Tests(decline.clone())), ..plan });
        }
        let header = facts.header(self)?;
        if self.promise_of(facts, header, factor)? == Promise::Kept {
            return self.first_form(facts, &[LoopForm::Exact(factor), checked]);
        }
        let counters = self.suited_counters(asked, header, factor);
        let with_rest = |rest| LoopForm::Counted(factor, rest, counters);
        let (rest, fallback) = self.remainder_by_rule(asked);
        let plan = match rest {
            RuledRemainder::Any if self.suits_nested(asked, header, factor) => {
                let nested = self.in_form(facts, with_rest(RemainderShape::Nested));
                nested.or_else(|_| self.sure_form(facts, with_rest(RemainderShape::Loop)))?
            }
            RuledRemainder::Any => self.sure_form(facts, with_rest(RemainderShape::Loop))?,
            RuledRemainder::Asked(rest, wanted) => match self.in_form(facts, with_rest(rest)) {
                Err(Refusal::Remainder(why)) => {
                    let plan = self.sure_form(facts, with_rest(RemainderShape::Loop))?;
                    return Ok(Unroll { fallback: Some(Fallback::Remainder { wanted, why }), ..plan });
                }
                plan => plan.map_err(|refusal| self.reason_of(facts, refusal))?,
            },
        };
        Ok(Unroll { fallback, ..plan })
    }

    /// Which remainder the user asks for, and why that may not be what he wants.
    fn remainder_by_rule(&self, asked: &PlannedRequest<'_, '_, 'u, 't>) -> (RuledRemainder, Option<Fallback>) {
        let clauses = asked.wanted.request.prefix.clauses.clone().unwrap_or_default();
        let of_loop = RuledRemainder::Asked(RemainderShape::Loop, WantedRemainder::Nothing);
        let ruled = match clauses.remainder.unwrap_or(self.settings.remainder) {
            _ if clauses.exact.is_some() => {
                let why = RemainderReason::Unproven(RemainderDoubt::HostFactor);
                let fallback = Fallback::Remainder { wanted: WantedRemainder::Nothing, why };
                return (of_loop, (!asked.wanted.has_final_factor).then_some(fallback));
            }
            Remainder::Auto => RuledRemainder::Any,
            Remainder::Loop => of_loop,
            Remainder::Nested => RuledRemainder::Asked(RemainderShape::Nested, WantedRemainder::Nested),
            Remainder::Switch => RuledRemainder::Asked(RemainderShape::Switch, WantedRemainder::Switch),
            Remainder::Versions => RuledRemainder::Asked(RemainderShape::Versions, WantedRemainder::Versions),
        };
        (ruled, None)
    }

    /// Whether what remains is better written as nested tests, where nobody says how to write it. They are faster than a
    /// loop for the few iterations that there are, if there is not much to write: docs/PERFORMANCE.md. Some compilers
    /// copy all that is behind a barrier in a condition.
    fn suits_nested(&self, asked: &PlannedRequest<'_, '_, 'u, 't>, header: &CountedHeader<'t>, factor: u32) -> bool {
        let PlannedRequest { wanted, site, body, .. } = asked;
        let range = self.function.tokens(site.body);
        let bytes = self.function.source_span(&range).map_or(0, Span::len) as u64;
        factor <= MAX_NESTED_FACTOR
            && bytes * u64::from(factor - 1) <= MAX_NESTED_BYTES
            && self.check_copies(wanted, straight_copies(factor)).is_ok()
            && self.is_innermost(site)
            && body.convergent.is_none()
            && body.exits.is_empty()
            && body.exits.labels.is_empty()
            && unproven(header.counter.comparison, &header.ending, body).is_none()
    }
}
