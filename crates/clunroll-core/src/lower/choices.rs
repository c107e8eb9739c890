//! Requests of macros that a condition defines one way or another, written out under that condition.
//!
//! ```text
//! #if WIDTH >= 192                      #if WIDTH >= 192
//! #define UNROLL                        #else
//! #else                                 _Pragma("unroll")
//! #define UNROLL _Pragma("unroll")      #endif
//! #endif                         ->     for (…) …
//! …
//! UNROLL
//! for (…) …
//! ```
//!
//! Only the final compile knows what such a macro stands for, so that no level of its expansion can be written out by itself. But
//! where the condition that chose the definition still holds what it held, all of its branches can, one beside the other: the
//! stages behind know a loop whose request a condition chooses. Whether the condition still says the same is asked of the new
//! text ([`Choices::is_same_program`]): in each configuration of the branch that defined the macro, the condition written out
//! must be decided for the same branch, and what stands there must expand to what the macro does.
//!
//! What is left in a copy of a loop around it has a mark behind its name. Without one, a second run would see it in one branch of a
//! condition that the first has written, and might find a text for it there.
//!
//! The text that is written ends and begins lines, which no list of arguments may be spread over, and which keep a name from the
//! parenthesis behind it. So the macro must stand where a statement begins.

use crate::limits::{MAX_BRANCHES, MAX_CHAINS_OF_ITEM, MAX_HEADER};
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::branch_expansions::BranchExpansions;
use super::dissolve::{InvocationId, is_same};
use super::find::LoopMacros;
use super::layout::in_parentheses;
use super::{MacroStep, starts_of_use};
use crate::directive;
use crate::outcome::Done;
use crate::pipeline::Rewrite;
use crate::unroll::{FileStyle, line_indentation};
use clunroll_rules::{Cause, Decline, Finding, Reason};
use oclc_syntax::lex::{self, Bracket, Depth, Punct, Token, TokenKind};
use oclc_syntax::preprocess::{Configuration, Expansion, Meaning, Taken, Unit, expand};
use oclc_syntax::source::{Composed, FileId, Place, SourceFile, Span, WrittenOut};
use oclc_syntax::tree::Items;

/// A file in which macros have been written out under the conditions that define them.
#[derive(Default)]
pub struct Choices {
    /// The new text; `None` where nothing has been written out.
    text: Option<Composed>,
    /// Where each invocation was, and what it became, and where marks stand, in rising order.
    ranges: Vec<WrittenOut>,
    /// In rising order too.
    uses: Vec<ExpandedUse>,
    has_no_room: bool,
}

/// An invocation that was written out.
struct ExpandedUse {
    key: InvocationId,
    /// Its macro.
    name: String,
    /// Its code tokens.
    code: Range<usize>,
    /// The conditional that defines its macro.
    chain: usize,
    /// What it became, in the new text.
    new: Span,
}

impl Choices {
    /// Writes out the macros of the main file that may ask for unrolling, as a condition decides. Those in `kept` stay, with a
    /// mark.
    pub fn of(unit: &Unit, carriers: &LoopMacros, kept: &BTreeSet<InvocationId>, max_growth: u64) -> Self {
        let written = Self::write(unit, carriers, &|key| kept.contains(&key), max_growth);
        if written.growth() <= max_growth {
            return written.finish();
        }
        // All or nothing: a part of it would leave more room to the next run.
        Self { has_no_room: true, ..Self::marked(unit, carriers) }
    }

    /// Marks all of them: in a copy, a second run may find less in the way.
    pub fn marked(unit: &Unit, carriers: &LoopMacros) -> Self {
        Self::write(unit, carriers, &|_| true, u64::MAX).finish()
    }

    fn write<'u>(
        unit: &'u Unit,
        carriers: &LoopMacros,
        is_kept: &dyn Fn(InvocationId) -> bool,
        max_growth: u64,
    ) -> ChoiceWriter<'u> {
        let is_wanted = |code: usize| {
            let token = &unit.code[code];
            let name = || unit.text(token);
            let is_name = token.file == FileId::MAIN && token.kind == TokenKind::Identifier;
            is_name
                && carriers.may_request(&name())
                && matches!(unit.meaning(&name(), unit.moment(code)), Meaning::Open(_))
        };
        let mut writer = ChoiceWriter::new(unit);
        if !carriers.request_in_main(unit) {
            return writer;
        }
        for item in Items::find(unit).all() {
            let wanted: Vec<usize> = item.code.clone().filter(|&code| is_wanted(code)).collect();
            if !wanted.is_empty() {
                writer.item(&item.code, &wanted, is_kept, max_growth);
            }
        }
        writer
    }

    /// Whether all stays for want of room, which a later run may have.
    pub fn has_no_room(&self) -> bool {
        self.has_no_room
    }

    /// The invocation that became what stands at a place of the new text.
    fn use_at(&self, place: Place) -> Option<&ExpandedUse> {
        let behind = self.uses.partition_point(|one| one.new.start <= place.span.start);
        let last = &self.uses[behind.checked_sub(1)?];
        (place.file == FileId::MAIN && last.new.contains(place.span)).then_some(last)
    }
}

/// Composes the main file anew, from its beginning to its end.
struct ChoiceWriter<'u> {
    unit: &'u Unit,
    layout: FileStyle,
    text: Composed,
    /// How much of the main file has been written.
    done: u32,
    written: Choices,
    /// Whether `#pragma GCC poison` may have made errors of names, so that no condition can be asked once more.
    has_poison: OnceCell<bool>,
}

impl<'u> ChoiceWriter<'u> {
    fn new(unit: &'u Unit) -> Self {
        let layout = FileStyle::of(&unit.sources[FileId::MAIN]);
        let (text, written) = (Composed::empty(), Choices::default());
        Self { unit, layout, text, done: 0, written, has_poison: OnceCell::new() }
    }

    /// Writes out those invocations of an item whose names are the code tokens in `wanted`, where that is certain to mean the same,
    /// until the file has grown by more than allowed.
    fn item(&mut self, item: &Range<usize>, wanted: &[usize], is_kept: &dyn Fn(InvocationId) -> bool, max_growth: u64) {
        let unit = self.unit;
        let expansion = expand(unit, &Configuration::default(), std::iter::once(item.clone()));
        if expansion.overflow {
            return;
        }
        let in_parentheses = in_parentheses(&unit.code[item.clone()], false);
        let mut variants: HashMap<usize, BranchExpansions<'_>> = HashMap::new();
        for &at in wanted {
            let name = &unit.code[at];
            let index = expansion.tokens.partition_point(|token| expansion.code_of(token).start < at);
            let is_whole = expansion.tokens.get(index).is_some_and(|token| token.code == at && token.open)
                && !in_parentheses[at - item.start];
            // What stands on the line of another one was copied with that.
            if name.span.start < self.done || directive::is_marked(unit, name.place(), Some(at + 1)) {
                continue;
            }
            if self.growth() > max_growth {
                return;
            }
            let may_be_written = is_whole && !is_kept(name.span.start) && begins_statement(&expansion, index, at);
            let chain = (may_be_written && !self.has_poison())
                .then(|| defining_chain(unit, &unit.text(name), at))
                .flatten()
                .filter(|chain| variants.len() < MAX_CHAINS_OF_ITEM || variants.contains_key(chain));
            let written = chain.and_then(|chain| {
                let variants = variants.entry(chain).or_insert_with(|| BranchExpansions::of(unit, chain, item));
                Some((chain, variants.written(unit, at, chain, &self.layout)?))
            });
            match written {
                Some((chain, (code, texts))) => self.replace(code, chain, item.end, texts),
                // A macro may make a string of its argument, in which white space counts.
                None if is_kept(name.span.start)
                    && (is_whole || unit.code.get(at + 1).is_some_and(|next| next.after_space)) =>
                {
                    self.mark(name);
                }
                None => {}
            }
        }
    }

    fn has_poison(&self) -> bool {
        let is_spelt = |file: &SourceFile| lex::may_spell(&file.bytes, b"poison");
        *self.has_poison.get_or_init(|| self.unit.sources.iter().any(is_spelt))
    }

    /// Writes the file up to the end of a macro's name, and a mark.
    fn mark(&mut self, name: &Token) {
        let end = name.span.end;
        self.text.copy_main(&self.unit.sources[FileId::MAIN], Span::new(self.done, end));
        let begin = self.text.len() as u32;
        self.text.made(directive::marker_text().as_bytes(), name.place());
        let new = Span::new(begin, self.text.len() as u32);
        self.written.ranges.push(WrittenOut { old: Span::new(end, end), new, request: None });
        self.done = end;
    }

    /// Writes the file up to an invocation, and then what that becomes in each branch of the conditional.
    fn replace(&mut self, code: Range<usize>, chain: usize, end: usize, mut texts: Vec<Composed>) {
        let (unit, main) = (self.unit, &self.unit.sources[FileId::MAIN]);
        let name = &unit.code[code.start];
        let behind = unit.code[code.end - 1].span.end;
        let header = rest_of_header(unit, code.end..end);
        let rest = unit.code[header.clone()].last().map_or(behind, |token| token.span.end);
        for text in &mut texts {
            text.copy_main(main, Span::new(behind, rest));
        }
        let mut span = with_blanks(main, name, Span::new(name.span.start, rest));
        span.start = span.start.max(self.done);
        let place = Place { file: FileId::MAIN, span };
        let new_line = [self.layout.line_end, &line_indentation(main, span.start)].concat().into_bytes();
        let text = &mut self.text;
        text.copy_main(main, Span::new(self.done, span.start));
        let begin = text.len() as u32;
        let before = text.bytes().iter().rev().find(|byte| !is_space_or_tab(**byte));
        if !name.at_line_start || before.is_some_and(|&byte| byte != b'\n') {
            text.made(&new_line, place);
        }
        for (index, branch) in texts.iter().enumerate() {
            // Where no branch is taken, a chain without an `#else` gets one.
            let condition = unit.groups.chains()[chain].branches.get(index).map_or(&b"#else"[..], |branch| {
                let place = unit.directive_place(&unit.directives[branch.directive]);
                unit.sources[place.file].slice(place.span)
            });
            text.made(condition, place);
            text.made(&new_line, place);
            if !branch.is_empty() {
                text.append(branch, Span::new(0, branch.len() as u32));
                text.made(&new_line, place);
            }
        }
        text.made(b"#endif", place);
        if !ends_line(&main.bytes[span.end as usize..]) {
            text.made(&new_line, place);
        }
        let new = Span::new(begin, text.len() as u32);
        self.done = span.end;
        self.written.ranges.push(WrittenOut { old: span, new, request: None });
        let (key, name) = (name.span.start, unit.text(name).into_owned());
        self.written.uses.push(ExpandedUse { key, name, code: code.start..header.end, chain, new });
    }

    /// By how many bytes the file has grown.
    fn growth(&self) -> u64 {
        (self.text.len() as u64).saturating_sub(u64::from(self.done))
    }

    /// The whole file, if anything has been written out, or marked.
    fn finish(mut self) -> Choices {
        if self.written.ranges.is_empty() {
            return Choices::default();
        }
        let main = &self.unit.sources[FileId::MAIN];
        self.text.copy_main(main, Span::new(self.done, main.bytes.len() as u32));
        Choices { text: Some(self.text.complete()), ..self.written }
    }
}

impl MacroStep for Choices {
    fn text(&self) -> Option<(&Composed, &[WrittenOut])> {
        self.text.as_ref().map(|text| (text, &self.ranges[..]))
    }

    /// Whether each of the conditions in the new text says what the one says that it was copied from, and the new text expands to
    /// the same tokens in each of its branches.
    fn is_same_program(&self, before: &Unit, after: &Unit) -> bool {
        let is_main = |file: FileId| file == FileId::MAIN;
        let code: Vec<(u32, usize)> = after
            .code
            .iter()
            .enumerate()
            .filter(|(_, token)| is_main(token.file))
            .map(|(at, token)| (token.span.start, at))
            .collect();
        let range = |span: Span| {
            let index = |offset: u32| code.partition_point(|&(start, _)| start < offset);
            let (first, end) = (index(span.start), index(span.end));
            let first_token = code.get(first).map_or(after.code.len(), |&(_, at)| at);
            first_token..code.get(end.wrapping_sub(1)).filter(|_| end > first).map_or(first_token, |&(_, at)| at + 1)
        };
        // The chains of the new text that were written, and those that were there.
        let mut written: Vec<usize> = Vec::new();
        let mut known: Vec<usize> = Vec::new();
        for (number, chain) in after.groups.chains().iter().enumerate() {
            let place = chain.branches.first().map(|branch| after.directive_place(&after.directives[branch.directive]));
            let is_written = place.and_then(|place| self.use_at(place)).is_some();
            if is_written { &mut written } else { &mut known }.push(number);
        }
        written.len() == self.uses.len()
            && known.len() == before.groups.chains().len()
            && self.uses.iter().zip(&written).all(|(one, &copy)| {
                let old: Vec<_> = before.feasible(&Configuration::default(), one.chain).collect();
                let new: Vec<_> = after.feasible(&Configuration::default(), known[one.chain]).collect();
                let group = before.group(before.moment(one.code.start));
                old.len() == new.len()
                    && old.iter().zip(&new).all(|((branch, old), (same, new))| {
                        let was = expand(before, old, std::iter::once(one.code.clone()));
                        let is = expand(after, new, std::iter::once(range(one.new)));
                        let taken = branch.map_or(Taken::Nothing, Taken::Branch);
                        let is_taken = before.is_dead(old, group) || after.taken(new, copy) == taken;
                        branch == same && is_taken && is_same(&is, &was.tokens)
                    })
            })
    }

    /// No directive stands between the request and its loop in the source.
    fn retell(&self, rewrite: &mut Rewrite) {
        let mut retold = HashMap::new();
        for finding in &mut rewrite.findings {
            let Finding::Declined { pragma, decline } = finding else { continue };
            let inside = self.use_at(decline.place).filter(|_| decline.reason == Reason::DirectiveBetween);
            let Some(name) = inside.map(|one| one.name.clone()) else { continue };
            *decline = Decline { reason: Reason::HostDecides(name), place: *pragma };
            retold.insert(*pragma, Cause::from(&*finding));
        }
        for report in &mut rewrite.requests {
            if let Some(cause) = retold.get(&report.place) {
                report.done = Done::Left { cause: cause.clone() };
            }
        }
    }

    fn useless(&self, rewrite: &Rewrite) -> BTreeSet<InvocationId> {
        let places = starts_of_use(rewrite);
        let is_useless = |one: &&ExpandedUse| places.range(one.new.start..one.new.end).next().is_none();
        self.uses.iter().filter(is_useless).map(|one| one.key).collect()
    }
}

/// The code tokens behind an invocation, to the end of the line, where that is the header of a loop, with what stands behind it on
/// the line: it is easier to read whole.
// "(" … ")" [ … ( "{" | "}" | ";" ) ]
fn rest_of_header(unit: &Unit, code: Range<usize>) -> Range<usize> {
    let main = &unit.sources[FileId::MAIN];
    let none = code.start..code.start;
    let is_on_line = |token: &&Token| !token.at_line_start && token.file == FileId::MAIN;
    let length = unit.code[code.clone()].iter().take(MAX_HEADER + 1).take_while(is_on_line).count();
    let tokens = &unit.code[code.start..code.start + length];
    let ([first, ..], [.., last]) = (tokens, tokens) else { return none };
    let mut depth = Depth::of(Bracket::Round);
    let closed: Vec<bool> = tokens.iter().map(|token| depth.is_outside_after(token.kind)).collect();
    // No list of arguments may go on behind a line that is copied, and no name may find one there.
    let is_whole = match last.kind {
        TokenKind::Punct(Punct::RightParen) => closed.iter().position(|&is_closed| is_closed) == Some(length - 1),
        TokenKind::Punct(Punct::LeftBrace | Punct::RightBrace | Punct::Semicolon) => closed[length - 1],
        _ => false,
    };
    // Behind a comment or a splice, the line may not be over.
    let text = main.slice(first.span.to(last.span));
    let is_line = ends_line(&main.bytes[last.span.end as usize..])
        && memchr::memmem::find(text, b"/*").is_none()
        && !text.contains(&b'\\');
    let is_header = first.is(Punct::LeftParen) && length <= MAX_HEADER;
    if is_header && is_whole && is_line { code.start..code.start + length } else { none }
}

/// The span of an invocation, with the blanks that would end a line before it and begin one behind it.
fn with_blanks(file: &SourceFile, name: &Token, span: Span) -> Span {
    let (before, behind) = (&file.bytes[..span.start as usize], &file.bytes[span.end as usize..]);
    let count = |bytes: &mut dyn Iterator<Item = &u8>| bytes.take_while(|byte| is_space_or_tab(**byte)).count() as u32;
    Span::new(
        if name.at_line_start { span.start } else { span.start - count(&mut before.iter().rev()) },
        if ends_line(behind) { span.end } else { span.end + count(&mut behind.iter()) },
    )
}

/// Whether nothing but blanks stands before the end of a line.
fn ends_line(bytes: &[u8]) -> bool {
    bytes.iter().find(|byte| !is_space_or_tab(**byte)).is_none_or(|byte| matches!(byte, b'\r' | b'\n'))
}

const fn is_space_or_tab(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether a statement may begin at the code token `at`, behind the first `index` tokens of an expansion, whatever macros stand for.
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

/// The conditional before a code token that holds the last definition of a macro.
fn defining_chain(unit: &Unit, name: &str, code: usize) -> Option<usize> {
    let moment = unit.moment(code);
    let group = unit.definition_groups(name, moment).next()?;
    let (chain, _) = unit.groups.branch_of(group)?;
    let found = &unit.groups.chains()[chain];
    (found.branches.len() <= MAX_BRANCHES && found.end.is_some_and(|end| end < moment)).then_some(chain)
}
