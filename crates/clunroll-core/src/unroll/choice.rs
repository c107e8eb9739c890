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
//! A choice is planned for an outermost requested loop. First the loop is planned as if the host's macros had the values that are
//! known here; each loop of the nest that rests on them brings its [`Assumption`]. Then it is planned once more, with all loops
//! left as written that had one: this is the other branch. In the first branch, an assertion stands before the copies.
//!
//! No `#if` may be in an argument of a macro (C99 6.10.3p11), and no directive between the condition and the end of the loop may
//! change what a macro is. There, and with `--guard tests`, each copy tests again (`checked.rs`).

use std::rc::Rc;

use super::copies::{TextEdits, spliced};
use super::host_values::Assumption;
use super::layout::{self, directive_extent};
use super::plan::{BoundRequest, InnerPlans, Planner, RequestPlan, Unroll};
use super::render::{CopyContext, PlanRenderer};
use super::terms::{HostedTrips, Terms};
use super::text::Text;
use crate::analysis::Env;
use crate::directive::{Prefix, marker_text};
use clunroll_rules::{Decline, Reason};
use oclc_syntax::preprocess::DirectiveKind;
use oclc_syntax::source::{FileId, Span};

/// A loop in two branches.
#[derive(Clone, Debug)]
pub struct Choice<'t> {
    /// What pins the values: for all loops of the nest.
    pub assumption: Assumption,
    /// The plan where the assumption holds: an unrolled loop, under the number of its request.
    pub assumed: InnerPlans<'t>,
    /// The plans where it does not.
    pub otherwise: InnerPlans<'t>,
}

impl<'t> Choice<'t> {
    /// The condition, without `#if`.
    #[must_use]
    pub fn condition(&self) -> String {
        self.assumption.condition()
    }

    /// The loop in the first branch.
    #[must_use]
    pub fn unrolled(&self) -> Option<&Rc<Unroll<'t>>> {
        self.assumed.iter().find_map(|(_, plan)| plan.unrolled())
    }

    /// How many copies of a barrier have a test before them.
    #[must_use]
    pub(super) fn meetings(&self) -> u64 {
        let of_plan = |plan: &RequestPlan<'t>| match plan {
            RequestPlan::Unroll(unroll) => unroll.size.meetings,
            _ => 0,
        };
        // Only one of the branches is compiled.
        let of_branch = |plans: &InnerPlans<'t>| plans.iter().map(|(_, plan)| of_plan(plan)).sum::<u64>();
        of_branch(&self.assumed).max(of_branch(&self.otherwise))
    }

    /// Whether two configurations write the same condition and the same assertion.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.assumption == other.assumption
    }
}

impl<'u, 't> Planner<'_, 'u, 't> {
    /// The plan of an outermost loop: a choice if it rests on macros of the host.
    pub(super) fn chosen(
        &self,
        wanted: &BoundRequest<'_, 'u>,
        at: usize,
        env: &Env,
        terms: Terms<'_>,
    ) -> RequestPlan<'t> {
        let plan = self.plan(wanted, env, terms.with_hosted_trips(HostedTrips::Assumed));
        let RequestPlan::Unroll(unroll) = &plan else { return plan };
        let Some(assumption) = all_assumptions(unroll) else { return plan };
        if wanted.is_inside_arguments || self.changes_macros(wanted, unroll) {
            return self.plan(wanted, env, terms.with_hosted_trips(HostedTrips::Tested));
        }
        let otherwise = self.plan_inside(&unroll.site.tokens, env, terms.with_hosted_trips(HostedTrips::Left));
        let choice = Choice { assumption, assumed: vec![(at, plan)], otherwise };
        let (growth, left) = (self.growth_of_choice(&choice), terms.room.bytes);
        if growth > left {
            let reason = Reason::TooMuchText { growth, left, nest: Vec::new() };
            return RequestPlan::Left(Decline { reason, place: wanted.request.place });
        }
        RequestPlan::Choice(Rc::new(choice))
    }

    /// By about how many bytes a choice grows the file.
    pub(super) fn growth_of_choice(&self, choice: &Choice<'t>) -> u64 {
        let text = choice.condition().len() + choice.assumption.assertions().concat().len() + CONDITION_LINES;
        let unrolled = choice.unrolled().map_or(0, |unroll| {
            let original = self.function.source_span(&unroll.site.tokens).map_or(0, Span::len) as u64;
            self.growth(unroll) + original
        });
        let otherwise = choice.otherwise.iter().map(|(_, plan)| match plan {
            RequestPlan::Unroll(unroll) => self.growth(unroll),
            _ => marker_text().len() as u64,
        });
        text as u64 + unrolled + otherwise.sum::<u64>()
    }

    /// By how many barriers that an iteration may skip the loops of the function grow: only one of the branches is compiled.
    pub(super) fn conditional_growth_of_choice(&self, terms: Terms<'_>, choice: &Choice<'t>) -> u64 {
        let of_branch = |plans: &InnerPlans<'t>| -> u64 {
            let unrolled = plans.iter().filter_map(|(_, plan)| plan.unrolled());
            unrolled.map(|unroll| self.conditional_growth(terms, &unroll.site, &unroll.size)).sum()
        };
        of_branch(&choice.assumed).max(of_branch(&choice.otherwise))
    }

    /// Whether a directive after the beginning of a loop's prefix and before its end may change what a macro is.
    fn changes_macros(&self, wanted: &BoundRequest<'_, 'u>, unroll: &Unroll<'t>) -> bool {
        let (function, unit) = (self.function, self.function.unit);
        let begins = self.choice_start(&wanted.request.prefix, unroll);
        let last = function.moment(unroll.site.tokens.end - 1);
        let first = unit.directives.partition_point(|directive| directive.code_before < wanted.request.prefix.start);
        unit.directives[first..last].iter().any(|directive| {
            let place = unit.directive_place(directive);
            let changes = match directive.kind {
                DirectiveKind::Pragma => false,
                kind => !kind.is_conditional(),
            };
            changes && (place.file != FileId::MAIN || place.span.start >= begins)
        })
    }

    /// Where the text that a choice replaces begins: with the line of the first piece of the loop's prefix, if it begins one.
    fn choice_start(&self, prefix: &Prefix, unroll: &Unroll<'t>) -> u32 {
        let file = self.file();
        let of_loop = self.function.source_span(&unroll.site.tokens).map_or(0, |span| span.start);
        let taken_out = prefix.taken_out(self.function.unit);
        let first = taken_out.first().map_or(of_loop, |&span| directive_extent(file, span).start.min(of_loop));
        let line = file.line(file.line_index(first)).map_or(first, |line| line.start);
        if file.slice(Span::new(line, first)).trim_ascii().is_empty() { line } else { first }
    }
}

/// `#if`, `#else` and `#endif`, with their line ends.
const CONDITION_LINES: usize = 24;

/// What a nest assumes, all of its loops together; `None` where it assumes nothing.
fn all_assumptions(unroll: &Unroll<'_>) -> Option<Assumption> {
    let mut all = Assumption::default();
    collect(unroll, &mut all);
    (!all.terms.is_empty()).then_some(all)
}

/// Whether anything in a copy assumes something.
pub(super) fn assumes(inner_plans: &InnerPlans<'_>) -> bool {
    inner_plans.iter().any(|(_, plan)| plan.unrolled().is_some_and(|unroll| all_assumptions(unroll).is_some()))
}

fn collect(unroll: &Unroll<'_>, all: &mut Assumption) {
    if let Some(own) = &unroll.assumption {
        all.add(own);
    }
    for inner in unroll.shape.inner_plans() {
        for (_, plan) in inner {
            if let RequestPlan::Unroll(unroll) = plan {
                collect(unroll, all);
            }
        }
    }
}

impl<'t> PlanRenderer<'_, '_, 't> {
    /// Both branches of a choice, in the place of the loop with its request.
    pub(super) fn choice(&self, choice: &Choice<'t>, scope: &CopyContext) -> Option<(Span, Text)> {
        let unroll = choice.unrolled()?;
        let whole = self.span(&unroll.site.tokens);
        let start = self.planner.choice_start(&unroll.prefix, unroll);
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
            branch(self.unroll_edits(&unroll.prefix, unroll, &choice.assumption.assertions(), &assumed)),
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
