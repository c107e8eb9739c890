//! Planning a jam: the form of the outer loop, and whether its copies may run side by side.

use std::rc::Rc;

use super::Jam;
use super::names::renamed;
use crate::analysis::{Nest, conflict, decline_jam};
use crate::outcome::Amount;
use crate::unroll::forms::PlannedRequest;
use crate::unroll::plan::{Planner, Unroll};
use crate::unroll::shape::{MainLoopEnd, RemainderShape, Shape, VariableStyle};
use crate::unroll::trip_count::TripCount;
use clunroll_rules::{Decline, JamProblem, Reason};
use lang_c::ast::Statement;

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Jams so many iterations of an outer loop. What differs between configurations is not jammed.
    pub(in crate::unroll) fn jam(
        &self,
        asked: &PlannedRequest<'_, '_, 'u, 't>,
        factor: u32,
        is_settled: bool,
    ) -> Result<Unroll<'t>, Decline> {
        let site = &asked.site;
        let form = || decline_jam(self.function, JamProblem::Form, site.tokens.start);
        self.check_plain_text(asked)?;
        let nest = Nest::of(self.function, site)?;
        let counter = site.counter.clone()?;
        if is_settled {
            return form();
        }
        let jam = Jam { renamed: renamed(self.function, &nest)?, nest };
        self.check_parts(&jam)?;
        self.check_order(&jam, factor)?;
        let copies = u64::from(factor);
        let mut unroll = match self.count(site, &counter, &asked.body, asked.wanted.amount, asked.env)? {
            TripCount::Final(header, trips) if trips <= copies => self.full(asked, counter, header, trips)?,
            TripCount::Final(header, trips) => self.whole_passes(asked, counter, header, trips, factor)?,
            _ => self.runtime(asked, counter, factor)?,
        };
        match &mut unroll.shape {
            Shape::Full { style: VariableStyle::Declared(_), copies, .. } if copies.len() < 2 => return Ok(unroll),
            Shape::Full { style: VariableStyle::Declared(_), .. }
            | Shape::Blocks { style: VariableStyle::Declared(_), .. }
            | Shape::Exact { style: VariableStyle::Declared(_), .. } => {}
            Shape::Counted { style: VariableStyle::Declared(_), ending: MainLoopEnd::Value(_), rest, .. } => {
                *rest = RemainderShape::Loop;
                unroll.pin = self.pin(asked.wanted, RemainderShape::Loop, factor, false);
                unroll.copies = copies + 1;
            }
            _ => return form(),
        }
        // The copies have no counters of their own: each value is needed in several places.
        unroll.has_counters = false;
        Ok(Unroll { jam: Some(Rc::new(jam)), ..unroll })
    }

    /// Whether the text of the nest can be taken apart: it has no directives, no requests, no macros of the host's.
    fn check_plain_text(&self, asked: &PlannedRequest<'_, '_, 'u, 't>) -> Result<(), Decline> {
        let (function, tokens) = (self.function, &asked.site.tokens);
        let decline = |problem, token| decline_jam(function, problem, token);
        let inside = self.wanted.partition_point(|wanted| wanted.token <= tokens.start);
        let mut inner = self.wanted[inside..].iter().take_while(|wanted| wanted.token < tokens.end);
        if let Some(inner) = inner.find(|inner| inner.amount != Amount::No) {
            return decline(JamProblem::Request, inner.token);
        }
        let first = function.moment(tokens.start);
        if let Some(behind) = tokens.clone().find(|&at| function.moment(at) != first) {
            return decline(JamProblem::Directive, behind);
        }
        let expanded = &function.parsed.expansion.tokens;
        let open = tokens.clone().find(|&at| expanded[at].open).or_else(|| function.pasted_open_name());
        if let Some(open) = open {
            return decline(JamProblem::HostMacro(expanded[open].text.to_string()), open);
        }
        if function.unit.unread_include(first).is_some() {
            return decline(JamProblem::Include, tokens.start);
        }
        let is_left_out = |&at: &usize| function.parsed.is_left_out(at) || expanded[at].is_word("_Pragma");
        if let Some(attribute) = tokens.clone().find(is_left_out) {
            return decline(JamProblem::Statement, attribute);
        }
        if asked.body.convergent.is_some() || !asked.body.exits.is_empty() || asked.body.defines_macros {
            let token = asked.body.convergent.map_or(tokens.start, |(_, token)| token);
            return decline(JamProblem::Statement, token);
        }
        Ok(())
    }

    /// Whether each part is a text of the main file.
    fn check_parts(&self, jam: &Jam<'t>) -> Result<(), Decline> {
        for level in &jam.nest.levels {
            self.check_text(&level.site.tokens)?;
            let body = self.function.tokens(level.site.body);
            self.check_text(&body)?;
            if matches!(level.site.body.node, Statement::Compound(_)) {
                self.check_text(&(body.start..body.start + 1))?;
                self.check_text(&(body.end - 1..body.end))?;
            }
            self.check_text(&(level.site.tokens.start..level.site.tokens.start + 1))?;
            self.check_counter_texts(&level.site, &level.counter)?;
            for item in level.before.iter().chain(&level.after) {
                self.check_text(&item.tokens(self.function))?;
            }
        }
        Ok(())
    }

    /// Whether the order of a jam computes the same.
    fn check_order(&self, jam: &Jam<'t>, factor: u32) -> Result<(), Decline> {
        let Some(conflict) = conflict(self.function, &jam.nest, u64::from(factor))? else { return Ok(()) };
        let text = |range| self.function.text_of(range);
        let problem = JamProblem::Conflict { first: text(&conflict.first), second: text(&conflict.second) };
        self.decline(Reason::Jam(problem), conflict.second.start)
    }
}
