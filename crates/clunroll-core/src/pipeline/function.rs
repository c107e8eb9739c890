//! The requests of one function, or of a loop that is read without its function: its tree is planned as a whole, after each loop that
//! differs between configurations has been written separately, and then rendered.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::results::{fallbacks, outcomes};
use super::variants::{VariantLoop, VariantsResult};
use super::{FileRewriter, Stage};
use crate::lint;
use clunroll_analysis::Function;
use clunroll_loops::Amount;
use clunroll_loops::directive::{RequestKind, Target};
use clunroll_loops::{
    BoundRequest, FunctionPlan, InnerPlans, PlanRenderer, Planner, RequestPlan, Rules, Settled, Terms, Text, TextEdits,
    TooLarge, Unroll,
};
use clunroll_rules::{Finding, Reason};
use oclc_syntax::lex::TokenKind;
use oclc_syntax::preprocess::Configuration;
use oclc_syntax::source::FileId;
use oclc_syntax::tree::{NoTree, Parsed};

impl<'u> FileRewriter<'_, 'u> {
    /// Parses an item after the declarations that it, or a factor in it, mentions.
    pub(super) fn parse_item(
        &self,
        item: Option<usize>,
        pending: Range<usize>,
        configuration: &Configuration,
    ) -> Result<Parsed<'u>, NoTree> {
        let in_factors =
            self.pending[pending].iter().filter_map(|pending_request| match &pending_request.request.asked {
                Ok(RequestKind::By(tokens)) => Some(tokens),
                _ => None,
            });
        let words = in_factors.flatten().filter(|token| token.kind == TokenKind::Identifier);
        let names = words.map(|token| token.text.to_string()).collect();
        self.file.declarations.parse_item(self.unit, &self.file.items, self.file.trees, item, &names, configuration)
    }

    /// Plans and renders the requests of one parsed function or loop.
    pub(super) fn function(&mut self, item: Option<usize>, parsed: &Parsed<'u>, pending: Range<usize>) {
        let program = Rc::clone(&self.file.program);
        let function = Function::new(self.unit, &program, parsed);
        for at in pending.clone() {
            self.judge_request(&function, at);
            if let (None, Some(decline), Some(Amount::Full | Amount::By(_) | Amount::Jam(_) | Amount::Auto)) =
                (&self.pending[at].done, &self.file.decline, self.pending[at].amount)
            {
                self.decline(at, decline.clone());
            }
        }
        let mut settled = HashMap::new();
        let mut examined = HashSet::new();
        let mut written: Vec<VariantsResult> = Vec::new();
        loop {
            let wanted = self.wanted(parsed, pending.clone());
            let planner = self.planner(&function, &wanted, &settled, item);
            let too_large = TooLarge::default();
            let terms = self.terms(&too_large);
            let FunctionPlan { plans: inner_plans, remaining } = planner.function(terms);
            let next = inner_plans.iter().find_map(|(index, plan)| {
                let request = wanted[*index].number;
                let Target::Loop(code) = self.pending[request].target else { return None };
                let site = VariantLoop { request, code: code..self.item_end(item), item, pending: pending.clone() };
                let helps = match plan {
                    RequestPlan::NotAsked => false,
                    RequestPlan::Left(decline) => {
                        matches!(decline.reason, Reason::HostDecides(_) | Reason::MayDeclare { .. })
                    }
                    RequestPlan::Unroll(_) | RequestPlan::Choice(_) => true,
                };
                (examined.insert(request) && helps && self.has_variants(code, item)).then_some(site)
            });
            let Some(site) = next else {
                let edits = self.edits(&function, &wanted, &inner_plans);
                let outcomes = outcomes(&inner_plans, &planner);
                let requests = wanted.iter().map(|wanted| wanted.number).collect();
                let fallbacks = fallbacks(&inner_plans, &wanted);
                let advice = self
                    .advice(&planner, Terms { remaining, ..terms })
                    .into_iter()
                    .map(|(_, finding)| finding)
                    .collect();
                written.push(VariantsResult { edits, outcomes, fallbacks, advice, requests, remaining });
                break;
            };
            match self.in_variants(&site, Some(parsed)) {
                Ok(one) => {
                    // A declined request stays declined, above all a loop around others: otherwise the limits might allow it when the text
                    // that is written here no longer counts.
                    let left = inner_plans.iter().filter_map(|(index, plan)| match plan {
                        RequestPlan::Left(decline) => Some((wanted[*index].number, Settled::Left(decline.clone()))),
                        RequestPlan::NotAsked | RequestPlan::Unroll(_) | RequestPlan::Choice(_) => None,
                    });
                    settled.extend(left);
                    for &request in &one.requests {
                        self.pending[request].stage = Stage::Written;
                    }
                    self.remaining = one.remaining;
                    written.push(one);
                }
                Err(decline) => {
                    settled.insert(site.request, Settled::Left(decline));
                }
            }
        }
        for one in written {
            self.note_fallbacks(one.fallbacks);
            self.findings.extend(one.advice);
            self.remaining = self.remaining.least(one.remaining);
            self.edits.extend(one.edits);
            self.settle(&one.requests, one.outcomes);
        }
    }

    /// The requests that are valid and bound to a loop, and not yet written.
    pub(super) fn wanted(&self, parsed: &Parsed<'u>, pending: Range<usize>) -> Vec<BoundRequest<'_, 'u>> {
        let mut wanted = Vec::new();
        for number in pending {
            let pending_request = &self.pending[number];
            if let (Target::Loop(code), Some(amount), None) =
                (pending_request.target, pending_request.amount, &pending_request.done)
                && pending_request.stage != Stage::Written
            {
                // A `for` outside of macros is always among the tokens, if its configuration compiles it.
                if let Some(token) = parsed.token_at_code(code) {
                    let has_final_factor = pending_request.has_final_factor;
                    wanted.push(BoundRequest {
                        number,
                        as_written: &pending_request.request,
                        token,
                        amount,
                        has_final_factor,
                        is_inside_arguments: pending_request.is_inside_arguments,
                        is_left: pending_request.is_left,
                    });
                }
            }
        }
        wanted
    }

    pub(super) fn planner<'p, 't>(
        &'p self,
        function: &'p Function<'u, 't>,
        wanted: &'p [BoundRequest<'p, 'u>],
        settled: &'p HashMap<usize, Settled>,
        item: Option<usize>,
    ) -> Planner<'p, 'u, 't> {
        let entry_point = item.map(|item| (&*self.file.program, &self.file.items.all()[item]));
        Planner {
            function,
            requests: wanted,
            entry_point,
            policy: &Rules,
            settings: self.file.options.form_settings(),
            indent_unit: self.file.layout.unit.len(),
            serves_others: false,
            settled,
            conditional_meetings: OnceCell::new(),
            memory: RefCell::default(),
        }
    }

    /// The terms of a function's plan.
    pub(super) fn terms<'a>(&self, too_large: &'a TooLarge) -> Terms<'a> {
        Terms::new(&self.file.options.form_settings(), self.remaining, too_large)
    }

    /// The advice on the planned loops.
    pub(super) fn advice(&self, planner: &Planner<'_, 'u, '_>, terms: Terms<'_>) -> Vec<(usize, Finding)> {
        lint::of_loops(self.file.options, planner, terms)
    }

    /// The texts of plans; if nothing is written, the places that they would have.
    pub(super) fn edits<'t>(
        &self,
        function: &Function<'u, 't>,
        wanted: &[BoundRequest<'_, 'u>],
        inner_plans: &InnerPlans<'t>,
    ) -> TextEdits {
        if !self.file.options.stops_after_choice {
            return self.renderer(function, wanted).function(inner_plans);
        }
        let place = |unroll: &Unroll<'t>| {
            let span = function.source_span(unroll.around.as_ref().unwrap_or(&unroll.site.tokens))?;
            Some((span, Text::NOTHING))
        };
        inner_plans.iter().filter_map(|(_, plan)| place(plan.unrolled()?)).collect()
    }

    fn renderer<'r, 't>(
        &'r self,
        function: &'r Function<'u, 't>,
        wanted: &'r [BoundRequest<'r, 'u>],
    ) -> PlanRenderer<'r, 'u, 't> {
        PlanRenderer {
            function,
            requests: wanted,
            file: &self.unit.sources[FileId::MAIN],
            layout: &self.file.layout,
            names: &self.file.names,
            cuts: &self.cuts,
            mentions: OnceCell::new(),
            branches: OnceCell::new(),
        }
    }
}
