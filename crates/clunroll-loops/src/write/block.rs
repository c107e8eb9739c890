//! The text in place of a loop: a compound statement, or only its contents.
//!
//! ```text
//! if (x)                          float sum = 0.0f;
//!   {                             { int i = 0; sum += a[i]; }
//!     { int i = 0; … }            { int i = 1; sum += a[i]; }
//!     { int i = 1; … }            out[0] = sum;
//!   }
//! ```
//!
//! On the left, one statement must replace one statement. On the right the loop is one of the statements of a block, so its copies may be
//! statements of that block too. Braces are written there if the new text declares something, or if a `break` leaves it. A block of the
//! author's with the loop as its only statement is enough for names that clunroll makes. The new text is collected first, one step deeper
//! than the loop; without braces it moves back.

use crate::directive::{LoopPrefixText, Prefix};
use crate::facts::position::{is_alone_in_block, is_block_item};
use crate::layout::line_indentation;
use crate::plan::Unroll;
use crate::plan::shape::RemainderShape;
use crate::points::{self, LoopPart, Position};
use crate::write::renderer::{CopyContext, PlanRenderer};
use crate::write::text::Text;
use clunroll_analysis::Residue;
use oclc_syntax::preprocess::IntegerType;
use oclc_syntax::source::{FileId, Span};

/// The lines that are being written in the place of a loop.
pub struct Block {
    pub parts: Vec<Text>,
    indent: String,
    pub inner: String,
    /// Whether a `break` may leave it: it is then a loop that runs once.
    pub is_left_by_break: bool,
    /// The part of the loop that comes next; `None` if the output has no point there.
    pub part: Option<LoopPart>,
    content: BlockContent,
    /// Whether its first line may be a directive.
    begins_with_directive: bool,
}

/// The contents of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BlockContent {
    /// Statements, however many.
    Statements,
    /// Exactly one statement.
    OneStatement,
    /// Also declarations of names that clunroll makes, which do not occur elsewhere.
    MadeNames,
    /// Also declarations of the author's names.
    AuthorsNames,
}

/// The surroundings of the loop that is replaced.
pub struct LoopPlace {
    /// Whether the place takes several statements, or none.
    takes_statements: bool,
    /// Whether the loop is all that is in a block of the author's.
    is_alone: bool,
    /// Whether only white space is before the loop on its line.
    begins_line: bool,
    /// The text that separates the loop from the rest of its line, if a comment at the loop's end would otherwise include the rest.
    line_end: Option<String>,
}

impl LoopPlace {
    /// A place for exactly one statement, on a line of its own.
    pub const ONE_STATEMENT: Self =
        Self { takes_statements: false, is_alone: false, begins_line: true, line_end: None };
}

impl Block {
    /// Begins with `parts`; `inner` is where its lines begin, `indent` where the loop begins.
    pub fn new(parts: Vec<Text>, indent: String, inner: String) -> Self {
        Self {
            parts,
            indent,
            inner,
            is_left_by_break: false,
            part: Some(LoopPart::Main),
            content: BlockContent::Statements,
            begins_with_directive: false,
        }
    }

    pub fn line(&mut self, text: impl Into<String>) {
        self.lines(vec![Text::Made(text.into())]);
    }

    pub fn lines(&mut self, parts: Vec<Text>) {
        self.parts.push(Text::made(&*self.inner));
        self.parts.extend(parts);
        self.parts.push(Text::made("\n"));
    }

    /// A line that declares a made name.
    pub fn declare(&mut self, parts: Vec<Text>) {
        self.has_made_names();
        self.lines(parts);
    }

    /// The same, unless nothing needs to be declared.
    pub fn declare_if_needed(&mut self, declaration: Option<Text>) {
        if let Some(declaration) = declaration {
            self.declare(vec![declaration]);
        }
    }

    /// Notes that the lines to come declare made names.
    pub fn has_made_names(&mut self) {
        if self.content != BlockContent::AuthorsNames {
            self.content = BlockContent::MadeNames;
        }
    }

    /// A line with the declarations of the author's initialiser.
    pub fn declare_authors(&mut self, parts: Vec<Text>) {
        self.content = BlockContent::AuthorsNames;
        self.lines(parts);
    }

    /// A line that declares a constant of a scalar type.
    pub fn declare_constant(&mut self, kind: IntegerType, name: &str, value: &str) {
        self.declare(vec![Text::Made(format!("const {} {name} = {value};", kind.name()))]);
    }

    /// Notes that all of the block is the one statement that comes next, unless something is in it already.
    pub fn is_next_statement(&mut self) {
        if self.parts.is_empty() {
            self.content = BlockContent::OneStatement;
        }
    }

    /// Other directives for the loop, on lines before a loop in the output.
    pub fn carry(&mut self, prefix: &Prefix) {
        for LoopPrefixText { open, parts, between, close } in prefix.carried() {
            let mut texts = vec![Text::made(*open)];
            for (index, &part) in parts.iter().enumerate() {
                texts.extend((index > 0).then(|| Text::made(*between)));
                texts.push(Text::Source(part));
            }
            texts.push(Text::made(*close));
            // The text that is copied may begin with a directive.
            self.begins_with_directive |= self.parts.is_empty() && !open.starts_with('_');
            self.lines(texts);
        }
    }

    /// The line that keeps the compiler from unrolling the next loop.
    pub fn pin(&mut self, pin: Option<&'static str>) {
        if let Some(text) = pin {
            self.begins_with_directive |= self.parts.is_empty() && text.starts_with('#');
            self.line(text);
        }
    }

    /// Leaves the block if a `break` has left the main loop, whose test then still holds.
    pub fn leave_where(&mut self, unroll: &Unroll<'_>, test: String) {
        let test = PlanRenderer::noted_test(unroll, LoopPart::Main, Text::Made(test));
        self.lines(vec![Text::made("if ("), test, Text::made(") break;")]);
    }

    /// Notes that what the main loop leaves begins. A version knows how many iterations that is.
    pub fn note_remainder(&mut self, unroll: &Unroll<'_>, rest: RemainderShape) {
        if rest != RemainderShape::Versions {
            self.parts.push(Text::Note(points::note(unroll.request, LoopPart::Remainder, Position::RemainderStart)));
        }
    }

    /// Notes that what the main loop leaves ends, with the trip counts that the loop may have.
    pub fn note_end_of_remainder(&mut self, unroll: &Unroll<'_>, rest: RemainderShape, trips: Residue) {
        if rest != RemainderShape::Versions {
            self.parts.push(Text::Note(points::note_of_end(unroll.request, trips)));
        }
    }

    pub fn finish(self, around: &LoopPlace) -> Text {
        if self.parts.iter().all(Text::is_nothing) {
            return if around.takes_statements { Text::NOTHING } else { Text::made("{ }") };
        }
        let is_allowed = match self.content {
            BlockContent::OneStatement => true,
            BlockContent::Statements => around.takes_statements,
            BlockContent::MadeNames => around.takes_statements && around.is_alone && around.begins_line,
            BlockContent::AuthorsNames => false,
        };
        let is_bare = is_allowed && !self.is_left_by_break && (around.begins_line || !self.begins_with_directive);
        if is_bare {
            return self.bare(around);
        }
        let (open, close) = if self.is_left_by_break { ("do {\n", "} while (0);") } else { ("{\n", "}") };
        let mut parts = vec![Text::made(open)];
        parts.extend(self.parts);
        parts.push(Text::Made(format!("{}{close}", self.indent)));
        Text::Sequence(parts)
    }

    /// The lines without braces, where the loop was.
    fn bare(self, around: &LoopPlace) -> Text {
        let mut lines = Text::Sequence(self.parts);
        lines.remove_start(&self.inner);
        lines.remove_line_end();
        let moved = Text::shifted(self.inner, &self.indent, lines);
        match &around.line_end {
            Some(line_end) => Text::Sequence(vec![moved, Text::made(&**line_end)]),
            None => moved,
        }
    }
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// The surroundings of a loop that is replaced.
    pub fn surroundings(&self, unroll: &Unroll<'t>, scope: &CopyContext) -> LoopPlace {
        let loop_span = self.span(&unroll.site.tokens);
        let line_of = |at: u32| self.file.line(self.file.line_index(at)).unwrap_or(Span::new(at, at));
        let before = Span::new(line_of(loop_span.start).start, loop_span.start);
        let after = Span::new(loop_span.end, line_of(loop_span.end).end.max(loop_span.end));
        let is_blank = |span| self.file.slice(span).trim_ascii().is_empty();
        let blanks = self.file.slice(after).iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let indent = line_indentation(self.file, loop_span.start);
        let line_end = format!("\n{}", indent.get(blanks.min(indent.len())..).unwrap_or_default());
        // The label of a version is followed by one statement.
        let is_after_label = scope.version().is_some() && unroll.around.as_ref() == Some(&unroll.site.tokens);
        let takes_statements = self.is_whole_body(unroll, scope) || is_block_item(self.function, unroll);
        LoopPlace {
            takes_statements: takes_statements && !is_after_label,
            is_alone: !is_after_label
                && ((scope.keeps_blocks() && is_alone_in_block(self.function, unroll))
                    || (scope.is_block() && self.is_whole_body(unroll, scope))),
            begins_line: is_blank(before),
            line_end: (!is_blank(after) && self.may_end_with_comment(loop_span)).then_some(line_end),
        }
    }

    /// Whether a comment that goes to the end of its line may be in a text; a splice may be in its mark.
    fn may_end_with_comment(&self, span: Span) -> bool {
        self.file.slice(span).windows(2).any(|pair| matches!(pair, b"//" | b"/\\" | b"/?"))
    }

    /// Whether the loop is all of the body that is being copied, and nothing can come between the header and it.
    fn is_whole_body(&self, unroll: &Unroll<'t>, scope: &CopyContext) -> bool {
        let last = unroll.prefix.start.checked_sub(1).and_then(|last| self.function.unit.code.get(last));
        last.is_some_and(|last| last.file == FileId::MAIN && scope.has_body_after(last.span.end))
    }
}
