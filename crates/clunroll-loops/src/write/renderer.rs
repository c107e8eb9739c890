//! The data for writing all forms: the function, the texts of its loops, and the surroundings of the copy that is being written.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::facts::branches::Branches;
use crate::host_values::Assumption;
use crate::layout::FileStyle;
use crate::mentions::UnusedNames;
use crate::names::FreeNames;
use crate::plan::Unroll;
use crate::planner::BoundRequest;
use crate::points::{self, LoopPart, Position};
use crate::write::edits::{TextEdits, spliced};
use crate::write::jam_names::Copies;
use crate::write::text::Text;
use clunroll_analysis::{
    Env, Evaluator, Function, HeaderNumbers, Induction, Keyword, LookupPoint, Loop, Residue, Step, Trips, count,
    residue_of_trips,
};
use oclc_syntax::preprocess::Constant;
use oclc_syntax::source::{SourceFile, Span};
use oclc_syntax::tree::TokenRange;

/// Renders the plans of one function.
pub struct PlanRenderer<'r, 'u, 't> {
    /// The function whose loops are written.
    pub function: &'r Function<'u, 't>,
    /// Its requests.
    pub requests: &'r [BoundRequest<'r, 'u>],
    /// The main file.
    pub file: &'r SourceFile,
    /// The author's habits.
    pub layout: &'r FileStyle,
    /// Free names.
    pub names: &'r FreeNames<'u>,
    /// The parts of the text that the configuration leaves out.
    pub cuts: &'r [Span],
    /// The names to mention before loops, once they are known.
    pub mentions: OnceCell<UnusedNames<'t>>,
    /// The branches of the function, once they are needed.
    pub branches: OnceCell<Branches<'t>>,
}

/// The braces around a copy of a body.
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

/// The copies of a jam, which are the body of an inner loop.
#[derive(Clone, Debug)]
pub struct JammedBody {
    /// Their lines, without the indentation of the first and the end of the last.
    pub text: Text,
    /// The indentation of the lines.
    pub from: String,
    /// The names in the copies.
    pub copies: Rc<Copies>,
}

impl JammedBody {
    /// Takes whole lines that all begin with that indentation.
    pub fn new(mut lines: Text, from: String, copies: Rc<Copies>) -> Self {
        lines.remove_start(&from);
        lines.remove_line_end();
        Self { text: lines, from, copies }
    }
}

/// The context of all text inside a copy.
#[derive(Clone, Debug, Default)]
pub struct CopyContext {
    /// Names that clunroll made around it.
    taken: Vec<String>,
    /// Labels of the author's, each with its name in this copy.
    labels: HashMap<String, String>,
    /// Where the header of a loop ends whose whole body is copied: the next text may be several statements.
    header_end: Option<u32>,
    /// The braces around the copy that it is in.
    copy: CopyBraces,
    /// Loads in this copy, each with the name of the constant in its place, and uses of induction variables with their numbers.
    pub loads: Vec<(Span, String)>,
    /// The version, if a loop is written in versions.
    version: Option<Version>,
    /// The macros that an `#if` around it pins.
    pinned: Vec<String>,
    /// The text in place of the loop's body.
    pub body: Option<Rc<JammedBody>>,
    /// The values of induction variables in it.
    known: Env,
}

impl CopyContext {
    /// The name that a label has here, where it has another one than in the source.
    pub fn label(&self, name: &str) -> Option<&str> {
        self.labels.get(name).map(String::as_str)
    }

    /// Whether one of the names that clunroll made around it is like that.
    pub fn has_taken(&self, is: impl Fn(&str) -> bool) -> bool {
        self.taken.iter().any(|name| is(name))
    }

    /// The same under the condition of an assumption.
    pub fn assuming(&self, assumption: &Assumption) -> Self {
        let pinned = self.pinned.iter().cloned().chain(assumption.pinned().map(str::to_owned)).collect();
        Self { pinned, ..self.clone() }
    }

    /// Whether an `#if` around it pins a macro.
    pub fn pins(&self, name: &str) -> bool {
        self.pinned.iter().any(|pinned| pinned == name)
    }

    /// The same in a copy in which constants take the place of loads.
    pub fn with_loads(mut self, loads: Vec<(Span, String)>) -> Self {
        self.loads.extend(loads);
        self
    }

    /// The same in a copy in which numbers take the place of an induction variable.
    pub fn with_numbers(mut self, numbers: impl Iterator<Item = (Span, String)>) -> Self {
        self.loads.extend(numbers);
        self
    }

    /// The same in a copy in which an induction variable has that value.
    pub fn knowing(self, counter: &Induction<'_>, value: i128) -> Self {
        let Some(kind) = counter.kind.integer() else { return self };
        Self { known: self.known.with(counter.variable, Constant::new(value, kind)), ..self }
    }

    /// The same for an inner loop of a jam.
    pub fn with_body(self, body: JammedBody) -> Self {
        Self { body: Some(Rc::new(body)), ..self }
    }

    /// The same in a body that is copied as a whole, where its header ends there.
    pub fn inside(&self, header_end: Option<u32>, copy: CopyBraces) -> Self {
        Self { header_end, copy, version: None, ..self.clone() }
    }

    /// The same for a loop that is written in versions.
    pub fn in_version(&self, version: Version) -> Self {
        Self { version: Some(version), ..self.clone() }
    }

    /// The version that the loop is written in.
    pub const fn version(&self) -> Option<&Version> {
        self.version.as_ref()
    }

    /// Whether a block that holds only a loop has braces of its own in the output as well.
    pub fn keeps_blocks(&self) -> bool {
        self.copy != CopyBraces::MayGo
    }

    /// Whether a copy of a whole body is all that is in its block, apart from the variable's value.
    pub fn is_block(&self) -> bool {
        self.copy == CopyBraces::Written
    }

    /// Whether a body that is copied as a whole begins after that offset.
    pub fn has_body_after(&self, end: u32) -> bool {
        self.header_end == Some(end)
    }
}

/// The version that is being written, and the value that its `switch` has computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// How many iterations remain.
    pub rest: u32,
    /// The bound, as it is called.
    pub bound: String,
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// The bytes of tokens that the planner has found to be whole.
    #[must_use]
    pub fn span(&self, range: &TokenRange) -> Span {
        self.function.source_span(range).unwrap_or(Span::new(0, 0))
    }

    /// The common beginning of the names of so many copies of a variable, before `_` and a number: the variable's name. If a name
    /// that clunroll made already has that form, a word comes between.
    #[must_use]
    pub fn numbered(&self, name: &str, word: &str, count: u64, scope: &CopyContext) -> String {
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

    /// A test that clunroll writes or repeats, between notes of where it is.
    #[must_use]
    pub fn noted_test(unroll: &Unroll<'t>, part: LoopPart, test: Text) -> Text {
        let note = |position| Self::note(unroll, Some(part), position);
        Text::Sequence(vec![note(Position::TestStart), test, note(Position::TestEnd)])
    }

    /// Whether a loop is in a branch that no run enters, since the values of induction variables and constants decide that.
    pub fn never_runs(&self, unroll: &Unroll<'t>, scope: &CopyContext) -> bool {
        let branches = self.branches.get_or_init(|| Branches::of(self.function));
        branches.excludes(self.function, &scope.known, unroll.site.tokens.start)
    }

    /// How often a loop runs, where the constants of this configuration say it. Its tests then have the same outcomes in each run.
    pub fn constant_trips(&self, unroll: &Unroll<'t>, scope: &CopyContext) -> Option<u64> {
        let counter = unroll.site.counter.as_ref().ok()?;
        let evaluator = Evaluator::new(self.function, &scope.known, LookupPoint::InTree);
        let (start, bound) = (evaluator.value(counter.start?).ok()?, evaluator.value(counter.bound).ok()?);
        let Step::Constant(advance, _) = &counter.step else { return None };
        match count(&HeaderNumbers::new(counter, &start, &bound, advance.clone())) {
            Trips::Known(trips) => Some(trips),
            Trips::Never(_) | Trips::Unknown => None,
        }
    }

    /// What the header says of a trip count that only the run knows.
    #[must_use]
    pub fn residue(&self, counter: &Induction<'_>, scope: &CopyContext) -> Residue {
        residue_of_trips(self.function, &scope.known, counter)
    }

    /// The bytes of the body.
    #[must_use]
    pub fn body_span(&self, unroll: &Unroll<'t>) -> Span {
        self.span(&self.function.tokens(unroll.site.body))
    }

    /// Whether there is an attribute or `_Pragma` between the header and the body.
    #[must_use]
    pub fn has_attribute(&self, unroll: &Unroll<'t>) -> bool {
        self.function.parsed.is_left_out(self.function.tokens(unroll.site.body).start - 1)
    }

    /// The parts of a span that the configuration leaves out.
    pub fn cuts_in(&self, span: Span) -> Vec<Span> {
        let first = self.cuts.partition_point(|cut| cut.end <= span.start);
        self.cuts[first..].iter().copied().take_while(|cut| cut.start < span.end).collect()
    }

    /// A free name for something of this loop's; it is taken from then on.
    pub fn fresh(&self, unroll: &Unroll<'t>, suffix: &str, scope: &mut CopyContext) -> String {
        let stem = unroll.site.counter.as_ref().map_or("loop", |counter| counter.name);
        let name = self.names.fresh(&format!("{stem}_{suffix}"), &scope.taken);
        scope.taken.push(name.clone());
        name
    }

    /// The scope of one copy: its labels are its own.
    pub fn copy_scope(&self, unroll: &Unroll<'t>, scope: &CopyContext) -> CopyContext {
        let mut scope = scope.clone();
        for label in &unroll.body.exits.labels {
            let renamed = self.names.label(label, &scope.taken);
            scope.labels.insert(label.clone(), renamed);
        }
        scope
    }

    /// The author's labels in a stretch of text by the names that they have in this copy.
    pub fn renamed_labels(&self, range: &TokenRange, scope: &CopyContext) -> TextEdits {
        let function = self.function;
        let labels = function.labels_in(range.clone()).iter();
        labels
            .filter_map(|used| {
                let renamed = scope.label(used.name)?;
                Some((self.span(&(used.token..used.token + 1)), Text::made(renamed)))
            })
            .collect()
    }

    /// `if (i < N)`, with the author's text; `None` if there is no test.
    pub fn test(&self, unroll: &Unroll<'t>) -> Option<Text> {
        let test = self.span(&self.function.tokens(unroll.site.test?));
        Some(Text::Sequence(vec![Text::made("if ("), Text::Repeated(test), Text::made(")")]))
    }

    /// `if (!(i < N))`, likewise, with notes of where the test is.
    pub fn failed(&self, unroll: &Unroll<'t>) -> Option<Text> {
        let test = Text::Repeated(self.span(&self.function.tokens(unroll.site.test?)));
        let test = Self::noted_test(unroll, LoopPart::Main, test);
        Some(Text::Sequence(vec![Text::made("if (!("), test, Text::made("))")]))
    }

    /// The author's step; `None` if there is none.
    pub fn step(&self, unroll: &Unroll<'t>) -> Option<Text> {
        Some(Text::Repeated(self.span(&self.function.tokens(unroll.site.step?))))
    }

    /// The author's header up to its closing parenthesis, or `do`.
    pub fn header(&self, unroll: &Unroll<'t>) -> Text {
        self.with_noted_test(unroll, Span::new(self.span(&unroll.site.tokens).start, self.header_end(&unroll.site)))
    }

    /// A part of the loop in the author's words, with notes of where the test is, if it is in that part.
    fn with_noted_test(&self, unroll: &Unroll<'t>, part: Span) -> Text {
        let test = unroll.site.test.and_then(|test| self.function.source_span(&self.function.tokens(test)));
        let Some(test) = test.filter(|test| part.start < test.start && test.end < part.end) else {
            return Text::Source(part);
        };
        let note = |at, position| (Span::new(at, at), Self::note(unroll, Some(LoopPart::Main), position));
        spliced(part, vec![note(test.start, Position::TestStart), note(test.end, Position::TestEnd)])
    }

    /// ` while (…);` after the body of a `do` loop.
    pub fn tail(&self, unroll: &Unroll<'t>) -> Option<Text> {
        if unroll.site.keyword != Keyword::Do {
            return None;
        }
        let expansion = &self.function.parsed.expansion;
        let following = self.function.tokens(unroll.site.body).end;
        let is_while = |&at: &usize| expansion.tokens[at].is_word("while");
        let keyword = (following..unroll.site.tokens.end).find(is_while).unwrap_or(following);
        // Where a macro makes the keyword, its invocation begins before.
        let first = expansion.code_of(&expansion.tokens[keyword]).start;
        let start = self.function.unit.code[first].span.start;
        Some(self.with_noted_test(unroll, Span::new(start, self.span(&unroll.site.tokens).end)))
    }

    /// The type as the author writes it.
    pub fn type_text(&self, declared: &TokenRange) -> String {
        let (function, expansion) = (self.function, &self.function.parsed.expansion);
        let first = expansion.code_of(&expansion.tokens[declared.start]).start;
        let last = expansion.code_of(&expansion.tokens[declared.end - 1]).end;
        function.words(first..last).join(" ")
    }

    /// After the closing parenthesis of the header; of a `do` loop, after the keyword.
    pub fn header_end(&self, site: &Loop<'_>) -> u32 {
        site.header_end(self.function)
    }
}
