//! Requests of macros that conditions choose, written under these conditions.
//!
//! ```text
//! #ifdef AMD                            #ifdef AMD
//! #define UNR _Pragma("unroll 2")       _Pragma("unroll 2")
//! #else                                 #else
//! #define UNR _Pragma("unroll 4")       _Pragma("unroll 4")
//! #endif                         ->     #endif
//! …                                     for (…) …
//! UNR
//! for (…) …
//! ```
//!
//! No level of such a macro's expansion is right in every final compile. But in each branch of the conditionals that choose it, the
//! macro has one definition. So the invocation becomes these conditionals, with one expansion in each branch. The stages after this
//! one know a loop whose request a condition chooses (`choice/`). A branch in which the host decides keeps the invocation.
//!
//! The conditions must mean the same at the invocation as at the definitions. [`Unit::taken_at`] checks that for each condition.
//! [`ChosenText::is_same_program`] checks the new text: in each branch, it has the same expansion as the invocation.
//!
//! The new text has lines of its own. No argument list may contain them, and no name may be separated by them from its parenthesis. So the
//! invocation must be where a statement begins.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::carriers::LoopMacros;
use super::conditions::{ConditionWriter, item_expansions};
use super::dissolve::is_same;
use super::layout::in_parentheses;
use crate::choice::leaves;
use crate::limits::{CONFIGURATION_BUDGET, MAX_CHAINS_OF_REGION, MAX_EVENTS_OF_CHOSEN};
use crate::outcome::Done;
use crate::pipeline::Rewrite;
use clunroll_loops::directive::is_marked;
use clunroll_loops::{FileStyle, line_indentation};
use clunroll_rules::{Cause, Payload, Reason};
use oclc_syntax::lex::{self, Bracket, Punct, TokenKind, after_group};
use oclc_syntax::preprocess::{Configuration, Expansion, TakenBranch, Unit, expand};
use oclc_syntax::source::{Composed, FileId, Place, SourceFile, Span, WrittenOut};

/// A file in which invocations became the conditionals that choose their macros.
pub struct ChosenText {
    /// The new text.
    pub text: Composed,
    /// The place of each invocation, and its new text, in rising order.
    pub ranges: Vec<WrittenOut>,
    uses: Vec<ChosenUse>,
}

/// An invocation, and the conditionals that choose its expansion.
struct ChosenUse {
    /// The macro that the final compile decides.
    name: String,
    /// The code tokens of the invocation.
    code: Range<usize>,
    /// The conditionals, in the order of the text.
    chains: Vec<usize>,
    /// The new text of the invocation.
    new: Span,
}

impl ChosenText {
    /// Writes the choices of conditions in the main file; `None` if there are none, or if the file would grow too much: a second run would
    /// continue a partial expansion.
    #[must_use]
    pub fn of(unit: &Unit, carriers: &LoopMacros, max_growth: u64) -> Option<Self> {
        let has_poison = || unit.sources.iter().any(|file| lex::file_may_spell(file, "poison"));
        if unit.groups.chains().is_empty() || !carriers.request_in_main(unit) || has_poison() {
            return None;
        }
        let mut writer = ChosenFileWriter::new(unit, carriers);
        for (item, expansion) in carriers.items(unit) {
            writer.item(&item, &expansion);
            if writer.growth() > max_growth {
                return None;
            }
        }
        writer.finish()
    }

    /// Whether the new text, read as `after`, is the same program. In each branch, the new conditionals must be decided, and their text
    /// must have the same expansion as the invocation.
    #[must_use]
    pub fn is_same_program(&self, before: &Unit, after: &Unit) -> bool {
        let mut known = Vec::new();
        // The new conditionals of each invocation.
        let mut new = vec![Vec::new(); self.uses.len()];
        for (number, chain) in after.groups.chains().iter().enumerate() {
            let first = chain.branches.first().map(|branch| after.directive_place(&after.directives[branch.directive]));
            match first.and_then(|first| self.use_at(first)) {
                Some(at) => new[at].push(number),
                None => known.push(number),
            }
        }
        let main = (0..after.code.len()).filter(|&at| after.code[at].file == FileId::MAIN).collect::<Vec<_>>();
        let code_in = |span: Span| {
            let index = |offset: u32| main.partition_point(|&at| after.code[at].span.start < offset);
            let inside = &main[index(span.start)..index(span.end)];
            inside.first().zip(inside.last()).map_or(0..0, |(&first, &last)| first..last + 1)
        };
        known.len() == before.groups.chains().len()
            && self.uses.iter().zip(&new).all(|(one, own)| {
                let code = code_in(one.new);
                let group = before.group(before.moment(one.code.start));
                let chains = one.chains.iter().map(|&chain| known[chain]);
                let (Some(old), Some(now)) = (leaves(before, one.chains.iter().copied()), leaves(after, chains)) else {
                    return false;
                };
                old.len() == now.len()
                    && old.iter().zip(&now).all(|(old, now)| {
                        let is_decided = |&chain: &usize| {
                            after.is_dead(now, after.groups.chains()[chain].parent)
                                || after.taken(now, chain) != TakenBranch::Undecided
                        };
                        let was = || expand(before, old, std::iter::once(one.code.clone()));
                        before.is_dead(old, group)
                            || own.iter().all(is_decided)
                                && is_same(&expand(after, now, std::iter::once(code.clone())), &was().tokens)
                    })
            })
    }

    /// Maps findings about the new text to the source, where no directive is between the request and its loop.
    pub fn retell(&self, rewrite: &mut Rewrite) {
        let mut retold = HashMap::new();
        for finding in &mut rewrite.findings {
            let (Payload::Declined(declined), Some(request)) = (&mut finding.payload, finding.request) else {
                continue;
            };
            let inside = self.use_at(finding.place).filter(|_| declined.reason == Reason::DirectiveBetween);
            let Some(name) = inside.map(|at| self.uses[at].name.clone()) else { continue };
            declined.reason = Reason::MayRequest(name);
            finding.place = request;
            retold.insert(request, Cause::from(&*finding));
        }
        for report in &mut rewrite.requests {
            if let Some(cause) = retold.get(&report.place) {
                report.done = Done::Left { cause: cause.clone() };
            }
        }
    }

    /// The number of the invocation whose new text contains a place.
    fn use_at(&self, place: Place) -> Option<usize> {
        let last = self.uses.partition_point(|one| one.new.start <= place.span.start).checked_sub(1)?;
        (place.file == FileId::MAIN && self.uses[last].new.contains(place.span)).then_some(last)
    }
}

/// Composes the main file again, from its beginning to its end.
struct ChosenFileWriter<'u, 'c> {
    unit: &'u Unit,
    carriers: &'c LoopMacros,
    layout: FileStyle,
    text: Composed,
    /// The end of the part of the main file that has been written.
    done: u32,
    ranges: Vec<WrittenOut>,
    uses: Vec<ChosenUse>,
    /// How many code tokens may still be expanded.
    effort: usize,
}

impl<'u, 'c> ChosenFileWriter<'u, 'c> {
    fn new(unit: &'u Unit, carriers: &'c LoopMacros) -> Self {
        let layout = FileStyle::of(&unit.sources[FileId::MAIN]);
        let (text, ranges, uses) = (Composed::empty(), Vec::new(), Vec::new());
        Self { unit, carriers, layout, text, done: 0, ranges, uses, effort: CONFIGURATION_BUDGET }
    }

    /// Writes the chosen macros of an item, if that is certain to mean the same.
    fn item(&mut self, item: &Range<usize>, expansion: &Expansion<'_>) {
        let unit = self.unit;
        let in_parentheses = in_parentheses(&unit.code[item.clone()], false);
        let mut seen = HashSet::new();
        for (at, token) in expansion.tokens.iter().enumerate() {
            let is_open = token.kind == TokenKind::Identifier && token.open && !token.is_hidden();
            if !is_open || !self.carriers.may_request_at(&expansion.tokens, at) {
                continue;
            }
            let code = expansion.code_of(token);
            let name = &unit.code[code.start];
            let run = expansion.tokens.partition_point(|token| expansion.code_of(token).start < code.start);
            let is_possible = seen.insert(code.start)
                && name.file == FileId::MAIN
                && name.span.start >= self.done
                && !in_parentheses[code.start - item.start]
                && begins_statement(expansion, run, code.start);
            if is_possible {
                self.invocation(&token.text, &code);
            }
        }
    }

    /// Writes one invocation as the conditionals that choose it.
    fn invocation(&mut self, name: &str, code: &Range<usize>) -> Option<()> {
        let unit = self.unit;
        let stretch = with_arguments(unit, code);
        let chains = self.deciding_chains(&stretch)?;
        let leaves = leaves(unit, chains.iter().copied())?;
        let expansions = item_expansions(unit, &leaves, &stretch)?;
        let code = expansions.code.clone();
        let (first, last) = (&unit.code[code.start], &unit.code[code.end - 1]);
        let span = first.span.to(last.span);
        // The marker of an invocation that is not expanded is on the line of its name.
        let has_mark = is_marked(unit, first.place()) || is_marked(unit, Place { file: FileId::MAIN, span });
        if last.file != FileId::MAIN || has_mark {
            return None;
        }
        let means_the_same = |leaf: &Configuration| {
            let moment = unit.moment(code.start);
            unit.is_dead(leaf, unit.group(moment))
                || chains.iter().all(|&chain| {
                    unit.is_dead(leaf, unit.groups.chains()[chain].parent)
                        || unit.taken_at(leaf, chain, moment) == unit.taken(leaf, chain)
                })
        };
        if !leaves.iter().all(means_the_same) {
            return None;
        }
        let main = &unit.sources[FileId::MAIN];
        let span = with_blanks(main, first.at_line_start, span);
        let span = Span::new(span.start.max(self.done), span.end);
        let new_line = [self.layout.line_end, &line_indentation(main, span.start)].concat();
        let mut conditions = ConditionWriter {
            unit,
            chains: &chains,
            expansions: &expansions,
            layout: &self.layout,
            new_line: new_line.as_bytes(),
            place: Place { file: FileId::MAIN, span },
        };
        let written = conditions.written()?;
        self.text.copy_main(main, Span::new(self.done, span.start));
        let begin = self.text.len() as u32;
        let before = self.text.bytes().iter().rev().find(|byte| !is_space_or_tab(**byte));
        if !first.at_line_start || before.is_some_and(|&byte| byte != b'\n') {
            self.text.made(new_line.as_bytes(), conditions.place);
        }
        self.text.append(&written, Span::new(0, written.len() as u32));
        if !ends_line(&main.bytes[span.end as usize..]) {
            self.text.made(new_line.as_bytes(), conditions.place);
        }
        let new = Span::new(begin, self.text.len() as u32);
        self.done = span.end;
        self.ranges.push(WrittenOut { old: span, new, request: None, condition: None, stays: false });
        self.uses.push(ChosenUse { name: name.to_owned(), code, chains: chains.into_iter().collect(), new });
        Some(())
    }

    /// The conditionals that decide the expansions of the request macros in a stretch of code, as far as conditionals decide them; `None`
    /// if there are none, or too many.
    fn deciding_chains(&mut self, stretch: &Range<usize>) -> Option<BTreeSet<usize>> {
        let unit = self.unit;
        let moment = unit.moment(stretch.start);
        let mut chains: BTreeSet<usize> = BTreeSet::new();
        'search: loop {
            if chains.len() > MAX_CHAINS_OF_REGION {
                return None;
            }
            for leaf in leaves(unit, chains.iter().copied())? {
                self.effort = self.effort.checked_sub(stretch.len() + 1)?;
                if unit.is_dead(&leaf, unit.group(moment)) {
                    continue;
                }
                let expansion = expand(unit, &leaf, std::iter::once(stretch.clone()));
                let asks = |at: usize| self.carriers.may_request_at(&expansion.tokens, at);
                let open = expansion.tokens.iter().enumerate().filter(|(at, token)| token.open && asks(*at));
                let chain = open.into_iter().find_map(|(_, token)| self.undecided_chain(&leaf, &token.text, moment));
                if let Some(chain) = chain {
                    chains.insert(chain);
                    continue 'search;
                }
            }
            return Some(chains).filter(|chains| !chains.is_empty());
        }
    }

    /// The outermost conditional around a `#define` or `#undef` of a macro that a configuration leaves undecided, and that ends before
    /// a moment.
    fn undecided_chain(&self, configuration: &Configuration, name: &str, moment: usize) -> Option<usize> {
        let unit = self.unit;
        unit.groups_of_events(name, moment).take(MAX_EVENTS_OF_CHOSEN).find_map(|group| {
            let mut found = None;
            let mut at = group;
            while let Some((chain, _)) = unit.groups.branch_of(at) {
                if unit.is_dead(configuration, at) {
                    return None;
                }
                let has_ended = unit.groups.chains()[chain].end.is_some_and(|end| end < moment);
                if has_ended && unit.taken(configuration, chain) == TakenBranch::Undecided {
                    found = Some(chain);
                }
                at = unit.groups.parent(at);
            }
            found
        })
    }

    /// The number of bytes by which the file has grown.
    fn growth(&self) -> u64 {
        (self.text.len() as u64).saturating_sub(u64::from(self.done))
    }

    fn finish(mut self) -> Option<ChosenText> {
        if self.uses.is_empty() {
            return None;
        }
        let main = &self.unit.sources[FileId::MAIN];
        self.text.copy_main(main, Span::new(self.done, main.bytes.len() as u32));
        Some(ChosenText { text: self.text.complete(), ranges: self.ranges, uses: self.uses })
    }
}

/// An invocation with the parentheses after it, which are its arguments in some configuration.
fn with_arguments(unit: &Unit, code: &Range<usize>) -> Range<usize> {
    let next = unit.code.get(code.end).filter(|next| next.is(Punct::LeftParen));
    let end = next.and_then(|_| after_group(Bracket::Round, &unit.code, code.end));
    let is_together = |end: &usize| unit.moment(end - 1) == unit.moment(code.start);
    code.start..end.filter(is_together).unwrap_or(code.end)
}

/// The span of an invocation, with the blanks that would end a line before it and begin one after it.
fn with_blanks(file: &SourceFile, at_line_start: bool, span: Span) -> Span {
    let (before, behind) = (&file.bytes[..span.start as usize], &file.bytes[span.end as usize..]);
    let count = |bytes: &mut dyn Iterator<Item = &u8>| bytes.take_while(|byte| is_space_or_tab(**byte)).count() as u32;
    Span::new(
        if at_line_start { span.start } else { span.start - count(&mut before.iter().rev()) },
        if ends_line(behind) { span.end } else { span.end + count(&mut behind.iter()) },
    )
}

/// Whether only blanks come before the end of a line.
fn ends_line(bytes: &[u8]) -> bool {
    bytes.iter().find(|byte| !is_space_or_tab(**byte)).is_none_or(|byte| matches!(byte, b'\r' | b'\n'))
}

const fn is_space_or_tab(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether a statement may begin at the code token `at`, after the first `index` tokens of an expansion, for every meaning of the macros.
fn begins_statement(expansion: &Expansion<'_>, index: usize, at: usize) -> bool {
    let Some(last) = index.checked_sub(1).map(|last| &expansion.tokens[last]) else { return false };
    let is_end = match last.kind {
        TokenKind::Punct(Punct::LeftBrace | Punct::RightBrace | Punct::Semicolon) => true,
        TokenKind::Punct(Punct::Colon | Punct::RightParen) => last.call.is_none(),
        TokenKind::Identifier => last.call.is_none() && !last.open && matches!(&*last.text, "else" | "do"),
        _ => false,
    };
    is_end && expansion.code_of(last).end == at
}
