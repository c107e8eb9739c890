//! The text of a file after expansion of the loops that macros make.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::carriers::LoopMacros;
use super::dissolve::{ExpansionTask, PlainToken, dissolve, is_same};
use super::find::{MacroLoop, RequestAt, sites};
use super::layout::{TextLayout, in_parentheses};
use super::remaining::{DeclinedInMacro, decline_in_macro};
use clunroll_loops::directive::is_marked;
use clunroll_loops::{FileStyle, line_indentation};
use clunroll_rules::Reason;
use oclc_syntax::lex::{self, Bracket, partners};
use oclc_syntax::preprocess::{Configuration, Expansion, Unit, expand};
use oclc_syntax::source::{Composed, FileId, Place, Span, WrittenOut};

/// A file after expansion of invocations.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// The new text; `None` if nothing is expanded.
    pub text: Option<Composed>,
    /// Findings and reports for requests that stay inside their macros.
    pub told: Vec<DeclinedInMacro>,
    /// The expanded invocations: the place of each, and its new text, in rising order.
    pub ranges: Vec<WrittenOut>,
    /// The changed stretches of code tokens: the old place of each, and the new one.
    changed: Vec<(Range<usize>, Range<usize>)>,
}

/// A top-level item with its expansion.
struct ExpandedItem<'a, 'u> {
    /// Its code tokens.
    code: &'a Range<usize>,
    /// Their expansion.
    expansion: &'a Expansion<'u>,
    /// The partner of each bracket in the expansion.
    partners: &'a [Option<usize>],
    /// The requests in the expansion.
    sites: &'a [MacroLoop],
}

impl Lowered {
    /// Expands the invocations in the main file that hide requests or their loops.
    #[must_use]
    pub fn of(unit: &Unit, carriers: &LoopMacros, max_growth: u64) -> Self {
        let mut lowered = Self::default();
        let mut writer = LoweredFileWriter::new(unit);
        for (code, expansion) in carriers.items(unit) {
            let partners = partners(Bracket::Any, &expansion.tokens);
            let mut sites = sites(unit, &expansion.tokens, &partners, code.clone());
            lowered.leave_marked(unit, &expansion, &mut sites);
            let begin = writer.moved(code.start);
            let item = ExpandedItem { code: &code, expansion: &expansion, partners: &partners, sites: &sites };
            let has_changed = lowered.item(unit, &item, &mut writer);
            if has_changed {
                let end = writer.moved(code.end);
                lowered.changed.push((code, begin..end));
            }
            if writer.growth > max_growth {
                // All or nothing: a second run would continue a partial expansion.
                return Self { told: lowered.told, ..Self::default() };
            }
        }
        if !lowered.changed.is_empty() {
            lowered.ranges = std::mem::take(&mut writer.ranges);
            lowered.text = Some(writer.finish().complete());
        }
        lowered
    }

    /// Removes the requests of invocations with a marker after them, which an earlier run has declined.
    fn leave_marked(&mut self, unit: &Unit, expansion: &Expansion<'_>, sites: &mut Vec<MacroLoop>) {
        let mut left = BTreeSet::new();
        sites.retain(|site| {
            let invocation = site.invocation(expansion);
            let marked = invocation.filter(|code| {
                let (first, last) = (&unit.code[code.start], &unit.code[code.end - 1]);
                let place = Place { file: first.file, span: first.span.to(last.span) };
                first.file == last.file && is_marked(unit, place)
            });
            left.extend(marked.as_ref().map(|code| (code.start, code.end)));
            marked.is_none()
        });
        let told =
            left.into_iter().filter_map(|(start, end)| decline_in_macro(unit, &(start..end), Reason::LeftBefore));
        self.told.extend(told);
    }

    /// Expands the invocations of one item; returns whether anything changed.
    fn item(&mut self, unit: &Unit, item: &ExpandedItem<'_, '_>, writer: &mut LoweredFileWriter<'_>) -> bool {
        let ExpandedItem { code, expansion, sites, .. } = item;
        let wants = item.wants();
        if wants.is_empty() {
            return false;
        }
        let runs = runs(expansion);
        let in_parentheses = in_parentheses(&unit.code[(*code).clone()], false);
        for (start, wants) in wants {
            let Some(run) = runs.get(&start) else { continue };
            let Some(invocation) = item.root(run.start) else { continue };
            let name = &unit.code[start];
            if name.file != FileId::MAIN {
                continue;
            }
            let indentation = line_indentation(&unit.sources[FileId::MAIN], name.span.start);
            let setting = TextLayout {
                in_parentheses: in_parentheses[start - code.start],
                step: writer.layout.step(&indentation),
                indentation,
                line_end: writer.layout.line_end,
            };
            let wants = wants.into_iter().map(|want| want.less(run.start)).collect();
            let task = ExpansionTask {
                configuration: &Configuration::default(),
                code: invocation.clone(),
                target: &expansion.tokens[run.clone()],
                wants,
                setting,
            };
            match dissolve(unit, &task) {
                Ok(text) => writer.replace(&invocation, &text),
                Err(reason) => {
                    let is_made = |site: &MacroLoop| matches!(site.request, RequestAt::Token(at) if run.contains(&at));
                    if sites.iter().any(is_made) {
                        self.told.extend(decline_in_macro(unit, &invocation, reason));
                    }
                }
            }
        }
        !writer.is_untouched_since(code.start)
    }

    /// Whether the new text expands to the same tokens.
    #[must_use]
    pub fn is_same_program(&self, before: &Unit, after: &Unit) -> bool {
        let moved = self.changed.last().map_or(0, |(old, new)| new.end as isize - old.end as isize);
        after.directives.len() == before.directives.len()
            && after.code.len() as isize == before.code.len() as isize + moved
            && self.changed.iter().all(|(old, new)| {
                let old = expand(before, &Configuration::default(), std::iter::once(old.clone()));
                is_same(&expand(after, &Configuration::default(), std::iter::once(new.clone())), &old.tokens)
            })
    }
}

impl ExpandedItem<'_, '_> {
    /// The code tokens of the outermost invocation that a token comes from.
    fn root(&self, at: usize) -> Option<Range<usize>> {
        self.expansion.tokens.get(at)?.call.map(|call| self.expansion.outermost(call).code.clone())
    }

    /// The tokens that must be plain text, by the first code token of the invocation that makes them.
    fn wants(&self) -> BTreeMap<usize, BTreeSet<PlainToken>> {
        let mut wants: BTreeMap<usize, BTreeSet<PlainToken>> = BTreeMap::new();
        for site in self.sites {
            let plain = site.plain.iter().filter_map(|&at| Some((self.root(at)?, PlainToken::Plain(at))));
            let is_shared = |at: usize, own: &Range<usize>| self.root(at + 1).as_ref() == Some(own);
            let apart = site.last.and_then(|at| {
                let own = self.root(at).filter(|own| is_shared(at, own))?;
                Some((own, PlainToken::Apart(at)))
            });
            for (invocation, want) in plain.chain(apart) {
                wants.entry(invocation.start).or_default().insert(want);
            }
        }
        self.balance(&mut wants);
        wants
    }

    /// Adds the partners of brackets in the expanded invocations: a `{` whose `}` stayed inside a macro would have no end.
    fn balance(&self, wants: &mut BTreeMap<usize, BTreeSet<PlainToken>>) {
        let runs = runs(self.expansion);
        let mut work: Vec<usize> = wants.keys().copied().collect();
        let mut done = BTreeSet::new();
        while let Some(start) = work.pop() {
            let Some(run) = runs.get(&start).filter(|_| done.insert(start)) else { continue };
            for (at, partner) in run.clone().filter_map(|at| Some((at, self.partners[at]?))) {
                if run.contains(&partner) {
                    continue;
                }
                wants.entry(start).or_default().insert(PlainToken::Plain(at));
                if let Some(other) = self.root(partner) {
                    wants.entry(other.start).or_default().insert(PlainToken::Plain(partner));
                    work.push(other.start);
                }
            }
        }
    }
}

impl PlainToken {
    /// The same token in a list that begins at `start`.
    const fn less(self, start: usize) -> Self {
        match self {
            Self::Plain(at) => Self::Plain(at - start),
            Self::Apart(at) => Self::Apart(at - start),
        }
    }
}

/// The tokens in the expansion of each outermost invocation, by the code token of its name.
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

/// Composes the main file again, from its beginning to its end.
struct LoweredFileWriter<'u> {
    unit: &'u Unit,
    layout: FileStyle,
    text: Composed,
    /// The end of the part of the main file that has been written.
    done: u32,
    /// The replaced code tokens, with the distance by which the tokens after them have moved.
    replaced: Vec<(Range<usize>, isize)>,
    ranges: Vec<WrittenOut>,
    growth: u64,
}

impl<'u> LoweredFileWriter<'u> {
    fn new(unit: &'u Unit) -> Self {
        let layout = FileStyle::of(&unit.sources[FileId::MAIN]);
        Self { unit, layout, text: Composed::empty(), done: 0, replaced: Vec::new(), ranges: Vec::new(), growth: 0 }
    }

    /// Writes the file up to an invocation, and the replacement of the invocation.
    fn replace(&mut self, code: &Range<usize>, text: &Composed) {
        let span = self.unit.code[code.start].span.to(self.unit.code[code.end - 1].span);
        self.text.copy(&self.unit.sources, Place { file: FileId::MAIN, span: Span::new(self.done, span.start) });
        let begin = self.text.len() as u32;
        self.text.append(text, Span::new(0, text.len() as u32));
        let new = Span::new(begin, self.text.len() as u32);
        self.ranges.push(WrittenOut { old: span, new, request: None, condition: None, stays: false });
        self.done = span.end;
        self.growth += text.len().saturating_sub(span.len()) as u64;
        let moved = self.replaced.last().map_or(0, |(.., moved)| *moved);
        let moved = moved + lex::lex(FileId::MAIN, text.bytes()).len() as isize - code.len() as isize;
        self.replaced.push((code.clone(), moved));
    }

    /// The new index of a code token that has not been replaced.
    fn moved(&self, code: usize) -> usize {
        let behind = self.replaced.partition_point(|(replaced, _)| replaced.end <= code);
        let moved = behind.checked_sub(1).map_or(0, |at| self.replaced[at].1);
        code.saturating_add_signed(moved)
    }

    /// Whether no code token from `code` on has been replaced.
    fn is_untouched_since(&self, code: usize) -> bool {
        self.replaced.last().is_none_or(|(replaced, _)| replaced.end <= code)
    }

    fn finish(mut self) -> Composed {
        let end = self.unit.sources[FileId::MAIN].bytes.len() as u32;
        self.text.copy(&self.unit.sources, Place { file: FileId::MAIN, span: Span::new(self.done, end) });
        self.text
    }
}
