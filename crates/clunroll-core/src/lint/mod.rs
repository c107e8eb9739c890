//! The findings of a lint, which the user must request. They are not errors in a request or reasons for a decline, but text that its author
//! can hardly have intended, and possible improvements.
//!
//! Each rule is checked only if it is on, so that rewriting costs no more, and nothing here influences the output. A rewrite looks for
//! misspelt requests, since it would silently do nothing about them, for unrolled outer loops that could be jammed, since they often
//! run slower than without a request, and for each rule that the user names. There are two kinds of findings. Findings about the text come from the author's own text, before any of the stages that expand loops: each place is one in the
//! user's file, and a correction replaces the text there ([`findings`]). Advice about loops comes after their analysis, from its facts
//! ([`of_loops`]).

mod accesses;
mod corrections;
mod could_be_jammed;
mod different_requests;
mod global_accesses;
mod keyword_as_name;
mod loops;
mod missing_restrict;
mod misspelt;
mod parentheses;
mod private_variable;
mod replaced_defines;
mod unreachable;
pub use corrections::correct;

pub use loops::{InConfiguration, found_in_all_variants, keep_common, of_loops};
pub use missing_restrict::keep_allowed;
pub use private_variable::add_private_variables;
pub use replaced_defines::find as replaced_defines;

use crate::options::Options;
use clunroll_loops::directive::find_requests;
use clunroll_rules::table::{
    DIFFERENT_REQUESTS, FACTOR_ABOVE_TRIP_COUNT, FACTOR_DOES_NOT_DIVIDE, KEYWORD_AS_NAME, MISSING_RESTRICT,
    MISSPELT_PRAGMA, PARENTHESISED_FACTOR, RUNS_AT_MOST_ONCE, SAME_GLOBAL_ADDRESS, SIGNED_INDUCTION_VARIABLE,
    SMALL_TRIP_COUNT, UNKNOWN_SUPPRESSION, UNREACHABLE_REQUEST, UNUSED_SUPPRESSION,
};
use clunroll_rules::{Finding, Levels, Rule};
use oclc_syntax::preprocess::Unit;
use oclc_syntax::tree::find_placeholder;

/// The rules that a rewrite looks for only if the user names them.
const ONLY_LINT: [&Rule; 13] = [
    &UNREACHABLE_REQUEST,
    &UNKNOWN_SUPPRESSION,
    &UNUSED_SUPPRESSION,
    &FACTOR_ABOVE_TRIP_COUNT,
    &RUNS_AT_MOST_ONCE,
    &MISSING_RESTRICT,
    &DIFFERENT_REQUESTS,
    &PARENTHESISED_FACTOR,
    &KEYWORD_AS_NAME,
    &FACTOR_DOES_NOT_DIVIDE,
    &SAME_GLOBAL_ADDRESS,
    &SMALL_TRIP_COUNT,
    &SIGNED_INDUCTION_VARIABLE,
];

/// Whether the user names a rule that only the lint looks for.
#[must_use]
pub fn is_any_named(levels: &Levels) -> bool {
    ONLY_LINT.iter().any(|rule| levels.is_named(rule))
}

/// Whether a rewrite reports the findings of a rule.
#[must_use]
pub fn is_wanted(rule: &Rule, levels: &Levels) -> bool {
    !ONLY_LINT.contains(&rule) || levels.is_named(rule)
}

/// Whether a text may contain something that the lint finds and that is not a request. One pass over the bytes decides this.
#[must_use]
pub fn may_find(bytes: &[u8], options: &Options) -> bool {
    looks_for_misspelt(options) && misspelt::may_stand_in(bytes)
        || options.lint && looks_for_names(options) && keyword_as_name::may_stand_in(bytes)
}

/// The misspelt requests in the main file of a unit, for a rewrite. There are none in a template.
#[must_use]
pub fn misspelt_requests(unit: &Unit, options: &Options) -> Vec<Finding> {
    let mut findings = if looks_for_misspelt(options) { misspelt::find(unit) } else { Vec::new() };
    if !findings.is_empty() && find_placeholder(unit).is_some() {
        findings.clear();
    }
    findings
}

/// The findings in the main file of a unit, in addition to those in `said`. There are none in a template: text that looks odd in it may be
/// right after it is filled.
#[must_use]
pub fn findings(unit: &Unit, options: &Options, said: &[Finding]) -> Vec<Finding> {
    let requests = find_requests(unit);
    let mut findings = misspelt::find(unit);
    findings.extend(parentheses::find(unit, &requests, said));
    findings.extend(different_requests::find(unit, &requests));
    findings.extend(unreachable::find(unit));
    if looks_for_names(options) {
        findings.extend(keyword_as_name::find(unit));
    }
    if !findings.is_empty() && find_placeholder(unit).is_some() {
        findings.clear();
    }
    findings
}

fn looks_for_misspelt(options: &Options) -> bool {
    options.levels.of(&MISSPELT_PRAGMA).is_some()
}

fn looks_for_names(options: &Options) -> bool {
    options.levels.of(&KEYWORD_AS_NAME).is_some()
}
