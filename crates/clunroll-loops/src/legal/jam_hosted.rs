//! What the final compile must show of the host's macros in a nest before their values count as evidence for a jam.
//!
//! ```c
//! #if (WPT) == 4 && (2 * WPT * 4 / 2) == 16 && (1200 / WPT / 3) == 100 && (0 - WPT < 0) == 1
//!     (void)sizeof(char[((sizeof(WPT[(char *)0]) == 1) & (sizeof(WPT) == sizeof(0)) & (0 * WPT == 0) & (0 * WPT > -1)) ? 1 : -1]);
//!     (void)sizeof(char[(sizeof(acc[0]) == 4 * sizeof(acc[0][0])) ? 1 : -1]);
//! ```
//!
//! A subscript `k * WPT + j` has the value that clunroll computes if `WPT` is one operand of type `int`. The terms of the `#if` send the texts
//! for which it is not to the author's own nest: after `2 *` and before `* 4`, an operator that binds less than `*` gives another value
//! (`2 + 2`, `1 << 2`); after `/`, so do other factors and quotients (`2 * 2`, `8 / 2`). An unsigned value (`4u`) has no negative one.
//! The quotient comes after the product: `0 + 4` fails before it, and does not divide by zero.
//!
//! The assertion is for what `#if` cannot tell from `4`. `[]` binds to the last operand of a text: only if the text is one operand, its element
//! is a `char`. A number from an operator is at least an `int`. A comma passes that test, and fails the third one. The others show that
//! the type is `int`. So `4 * 1` and `4L` stop the build.
//!
//! The length of a row has its own assertion: it is declared elsewhere, and may be more than one macro.

use crate::host_values::{ASSERTION_WORDS, Assumption};
use crate::legal::assumption::all_of;
use crate::planner::{PlannedRequest, Planner};
use crate::terms::HostedTrips;
use clunroll_analysis::{Evaluator, HostedRows, LookupPoint, Nest, decline_jam, hosted_rows};
use clunroll_rules::{Decline, JamProblem};
use oclc_syntax::preprocess::{IntegerType, Meaning};
use oclc_syntax::source::Equality;

/// No multiple of a macro's value that the conditions compute may exceed an `int`.
const MAX_VALUE: i128 = 1 << 20;

impl<'u, 't> Planner<'_, 'u, 't> {
    /// Whether the values of the host's macros may be evidence: in a choice that pins them.
    pub(super) fn may_know_hosted(&self, planned: &PlannedRequest<'_, '_, 'u, 't>) -> bool {
        let is_in_choice = matches!(planned.terms.hosted_trips, HostedTrips::Assumed | HostedTrips::AsWritten);
        is_in_choice && self.function.has_open_names(planned.site.tokens.clone())
    }

    /// Adds that each macro of the host in a nest is an operand of type `int`, and that rows have their lengths.
    pub(super) fn pin_constants(&self, nest: &Nest<'t>, pins: &mut Assumption) -> Result<(), Decline> {
        let (function, tokens) = (self.function, nest.tokens());
        let evaluator = Evaluator::new(function, function.nothing_known(), LookupPoint::InTree);
        let mut names: Vec<&str> = Vec::new();
        let mut terms = Vec::new();
        for at in tokens.clone().filter(|&at| function.is_open_beside_types(at)) {
            let name = &*function.parsed.expansion.tokens[at].text;
            if names.contains(&name) {
                continue;
            }
            let known = evaluator.macro_value(at).filter(|known| known.kind == IntegerType::INT);
            let Some(known) = known.filter(|known| (1..MAX_VALUE).contains(&known.value)) else {
                return self.not_pinned(at);
            };
            names.push(name);
            terms.extend([
                Equality::new(name, known.value),
                Equality::new(&format!("2 * {name} * 4 / 2"), 4 * known.value),
                Equality::new(&format!("{} / {name} / 3", 300 * known.value), 100),
                Equality::new(&format!("0 - {name} < 0"), 1),
            ]);
            pins.facts.push(all_of(&[
                format!("(sizeof({name}[(char *)0]) == 1)"),
                format!("(sizeof({name}) == sizeof(0))"),
                format!("(0 * {name} == 0)"),
                format!("(0 * {name} > -1)"),
            ]));
        }
        pins.add_terms(&terms);
        for rows in hosted_rows(function, nest) {
            pins.facts.push(self.length_of_rows(nest, &rows, &names)?);
        }
        self.check_meanings(&ASSERTION_WORDS, tokens)
    }

    /// The condition that an array has rows of the computed length.
    fn length_of_rows(&self, nest: &Nest<'t>, rows: &HostedRows, pinned: &[&str]) -> Result<String, Decline> {
        let (function, start) = (self.function, nest.tokens().start);
        let HostedRows { array, depth, length, hosts } = rows;
        let name = function.symbol(*array).name;
        // If no `#if` chooses the length, another one would stop the build.
        if let Some(host) = hosts.iter().find(|host| !pinned.contains(&&***host)) {
            return decline_jam(function, JamProblem::HostMacro(host.clone()), start);
        }
        let is_ordinary = matches!(function.meaning(name, function.moment(start)), Meaning::Ordinary);
        if !is_ordinary || function.lookup(name, start) != Some(*array) {
            return decline_jam(function, JamProblem::Name(name.to_owned()), start);
        }
        let row = format!("{name}{}", "[0]".repeat(*depth));
        Ok(format!("(sizeof({row}) == {length} * sizeof({row}[0]))"))
    }
}
