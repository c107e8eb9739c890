//! One reading of a function in one configuration: the results for its requests there, and the changes.

use std::ops::Range;

use super::arguments::SpelledArguments;
use super::check::Expected;
use super::idle::IdleVariables;
use super::pass::{PromotionReader, PromotionResult};
use super::plan::{PromotionPlan, PromotionPlanner, PromotionTarget, Refusal};
use super::request::{PromotionAnchor, PromotionRequest, operators, place_of_range};
use super::stretch::StretchNeeds;
use super::uses::Survey;
use super::write::PromotionWriter;
use clunroll_analysis::{Function, without_tree};
use clunroll_rules::{Decline, PromotionDecline, PromotionReason};
use oclc_syntax::preprocess::{Atom, Configuration};
use oclc_syntax::source::{FileId, Place, Replacement};
use oclc_syntax::tree::{NoTree, TokenRange};
use rustc_hash::FxHashSet;

/// The results in one configuration.
#[derive(Debug)]
pub struct Reading {
    /// The configuration.
    pub configuration: Configuration,
    /// One for each declaration, in order.
    pub verdicts: Vec<PromotionResult>,
    /// Expanded invocations.
    pub written_out: Vec<Replacement>,
    /// The changes; none if invocations are expanded.
    pub replacements: Vec<Replacement>,
    /// The requests to remove.
    pub gone: Vec<Place>,
    /// The expected expansion of the function; `None` if nothing changes.
    pub expected: Option<Vec<Expected>>,
}

impl Reading {
    /// A test that decides whether a reason for a refusal exists.
    #[must_use]
    pub fn test(&self) -> Option<&Atom> {
        self.verdicts.iter().find_map(|verdict| verdict.test.as_ref())
    }

    fn new(configuration: &Configuration) -> Self {
        Self {
            configuration: configuration.clone(),
            verdicts: Vec::new(),
            written_out: Vec::new(),
            replacements: Vec::new(),
            gone: Vec::new(),
            expected: None,
        }
    }
}

impl PromotionReader<'_> {
    /// Reads a top-level item. The declarations for which `refusal` gives a reason, by their number and their first request, stay.
    pub(super) fn read(
        &self,
        item: Option<usize>,
        requests: &[PromotionRequest],
        configuration: &Configuration,
        refusal: &dyn Fn(usize, Place) -> Option<PromotionDecline>,
    ) -> Reading {
        let unit = self.unit;
        let mut reading = Reading::new(configuration);
        let parsed =
            self.declarations.parse_item(unit, &self.items, self.trees, item, &FxHashSet::default(), configuration);
        let parsed = match parsed {
            Ok(parsed) => parsed,
            Err(error) => {
                let uneven = item.map_or(&[][..], |item| &self.items.all()[item].uneven);
                let test = uneven.iter().find_map(|&chain| unit.undecided(configuration, chain));
                let verdict = |(number, request): (usize, &PromotionRequest)| {
                    let refusal = refusal(number, request.place);
                    let test = test.clone().filter(|_| refusal.is_none());
                    self.without_tree(request, error, test)
                };
                reading.verdicts = requests.iter().enumerate().map(verdict).collect();
                return reading;
            }
        };
        let function = Function::new(unit, &self.program, &parsed);
        let code = item.map_or(0..0, |item| self.items.all()[item].code.clone());
        let tokens = tokens_of(&function, &code);
        let survey = Survey::of(&function);
        let planner = PromotionPlanner {
            function: &function,
            survey: &survey,
            arguments: &SpelledArguments::new(&function),
            reached: &self.reached,
            text: self.text,
            names: &self.names,
            branches: self.branches,
            unread: &self.unread,
        };
        let mut plans = Vec::new();
        for target in planner.targets(all_requests(&function, requests, &tokens)) {
            let PromotionTarget { pragma, names, elements, plan, test } = target;
            let refused = refusal(reading.verdicts.len(), pragma);
            let test = test.filter(|_| refused.is_none());
            let condition = plan.as_ref().ok().and_then(|plan| plan.condition.clone());
            let needs = plan.as_ref().ok().and_then(|plan| StretchNeeds::of(&function, plan));
            let result = match (plan, refused) {
                (Err(Refusal::NoArray(found)), _) => Err(Refusal::NoArray(found)),
                (_, Some(kept)) | (Err(Refusal::Declined(kept)), None) => Err(Refusal::Declined(kept)),
                (Ok(plan), None) => {
                    plans.push((reading.verdicts.len(), plan));
                    Ok(())
                }
            };
            reading.verdicts.push(PromotionResult { pragma, names, elements, result, condition, needs, test });
        }
        if !plans.is_empty() && item.is_some() {
            let idle = IdleVariables { survey: &survey, reached: &self.reached, text: self.text };
            let writer = PromotionWriter { unit, function: &function, layout: &self.layout, code, tokens };
            write(&writer, &idle, plans, &mut reading);
        }
        reading
    }

    /// The result for a request in an item that cannot be parsed.
    fn without_tree(&self, request: &PromotionRequest, error: NoTree, test: Option<Atom>) -> PromotionResult {
        let Decline { reason, place } = without_tree(self.unit, error, request.place);
        let stopped = error.stopped().map(|at| self.unit.text(&self.unit.code[at]).into_owned());
        let kept = PromotionDecline { why: PromotionReason::around(&reason, stopped), place };
        PromotionResult {
            pragma: request.place,
            names: Vec::new(),
            elements: 0,
            result: Err(Refusal::Declined(kept)),
            condition: None,
            needs: None,
            test,
        }
    }
}

/// Carries out plans; a plan that fails is refused.
fn write(
    writer: &PromotionWriter<'_, '_, '_>,
    idle: &IdleVariables<'_, '_, '_>,
    mut plans: Vec<(usize, PromotionPlan)>,
    reading: &mut Reading,
) {
    let (written_out, taken_back) = writer.write_out(&mut plans);
    for (verdict, kept) in taken_back {
        reading.verdicts[verdict].result = Err(Refusal::Declined(kept));
    }
    if written_out.is_empty() {
        idle.remove(writer.function, &mut plans);
        reading.replacements = writer.replacements(&plans);
        reading.gone = plans.iter().flat_map(|(_, plan)| plan.directives.clone()).collect();
        reading.expected = Some(writer.expected(&plans));
    } else {
        reading.written_out = written_out;
        let tokens = &writer.function.parsed.expansion.tokens[writer.tokens.clone()];
        reading.expected = Some(tokens.iter().map(Expected::of).collect());
    }
}

/// The requests of an item, operators included.
fn all_requests(
    function: &Function<'_, '_>,
    directives: &[PromotionRequest],
    tokens: &TokenRange,
) -> Vec<PromotionRequest> {
    let in_item = operators(&function.parsed.expansion.tokens).filter(|range| tokens.contains(&range.start));
    let request = |range: TokenRange| PromotionRequest {
        place: place_of_range(function, &range),
        anchor: PromotionAnchor::Operator(range),
    };
    let in_main = in_item.map(request).filter(|request| request.place.file == FileId::MAIN);
    directives.iter().cloned().chain(in_main).collect()
}

/// The tokens of an item among those that were parsed with it.
fn tokens_of(function: &Function<'_, '_>, code: &Range<usize>) -> TokenRange {
    let expansion = &function.parsed.expansion;
    let behind = |at: usize| expansion.tokens.partition_point(|token| expansion.code_of(token).start < at);
    behind(code.start)..behind(code.end)
}
