//! The text of a file with the loops that macros make written out.

use crate::limits::MAX_SHARED;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::dissolve::{ExpandedText, ExpansionTask, InvocationId, PlainToken, dissolve, is_same};
use super::find::{LoopMacros, MacroLoop, RequestAt, sites};
use super::layout::{Setting, in_parentheses};
use super::remaining::{DeclinedInMacro, decline_in_macro};
use super::{MacroStep, starts_of_use};
use crate::pipeline::Rewrite;
use crate::unroll::{FileStyle, line_indentation};
use oclc_syntax::lex::{self, Bracket, partners};
use oclc_syntax::preprocess::{Configuration, Expansion, Unit, expand};
use oclc_syntax::source::{Composed, FileId, Place, Span, WrittenOut};

/// A request that macros have a part in, in the new text.
#[derive(Clone, Debug)]
pub struct Located {
    /// Where the request begins.
    pub start: u32,
    /// The invocations that have been written out for it.
    pub needs: BTreeSet<InvocationId>,
}

/// A file in which invocations have been written out.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// The new text; `None` where nothing has been written out.
    pub text: Option<Composed>,
    /// The requests that anything was written out for.
    pub requests: Vec<Located>,
    /// What there is to say about requests that stay inside their macros.
    pub told: Vec<DeclinedInMacro>,
    /// The invocations that have been written out: where each was, and what it became, in rising order.
    pub ranges: Vec<WrittenOut>,
    /// Stretches of code tokens that have changed: where each was, and where it is.
    changed: Vec<(Range<usize>, Range<usize>)>,
}

/// A top-level item with what it expands to.
struct ExpandedItem<'a, 'u> {
    /// Its code tokens.
    code: &'a Range<usize>,
    /// What they expand to.
    expansion: &'a Expansion<'u>,
    /// For each bracket of that its partner.
    partners: &'a [Option<usize>],
    /// The requests among that.
    sites: &'a [MacroLoop],
}

impl Lowered {
    /// Writes out the invocations in the main file that hide requests or their loops, those in `kept` excepted.
    #[must_use]
    pub fn of(unit: &Unit, carriers: &LoopMacros, kept: &BTreeSet<InvocationId>, max_growth: u64) -> Self {
        let mut lowered = Self::default();
        let mut writer = FileWriter::new(unit);
        for (code, expansion) in carriers.items(unit) {
            let partners = partners(Bracket::Any, &expansion.tokens);
            let sites = sites(unit, &expansion.tokens, &partners, code.clone());
            let begin = writer.moved(code.start);
            let item = ExpandedItem { code: &code, expansion: &expansion, partners: &partners, sites: &sites };
            let has_changed = lowered.item(unit, &item, kept, &mut writer);
            if has_changed {
                let end = writer.moved(code.end);
                lowered.changed.push((code, begin..end));
            }
            if writer.growth > max_growth {
                // All or nothing: a part of it would leave more room to the next run.
                return Self { told: lowered.told, ..Self::default() };
            }
        }
        if !lowered.changed.is_empty() {
            lowered.ranges = std::mem::take(&mut writer.ranges);
            lowered.text = Some(writer.finish().complete());
        }
        lowered
    }

    /// Writes out what is wanted of one item; tells whether anything has changed.
    fn item(
        &mut self,
        unit: &Unit,
        &ExpandedItem { code: item, expansion, partners, sites }: &ExpandedItem<'_, '_>,
        kept: &BTreeSet<InvocationId>,
        writer: &mut FileWriter<'_>,
    ) -> bool {
        let tokens = &expansion.tokens;
        let root = |at: usize| tokens.get(at)?.call.map(|call| expansion.outermost(call).code.clone());
        let mut wants: BTreeMap<usize, BTreeSet<(usize, PlainToken)>> = BTreeMap::new();
        for (number, site) in sites.iter().enumerate() {
            let plain = site.plain.iter().filter_map(|&at| Some((root(at)?.start, PlainToken::Plain(at))));
            let apart = site.last.and_then(|at| Some((root(at).filter(|own| root(at + 1).as_ref() == Some(own))?, at)));
            for (start, want) in plain.chain(apart.map(|(own, at)| (own.start, PlainToken::Apart(at)))) {
                wants.entry(start).or_default().insert((number, want));
            }
        }
        if wants.is_empty() {
            return false;
        }
        let runs = runs(expansion);
        balance(&mut wants, &runs, partners, root);
        let in_parentheses = in_parentheses(&unit.code[item.clone()], false);
        let mut needs: BTreeMap<usize, BTreeSet<InvocationId>> = BTreeMap::new();
        let mut starts: BTreeMap<usize, u32> = BTreeMap::new();
        for (start, wants) in wants {
            let (Some(run), Some(code)) = (runs.get(&start), runs.get(&start).and_then(|run| root(run.start))) else {
                continue;
            };
            let name = &unit.code[start];
            if name.file != FileId::MAIN {
                continue;
            }
            let setting = Setting {
                in_parentheses: in_parentheses[start - item.start],
                indentation: line_indentation(&unit.sources[FileId::MAIN], name.span.start),
                step: &writer.layout.unit,
                line_end: writer.layout.line_end,
            };
            let wants: Vec<_> = wants.into_iter().map(|(site, want)| (site, want.less(run.start))).collect();
            let (configuration, target) = (&Configuration::default(), &tokens[run.clone()]);
            let task = ExpansionTask { configuration, code: code.clone(), target, wants, setting };
            match dissolve(unit, &task, kept) {
                Ok(dissolved) if dissolved.needs.is_empty() => {}
                Ok(dissolved) => {
                    let begin = writer.replace(&code, &dissolved);
                    for (offset, at) in dissolved.starts.iter().enumerate() {
                        if let Some(at) = at {
                            starts.insert(run.start + offset, begin + at);
                        }
                    }
                    for (site, keys) in dissolved.needs {
                        needs.entry(site).or_default().extend(keys);
                    }
                }
                Err(reason) => {
                    let makes = |site: &MacroLoop| matches!(site.request, RequestAt::Token(at) if run.contains(&at));
                    if task.wants.iter().any(|&(site, _)| makes(&sites[site])) {
                        self.told.extend(decline_in_macro(unit, &code, reason));
                    }
                }
            }
        }
        for (site, needs) in needs {
            let own = |at: usize| unit.code[tokens[at].code].span.start;
            let start = match sites[site].request {
                RequestAt::Directive(index) => {
                    writer.moved_offset(unit.directive_place(&unit.directives[index]).span.start)
                }
                RequestAt::Token(at) => starts.get(&at).copied().unwrap_or_else(|| writer.moved_offset(own(at))),
            };
            self.requests.push(Located { start, needs });
        }
        !writer.is_untouched_since(item.start)
    }
}

impl MacroStep for Lowered {
    fn text(&self) -> Option<(&Composed, &[WrittenOut])> {
        self.text.as_ref().map(|text| (text, &self.ranges[..]))
    }

    /// Whether the new text expands to the same tokens.
    fn is_same_program(&self, before: &Unit, after: &Unit) -> bool {
        let moved = self.changed.last().map_or(0, |(old, new)| new.end as isize - old.end as isize);
        after.directives.len() == before.directives.len()
            && after.code.len() as isize == before.code.len() as isize + moved
            && self.changed.iter().all(|(old, new)| {
                let old = expand(before, &Configuration::default(), std::iter::once(old.clone()));
                is_same(&expand(after, &Configuration::default(), std::iter::once(new.clone())), &old.tokens)
            })
    }

    fn useless(&self, rewrite: &Rewrite) -> BTreeSet<InvocationId> {
        let helped = starts_of_use(rewrite);
        let (useful, others): (Vec<_>, Vec<_>) =
            self.requests.iter().partition(|request| helped.contains(&request.start));
        let useful: BTreeSet<_> = useful.into_iter().flat_map(|request| &request.needs).collect();
        let others = others.into_iter().flat_map(|request| &request.needs);
        others.filter(|key| !useful.contains(key)).copied().collect()
    }
}

impl PlainToken {
    /// The same in a list that begins at `start`.
    const fn less(self, start: usize) -> Self {
        match self {
            Self::Plain(at) => Self::Plain(at - start),
            Self::Apart(at) => Self::Apart(at - start),
        }
    }
}

/// The tokens that each outermost invocation expands to, by the code token of its name.
#[must_use]
pub fn runs(expansion: &Expansion<'_>) -> BTreeMap<usize, Range<usize>> {
    let mut runs: BTreeMap<usize, Range<usize>> = BTreeMap::new();
    for (at, token) in expansion.tokens.iter().enumerate() {
        if let Some(call) = token.call {
            runs.entry(expansion.outermost(call).code.start).or_insert(at..at).end = at + 1;
        }
    }
    runs
}

/// Adds the brackets that belong to brackets of the invocations that are written out: a `{` whose `}` stayed inside a
/// macro would have no end.
fn balance(
    wants: &mut BTreeMap<usize, BTreeSet<(usize, PlainToken)>>,
    runs: &BTreeMap<usize, Range<usize>>,
    partners: &[Option<usize>],
    root: impl Fn(usize) -> Option<Range<usize>>,
) {
    let mut work: BTreeSet<usize> = wants.keys().copied().collect();
    // Of a bracket, for how many sites it is wanted: brackets in a row would lead each site to all others.
    let mut shared: FxHashMap<usize, usize> = FxHashMap::default();
    while let Some(start) = work.pop_first() {
        let (Some(run), Some(own)) = (runs.get(&start), wants.get(&start)) else { continue };
        let own: BTreeSet<usize> = own.iter().map(|&(site, _)| site).take(MAX_SHARED).collect();
        for (at, partner) in run.clone().filter_map(|at| Some((at, partners[at]?))) {
            if run.contains(&partner) {
                continue;
            }
            let ends = [Some((start, at)), root(partner).map(|code| (code.start, partner))];
            for (start, at) in ends.into_iter().flatten() {
                let (wants, shared) = (wants.entry(start).or_default(), shared.entry(at).or_default());
                for &site in &own {
                    if *shared < MAX_SHARED && wants.insert((site, PlainToken::Plain(at))) {
                        *shared += 1;
                        work.insert(start);
                    }
                }
            }
        }
    }
}

/// Composes the main file anew, from its beginning to its end.
struct FileWriter<'u> {
    unit: &'u Unit,
    layout: FileStyle,
    text: Composed,
    /// How much of the main file has been written.
    done: u32,
    /// What has been replaced: the code tokens, the end of their text, and how far what follows has moved, in tokens and
    /// in bytes.
    replaced: Vec<(Range<usize>, u32, isize, i64)>,
    ranges: Vec<WrittenOut>,
    growth: u64,
}

impl<'u> FileWriter<'u> {
    fn new(unit: &'u Unit) -> Self {
        let layout = FileStyle::of(&unit.sources[FileId::MAIN]);
        Self { unit, layout, text: Composed::empty(), done: 0, replaced: Vec::new(), ranges: Vec::new(), growth: 0 }
    }

    /// Writes the file up to an invocation and what that has become; returns where this begins.
    fn replace(&mut self, code: &Range<usize>, dissolved: &ExpandedText) -> u32 {
        let span = self.unit.code[code.start].span.to(self.unit.code[code.end - 1].span);
        self.text.copy(&self.unit.sources, Place { file: FileId::MAIN, span: Span::new(self.done, span.start) });
        let begin = self.text.bytes().len() as u32;
        let bytes = dissolved.text.bytes();
        self.text.append(&dissolved.text, Span::new(0, bytes.len() as u32));
        let new = Span::new(begin, begin + bytes.len() as u32);
        self.ranges.push(WrittenOut { old: span, new, request: None });
        self.done = span.end;
        self.growth += bytes.len().saturating_sub(span.len()) as u64;
        let &(_, _, tokens, offset) = self.replaced.last().unwrap_or(&(0..0, 0, 0, 0));
        let tokens = tokens + lex::lex(FileId::MAIN, bytes).len() as isize - code.len() as isize;
        let offset = offset + bytes.len() as i64 - span.len() as i64;
        self.replaced.push((code.clone(), span.end, tokens, offset));
        begin
    }

    /// Where a code token that has not been replaced is now.
    fn moved(&self, code: usize) -> usize {
        let behind = self.replaced.partition_point(|(replaced, ..)| replaced.end <= code);
        let moved = behind.checked_sub(1).map_or(0, |at| self.replaced[at].2);
        code.saturating_add_signed(moved)
    }

    /// Where a byte that has not been replaced is now.
    fn moved_offset(&self, offset: u32) -> u32 {
        let behind = self.replaced.partition_point(|&(_, end, ..)| end <= offset);
        let moved = behind.checked_sub(1).map_or(0, |at| self.replaced[at].3);
        (i64::from(offset) + moved) as u32
    }

    /// Whether no code token from `code` on has been replaced.
    fn is_untouched_since(&self, code: usize) -> bool {
        self.replaced.last().is_none_or(|(replaced, ..)| replaced.end <= code)
    }

    fn finish(mut self) -> Composed {
        let end = self.unit.sources[FileId::MAIN].bytes.len() as u32;
        self.text.copy(&self.unit.sources, Place { file: FileId::MAIN, span: Span::new(self.done, end) });
        self.text
    }
}
