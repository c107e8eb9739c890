//! By how much plans grow the file, and what they leave of the limits.

use crate::amount::Amount;
use crate::directive::marker_text;
use crate::plan::bulk::Bulk;
use crate::plan::{HostChoice, InnerPlans, RequestPlan, Unroll};
use crate::planner::Planner;
use crate::terms::{BarrierRoom, Room, Terms};
use clunroll_analysis::Loop;
use oclc_syntax::source::Span;

/// `#if`, `#else` and `#endif`, with their line ends.
const CONDITION_LINES: usize = 24;

impl<'t> Planner<'_, '_, 't> {
    /// What plans leave of the limits, one after the other.
    pub fn room_after(&self, mut terms: Terms<'_>, plans: &InnerPlans<'t>) -> Room {
        for (_, plan) in plans {
            terms.room = self.room_behind(terms, plan);
        }
        terms.room
    }

    /// What a plan leaves of the limits.
    #[must_use]
    pub fn room_behind(&self, terms: Terms<'_>, plan: &RequestPlan<'t>) -> Room {
        let room = terms.room;
        let (growth, meetings, conditional) = match plan {
            RequestPlan::Unroll(unroll) => {
                (self.growth(unroll), unroll.size.meetings, self.conditional_growth(terms, &unroll.site, &unroll.size))
            }
            RequestPlan::Choice(choice) => {
                (self.growth_of_choice(choice), choice.meetings(), self.conditional_growth_of_choice(terms, choice))
            }
            RequestPlan::NotAsked | RequestPlan::Left(_) => return room,
        };
        let barriers = BarrierRoom {
            tested: room.barriers.tested.saturating_sub(meetings),
            conditional: room.barriers.conditional.saturating_sub(conditional),
        };
        Room { bytes: room.bytes.saturating_sub(growth), barriers }
    }

    /// By how many barriers that an iteration may skip the loops of the function grow, if a loop is written with that size.
    pub fn conditional_growth(&self, terms: Terms<'_>, site: &Loop<'_>, size: &Bulk) -> u64 {
        let is_inside = self.function.loops_around.contains_key(&site.tokens.start);
        let straight = if is_inside { size.straight } else { size.varying };
        if size.conditional + straight == 0 {
            // The function is not walked for its barriers.
            return 0;
        }
        let written = (size.conditional + straight).saturating_mul(self.copies_around(terms, site));
        written.saturating_sub(self.conditional_meetings().count(&site.tokens))
    }

    /// How many copies of a loop the requests around it ask for. Such a request counts where it stays as written, too: the final compile
    /// may then carry it out. No compiler does so with barriers where the trip count is known only at run time.
    fn copies_around(&self, terms: Terms<'_>, site: &Loop<'_>) -> u64 {
        let loops = &self.function.loops_around;
        let around = std::iter::successors(loops.get(&site.tokens.start), |keyword| loops.get(*keyword));
        let copies = |keyword: &usize| {
            let wanted = &self.wanted[self.wanted.binary_search_by_key(keyword, |wanted| wanted.token).ok()?];
            let (outer, body) = self.examined(wanted, terms).ok()?;
            let trips = self.final_trips(wanted, &outer, outer.counter.as_ref().ok()?, &body)?;
            match wanted.amount {
                Amount::Full | Amount::Auto => Some(trips),
                Amount::By(factor) | Amount::Jam(factor) => Some(trips.min(u64::from(factor))),
                Amount::No => None,
            }
        };
        around.filter_map(copies).fold(1, u64::saturating_mul)
    }

    /// By about how many bytes a loop grows.
    #[must_use]
    pub fn growth(&self, unroll: &Unroll<'_>) -> u64 {
        let original = self.function.source_span(&unroll.site.tokens).map_or(0, Span::len) as u64;
        unroll.size.bytes.saturating_sub(original)
    }

    /// By about how many bytes a choice grows the file.
    pub fn growth_of_choice(&self, choice: &HostChoice<'t>) -> u64 {
        let text = choice.condition().len() + choice.assumption.assertions().concat().len() + CONDITION_LINES;
        let unrolled = choice.unrolled().map_or(0, |unroll| {
            let original = self.function.source_span(&unroll.site.tokens).map_or(0, Span::len) as u64;
            self.growth(unroll) + original
        });
        let otherwise = choice.otherwise.iter().map(|(_, plan)| match plan {
            RequestPlan::Unroll(unroll) => self.growth(unroll),
            _ => marker_text().len() as u64,
        });
        text as u64 + unrolled + otherwise.sum::<u64>()
    }

    /// By how many barriers that an iteration may skip the loops of the function grow: only one of the branches is compiled.
    pub fn conditional_growth_of_choice(&self, terms: Terms<'_>, choice: &HostChoice<'t>) -> u64 {
        let of_branch = |plans: &InnerPlans<'t>| -> u64 {
            let unrolled = plans.iter().filter_map(|(_, plan)| plan.unrolled());
            unrolled.map(|unroll| self.conditional_growth(terms, &unroll.site, &unroll.size)).sum()
        };
        of_branch(&choice.assumed).max(of_branch(&choice.otherwise))
    }
}
