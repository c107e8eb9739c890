//! Rendering: plans to trees of text.
//!
//! One function for each [`Shape`], in `full.rs`, `counted.rs` and `checked.rs`. All of them write into a
//! block (`block.rs`), and take the author's own text for everything that computes a value. Here is what they share: the
//! parts of the author's loop.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::block::Block;
use super::copies::{Escape, TextEdits, spliced};
use super::counted::{Counted, Exact};
use super::full::KnownValues;
use super::host_values::Assumption;
use super::layout::{self, FileStyle};
use super::mentions::{Mention, Mentions, mentions};
use super::names::FreeNames;
use super::plan::{InnerPlans, Planner, Unroll};
use super::shape::Shape;
use super::text::Text;
use super::versions::Version;
use crate::analysis::{Keyword, LoopNode};
use crate::points::{self, LoopPart, Position};
use lang_c::ast::ForInitializer;
use oclc_syntax::source::{SourceFile, Span};
use oclc_syntax::tree::TokenRange;

/// Renders the plans of one function.
pub struct PlanRenderer<'r, 'u, 't> {
    /// What the plans were made from.
    pub planner: &'r Planner<'r, 'u, 't>,
    /// The main file.
    pub file: &'r SourceFile,
    /// The author's habits.
    pub layout: &'r FileStyle,
    /// Free names.
    pub names: &'r FreeNames<'u>,
    /// What the configuration cuts out of the text.
    pub cuts: &'r [Span],
    /// What to mention before loops, once that is known.
    pub mentions: OnceCell<Mentions<'t>>,
}

/// What is around a copy of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CopyBraces {
    /// It is not a copy: all braces are the author's.
    #[default]
    Authors,
    /// The copy is a block that declares the variable's value.
    Written,
    /// The body's own braces, which may be left out.
    MayGo,
}

/// The copies of a jam, which are the body of its innermost loop.
#[derive(Clone, Debug)]
pub(super) struct JammedBody {
    /// Their lines, without the indentation of the first and the end of the last.
    pub(super) text: Text,
    /// The indentation of the lines.
    pub(super) from: String,
}

impl JammedBody {
    /// Takes whole lines, of which each begins with that indentation.
    pub(super) fn new(mut lines: Text, from: String) -> Self {
        lines.remove_start(&from);
        lines.remove_line_end();
        Self { text: lines, from }
    }
}

/// What holds for all that is written inside a copy.
#[derive(Clone, Debug, Default)]
pub struct CopyContext {
    /// Names that clunroll made around it.
    taken: Vec<String>,
    /// Labels of the author's, each with its name in this copy.
    labels: HashMap<String, String>,
    /// Where the header of a loop ends whose whole body is copied: what comes next may be several statements.
    header_end: Option<u32>,
    /// What is around the copy that it is in.
    copy: CopyBraces,
    /// Loads in this copy, each with the name of the constant in its place.
    pub(super) loads: Vec<(Span, String)>,
    /// Of a loop that is written in versions: the version.
    version: Option<Version>,
    /// The macros that an `#if` around it pins.
    pinned: Vec<String>,
    /// What is written in the place of the loop's body.
    pub(super) body: Option<Rc<JammedBody>>,
}

impl CopyContext {
    /// The name that a label has here, where it has another one than in the source.
    pub(super) fn label(&self, name: &str) -> Option<&str> {
        self.labels.get(name).map(String::as_str)
    }

    /// Whether one of the names that clunroll made around it is like that.
    pub(super) fn has_taken(&self, is: impl Fn(&str) -> bool) -> bool {
        self.taken.iter().any(|name| is(name))
    }

    /// The same under the condition of an assumption.
    pub(super) fn assuming(&self, assumption: &Assumption) -> Self {
        let pinned = self.pinned.iter().cloned().chain(assumption.pinned().map(str::to_owned)).collect();
        Self { pinned, ..self.clone() }
    }

    /// Whether an `#if` around it pins a macro.
    pub(super) fn pins(&self, name: &str) -> bool {
        self.pinned.iter().any(|pinned| pinned == name)
    }

    /// The same in a copy in which constants take the place of loads.
    pub(super) fn with_loads(self, loads: Vec<(Span, String)>) -> Self {
        Self { loads, ..self }
    }

    /// The same for the innermost loop of a jam.
    pub(super) fn with_body(self, body: JammedBody) -> Self {
        Self { body: Some(Rc::new(body)), ..self }
    }

    /// The same in a body that is copied as a whole, where its header ends there.
    pub(super) fn inside(&self, header_end: Option<u32>, copy: CopyBraces) -> Self {
        Self { header_end, copy, version: None, ..self.clone() }
    }

    /// The same for a loop that is written in versions.
    pub(super) fn in_version(&self, version: Version) -> Self {
        Self { version: Some(version), ..self.clone() }
    }

    /// The version that the loop is written in.
    pub(super) const fn version(&self) -> Option<&Version> {
        self.version.as_ref()
    }

    /// Whether a block that holds only a loop has braces of its own in the output as well.
    pub(super) fn keeps_blocks(&self) -> bool {
        self.copy != CopyBraces::MayGo
    }

    /// Whether a copy of a whole body is all that is in its block, apart from the variable's value.
    pub(super) fn is_block(&self) -> bool {
        self.copy == CopyBraces::Written
    }

    /// Whether a body that is copied as a whole begins after that offset.
    pub(super) fn has_body_after(&self, end: u32) -> bool {
        self.header_end == Some(end)
    }
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// The bytes of tokens that the planner has found to be whole.
    #[must_use]
    pub fn span(&self, range: &TokenRange) -> Span {
        self.planner.function.source_span(range).unwrap_or(Span::new(0, 0))
    }

    /// What the names of so many copies of a variable begin with, before `_` and a number: the variable's name. Where a made name has
    /// that form, a word comes between.
    #[must_use]
    pub(super) fn numbered(&self, name: &str, word: &str, count: u64, scope: &CopyContext) -> String {
        let suffixes: Vec<String> = (0..count).map(|number| format!("_{number}")).collect();
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_copy =
            |made: &str| made.strip_prefix(name).and_then(|rest| rest.strip_prefix('_')).is_some_and(is_number);
        let wanted = if scope.has_taken(is_copy) { format!("{name}_{word}") } else { name.to_owned() };
        self.names.fresh_stem(&wanted, &suffixes)
    }

    /// A note that a part of a loop begins; no text.
    #[must_use]
    pub fn note(unroll: &Unroll<'t>, part: Option<LoopPart>, position: Position) -> Text {
        part.map_or(Text::NOTHING, |part| Text::Note(points::note(unroll.request, part, position)))
    }

    /// The bytes of the body.
    #[must_use]
    pub fn body_span(&self, unroll: &Unroll<'t>) -> Span {
        self.span(&self.planner.function.tokens(unroll.site.body))
    }

    /// Whether an attribute or `_Pragma` stands between the header and the body.
    #[must_use]
    pub fn has_attribute(&self, unroll: &Unroll<'t>) -> bool {
        self.planner.function.parsed.is_left_out(self.planner.function.tokens(unroll.site.body).start - 1)
    }

    /// All edits for the requests of the function.
    #[must_use]
    pub fn function(&self, inner_plans: &InnerPlans<'t>) -> TextEdits {
        let _ = self.mentions.set(mentions(self.planner, inner_plans));
        self.inner_edits(inner_plans, &CopyContext::default())
    }

    /// What stands in the place of a loop, after the statements `first`.
    #[must_use]
    pub fn unrolled(&self, unroll: &Unroll<'t>, first: &[String], scope: &CopyContext) -> Text {
        let indent = layout::line_indentation(self.file, self.span(&unroll.site.tokens).start);
        let lead = self.lead(unroll);
        let mentions = self.mentions.get().and_then(|mentions| mentions.get(&unroll.site.tokens.start));
        if let Shape::Checked { factor, is_promised, inner_plans } = &unroll.shape
            && first.is_empty()
            && mentions.is_none()
            && lead.is_empty()
            && unroll.prefix.carried().next().is_none()
        {
            return self.checked(unroll, *factor, *is_promised, inner_plans, &indent, scope);
        }
        let inner = format!("{indent}{}", self.layout.unit);
        let mut block = Block::new(Vec::new(), indent, inner);
        for statement in first {
            block.line(&**statement);
        }
        for mention in mentions.into_iter().flatten() {
            block.line(match mention {
                Mention::Variable(name) => format!("(void){name};"),
                Mention::Label(name) => format!("if (0) goto {};", scope.label(name).unwrap_or(name)),
            });
        }
        if let Some(test) = &unroll.independence {
            self.test_independence(&mut block, unroll, test, scope);
        }
        block.parts.extend(lead);
        match &unroll.shape {
            Shape::Full { counter, style, header, copies } => {
                self.full(&mut block, unroll, &KnownValues { counter, style, header, first: 0 }, copies, scope);
            }
            Shape::Blocks { .. } => self.blocks(&mut block, unroll, scope),
            Shape::Exact { counter, style, stride, factor, inner_plans } => {
                let exact = Exact { counter, style, stride: *stride, factor: *factor, inner_plans };
                self.exact(&mut block, unroll, &exact, scope);
            }
            Shape::Counted { counter, style, factor, ending, rest, inner_plans } => {
                let counted = Counted { counter, style, factor: *factor, ending, rest: *rest, inner_plans };
                self.counted(&mut block, unroll, &counted, scope);
            }
            Shape::Rechecked { copies, inner_plans } => self.rechecked(&mut block, unroll, *copies, inner_plans, scope),
            Shape::Checked { factor, is_promised, inner_plans } => {
                block.carry(&unroll.prefix);
                let text = self.checked(unroll, *factor, *is_promised, inner_plans, &block.inner, scope);
                block.lines(vec![text]);
            }
        }
        block.finish(&self.surroundings(unroll, scope))
    }

    /// What the configuration cuts out of a span.
    pub(super) fn cuts_in(&self, span: Span) -> Vec<Span> {
        let first = self.cuts.partition_point(|cut| cut.end <= span.start);
        self.cuts[first..].iter().copied().take_while(|cut| cut.start < span.end).collect()
    }

    /// A comment between the header and the brace of the body.
    fn lead(&self, unroll: &Unroll<'t>) -> Vec<Text> {
        if !unroll.body.is_block || self.has_attribute(unroll) {
            return Vec::new();
        }
        let between = Span::new(self.planner.header_end(&unroll.site), self.body_span(unroll).start);
        let comment = super::copies::trimmed(self.file, between, &self.cuts_in(between));
        if comment.is_empty() {
            return Vec::new();
        }
        let indent = layout::line_indentation(self.file, self.span(&unroll.site.tokens).start);
        vec![Text::Made(format!("{indent}{}", self.layout.unit)), Text::Source(comment), Text::made("\n")]
    }

    /// How the copies of a body are left before their end; a flag is one that is yet to be declared.
    pub(super) fn escape(&self, unroll: &Unroll<'t>, scope: &mut CopyContext) -> Escape {
        let exits = &unroll.body.exits;
        if exits.needs_flag() {
            Escape::Flag(self.fresh(unroll, "break", scope))
        } else if exits.continues.is_empty() {
            Escape::None
        } else {
            Escape::Once
        }
    }

    /// A free name for something of this loop's; it is taken from then on.
    pub(super) fn fresh(&self, unroll: &Unroll<'t>, suffix: &str, scope: &mut CopyContext) -> String {
        let stem = unroll.site.counter.as_ref().map_or("loop", |counter| counter.name);
        let name = self.names.fresh(&format!("{stem}_{suffix}"), &scope.taken);
        scope.taken.push(name.clone());
        name
    }

    /// The scope of one copy: its labels are its own.
    pub(super) fn copy_scope(&self, unroll: &Unroll<'t>, scope: &CopyContext) -> CopyContext {
        let mut scope = scope.clone();
        for label in &unroll.body.exits.labels {
            let renamed = self.names.label(label, &scope.taken);
            scope.labels.insert(label.clone(), renamed);
        }
        scope
    }

    /// The author's labels in a stretch of text by the names that they have in this copy.
    pub(super) fn renamed_labels(&self, range: &TokenRange, scope: &CopyContext) -> TextEdits {
        let function = self.planner.function;
        let labels = function.labels_in(range.clone()).iter();
        labels
            .filter_map(|used| {
                let renamed = scope.label(used.name)?;
                Some((self.span(&(used.token..used.token + 1)), Text::made(renamed)))
            })
            .collect()
    }

    /// The author's loop with `replaced`, a part of its initialiser, made to `replacement`.
    pub(super) fn own_loop(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        replaced: Option<(Span, &str)>,
        inner_plans: &InnerPlans<'t>,
        scope: &CopyContext,
    ) {
        let whole = self.span(&unroll.site.tokens);
        let scope = self.copy_scope(unroll, scope);
        let inner = self.inner_edits(inner_plans, &scope);
        let mut edits: TextEdits =
            replaced.into_iter().map(|(span, replacement)| (span, Text::made(replacement))).collect();
        let from = layout::line_indentation(self.file, whole.start);
        let header_end = self.planner.header_end(&unroll.site);
        let note = Self::note(unroll, block.part, Position::BeforeBody);
        edits.push((Span::new(header_end, header_end), note));
        let labels = self.renamed_labels(&unroll.site.tokens, &scope);
        edits.extend(super::copies::merged(inner, labels));
        if let Some(body) = &scope.body {
            let (open, close) = (format!(" {{\n{}", body.from), format!("\n{from}}}"));
            let text = Text::Sequence(vec![Text::Made(open), body.text.clone(), Text::Made(close)]);
            edits.push((Span::new(header_end, self.body_span(unroll).end), text));
        }
        let text = Text::shifted(from, &block.inner, spliced(whole, edits));
        block.carry(&unroll.prefix);
        block.lines(vec![text]);
    }

    /// The initialiser as a statement of its own, if there is one.
    pub(super) fn initialise(&self, block: &mut Block, unroll: &Unroll<'t>) {
        if unroll.site.initializer.is_empty() {
            return;
        }
        let parts = vec![Text::Source(self.span(&unroll.site.initializer)), Text::made(";")];
        let header = self.planner.function.loops.get(&unroll.site.tokens.start);
        match header {
            Some(LoopNode::For(header)) if matches!(header.initializer.node, ForInitializer::Expression(_)) => {
                block.lines(parts);
            }
            _ => block.declare_authors(parts),
        }
    }

    /// `if (i < N)`, in the author's words; nothing where there is no test.
    pub(super) fn test(&self, unroll: &Unroll<'t>) -> Option<Text> {
        self.asked(unroll, "if (", ")")
    }

    /// `if (!(i < N))`, likewise.
    pub(super) fn failed(&self, unroll: &Unroll<'t>) -> Option<Text> {
        self.asked(unroll, "if (!(", "))")
    }

    fn asked(&self, unroll: &Unroll<'t>, open: &str, close: &str) -> Option<Text> {
        let test = self.span(&self.planner.function.tokens(unroll.site.test?));
        Some(Text::Sequence(vec![Text::made(open), Text::Repeated(test), Text::made(close)]))
    }

    /// The author's step; nothing where there is none.
    pub(super) fn step(&self, unroll: &Unroll<'t>) -> Option<Text> {
        Some(Text::Repeated(self.span(&self.planner.function.tokens(unroll.site.step?))))
    }

    /// The author's header up to its closing parenthesis, or `do`.
    pub(super) fn header(&self, unroll: &Unroll<'t>) -> Text {
        Text::Source(Span::new(self.span(&unroll.site.tokens).start, self.planner.header_end(&unroll.site)))
    }

    /// ` while (…);` behind the body of a `do` loop.
    pub(super) fn tail(&self, unroll: &Unroll<'t>) -> Option<Text> {
        if unroll.site.keyword != Keyword::Do {
            return None;
        }
        let expansion = &self.planner.function.parsed.expansion;
        let behind = self.planner.function.tokens(unroll.site.body).end;
        let is_while = |&at: &usize| expansion.tokens[at].is_word("while");
        let keyword = (behind..unroll.site.tokens.end).find(is_while).unwrap_or(behind);
        // Where a macro makes the keyword, its invocation begins before.
        let first = expansion.code_of(&expansion.tokens[keyword]).start;
        let start = self.planner.function.unit.code[first].span.start;
        Some(Text::Source(Span::new(start, self.span(&unroll.site.tokens).end)))
    }

    /// The type as the author writes it.
    pub(super) fn type_text(&self, declared: &TokenRange) -> String {
        let (function, expansion) = (self.planner.function, &self.planner.function.parsed.expansion);
        let first = expansion.code_of(&expansion.tokens[declared.start]).start;
        let last = expansion.code_of(&expansion.tokens[declared.end - 1]).end;
        function.words(first..last).join(" ")
    }
}
