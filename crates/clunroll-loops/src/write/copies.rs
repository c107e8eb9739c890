//! Copies of a loop's body.
//!
//! A copy is the body's own text with its inner requested loops rewritten, in a frame: the block that declares the induction
//! variable's value, the test that guards it, or nothing. The body's own braces are removed only if it contains no directive, and does
//! not declare the variable that the block around it declares. Text that was on one line stays on one line if it fits.
//!
//! A `continue` ends its copy. Where it can, an `else` branch takes its place (`clunroll-analysis/src/continues.rs`). Otherwise the copy is a
//! loop that runs once, `do { … } while (0)`, since `continue` ends its only iteration.
//! Such a loop takes a `break` for itself, so in a body with a `continue`, a `break` sets a flag, which is tested after the copy.
//! Labels get a new name in each copy.

use crate::layout;
use crate::layout::{columns, directive_extent};
use crate::limits::MAX_LINE_OF_COPY;
use crate::plan::shape::VariableStyle;
use crate::plan::{InnerPlans, RequestPlan, Unroll};
use crate::write::block::Block;
use crate::write::edits::merged;
use crate::write::edits::{TextEdits, spliced};
use crate::write::naming::Naming;
use crate::write::renderer::{CopyBraces, CopyContext, JammedBody, PlanRenderer};
use crate::write::text::Text;
use clunroll_analysis::{SkippedRest, place_of_token};
use oclc_syntax::lex;
use oclc_syntax::source::{SourceFile, Span};

/// The body of one loop, cut out of the source.
#[allow(clippy::struct_excessive_bools, reason = "independent facts, each asked for by itself")]
pub struct Cut {
    /// The copied text, with inner loops rewritten.
    pub text: Text,
    /// Its indentation in the source.
    from: String,
    /// Its text, if it has no line break and may share a line with other text.
    line: Option<usize>,
    /// Whether there is anything at all.
    is_empty: bool,
    /// Whether there is more than comments and pragmas.
    has_statement: bool,
    /// Whether it is a block of its own.
    has_braces: bool,
    /// Whether it names the induction variable.
    pub naming: Naming,
    /// Whether a macro of the host in it may do more to the variable than read it.
    pub may_assign: bool,
}

impl Cut {
    /// Whether it has no statement.
    pub fn is_nothing(&self) -> bool {
        self.is_empty || !self.has_statement
    }

    /// Whether a label may precede it.
    pub fn is_statement(&self) -> bool {
        !self.is_empty && (self.has_braces || self.has_statement)
    }
}

/// How control leaves a copy before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Escape {
    /// Only by a statement that leaves the loop around it, if at all.
    None,
    /// By `continue`.
    Once,
    /// By `continue`, and by `break`, which sets this variable.
    Flag(String),
}

impl Escape {
    /// The escape of a last copy with nothing after it, in a block that a `break` leaves: any way out ends there.
    pub fn of_last(&self) -> &Self {
        match self {
            Self::Flag(_) => &Self::None,
            Self::None | Self::Once => self,
        }
    }

    /// Declares the flag, if there is one.
    pub fn declare(&self, block: &mut Block) {
        if let Self::Flag(flag) = self {
            block.declare(vec![Text::Made(format!("int {flag} = 0;"))]);
        }
    }
}

/// One copy of a body.
pub struct BodyCopy<'a> {
    /// The body.
    pub cut: &'a Cut,
    /// The text around it.
    pub frame: CopyFrame,
    /// How control leaves it.
    pub escape: &'a Escape,
    /// The step after it.
    pub step: Option<&'a Text>,
    /// The note at its beginning.
    pub note: Text,
}

/// The text around a copy.
pub enum CopyFrame {
    /// Nothing.
    Bare,
    /// A block that begins with that declaration.
    Declare(String),
    /// A block.
    Block,
    /// The body of an `if` or a loop, with the text before the brace.
    BodyOf(Text),
}

impl CopyFrame {
    /// Whether it is a block.
    pub const fn is_block(&self) -> bool {
        matches!(self, Self::Declare(_) | Self::Block)
    }
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// The edits that carry out the inner plans in a copy.
    #[must_use]
    pub fn inner_edits(&self, inner_plans: &InnerPlans<'t>, scope: &CopyContext) -> TextEdits {
        let mut edits = Vec::new();
        for (_, plan) in inner_plans {
            match plan {
                RequestPlan::Unroll(unroll) => edits.extend(self.unroll_edits(unroll, &[], scope)),
                RequestPlan::Choice(choice) => edits.extend(self.choice(choice, scope)),
                RequestPlan::Left(_) | RequestPlan::NotAsked => {}
            }
        }
        edits
    }

    /// The edits that write a loop and take its requests out; with these statements before the copies.
    pub fn unroll_edits(&self, unroll: &Unroll<'t>, first: &[String], scope: &CopyContext) -> TextEdits {
        match &unroll.around {
            Some(around) => self.versions(unroll, around, first, scope),
            None => self.loop_edits(unroll, first, scope),
        }
    }

    /// The same of a loop without versions, or in one of them.
    pub fn loop_edits(&self, unroll: &Unroll<'t>, first: &[String], scope: &CopyContext) -> TextEdits {
        let taken_out = unroll.prefix.taken_out(self.function.unit).into_iter();
        let mut edits: TextEdits = taken_out.map(|span| (directive_extent(self.file, span), Text::made(""))).collect();
        let (span, text) = (self.span(&unroll.site.tokens), self.unrolled(unroll, first, scope));
        let text = if self.never_runs(unroll, scope) { text.without_notes() } else { text };
        edits.push((if text.is_nothing() { directive_extent(self.file, span) } else { span }, text));
        edits
    }

    /// How control leaves the copies of a body before their end; a flag still has to be declared.
    pub fn escape(&self, unroll: &Unroll<'t>, scope: &mut CopyContext) -> Escape {
        let exits = &unroll.body.exits;
        if exits.needs_flag() {
            Escape::Flag(self.fresh(unroll, "break", scope))
        } else if exits.needs_loop() {
            Escape::Once
        } else {
            Escape::None
        }
    }

    /// The texts of the copies: one for all, or one for each if labels differ.
    #[must_use]
    pub fn cuts(
        &self,
        unroll: &Unroll<'t>,
        style: Option<&VariableStyle>,
        count: u32,
        inner_plans: &InnerPlans<'t>,
        escape: &Escape,
        scope: &CopyContext,
    ) -> Vec<Cut> {
        let count = if unroll.body.exits.labels.is_empty() { 1 } else { count.max(1) };
        (0..count).map(|_| self.cut(unroll, style, inner_plans, escape, &self.copy_scope(unroll, scope))).collect()
    }

    /// Cuts the body out, without its braces where they may go; `style` is that of the copies, if they have one.
    #[must_use]
    pub fn cut(
        &self,
        unroll: &Unroll<'t>,
        style: Option<&VariableStyle>,
        inner_plans: &InnerPlans<'t>,
        escape: &Escape,
        scope: &CopyContext,
    ) -> Cut {
        if let Some(JammedBody { text, from, .. }) = scope.body.as_deref() {
            let (text, from) = (text.clone(), from.clone());
            let naming = self.naming(unroll, style, &text);
            let may_assign = self.may_assign(unroll, &text, scope);
            return Cut {
                text,
                from,
                line: None,
                is_empty: false,
                has_statement: true,
                has_braces: false,
                naming,
                may_assign,
            };
        }
        let body = self.body_span(unroll);
        let mut words = self.renamed_labels(&self.function.tokens(unroll.site.body), scope);
        words.extend(scope.loads.iter().map(|(span, name)| (*span, Text::made(&**name))));
        words.extend(self.mentions_in_body(unroll, scope));
        if let Escape::Flag(flag) = escape {
            let breaks = unroll.body.exits.breaks.iter().filter_map(|jump| jump.span);
            words.extend(breaks.map(|span| (span, Text::Made(format!("{{ {flag} = 1; break; }}")))));
        }
        let header_end = (!unroll.body.is_block).then(|| self.header_end(&unroll.site));
        let has_block = style.is_some_and(|style| unroll.declares_value(style)) && !unroll.body.may_hide_variable;
        let braces = if has_block { CopyBraces::Written } else { CopyBraces::MayGo };
        let edits = merged(self.inner_edits(inner_plans, &scope.inside(header_end, braces)), words);
        let has_vanished = edits.iter().any(|(_, text)| text.is_nothing());
        let span = if unroll.body.is_block && !self.has_attribute(unroll) {
            let keeps_braces = (unroll.body.declares && !has_block)
                || self.keeps_directive(unroll, &edits)
                || self.begins_with_pragma(unroll, &edits);
            self.between_braces(unroll).filter(|_| !keeps_braces).unwrap_or(body)
        } else {
            // A braceless body begins after the header, where a comment, an attribute or an inner request may be.
            Span::new(self.header_end(&unroll.site), body.end)
        };
        let edits: TextEdits = edits.into_iter().filter(|(place, _)| place.end > span.start).collect();
        let is_gone = |text: &Text| text.is_nothing() || matches!(text, Text::Made(made) if made.is_empty());
        let of_edits = edits.iter().filter(|(_, text)| is_gone(text)).map(|&(place, _)| place);
        let gone: Vec<Span> = of_edits.chain(self.cuts_in(span)).collect();
        let span = trimmed(self.file, span, &gone);
        let edits: TextEdits = edits.into_iter().filter(|(place, _)| place.start <= span.end).collect();
        // An empty statement adds nothing to a copy.
        let span = if self.file.slice(span) == b";" { Span::new(span.end, span.end) } else { span };
        let bytes = self.file.slice(span);
        let is_insertion = |(span, _): &&(Span, Text)| span.is_empty();
        let loads = scope.loads.iter().filter(|(place, _)| span.contains(*place)).count();
        let has_only_loads = edits.len() - edits.iter().filter(is_insertion).count() == loads;
        let is_line = has_only_loads && !bytes.contains(&b'\n') && memchr::memmem::find(bytes, b"//").is_none();
        let first_is_directive = bytes.first() == Some(&b'#');
        let from = self.indentation_of(span, unroll);
        let content = self.between_braces(unroll).filter(|_| span == body && bytes.first() == Some(&b'{'));
        let content = content.map_or(span, |content| trimmed(self.file, content, &gone));
        let text = self.with_branches(unroll, span, content.end, edits);
        let line = if is_line && !first_is_directive { self.line_length(&text) } else { None };
        Cut {
            is_empty: span.is_empty(),
            has_statement: !has_vanished && (!unroll.body.is_block || self.function.tokens(unroll.site.body).len() > 2),
            has_braces: bytes.first() == Some(&b'{') && span == body && unroll.body.is_block,
            naming: self.naming(unroll, style, &text),
            may_assign: self.may_assign(unroll, &text, scope),
            line,
            text,
            from,
        }
    }

    /// The text of a body, whose statements end at `end`, with edits, and with branches in the place of its `continue` statements.
    fn with_branches(&self, unroll: &Unroll<'t>, span: Span, end: u32, edits: TextEdits) -> Text {
        let Some(branches) = &unroll.body.exits.branches else { return spliced(span, edits) };
        let (inside, after): (Vec<_>, Vec<_>) =
            edits.into_iter().partition(|(place, _)| place.start < end || place.end <= end);
        Text::Sequence(vec![
            self.branch(Span::new(span.start, end), inside, branches),
            spliced(Span::new(end, span.end), after),
        ])
    }

    /// The text of some statements, the first `if` of which ends with a `continue`: what is after it becomes its other branch.
    fn branch(&self, span: Span, edits: TextEdits, branches: &[SkippedRest]) -> Text {
        let Some((first, others)) = branches.split_first() else { return spliced(span, edits) };
        let (before, after): (Vec<_>, Vec<_>) = edits.into_iter().partition(|(place, _)| place.start < first.rest);
        // A comment before the `continue` goes into the block, which then has lines: the comment may end with its line.
        let line = if first.follows_comment {
            format!("\n{}", layout::line_indentation(self.file, first.start))
        } else {
            String::new()
        };
        let jump = match first.block {
            Some(at) if first.follows_comment => {
                vec![(Span::new(at, at), Text::made(" {")), (first.jump, Text::Made(format!("{line}}}")))]
            }
            Some(_) => vec![(first.jump, Text::made(" { }"))],
            None => vec![(first.jump, Text::Made(line))],
        };
        let head = spliced(Span::new(span.start, first.rest), merged(jump, before));
        let rest = Span::new(first.rest, span.end);
        if self.file.slice(rest).trim_ascii().is_empty() {
            return head;
        }
        let indent = layout::line_indentation(self.file, first.start);
        let deeper = self.layout.deeper(&indent);
        let bytes = self.file.slice(rest);
        let has_lines = bytes.contains(&b'\n') || memchr::memmem::find(bytes, b"//").is_some();
        let close = if has_lines { format!("\n{indent}}}") } else { " }".to_owned() };
        // The author's statement after `else` gets a line of its own, among the others.
        let blanks = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let begins_line = first.has_else && has_lines && !matches!(bytes[blanks..], [b'\r' | b'\n' | b'/', ..]);
        let (open, rest) = match (first.has_else, begins_line) {
            (true, true) => (format!(" {{\n{deeper}"), Span::new(rest.start + blanks as u32, rest.end)),
            (true, false) => (" {".to_owned(), rest),
            (false, _) => (" else {".to_owned(), rest),
        };
        // If that statement is on a line of its own, its lines are one step deeper already.
        let own_end = first.else_end.filter(|&end| {
            let at = first.rest + bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count() as u32;
            let own = layout::line_indentation(self.file, at);
            !begins_line && at < end && columns(own.as_bytes()) > columns(indent.as_bytes())
        });
        let own_end = own_end.unwrap_or(rest.start);
        let (own, after): (Vec<_>, Vec<_>) = after.into_iter().partition(|(place, _)| place.start < own_end);
        Text::Sequence(vec![
            head,
            Text::Made(open),
            spliced(Span::new(rest.start, own_end), own),
            Text::shifted(indent, &deeper, self.branch(Span::new(own_end, rest.end), after, others)),
            Text::Made(close),
        ])
    }

    /// The bytes inside a block's braces; `None` if a macro makes them.
    fn between_braces(&self, unroll: &Unroll<'t>) -> Option<Span> {
        let function = self.function;
        let body = function.tokens(unroll.site.body);
        let tokens = &function.parsed.expansion.tokens;
        let (open, close) = (&tokens[body.start], &tokens[body.end - 1]);
        let is_written = open.call.is_none() && close.call.is_none();
        is_written.then(|| Span::new(open.spelled.span.end, close.spelled.span.start))
    }

    /// The indentation that the lines of a body share.
    fn indentation_of(&self, span: Span, unroll: &Unroll<'t>) -> String {
        let first = layout::line_indentation(self.file, span.start);
        let line_start = self.file.line(self.file.line_index(span.start)).map_or(0, |line| line.start);
        let begins_line = line_start as usize + first.len() == span.start as usize;
        let rest = layout::least_indentation(self.file, span);
        match (begins_line.then_some(first), rest) {
            (Some(first), Some(rest)) if columns(rest.as_bytes()) < columns(first.as_bytes()) => rest,
            (Some(first), _) => first,
            (None, Some(rest)) => rest,
            (None, None) => layout::line_indentation(self.file, self.span(&unroll.site.tokens).start),
        }
    }

    /// Whether a directive stays in the body when the edits are made.
    fn keeps_directive(&self, unroll: &Unroll<'t>, edits: &TextEdits) -> bool {
        let function = self.function;
        let body = function.tokens(unroll.site.body);
        let moments = function.moment(body.start)..function.moment(body.end - 1);
        moments.into_iter().any(|index| {
            let unit = function.unit;
            let span = unit.directive_place(&unit.directives[index]).span;
            !unit.is_cut(&function.parsed.configuration, index) && !edits.iter().any(|(place, _)| place.contains(span))
        })
    }

    /// Whether the block begins with a `_Pragma` that stays after the edits. Some are valid only at the beginning of a block, and
    /// apply to its end.
    fn begins_with_pragma(&self, unroll: &Unroll<'t>, edits: &TextEdits) -> bool {
        let function = self.function;
        let first = function.tokens(unroll.site.body).start + 1;
        let is_pragma = function.parsed.expansion.tokens.get(first).is_some_and(|token| token.is_word("_Pragma"));
        is_pragma && {
            let span = place_of_token(function, first).span;
            !edits.iter().any(|(place, _)| place.contains(span))
        }
    }

    /// Whether a copy fits on one line.
    #[must_use]
    pub fn fits_on_line(&self, cut: &Cut, frame: &CopyFrame, step: Option<&Text>, indent: &str) -> bool {
        self.one_line(cut, frame, step, indent, &Text::NOTHING).is_some()
    }

    /// One copy at `indent`, line end included: on one line if `on_line` and it fits, otherwise as lines. An empty copy declares no value.
    #[must_use]
    pub fn copy(&self, copy: BodyCopy<'_>, indent: &str, on_line: bool) -> Text {
        if on_line { self.copy_on_line(copy, indent) } else { self.copy_lines(copy, indent) }
    }

    /// One copy on one line if it fits, otherwise as lines.
    #[must_use]
    pub fn copy_on_line(&self, copy: BodyCopy<'_>, indent: &str) -> Text {
        let BodyCopy { cut, frame, escape, step, note } = &copy;
        let is_missing = cut.is_empty && frame.is_block();
        if !is_missing
            && **escape == Escape::None
            && let Some(line) = self.one_line(cut, frame, *step, indent, note)
        {
            return Text::Sequence(vec![Text::made(indent), line, Text::made("\n")]);
        }
        self.copy_lines(copy, indent)
    }

    /// One copy as lines.
    #[must_use]
    pub fn copy_lines(&self, copy: BodyCopy<'_>, indent: &str) -> Text {
        let BodyCopy { cut, frame, escape, step, note } = copy;
        if cut.is_empty && frame.is_block() {
            return Text::NOTHING;
        }
        let inner = self.layout.deeper(indent);
        let is_once = *escape != Escape::None;
        let mut lines = CopyLines::default();
        match frame {
            CopyFrame::Declare(_) | CopyFrame::Block => {
                lines.push(indent, Text::made(if is_once { "do {" } else { "{" }));
                // Before the declaration, which goes if promotion leaves nothing that names the variable.
                lines.parts.push(note);
                if let CopyFrame::Declare(declaration) = frame {
                    lines.push(&inner, Text::Made(declaration));
                }
                lines.push_cut(&inner, cut);
                lines.push(indent, Text::made(if is_once { "} while (0);" } else { "}" }));
                lines.ask(indent, escape);
                lines.push_step(indent, step);
            }
            CopyFrame::BodyOf(head) => {
                lines.push(indent, Text::Sequence(vec![head, Text::made(" {")]));
                lines.parts.push(note);
                self.push_body(&mut lines, cut, escape, &inner);
                lines.push_step(&inner, step);
                lines.push(indent, Text::made("}"));
            }
            CopyFrame::Bare => {
                if !cut.is_empty || step.is_some() {
                    lines.parts.push(note);
                }
                self.push_body(&mut lines, cut, escape, indent);
                lines.push_step(indent, step);
            }
        }
        Text::Sequence(lines.parts)
    }

    /// A body with nothing around it but the loop that `continue` ends.
    fn push_body(&self, lines: &mut CopyLines, cut: &Cut, escape: &Escape, indent: &str) {
        if *escape == Escape::None {
            return lines.push_cut(indent, cut);
        }
        if cut.has_braces {
            let body = vec![Text::made("do "), moved(cut, indent), Text::made(" while (0);")];
            lines.push(indent, Text::Sequence(body));
        } else {
            lines.push(indent, Text::made("do {"));
            lines.push_cut(&self.layout.deeper(indent), cut);
            lines.push(indent, Text::made("} while (0);"));
        }
        lines.ask(indent, escape);
    }

    /// `{ int i = 3; body }` or `if (i < N) { body i++; }`, where it fits.
    fn one_line(&self, cut: &Cut, frame: &CopyFrame, step: Option<&Text>, indent: &str, note: &Text) -> Option<Text> {
        let (before, before_length) = match frame {
            CopyFrame::Bare => return None,
            CopyFrame::Declare(declaration) => (vec![Text::made("{")], declaration.len() + 2),
            CopyFrame::Block => (vec![Text::made("{")], 1),
            CopyFrame::BodyOf(head) => (vec![head.clone(), Text::made(" {")], self.line_length(head)? + 2),
        };
        let step_length = step.map_or(Some(0), |step| self.line_length(step).map(|length| length + 2))?;
        if indent.len() + before_length + cut.line? + step_length + 3 > MAX_LINE_OF_COPY {
            return None;
        }
        let mut parts = before;
        parts.push(note.clone());
        if let CopyFrame::Declare(declaration) = frame {
            parts.push(Text::Made(format!(" {declaration}")));
        }
        parts.push(Text::made(" "));
        if !cut.is_empty {
            parts.extend([cut.text.clone(), Text::made(" ")]);
        }
        if let Some(step) = step {
            parts.extend([step.clone(), Text::made("; ")]);
        }
        parts.push(Text::made("}"));
        Some(Text::Sequence(parts))
    }

    /// The length of a text that has no line break; `None` of one that has.
    fn line_length(&self, text: &Text) -> Option<usize> {
        match text {
            Text::Source(span) | Text::Repeated(span) => {
                (!self.file.slice(*span).contains(&b'\n')).then_some(span.len())
            }
            Text::Made(made) => (!made.contains('\n')).then_some(made.len()),
            Text::Sequence(parts) => parts.iter().map(|part| self.line_length(part)).sum(),
            Text::Shifted(shifted) => self.line_length(&shifted.text),
            Text::InPlaceOf(_, text) => self.line_length(text),
            Text::Note(_) => Some(0),
            Text::Conditional(_) | Text::Without(_) | Text::LineBreak => None,
        }
    }
}

/// Lines that are being written.
#[derive(Default)]
struct CopyLines {
    parts: Vec<Text>,
}

impl CopyLines {
    fn push(&mut self, indent: &str, text: Text) {
        self.parts.extend([Text::made(indent), text, Text::made("\n")]);
    }

    fn push_cut(&mut self, indent: &str, cut: &Cut) {
        if !cut.is_empty {
            self.push(indent, moved(cut, indent));
        }
    }

    fn push_step(&mut self, indent: &str, step: Option<&Text>) {
        if let Some(step) = step {
            self.push(indent, Text::Sequence(vec![step.clone(), Text::made(";")]));
        }
    }

    /// Tests after a copy whether a `break` has left it.
    fn ask(&mut self, indent: &str, escape: &Escape) {
        if let Escape::Flag(flag) = escape {
            self.push(indent, Text::Made(format!("if ({flag}) break;")));
        }
    }
}

/// The copied text at another indentation.
fn moved(cut: &Cut, to: &str) -> Text {
    Text::shifted(cut.from.clone(), to, cut.text.clone())
}

/// The span without white space and removed text at its ends; splices in front of it are white space too.
pub fn trimmed(file: &SourceFile, span: Span, gone: &[Span]) -> Span {
    let bytes = &file.bytes;
    let mut start = span.start;
    while start < span.end {
        match gone.iter().find(|place| place.start <= start && start < place.end) {
            Some(place) => start = place.end.min(span.end),
            None => match lex::blank_length(&bytes[start as usize..span.end as usize]) {
                0 => break,
                length => start += length as u32,
            },
        }
    }
    let mut end = span.end;
    while end > start {
        match gone.iter().find(|place| place.start < end && end <= place.end) {
            Some(place) => end = place.start.max(start),
            None if matches!(bytes[end as usize - 1], b' ' | b'\t' | b'\r' | b'\n') => end -= 1,
            None => break,
        }
    }
    Span::new(start, past_splices(file, end.max(start), span.end))
}

/// The offset after the blank lines that belong to the line of `end` because of a backslash at its end: a comment continues there.
#[must_use]
fn past_splices(file: &SourceFile, end: u32, limit: u32) -> u32 {
    let bytes = &file.bytes;
    let mut end = end;
    while end > 0 && bytes[end as usize - 1] == b'\\' {
        let line = file.line(file.line_index(end)).map_or(end, |line| line.end);
        let next = file.line(file.line_index(line)).map_or(line, |line| line.end);
        let mut next_end = next.min(limit).max(end);
        while next_end > line.min(limit) && matches!(bytes[next_end as usize - 1], b'\r' | b'\n') {
            next_end -= 1;
        }
        if next_end <= end {
            break;
        }
        end = next_end;
    }
    end
}
