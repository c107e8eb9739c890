//! Whether a form keeps the limits on copies, on barriers, and on the step of a pass.

use crate::legal::size::Size;
use crate::limits::{MAX_PASS, MAX_SOMETIMES_MEETING, MAX_SOMETIMES_MEETING_INSIDE};
use crate::plan::InnerPlans;
use crate::plan::bulk::Bulk;
use crate::planner::{BoundRequest, PlannedRequest, Planner};
use clunroll_analysis::{Induction, Loop};
use clunroll_rules::{Decline, HeaderProblem, Reason};
use oclc_syntax::lex::{Punct, TokenKind};

impl<'u, 't> Planner<'_, 'u, 't> {
    pub(crate) fn check_copies(&self, request: &BoundRequest<'_, 'u>, copies: u64) -> Result<(), Decline> {
        let limit = u64::from(self.settings.max_copies);
        if copies > limit {
            return self.decline(Reason::TooManyCopies(copies, limit), request.token);
        }
        Ok(())
    }

    /// Whether a main loop may have so many copies of the body, for the barriers in it.
    pub(crate) fn check_meetings(&self, planned: &PlannedRequest<'_, '_, 'u, 't>, copies: u64) -> Result<(), Decline> {
        let is_inside = self.function.loops_around.contains_key(&planned.site.tokens.start);
        let most = if is_inside { MAX_SOMETIMES_MEETING_INSIDE } else { MAX_SOMETIMES_MEETING };
        if copies > most
            && !planned.body.meets_always
            && let Some(token) = self.meeting_in(&planned.site)
        {
            let name = self.function.parsed.expansion.tokens[token].text.to_string();
            return self.decline(Reason::ManyMeetings(name, most), token);
        }
        Ok(())
    }

    pub(crate) fn check_pass(&self, counter: &Induction<'_>, stride: i128, factor: u32) -> Result<(), Decline> {
        if stride.abs() * i128::from(factor) > MAX_PASS {
            return self.decline(Reason::Header(HeaderProblem::PassTooLarge), counter.name_token);
        }
        Ok(())
    }

    /// The first call in a body that surely leads to where work-items meet.
    pub fn meeting_in(&self, site: &Loop<'_>) -> Option<usize> {
        let tokens = &self.function.parsed.expansion.tokens;
        let is_call = |at: &usize| tokens.get(at + 1).is_some_and(|next| next.is(Punct::LeftParen));
        let names = self.function.tokens(site.body).filter(|at| tokens[*at].kind == TokenKind::Identifier);
        names.filter(is_call).find(|&at| self.function.program.is_meeting(&tokens[at].text))
    }

    /// `copies` copies with the same inner loops in each; `tested` of them follow an `if`.
    pub(crate) fn uniform_copies(
        &self,
        planned: &PlannedRequest<'_, '_, 'u, 't>,
        copies: u64,
        tested: u64,
    ) -> Result<(InnerPlans<'t>, Bulk), Decline> {
        let inner_plans = self.plan_inside(&self.function.tokens(planned.site.body), planned.env, planned.terms);
        let mut size = Size::new(self, planned, copies);
        size.add_tested(tested, &inner_plans)?;
        for index in 0..copies {
            if index < tested { size.add_straight(&inner_plans)? } else { size.add(&inner_plans)? }
        }
        Ok((inner_plans, size.total))
    }
}
