//! One reading of a text: what its requests ask for, and the changes that carry it out.
//!
//! A text in which an array is used through macros is changed in two readings. The first writes those invocations out, one
//! level after the other, until the array's name and the brackets behind it stand in the code itself; the second, of what
//! the first has written, finds them there and replaces them. Each comes with [`Check`]s: the tokens that a function must
//! expand to once its changes are carried out.

use crate::analysis::without_tree;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::check::{Check, Expected};
use super::first_branches::{FirstBranches, UnreadNames};
use super::plan::{PromotionPlanner, PromotionTarget, Refusal};
use super::request::{PromotionAnchor, PromotionRequest, directives, operators, place_of_range};
use super::stretch::StretchNeeds;
use super::uses::{Reached, Survey};
use super::write::PromotionWriter;
use crate::analysis::{Function, ProgramFunctions};
use crate::options::Options;
use crate::pipeline::file_decline;
use crate::unroll::{FileStyle, FreeNames};
use clunroll_rules::{Decline, PromotionDecline, PromotionReason};
use oclc_syntax::lex;
use oclc_syntax::preprocess::{Configuration, Unit, expand};
use oclc_syntax::source::{FileId, Place, Replacement, Span};
use oclc_syntax::tree::{Declarations, Items, Parsed, TokenRange, Trees};

/// What became of one declaration.
#[derive(Clone, Debug)]
pub struct PromotionResult {
    /// Its first request.
    pub pragma: Place,
    /// The names of its arrays.
    pub names: Vec<String>,
    /// How many elements they have together.
    pub elements: u64,
    /// Whether the arrays become scalars.
    pub result: Result<(), Refusal>,
    /// The condition that the declaration is under, of a choice that clunroll wrote.
    pub condition: Option<String>,
    /// What must be under one condition for that.
    pub needs: Option<StretchNeeds>,
}

/// What one reading finds and changes.
#[derive(Debug, Default)]
pub struct Pass {
    /// One for each declaration, in order.
    pub verdicts: Vec<PromotionResult>,
    /// Invocations written out; where there are any, nothing is replaced yet.
    pub written_out: Vec<Replacement>,
    /// The changes.
    pub replacements: Vec<Replacement>,
    /// What the new text has to expand to: that with invocations written out, or that with all changes.
    pub checks: Vec<Check>,
    /// How many directives go.
    pub gone: usize,
}

/// Reads a text in the first branches of choices; nothing is done about the verdicts in `excluded`, for the reasons that stand
/// there.
#[must_use]
pub fn read_promotions(
    unit: &Unit,
    options: &Options,
    branches: &FirstBranches,
    excluded: &BTreeMap<usize, PromotionDecline>,
    trees: &Trees,
) -> Pass {
    let items = Items::find(unit);
    let configuration = branches.configuration();
    let mut requests: BTreeMap<Option<usize>, Vec<PromotionRequest>> = BTreeMap::new();
    for request in directives(unit) {
        if let PromotionAnchor::Directive(index) = request.anchor
            && !unit.is_dead(&configuration, unit.directives[index].group)
        {
            requests.entry(items.containing(unit.directives[index].code_before)).or_default().push(request);
        }
    }
    let may_make = unit.sources.iter().any(|file| lex::may_spell(&file.bytes, b"_Pragma"));
    let functions = items.all().iter().enumerate().filter(|(_, item)| item.body.is_some());
    for (index, item) in functions.filter(|_| may_make) {
        let expansion = expand(unit, &configuration, std::iter::once(item.code.clone()));
        if operators(&expansion.tokens).next().is_some() {
            requests.entry(Some(index)).or_default();
        }
    }
    let Some(first) = requests.keys().next().copied() else { return Pass::default() };
    let place = requests[&first].first().map_or(Place { file: FileId::MAIN, span: Span::new(0, 0) }, |one| one.place);
    let reader = PromotionReader {
        unit,
        branches,
        unread: UnreadNames::new(unit, branches),
        configuration,
        excluded,
        trees,
        program: Rc::new(ProgramFunctions::new(unit, &items, options)),
        declarations: Declarations::find(unit, &items),
        reached: Reached::new(unit),
        names: FreeNames::new(unit),
        layout: FileStyle::of(&unit.sources[FileId::MAIN]),
        file_decline: file_decline(unit, place).map(|decline| PromotionReason::around(&decline.reason, None)),
        items,
    };
    let mut pass = Pass::default();
    for (item, requests) in requests {
        reader.item(item, requests, &mut pass);
    }
    if !pass.written_out.is_empty() {
        // Functions in which nothing is written out stay as they are until all else is.
        pass.checks.retain(|check| check.is_written_out);
        (pass.replacements, pass.gone) = (Vec::new(), 0);
    }
    pass.written_out.sort_by_key(|one| one.span.start);
    pass.replacements.sort_by_key(|one| (one.span.start, one.span.end));
    pass
}

struct PromotionReader<'a> {
    unit: &'a Unit,
    branches: &'a FirstBranches,
    unread: UnreadNames,
    configuration: Configuration,
    excluded: &'a BTreeMap<usize, PromotionDecline>,
    trees: &'a Trees,
    items: Items,
    program: Rc<ProgramFunctions<'a>>,
    declarations: Declarations,
    reached: Reached<'a>,
    names: FreeNames<'a>,
    layout: FileStyle,
    file_decline: Option<PromotionReason>,
}

impl PromotionReader<'_> {
    /// Reads the requests of one top-level item.
    fn item(&self, item: Option<usize>, requests: Vec<PromotionRequest>, pass: &mut Pass) {
        let unit = self.unit;
        let parsed =
            self.declarations.parse_item(unit, &self.items, self.trees, item, &HashSet::default(), &self.configuration);
        let parsed = match parsed {
            Ok(parsed) => parsed,
            Err(error) => {
                for request in requests {
                    let Decline { reason, place } = without_tree(unit, error, request.place);
                    let stopped = error.stopped().map(|at| unit.text(&unit.code[at]).into_owned());
                    let kept = PromotionDecline { why: PromotionReason::around(&reason, stopped), place };
                    let result = Err(Refusal::Declined(kept));
                    pass.verdicts.push(PromotionResult {
                        pragma: request.place,
                        names: Vec::new(),
                        elements: 0,
                        result,
                        condition: None,
                        needs: None,
                    });
                }
                return;
            }
        };
        let function = Function::new(unit, &self.program, &parsed);
        let code = item.map_or(0..0, |item| self.items.all()[item].code.clone());
        let tokens = tokens_of(&parsed, &code);
        let in_macros = operators(&parsed.expansion.tokens).filter(|range| tokens.contains(&range.start));
        let in_macros = in_macros
            .map(|range| PromotionRequest {
                place: place_of_range(&function, &range),
                anchor: PromotionAnchor::Operator(range),
            })
            .filter(|request| request.place.file == FileId::MAIN);
        let requests: Vec<PromotionRequest> = requests.into_iter().chain(in_macros).collect();
        let survey = Survey::of(&function);
        let planner = PromotionPlanner {
            function: &function,
            survey: &survey,
            reached: &self.reached,
            names: &self.names,
            branches: self.branches,
            unread: &self.unread,
        };
        let first = pass.verdicts.len();
        let mut plans = Vec::new();
        for PromotionTarget { pragma, names, elements, plan } in planner.targets(requests) {
            let ordinal = pass.verdicts.len();
            let refused = match (self.excluded.get(&ordinal), &self.file_decline) {
                (Some(kept), _) => Some(kept.clone()),
                (None, Some(why)) => Some(PromotionDecline { why: why.clone(), place: pragma }),
                (None, None) => None,
            };
            let condition = plan.as_ref().ok().and_then(|plan| plan.condition.clone());
            let needs = plan.as_ref().ok().and_then(|plan| StretchNeeds::of(&function, plan));
            let result = match (plan, refused) {
                (Err(Refusal::NoArray(found)), _) => Err(Refusal::NoArray(found)),
                (_, Some(kept)) | (Err(Refusal::Declined(kept)), None) => Err(Refusal::Declined(kept)),
                (Ok(plan), None) => {
                    plans.push((ordinal, plan));
                    Ok(())
                }
            };
            pass.verdicts.push(PromotionResult { pragma, names, elements, result, condition, needs });
        }
        let (Some(item), false) = (item, plans.is_empty()) else { return };
        let writer = PromotionWriter { unit, function: &function, layout: &self.layout, code, tokens };
        let (written_out, taken_back) = writer.write_out(&mut plans);
        for (verdict, kept) in taken_back {
            pass.verdicts[verdict].result = Err(Refusal::Declined(kept));
        }
        let is_written_out = !written_out.is_empty();
        let expected = if is_written_out {
            pass.written_out.extend(written_out);
            parsed.expansion.tokens[writer.tokens.clone()].iter().map(Expected::of).collect()
        } else {
            pass.replacements.extend(writer.replacements(&plans));
            pass.gone += plans.iter().map(|(_, plan)| plan.directives.len()).sum::<usize>();
            writer.expected(&plans)
        };
        pass.checks.push(Check { item, verdicts: first..pass.verdicts.len(), is_written_out, expected });
    }
}

/// The tokens of an item among those that were parsed with it.
fn tokens_of(parsed: &Parsed<'_>, code: &Range<usize>) -> TokenRange {
    let tokens = &parsed.expansion.tokens;
    let behind = |at: usize| tokens.partition_point(|token| parsed.expansion.code_of(token).start < at);
    behind(code.start)..behind(code.end)
}
