//! Expands loops that macros make, before the stages that need them as text.
//!
//! ```text
//! #define unroll_for __attribute__((opencl_unroll_hint)) for
//! unroll_for (int i = 0; i < 4; i++) …   ->   __attribute__((opencl_unroll_hint)) for (int i = 0; i < 4; i++) …
//! ```
//!
//! clunroll copies text, and at the place of an invocation there is no text of its expansion. This step comes before all others and gives
//! them another text to read. An invocation whose expansion contains an unroll request with its loop, or a part of them ([`find`]), is
//! replaced by that expansion, one level after the other, until the request, the loop's keyword and the frame of its header are plain
//! tokens ([`dissolve`], [`substitute`], [`layout`]). The stages after it see a loop like any other and know nothing of this.
//!
//! The step runs once: the text is read once, and findings and changes of the stages are mapped back. Only useful expansions are written:
//! an invocation in whose expansion no loop is rewritten stays as the author wrote it
//! ([`WrittenOut::stays`](oclc_syntax::source::WrittenOut::stays)). It has the same expansion, so that it may be beside others that are
//! expanded.
//!
//! A macro that conditions choose has an expansion in each of their branches: these are written first, under the same conditions
//! ([`chosen`]). A macro that only the host knows has no expansion to write. A request in it is declined ([`remaining`]).

mod carriers;
mod chosen;
mod conditions;
mod dissolve;
mod find;
mod layout;
mod lowered;
mod remaining;
mod substitute;

use std::collections::HashSet;

use crate::options::Options;
use crate::pipeline::{self, Budget, Outline, Rewrite};
use crate::unit_reader::UnitReader;
pub use carriers::LoopMacros;
use chosen::ChosenText;
use clunroll_loops::directive::{file_may_mention_unrolling, may_hold_unroll_request};
pub use dissolve::{ExpansionTask, PlainToken, dissolve};
pub use layout::{TextLayout, in_parentheses};
use lowered::Lowered;
pub use lowered::runs;
use oclc_syntax::preprocess::Unit;
use oclc_syntax::source::{Composed, FileId};
pub use remaining::invocations_with_requests;
use remaining::{DeclinedInMacro, remaining};

/// Rewrites the main file of a unit, including loops that macros make.
#[must_use]
pub fn rewrite(unit: &Unit, carriers: &LoopMacros, options: &Options, reader: &mut UnitReader<'_, '_>) -> Rewrite {
    if !unit.sources.iter().any(file_may_mention_unrolling) {
        return Rewrite::default();
    }
    // Without the word in the main file, only a macro can bring a request into it.
    let has_word = may_hold_unroll_request(&unit.sources[FileId::MAIN].bytes);
    if !has_word && !options.provide_extension && !carriers.request_in_main(unit) {
        return Rewrite::default();
    }
    let budget = Budget::default();
    let chosen = ChosenText::of(unit, carriers, options.limits.max_growth).and_then(|chosen| {
        let written = reader.read(chosen.text.shared(), &options.host());
        chosen.is_same_program(unit, &written).then_some((chosen, written))
    });
    let Some((chosen, written)) = chosen else {
        return with_macros_expanded(unit, carriers, options, reader, &budget);
    };
    let options = less_growth(options, &chosen.text, unit);
    let mut rewrite = with_macros_expanded(&written, &LoopMacros::of(&written), &options, reader, &budget);
    chosen.retell(&mut rewrite);
    rewrite.map_back(&chosen.text, &chosen.ranges, &written, unit);
    rewrite.is_expanded = true;
    rewrite
}

/// Rewrites a text without request macros that conditions choose.
fn with_macros_expanded(
    unit: &Unit,
    carriers: &LoopMacros,
    options: &Options,
    reader: &mut UnitReader<'_, '_>,
    budget: &Budget,
) -> Rewrite {
    let expanded = Lowered::of(unit, carriers, options.limits.max_growth);
    let in_text = in_expanded(unit, &expanded, options, reader, budget);
    let mut rewrite = in_text.unwrap_or_else(|| {
        let mut rewrite = pipeline::rewrite(Outline::of(unit), options, budget, reader.trees);
        add_unless_met(&mut rewrite, remaining(unit, carriers));
        rewrite
    });
    add_unless_met(&mut rewrite, expanded.told);
    rewrite
}

/// The options, with less remaining growth: the text is already longer than the main file that it was made from.
fn less_growth(options: &Options, text: &Composed, unit: &Unit) -> Options {
    let growth = text.len().saturating_sub(unit.sources[FileId::MAIN].bytes.len());
    Options { limits: options.limits.less(growth as u64), ..options.clone() }
}

/// Rewrites the text in which macros are expanded, and maps the result back to the source. `None` if that text does not
/// exist, or does not mean the same.
fn in_expanded(
    unit: &Unit,
    expanded: &Lowered,
    options: &Options,
    reader: &mut UnitReader<'_, '_>,
    budget: &Budget,
) -> Option<Rewrite> {
    let text = expanded.text.as_ref()?;
    let written = reader.read(text.shared(), &options.host());
    if !expanded.is_same_program(unit, &written) {
        return None;
    }
    let options = less_growth(options, text, unit);
    let mut rewrite = pipeline::rewrite(Outline::of(&written), &options, budget, reader.trees);
    add_unless_met(&mut rewrite, remaining(&written, &LoopMacros::of(&written)));
    rewrite.map_back(text, &expanded.ranges, &written, unit);
    rewrite.is_expanded = true;
    Some(rewrite)
}

/// Adds findings and reports of requests, unless the stages found the same invocations after a request in the source.
fn add_unless_met(rewrite: &mut Rewrite, told: Vec<DeclinedInMacro>) {
    let mut met = HashSet::new();
    for finding in rewrite.findings.iter_mut().filter(|finding| !finding.is_advice()) {
        finding.visit(&mut |place| {
            met.insert(*place);
        });
    }
    for (mut finding, report) in told {
        let mut is_new = true;
        finding.visit(&mut |place| is_new &= !met.contains(place));
        if is_new {
            rewrite.findings.push(finding);
            rewrite.requests.push(report);
        }
    }
    rewrite.requests.sort_by_key(|request| request.place);
}

#[cfg(test)]
mod tests;
