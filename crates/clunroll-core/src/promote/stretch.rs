//! One condition around an array's declaration and all of its uses.
//!
//! ```c
//! float sum[N];                                   // #if (N) == 4
//! #if (N) == 4                                    //   (void)sizeof(char[(N) == 4 ? 1 : -1]);
//! … sum[0] … sum[3] …                             //   float sum[N];
//! #else                                     ->    //   … sum[0] … sum[3] …
//! for (int i = 0; i < N; i++) … sum[i] …          // #else
//! #endif                                          //   float sum[N];
//!                                                 //   for (int i = 0; i < N; i++) … sum[i] …
//!                                                 // #endif
//! ```
//!
//! A loop whose trip count the host decides is written as a choice of the preprocessor. An array that such loops use can become scalars
//! only in their first branches. So the stretch of lines from its request to the last statement that uses it is written twice: once with
//! the first branch of each choice in it, and once with the other. Whether or not the joint condition holds, the tokens are the same as
//! before; no directive in the stretch may change the meaning of a macro.

use std::ops::Range;

use super::first_branches::FirstBranches;
use super::pass::{Excluded, PromotionResult, read_promotions};
use super::plan::PromotionPlan;
use crate::choice::{cuts, whole_lines};
use crate::options::Options;
use clunroll_analysis::Function;
use clunroll_loops::{ASSERTION_WORDS, Assumption, FileStyle, line_indentation};
use oclc_syntax::lex;
use oclc_syntax::preprocess::{Configuration, DirectiveKind, Meaning, Moment, Unit};
use oclc_syntax::source::{Composed, Equality, FileId, Place, PresenceCondition, Replacement, Span, WrittenOut};
use oclc_syntax::tree::Trees;

/// The needs of an array that becomes scalars under one condition.
#[derive(Clone, Debug)]
pub struct StretchNeeds {
    /// The bytes from its request to the end of the last statement that uses it.
    pub span: Span,
    /// The assumptions of its length and its indices.
    pub assumption: Assumption,
}

impl StretchNeeds {
    /// The needs of a plan; `None` if not all of it is in the main file.
    pub fn of(function: &Function<'_, '_>, plan: &PromotionPlan) -> Option<Self> {
        let unit = function.unit;
        let (first, last) = (&unit.code[plan.extent.start], &unit.code[plan.extent.end - 1]);
        let is_main = [first.file, last.file, plan.request.file].iter().all(|&file| file == FileId::MAIN);
        let start = plan.request.span.start.min(first.span.start);
        let span = Span::new(start, last.span.end);
        is_main.then(|| Self { span, assumption: plan.hosted.assumption.clone() })
    }
}

impl StretchNeeds {
    /// The combined needs of two configurations of one declaration.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.span = self.span.to(other.span);
        self.assumption.add(&other.assumption);
        self
    }
}

/// A choice that clunroll wrote.
#[derive(Clone, Debug)]
pub struct WrittenChoice {
    /// The bytes of the text that it is in.
    pub span: Span,
    /// The bytes of the author's loop.
    pub of_loop: Span,
    /// The condition under which its first branch is compiled.
    pub condition: PresenceCondition,
}

/// The choices among ranges of a text that were written.
#[must_use]
pub fn written_choices(ranges: &[WrittenOut]) -> Vec<WrittenChoice> {
    let choice = |range: &WrittenOut| {
        let condition = range.condition.clone()?;
        Some(WrittenChoice { span: range.new, of_loop: range.old, condition })
    };
    ranges.iter().filter_map(choice).collect()
}

/// The chains of written choices in a text. A choice begins with its `#if`, and has an `#else`.
#[must_use]
pub fn first_branches(unit: &Unit, choices: &[WrittenChoice]) -> FirstBranches {
    let mut found = FirstBranches::default();
    let main = main_directives(unit);
    for WrittenChoice { span, condition, .. } in choices {
        let place = |index: usize| unit.directive_place(&unit.directives[index]);
        let first = main.get(main.partition_point(|(start, _)| *start < span.start)).map(|&(_, index)| index);
        let Some(first) = first.filter(|&first| place(first).span.end <= span.end) else { continue };
        let before = unit.sources[FileId::MAIN].slice(Span::new(span.start, place(first).span.start));
        let directive = &unit.directives[first];
        let Some(chain) = directive.chain.filter(|_| directive.kind.begins_chain()) else { continue };
        let written = &unit.groups.chains()[chain];
        if before.trim_ascii().is_empty() && written.has_else && written.branches.len() == 2 {
            found.chains.insert(chain, condition.clone());
        }
    }
    found
}

/// The offsets of the main file's directives, with their indices.
fn main_directives(unit: &Unit) -> Vec<(u32, usize)> {
    let places = unit.directives.iter().map(|directive| unit.directive_place(directive)).enumerate();
    places.filter(|(_, place)| place.file == FileId::MAIN).map(|(index, place)| (place.span.start, index)).collect()
}

/// A stretch that some arrays need under one condition.
struct WantedStretch {
    /// Its whole lines.
    span: Span,
    /// The directives in it.
    directives: Range<Moment>,
    /// The assumptions of the arrays' lengths and indices.
    assumption: Assumption,
    /// The first request.
    pragma: Place,
}

/// The stretches of a text in which arrays could become scalars if each whole stretch were under one condition. Each is written as a choice
/// under that condition.
#[must_use]
pub fn stretches(
    unit: &Unit,
    text: &Composed,
    branches: &FirstBranches,
    options: &Options,
    trees: &Trees,
) -> Vec<Replacement> {
    let question = FirstBranches { chains: branches.chains.clone(), is_question: true };
    let read = read_promotions(unit, text, options, &question, &Excluded::default(), trees);
    let main = main_directives(unit);
    let mut wanted: Vec<WantedStretch> = Vec::new();
    for PromotionResult { pragma, result, needs, .. } in read.verdicts {
        let (Ok(()), Some(needs)) = (result, needs) else { continue };
        let Some((span, directives)) = whole_stretch(unit, &main, needs.span) else { continue };
        // A value that no loop pins may be anything in a build, even a value of the run.
        let chains = chains_in(unit, branches, &directives);
        let pinned: Vec<Equality> = chains.flat_map(|chain| branches.chains[&chain].terms()).cloned().collect();
        if pinned.is_empty() || !needs.assumption.has_macros_pinned_by(&pinned) {
            continue;
        }
        match wanted.last_mut().filter(|last| span.start < last.span.end) {
            Some(last) => {
                last.span = last.span.to(span);
                last.directives.end = last.directives.end.max(directives.end);
                last.assumption.add(&needs.assumption);
            }
            None => wanted.push(WantedStretch { span, directives, assumption: needs.assumption, pragma }),
        }
    }
    let style = FileStyle::of(&unit.sources[FileId::MAIN]);
    wanted.into_iter().filter_map(|wanted| stretch(unit, branches, &style, wanted)).collect()
}

/// The whole lines of a stretch, with every conditional that begins in it, and its directives. `None` if it does not begin and end with a
/// line, if a conditional begins before it, or if a directive in it may change the meaning of a macro.
fn whole_stretch(unit: &Unit, main: &[(u32, usize)], span: Span) -> Option<(Span, Range<Moment>)> {
    let file = &unit.sources[FileId::MAIN];
    let mut lines = whole_lines(file, span);
    let place = |index: usize| unit.directive_place(&unit.directives[index]);
    let first = main.get(main.partition_point(|(start, _)| *start < lines.start));
    let first = first.map_or(unit.directives.len(), |&(_, index)| index);
    let mut at = first;
    while at < unit.directives.len() && place(at).span.start < lines.end {
        let directive = &unit.directives[at];
        if place(at).file != FileId::MAIN
            || !(directive.kind == DirectiveKind::Pragma || directive.kind.is_conditional())
        {
            return None;
        }
        if let Some(chain) = directive.chain.map(|chain| &unit.groups.chains()[chain]) {
            if chain.branches[0].directive < first {
                return None;
            }
            let end = whole_lines(file, place(chain.end?).span);
            lines.end = lines.end.max(end.end);
        }
        at += 1;
    }
    let ends_line = |at: u32| at > 0 && file.bytes[at as usize - 1] == b'\n';
    let is_plain = |at: u32| !unit.may_begin_inside(at) && !lex::ends_in_splice(&file.bytes[..at as usize]);
    let is_whole = [lines.start, lines.end].into_iter().all(|at| ends_line(at) && is_plain(at));
    is_whole.then_some((lines, first..at))
}

/// The written choices that begin among some directives.
fn chains_in(unit: &Unit, branches: &FirstBranches, directives: &Range<Moment>) -> impl Iterator<Item = usize> {
    let begun = unit.directives[directives.clone()].iter().filter(|directive| directive.kind.begins_chain());
    begun.filter_map(|directive| directive.chain).filter(|chain| branches.chains.contains_key(chain))
}

fn stretch(unit: &Unit, branches: &FirstBranches, style: &FileStyle, wanted: WantedStretch) -> Option<Replacement> {
    let WantedStretch { span, directives, mut assumption, pragma } = wanted;
    let chains: Vec<usize> = chains_in(unit, branches, &directives).collect();
    for chain in &chains {
        assumption.add_terms(branches.chains[chain].terms());
    }
    let is_ordinary = |word: &&str| matches!(unit.meaning(word, directives.start), Meaning::Ordinary);
    if assumption.terms.is_empty() || !ASSERTION_WORDS.iter().all(is_ordinary) {
        return None;
    }
    let file = &unit.sources[FileId::MAIN];
    let (end, indent) = (style.line_end, line_indentation(file, pragma.span.start));
    let place = Place { file: FileId::MAIN, span };
    let mut text = Composed::default();
    let condition = assumption.condition();
    text.made(format!("#if {condition}{end}").as_bytes(), place);
    for assertion in assumption.assertions() {
        text.made(format!("{indent}{assertion}{end}").as_bytes(), place);
    }
    for branch in 0..2 {
        if branch == 1 {
            text.made(format!("#else{end}").as_bytes(), place);
        }
        let configuration = chains
            .iter()
            .fold(Configuration::default(), |configuration, &chain| configuration.in_branch(chain, branch));
        let mut at = span.start;
        for cut in cuts(unit, &directives, &configuration) {
            text.copy_main(file, Span::new(at, cut.start));
            at = cut.end;
        }
        text.copy_main(file, Span::new(at, span.end));
    }
    text.made(format!("#endif{end}").as_bytes(), place);
    Some(Replacement { span, text, request: Some(pragma), condition: Some(condition) })
}
