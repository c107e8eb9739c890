//! One reading of a text: its requests, and the changes for them.
//!
//! A text in which macros use an array is changed in two readings. The first reading expands those invocations, one level after the other,
//! until the array's name and the brackets after it are in the code itself; the second reading, of the result, finds and replaces them
//! there. Each reading has [`Check`]s: the tokens that a function must expand to after its changes.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::check::Check;
use super::first_branches::{FirstBranches, UnreadNames};
use super::plan::Refusal;
use super::request::{PromotionAnchor, PromotionRequest, directives, operators};
use super::stretch::StretchNeeds;
use super::uses::Reached;
use crate::options::Options;
use crate::pipeline::file_decline;
use clunroll_analysis::ProgramFunctions;
use clunroll_loops::{FileStyle, FreeNames};
use clunroll_rules::{PromotionDecline, PromotionReason};
use oclc_syntax::lex;
use oclc_syntax::preprocess::{Atom, Configuration, Unit, expand};
use oclc_syntax::source::{Composed, FileId, Place, PresenceCondition, Replacement, Span};
use oclc_syntax::tree::{Declarations, Items, Trees};

/// The result for one declaration.
#[derive(Clone, Debug)]
pub struct PromotionResult {
    /// Its first request.
    pub pragma: Place,
    /// The names of its arrays.
    pub names: Vec<String>,
    /// How many elements they have together.
    pub elements: u64,
    /// Whether the arrays become scalars, or the reason why not.
    pub result: Result<(), Refusal>,
    /// The condition around the declaration, of a choice that clunroll wrote.
    pub condition: Option<PresenceCondition>,
    /// The text and the assumptions that must be under one condition for that.
    pub needs: Option<StretchNeeds>,
    /// A test that decides whether the reason for a refusal exists.
    pub test: Option<Atom>,
}

/// Failed attempts.
#[derive(Debug, Default)]
pub struct Excluded {
    /// The declarations that stay, by their number, each with the reason.
    pub declarations: BTreeMap<usize, PromotionDecline>,
    /// The items that are read in one configuration only.
    pub apart: BTreeSet<usize>,
}

/// The results and changes of one reading.
#[derive(Debug, Default)]
pub struct Pass {
    /// One for each declaration, in order.
    pub verdicts: Vec<PromotionResult>,
    /// Expanded invocations; if there are any, nothing is replaced yet.
    pub written_out: Vec<Replacement>,
    /// The changes.
    pub replacements: Vec<Replacement>,
    /// The expected expansions of the new text, after expansion of invocations or after all changes.
    pub checks: Vec<Check>,
    /// The number of directives to remove.
    pub gone: usize,
}

/// Reads a text in the first branches of choices. It consists of the author's text and of text that clunroll made. The declarations in
/// `excluded` stay, for the reasons there.
#[must_use]
pub fn read_promotions(
    unit: &Unit,
    text: &Composed,
    options: &Options,
    branches: &FirstBranches,
    excluded: &Excluded,
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
    let may_make = unit.sources.iter().any(|file| lex::file_may_spell(file, "_Pragma"));
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
        text,
        branches,
        unread: UnreadNames::new(unit, branches),
        configuration,
        excluded,
        trees,
        program: Rc::new(ProgramFunctions::new(unit, &items, options.assumptions())),
        declarations: Declarations::find(unit, &items),
        reached: Reached::new(unit),
        names: FreeNames::new(unit),
        layout: FileStyle::of(&unit.sources[FileId::MAIN]),
        file_decline: file_decline(unit, place).map(|decline| PromotionReason::around(&decline.reason, None)),
        items,
    };
    let mut pass = Pass::default();
    for (item, requests) in requests {
        reader.item(item, &requests, &mut pass);
    }
    if !pass.written_out.is_empty() {
        // Functions without expanded invocations stay unchanged until all invocations are expanded.
        pass.checks.retain(|check| check.is_written_out);
        (pass.replacements, pass.gone) = (Vec::new(), 0);
    }
    pass.written_out.sort_by_key(|one| one.span.start);
    pass.replacements.sort_by_key(|one| (one.span.start, one.span.end));
    pass
}

/// The inputs of readings.
pub struct PromotionReader<'a> {
    /// The text.
    pub unit: &'a Unit,
    /// The text with its origins, which show what the author wrote.
    pub text: &'a Composed,
    /// The choices whose first branch is read.
    pub branches: &'a FirstBranches,
    /// The names in their other branches.
    pub unread: UnreadNames,
    /// The configuration that takes the first branches.
    pub configuration: Configuration,
    /// Failed attempts.
    pub excluded: &'a Excluded,
    /// Trees that were parsed.
    pub trees: &'a Trees,
    /// The items of the text.
    pub items: Items,
    /// Facts about all functions.
    pub program: Rc<ProgramFunctions<'a>>,
    /// The declarations outside of functions.
    pub declarations: Declarations,
    /// The names that macros may lead to.
    pub reached: Reached<'a>,
    /// Free names.
    pub names: FreeNames<'a>,
    /// The habits of the file.
    pub layout: FileStyle,
    /// The reason why nothing in the file is rewritten.
    pub file_decline: Option<PromotionReason>,
}

impl PromotionReader<'_> {
    /// Reads the requests of one top-level item.
    fn item(&self, item: Option<usize>, requests: &[PromotionRequest], pass: &mut Pass) {
        let first = pass.verdicts.len();
        let refusal = |number: usize, pragma: Place| {
            let of_file = || self.file_decline.clone().map(|why| PromotionDecline { why, place: pragma });
            self.excluded.declarations.get(&(first + number)).cloned().or_else(of_file)
        };
        let found = self.read_all(item, requests, &refusal);
        pass.verdicts.extend(found.verdicts);
        let Some(item) = item else { return };
        let is_written_out = !found.written_out.is_empty();
        pass.written_out.extend(found.written_out);
        pass.replacements.extend(found.replacements);
        pass.gone += found.gone.len();
        for (configuration, expected) in found.expected {
            let verdicts = first..pass.verdicts.len();
            let is_joint = found.is_joint;
            pass.checks.push(Check { item, configuration, verdicts, is_joint, is_written_out, expected });
        }
    }
}
