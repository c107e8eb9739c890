//! How a loop whose trip count only the run knows is written: by a promise of the author, with a remainder, with counters.

use std::rc::Rc;

use crate::analysis::Induction;
use crate::limits::{MAX_NESTED_BYTES, MAX_NESTED_FACTOR};
use crate::options::Remainder;
use crate::unroll::legal::checked::Promise;
use crate::unroll::legal::counted::CountedHeader;
use crate::unroll::legal::counted::{straight_copies, unproven};
use crate::unroll::plan::Unroll;
use crate::unroll::plan::shape::{Fallback, RemainderShape};
use crate::unroll::planner::{PlannedRequest, Planner};
use clunroll_rules::{Decline, RemainderDoubt, RemainderReason, WantedRemainder};
use oclc_syntax::source::Span;

impl<'u, 't> Planner<'_, 'u, 't> {
    /// A loop whose trip count only the run knows.
    pub fn runtime(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        counter: Rc<Induction<'t>>,
        factor: u32,
    ) -> Result<Unroll<'t>, Decline> {
        if let Some(decline) = self.decided_by_host(asked, &counter) {
            let plan = self.checked(asked, factor, None)?;
            return Ok(Unroll { fallback: Some(Fallback::Tests(decline)), ..plan });
        }
        let header = self.counted_header(asked, counter, factor)?;
        if header.promise == Promise::Kept {
            self.check_meetings(asked, u64::from(factor))?;
            return match Self::exact_numbers(&header) {
                Some(numbers) => self.exact(asked, header, numbers, factor),
                None => self.checked(asked, factor, None),
            };
        }
        self.check_counted(asked, &header, factor)?;
        let (rest, fallback) = self.rest(asked, &header, factor);
        let with_rest = |rest| self.with_rest(asked, &header, rest, factor);
        let copies = match rest {
            None if self.suits_nested(asked, &header, factor) => {
                with_rest(RemainderShape::Nested).or_else(|_| with_rest(RemainderShape::Loop))?
            }
            rest => with_rest(rest.unwrap_or(RemainderShape::Loop))?,
        };
        let counters = self.suited_counters(asked, &header, factor);
        Ok(Unroll { fallback, ..self.counted(asked, header, copies, factor, counters) })
    }

    /// How what the main loop leaves is written; `None` where nobody says.
    fn rest(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        header: &CountedHeader<'t>,
        factor: u32,
    ) -> (Option<RemainderShape>, Option<Fallback>) {
        let wanted = asked.wanted;
        let clauses = wanted.request.prefix.clauses.clone().unwrap_or_default();
        let (rest, wanted) = match clauses.remainder.unwrap_or(self.options.remainder) {
            _ if clauses.exact.is_some() && !wanted.has_final_factor => {
                let why = RemainderReason::Unproven(RemainderDoubt::HostFactor);
                return (
                    Some(RemainderShape::Loop),
                    Some(Fallback::Remainder { wanted: WantedRemainder::Nothing, why }),
                );
            }
            _ if clauses.exact.is_some() => return (Some(RemainderShape::Loop), None),
            Remainder::Auto => return (None, None),
            Remainder::Loop => return (Some(RemainderShape::Loop), None),
            Remainder::Nested => (RemainderShape::Nested, WantedRemainder::Nested),
            Remainder::Switch => (RemainderShape::Switch, WantedRemainder::Switch),
            Remainder::Versions => (RemainderShape::Versions, WantedRemainder::Versions),
        };
        match self.against_rest(asked, header, rest, factor) {
            None => (Some(rest), None),
            Some(why) => (Some(RemainderShape::Loop), Some(Fallback::Remainder { wanted, why })),
        }
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
