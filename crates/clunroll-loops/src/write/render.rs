//! The writer of each form, and the text around all of them.

use crate::host_values::assertion;
use crate::layout;
use crate::mentions::{UnusedName, mentions};
use crate::plan::shape::Shape;
use crate::plan::{InnerPlans, Unroll};
use crate::write::block::Block;
use crate::write::copies::trimmed;
use crate::write::counted::{Counted, Exact};
use crate::write::edits::TextEdits;
use crate::write::full::KnownValues;
use crate::write::renderer::{CopyContext, PlanRenderer};
use crate::write::text::Text;
use oclc_syntax::source::Span;

impl<'t> PlanRenderer<'_, '_, 't> {
    /// All edits for the requests of the function.
    #[must_use]
    pub fn function(&self, inner_plans: &InnerPlans<'t>) -> TextEdits {
        let _ = self.mentions.set(mentions(self.function, self.requests, inner_plans));
        self.inner_edits(inner_plans, &CopyContext::default())
    }

    /// The text in place of a loop, after the statements `first`.
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
        let inner = self.layout.deeper(&indent);
        let mut block = Block::new(Vec::new(), indent, inner);
        for statement in first {
            block.line(&**statement);
        }
        for fact in &unroll.assertions {
            block.line(assertion(fact));
        }
        for mention in mentions.into_iter().flatten() {
            block.line(match mention {
                UnusedName::Variable(name) => format!("(void){name};"),
                UnusedName::Label(name) => format!("if (0) goto {};", scope.label(name).unwrap_or(name)),
            });
        }
        if let Some(test) = &unroll.independence {
            self.test_independence(&mut block, unroll, test, scope);
        }
        block.parts.extend(lead);
        match &unroll.strides {
            Some(test) => self.under_test(&mut block, unroll, test, scope),
            None => self.shape(&mut block, unroll, scope),
        }
        block.finish(&self.surroundings(unroll, scope))
    }

    /// The copies in the loop's form.
    pub fn shape(&self, block: &mut Block, unroll: &Unroll<'t>, scope: &CopyContext) {
        match &unroll.shape {
            Shape::Full { counter, style, header, copies } => {
                self.full(block, unroll, &KnownValues { counter, style, header, first: 0 }, copies, scope);
            }
            Shape::Blocks { .. } => self.blocks(block, unroll, scope),
            Shape::Exact { counter, style, stride, factor, inner_plans } => {
                let exact = Exact { counter, style, stride: *stride, factor: *factor, inner_plans };
                self.exact(block, unroll, &exact, scope);
            }
            Shape::Counted { counter, style, factor, ending, rest, inner_plans } => {
                let counted = Counted { counter, style, factor: *factor, ending, rest: *rest, inner_plans };
                self.counted(block, unroll, &counted, scope);
            }
            &Shape::Guarded { copies, is_tested_once_more, ref inner_plans } => {
                self.guarded(block, unroll, copies, is_tested_once_more, inner_plans, scope);
            }
            Shape::Countdown { countdown, factor, inner_plans } => {
                self.countdown(block, unroll, countdown, *factor, inner_plans, scope);
            }
            Shape::Rechecked { copies, inner_plans } => self.rechecked(block, unroll, *copies, inner_plans, scope),
            Shape::Checked { factor, is_promised, inner_plans } => {
                block.carry(&unroll.prefix);
                let text = self.checked(unroll, *factor, *is_promised, inner_plans, &block.inner, scope);
                block.lines(vec![text]);
            }
        }
    }

    /// A comment between the header and the brace of the body.
    fn lead(&self, unroll: &Unroll<'t>) -> Vec<Text> {
        if !unroll.body.is_block || self.has_attribute(unroll) {
            return Vec::new();
        }
        let between = Span::new(self.header_end(&unroll.site), self.body_span(unroll).start);
        let comment = trimmed(self.file, between, &self.cuts_in(between));
        if comment.is_empty() {
            return Vec::new();
        }
        let indent = layout::line_indentation(self.file, self.span(&unroll.site.tokens).start);
        vec![Text::Made(self.layout.deeper(&indent)), Text::Source(comment), Text::made("\n")]
    }
}
