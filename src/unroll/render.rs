//! Rendering: plans to trees of text.
//!
//! One function for each [`Shape`]. All of them write exactly one compound statement in place of the loop, and take
//! the author's own text for everything that computes a value.

use super::bounds::{End, literal};
use super::copies::{Edits, Frame, past_splices, spliced};
use super::layout::{self, Layout};
use super::names::Names;
use super::plan::{Plan, Planner, Region, Shape, Unroll};
use super::text::Text;
use crate::analysis::{Decline, Header};
use crate::directive::{Fragment, Prefix};
use crate::lex::Punct;
use crate::preprocess::{IntegerType, parse_integer};
use crate::source::{SourceFile, Span};
use crate::syntax::TokenRange;

/// What the counted form is computed from; see [`Shape::Counted`].
struct Numbers {
    factor: u32,
    start: Option<i128>,
    start_fits: bool,
    bound_kind: IntegerType,
}

/// Renders the plans of one function.
pub struct Renderer<'r, 'u, 't> {
    /// What the plans were made from.
    pub planner: &'r Planner<'r, 'u, 't>,
    /// The main file.
    pub file: &'r SourceFile,
    /// The author's habits.
    pub layout: &'r Layout,
    /// Free names.
    pub names: &'r Names<'u>,
    /// Whether anything in the file is rewritten, so that a second run would find other sizes.
    pub is_rewriting: bool,
}

/// The lines of a compound statement that is being written.
struct Block {
    parts: Vec<Text>,
    indent: String,
    inner: String,
}

impl Block {
    fn line(&mut self, text: impl Into<String>) {
        self.parts.push(Text::Made(format!("{}{}\n", self.inner, text.into())));
    }

    fn lines(&mut self, parts: Vec<Text>) {
        self.parts.push(Text::made(&*self.inner));
        self.parts.extend(parts);
        self.parts.push(Text::made("\n"));
    }

    /// What is said of the loop in other words, on lines before a loop that is written.
    fn carry(&mut self, prefix: &Prefix) {
        for Fragment { open, parts, between, close } in prefix.carried() {
            let mut texts = vec![Text::made(*open)];
            for (index, &part) in parts.iter().enumerate() {
                texts.extend((index > 0).then(|| Text::made(*between)));
                texts.push(Text::Source(part));
            }
            texts.push(Text::made(*close));
            self.lines(texts);
        }
    }

    fn finish(self) -> Text {
        if self.parts.is_empty() {
            return Text::made("{ }");
        }
        let mut parts = vec![Text::made("{\n")];
        parts.extend(self.parts);
        parts.push(Text::Made(format!("{}}}", self.indent)));
        Text::Sequence(parts)
    }
}

impl<'t> Renderer<'_, '_, 't> {
    /// The bytes of tokens that the planner has found to be whole.
    #[must_use]
    pub fn span(&self, range: &TokenRange) -> Span {
        self.planner.function.source_span(range).unwrap_or(Span::new(0, 0))
    }

    /// The bytes of the body.
    #[must_use]
    pub fn body_span(&self, unroll: &Unroll<'t>) -> Span {
        self.span(&self.planner.function.tokens(unroll.site.body))
    }

    /// Behind the closing parenthesis of the header.
    #[must_use]
    pub fn header_end(&self, unroll: &Unroll<'t>) -> u32 {
        let parsed = &self.planner.function.parsed;
        let body = self.planner.function.tokens(unroll.site.body).start;
        let header = unroll.site.tokens.start..body;
        let last = header.rev().find(|&token| !parsed.is_left_out(token)).unwrap_or(unroll.site.tokens.start);
        let code = parsed.expansion.code_of(&parsed.expansion.tokens[last]);
        self.planner.function.unit.code[code.end - 1].span.end
    }

    /// Whether an attribute or `_Pragma` stands between the header and the body.
    #[must_use]
    pub fn has_attribute(&self, unroll: &Unroll<'t>) -> bool {
        self.planner.function.parsed.is_left_out(self.planner.function.tokens(unroll.site.body).start - 1)
    }

    /// Whether a loop that is left needs to be marked for the next run.
    #[must_use]
    pub fn needs_marker(&self, decline: &Decline) -> bool {
        decline.reason.may_pass() && self.is_rewriting
    }

    /// All edits for the requests of the function.
    #[must_use]
    pub fn function(&self, region: &Region<'t>) -> Edits {
        self.edits(region, &[])
    }

    /// What stands in the place of a loop.
    #[must_use]
    pub fn unrolled(&self, unroll: &Unroll<'t>, taken: &[String]) -> Text {
        let indent = layout::indentation(self.file, self.span(&unroll.site.tokens).start);
        let inner = format!("{indent}{}", self.layout.unit);
        let mut block = Block { parts: self.lead(unroll), indent, inner };
        match &unroll.shape {
            Shape::Full { header, copies } => self.full(&mut block, unroll, header, copies, taken),
            Shape::Blocks { header, factor, in_main, main, rest } => {
                self.blocks(&mut block, unroll, (header, *factor, *in_main), main, rest, taken);
            }
            Shape::Counted { factor, start, start_fits, bound_kind, region } => {
                let numbers =
                    Numbers { factor: *factor, start: *start, start_fits: *start_fits, bound_kind: *bound_kind };
                self.counted(&mut block, unroll, numbers, region, taken);
            }
            Shape::Rechecked { copies, region } => self.rechecked(&mut block, unroll, *copies, region, taken),
            Shape::RecheckedLoop { factor, region } => self.rechecked_loop(&mut block, unroll, *factor, region, taken),
        }
        block.finish()
    }

    /// A comment between the header and the brace of the body.
    fn lead(&self, unroll: &Unroll<'t>) -> Vec<Text> {
        if !unroll.body.is_block || self.has_attribute(unroll) {
            return Vec::new();
        }
        let between = Span::new(self.header_end(unroll), self.body_span(unroll).start);
        let text = self.file.slice(between);
        let start = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let end = text.len() - text.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        if start >= end {
            return Vec::new();
        }
        let end = past_splices(self.file, between.start + end as u32, between.end);
        let comment = Span::new(between.start + start as u32, end);
        let indent = layout::indentation(self.file, self.span(&unroll.site.tokens).start);
        vec![Text::Made(format!("{indent}{}", self.layout.unit)), Text::Source(comment), Text::made("\n")]
    }

    fn full(&self, block: &mut Block, unroll: &Unroll<'t>, header: &Header, copies: &[Region<'t>], taken: &[String]) {
        let site = &unroll.site;
        self.constant_copies(block, unroll, header, 0, copies, taken);
        if site.declared.is_none() {
            let last = header.value(copies.len() as u64);
            block.line(format!("{} = {};", site.name, literal(last, header.kind.unwrap_or(IntegerType::INT))));
        }
    }

    /// A copy for each of the values from iteration `first` on.
    fn constant_copies(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        header: &Header,
        first: u64,
        copies: &[Region<'t>],
        taken: &[String],
    ) {
        let site = &unroll.site;
        let mut cuts = Vec::new();
        for (offset, region) in copies.iter().enumerate() {
            let value = literal(header.value(first + offset as u64), header.kind.unwrap_or(IntegerType::INT));
            let frame = self.frame(unroll, &value);
            cuts.push((self.cut(unroll, region, taken), value, frame));
        }
        let on_line = cuts.iter().all(|(cut, _, frame)| self.fits_on_line(cut, frame, None, &block.inner));
        for (cut, value, frame) in cuts {
            if site.declared.is_none() && unroll.body.uses_variable {
                block.line(format!("{} = {value};", site.name));
            }
            block.parts.push(self.copy(&cut, frame, None, &block.inner, on_line));
        }
    }

    /// What stands around a copy for that value: its declaration, if the header declares the variable and the body
    /// names it.
    fn frame(&self, unroll: &Unroll<'t>, value: &str) -> Frame {
        match &unroll.site.declared {
            Some(declared) if unroll.body.uses_variable => {
                Frame::Declare(format!("const {} {} = {value};", self.type_text(declared), unroll.site.name))
            }
            _ => Frame::Bare,
        }
    }

    fn blocks(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        (header, factor, in_main): (&Header, u32, u64),
        main: &Region<'t>,
        rest: &[Region<'t>],
        taken: &[String],
    ) {
        let site = &unroll.site;
        let kind = header.kind.unwrap_or(IntegerType::INT);
        let end = literal(header.value(in_main), kind);
        let operator = if header.stride > 0 { "<" } else { ">" };
        let Some(declared) = &site.declared else {
            let start = Text::Source(self.span(&site.initializer));
            let head = vec![Text::made("for ("), start, Text::Made(format!("; {} {operator} {end}; ", site.name))];
            self.stepped_loop(block, unroll, head, factor, main, taken);
            for region in rest {
                let cut = self.cut(unroll, region, taken);
                block.parts.push(self.copy(&cut, Frame::Bare, Some(&self.step(unroll)), &block.inner, false));
            }
            return;
        };
        let base = self.names.fresh(&format!("{}_base", site.name), taken);
        let taken = [taken, std::slice::from_ref(&base)].concat();
        let stride = header.stride.unsigned_abs() * u128::from(factor);
        let advance = if header.stride > 0 { "+=" } else { "-=" };
        let start = literal(header.start, kind);
        let declaration = format!("{} {base} = {start}", self.type_text(declared));
        block.carry(&unroll.prefix);
        block.line(format!("for ({declaration}; {base} {operator} {end}; {base} {advance} {stride}) {{"));
        self.based_copies(block, unroll, &base, factor, main, &taken);
        block.line("}");
        self.constant_copies(block, unroll, header, in_main, rest, &taken);
    }

    /// The copies of a main loop that counts in `base`.
    fn based_copies(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        base: &str,
        factor: u32,
        region: &Region<'t>,
        taken: &[String],
    ) {
        let site = &unroll.site;
        let inner = format!("{}{}", block.inner, self.layout.unit);
        let cut = self.cut(unroll, region, taken);
        let sign = if site.stride.value > 0 { '+' } else { '-' };
        let frame = |index: u32| {
            let offset = u128::from(index) * site.stride.value.unsigned_abs();
            let value = if offset == 0 { base.to_owned() } else { format!("{base} {sign} {offset}") };
            self.frame(unroll, &value)
        };
        let on_line = self.fits_on_line(&cut, &frame(factor - 1), None, &inner);
        for index in 0..factor {
            block.parts.push(self.copy(&cut, frame(index), None, &inner, on_line));
        }
    }

    /// A loop of copies with the author's step between them; `head` is its header up to the step.
    fn stepped_loop(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        head: Vec<Text>,
        factor: u32,
        region: &Region<'t>,
        taken: &[String],
    ) {
        let inner = format!("{}{}", block.inner, self.layout.unit);
        let step = self.step(unroll);
        let cut = self.cut(unroll, region, taken);
        block.carry(&unroll.prefix);
        block.lines([head, vec![step.clone(), Text::made(") {")]].concat());
        for index in 0..factor {
            let between = (index + 1 < factor).then_some(&step);
            block.parts.push(self.copy(&cut, Frame::Bare, between, &inner, false));
        }
        block.line("}");
    }

    fn counted(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        Numbers { factor, start, start_fits, bound_kind }: Numbers,
        region: &Region<'t>,
        taken: &[String],
    ) {
        let (site, function) = (&unroll.site, self.planner.function);
        let kind = site.kind.unwrap_or(IntegerType::INT);
        let mut taken = taken.to_vec();
        let mut fresh = |suffix: &str| {
            let name = self.names.fresh(&format!("{}_{suffix}", site.name), &taken);
            taken.push(name.clone());
            name
        };
        let (end_name, base) = (fresh("end"), fresh("base"));
        let bound_range = function.tokens(site.bound);
        let bound_value = self.written_number(&bound_range);
        let is_one_token = bound_range.len() == 1 && function.source_span(&bound_range).is_some();
        let bound_is_simple = is_one_token || bound_value.is_some();
        let bound = if bound_is_simple { function.text_of(&bound_range) } else { fresh("bound") };
        let first = if site.declared.is_some() { &base } else { site.name };
        let mut end = End {
            comparison: site.comparison,
            stride: site.stride.value,
            factor,
            kind,
            start,
            first,
            first_kind: kind,
            bound: &bound,
            bound_kind,
            bound_value,
        };
        let counter = end.counter();
        if site.declared.is_some() {
            end.first_kind = counter;
        }
        let start_range = function.tokens(site.start);
        let start_text = Text::Source(self.span(&start_range));
        // The first value comes first where the end is computed from it, and where the author's text may depend on it.
        let base_line = site.declared.as_ref().map(|declared| {
            let type_text = if counter == kind { self.type_text(declared) } else { counter.name().to_owned() };
            // Where the main loop counts in another type, the value still passes through the variable's own.
            let value = if counter == kind || start_fits {
                start_text.clone()
            } else {
                Text::Sequence(vec![Text::Made(format!("({})(", kind.name())), start_text.clone(), Text::made(")")])
            };
            vec![Text::Made(format!("{type_text} {base} = ")), value, Text::made(";")]
        });
        let assignment = self.span(&site.initializer);
        if start.is_none() {
            block.lines(base_line.clone().unwrap_or_else(|| vec![Text::Source(assignment), Text::made(";")]));
        }
        if !bound_is_simple {
            let text = match function.source_span(&bound_range) {
                Some(span) => Text::Source(span),
                None => Text::Made(function.text_of(&bound_range)),
            };
            block.lines(vec![Text::Made(format!("const {} {bound} = ", bound_kind.name())), text, Text::made(";")]);
        }
        block.line(format!("const {} {end_name} = {};", counter.name(), end.expression()));
        let operator = end.operator();
        if let (Some(_), Some(base_line)) = (&site.declared, base_line) {
            if start.is_some() {
                block.lines(base_line);
            }
            let advance = if site.stride.value > 0 { "+=" } else { "-=" };
            let pass = site.stride.value.unsigned_abs() * u128::from(factor);
            block.carry(&unroll.prefix);
            block.line(format!("for (; {base} {operator} {end_name}; {base} {advance} {pass}) {{"));
            self.based_copies(block, unroll, &base, factor, region, &taken);
            block.line("}");
            self.own_loop(block, unroll, self.span(&start_range), &base, region, &taken);
        } else {
            let mut head = vec![Text::made("for (")];
            if start.is_some() {
                head.push(Text::Source(assignment));
            }
            head.push(Text::Made(format!("; {} {operator} {end_name}; ", site.name)));
            self.stepped_loop(block, unroll, head, factor, region, &taken);
            self.own_loop(block, unroll, assignment, "", region, &taken);
        }
    }

    /// The author's loop with `replaced`, a part of its initialiser, made to `replacement`.
    fn own_loop(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        replaced: Span,
        replacement: &str,
        region: &Region<'t>,
        taken: &[String],
    ) {
        let whole = self.span(&unroll.site.tokens);
        let mut edits = vec![(replaced, Text::made(replacement))];
        edits.extend(self.edits(region, taken));
        let from = layout::indentation(self.file, whole.start);
        let text = Text::Shifted { from, to: block.inner.clone(), text: Box::new(spliced(whole, edits)) };
        block.carry(&unroll.prefix);
        block.lines(vec![text]);
    }

    fn rechecked(&self, block: &mut Block, unroll: &Unroll<'t>, copies: u32, region: &Region<'t>, taken: &[String]) {
        let initializer = self.initializer(unroll);
        block.lines(vec![Text::Source(initializer), Text::made(";")]);
        let cut = self.cut(unroll, region, taken);
        let step = self.step(unroll);
        for _ in 0..copies {
            let frame = Frame::Behind(self.test(unroll, "if"));
            block.parts.push(self.copy(&cut, frame, Some(&step), &block.inner, true));
        }
        self.own_loop(block, unroll, initializer, "", region, taken);
    }

    fn rechecked_loop(
        &self,
        block: &mut Block,
        unroll: &Unroll<'t>,
        factor: u32,
        region: &Region<'t>,
        taken: &[String],
    ) {
        block.lines(vec![Text::Source(self.initializer(unroll)), Text::made(";")]);
        let inner = format!("{}{}", block.inner, self.layout.unit);
        let cut = self.cut(unroll, region, taken);
        let step = self.step(unroll);
        block.carry(&unroll.prefix);
        block.lines(vec![self.test(unroll, "while"), Text::made(" {")]);
        block.parts.push(self.copy(&cut, Frame::Bare, Some(&step), &inner, false));
        for _ in 1..factor {
            let frame = Frame::Behind(self.test(unroll, "if"));
            block.parts.push(self.copy(&cut, frame, Some(&step), &inner, true));
        }
        block.line("}");
    }

    /// `if (i < N)`, in the author's words.
    fn test(&self, unroll: &Unroll<'t>, keyword: &str) -> Text {
        let condition = self.span(&self.planner.function.tokens(unroll.site.condition));
        Text::Sequence(vec![Text::Made(format!("{keyword} (")), Text::Repeated(condition), Text::made(")")])
    }

    fn step(&self, unroll: &Unroll<'t>) -> Text {
        Text::Repeated(self.span(&self.planner.function.tokens(unroll.site.step)))
    }

    /// The whole initialiser without its semicolon.
    fn initializer(&self, unroll: &Unroll<'t>) -> Span {
        self.span(&unroll.site.initializer)
    }

    /// The type as the author writes it.
    fn type_text(&self, declared: &TokenRange) -> String {
        let (function, expansion) = (self.planner.function, &self.planner.function.parsed.expansion);
        let first = expansion.code_of(&expansion.tokens[declared.start]).start;
        let last = expansion.code_of(&expansion.tokens[declared.end - 1]).end;
        let words: Vec<_> = function.unit.code[first..last].iter().map(|token| function.unit.text(token)).collect();
        words.join(" ")
    }

    /// The value of tokens that are a number, or a minus and a number, in no macro.
    fn written_number(&self, range: &TokenRange) -> Option<i128> {
        let tokens = &self.planner.function.parsed.expansion.tokens[range.clone()];
        if tokens.iter().any(|token| token.call.is_some()) {
            return None;
        }
        match tokens {
            [number] => parse_integer(&number.text).map(|known| known.value),
            [minus, number] if minus.is(Punct::Minus) => parse_integer(&number.text).map(|known| -known.value),
            _ => None,
        }
    }
}

/// Whether any loop of the region is rewritten.
#[must_use]
pub fn is_rewritten(region: &Region<'_>) -> bool {
    region.iter().any(|(_, plan)| matches!(plan, Plan::Unroll(_)))
}
