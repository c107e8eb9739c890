//! Loops whose trip count the host decides, as a choice of the preprocessor.
//!
//! ```text
//! #if (N) == 8
//! (void)sizeof(char[((0 < N) & (7 < N) & !(8 < N)) ? 1 : -1]);
//! … eight copies …
//! #else
//! #pragma unroll /* clunroll: left as written */
//! for (int i = 0; i < N; i++) …
//! #endif
//! ```
//!
//! In the first branch, an assertion is before the copies. `choose/hosted.rs` plans both branches.

use crate::facts::position::choice_start;
use crate::layout;
use crate::plan::HostChoice;
use crate::write::edits::{TextEdits, spliced};
use crate::write::renderer::{CopyContext, PlanRenderer};
use crate::write::text::Text;
use oclc_syntax::source::Span;

impl<'t> PlanRenderer<'_, '_, 't> {
    /// Both branches of a choice, in the place of the loop with its request.
    pub fn choice(&self, choice: &HostChoice<'t>, scope: &CopyContext) -> Option<(Span, Text)> {
        let unroll = choice.unrolled()?;
        let whole = self.span(&unroll.site.tokens);
        let start = choice_start(self.function, unroll);
        let span = Span::new(start, whole.end);
        let branch = |edits: TextEdits| spliced(span, edits);
        let after = self.file.slice(Span::new(whole.end, self.line_end(whole.end))).trim_ascii();
        let (open, indent) = if self.begins_line(start) {
            ("", String::new())
        } else {
            let is_line = self.file.line(self.file.line_index(start)).is_some_and(|line| line.start == start);
            ("\n", if is_line { String::new() } else { layout::line_indentation(self.file, start) })
        };
        let close = if after.is_empty() || after.starts_with(b"//") { "" } else { "\n" };
        let assumed = scope.assuming(&choice.assumption);
        let parts = vec![
            Text::Made(format!("{open}#if {}\n{indent}", choice.condition())),
            branch(self.unroll_edits(unroll, &choice.assumption.assertions(), &assumed)),
            Text::Made(format!("\n#else\n{indent}")),
            branch(self.inner_edits(&choice.otherwise, scope)),
            Text::Made(format!("\n#endif{close}")),
        ];
        Some((span, Text::Sequence(parts)))
    }

    /// Whether a directive may stand at an offset: at the beginning of a line that no splice joins to the one before.
    fn begins_line(&self, at: u32) -> bool {
        let is_start = self.file.line(self.file.line_index(at)).is_some_and(|line| line.start == at);
        is_start && !self.file.slice(Span::new(0, at)).trim_ascii_end().ends_with(b"\\")
    }

    fn line_end(&self, at: u32) -> u32 {
        self.file.line(self.file.line_index(at)).map_or(at, |line| line.end)
    }
}
