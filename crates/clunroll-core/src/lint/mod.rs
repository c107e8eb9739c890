//! What is looked for only where the user asks for a lint: not what is wrong with a request or why a loop is left, but
//! what its author can hardly have wanted, and what could be better.
//!
//! Each rule is looked for only where it is on, so that rewriting costs what it did, and nothing here has a say in what is
//! written. There are two places to look. Things of the text are found in the author's own text, before any of the stages that
//! write loops out: each place is one in the user's file, and a correction replaces what stands there ([`findings`]).
//! Advice about loops is found after their analysis, from its facts ([`of_loops`]).

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
mod unreachable;
pub use corrections::correct;

pub use loops::{InConfiguration, found_in_all_variants, keep_common, of_loops};
pub use missing_restrict::keep_allowed;

use crate::directive::find_requests;
use crate::options::Options;
use clunroll_rules::Finding;
use clunroll_rules::table::KEYWORD_AS_NAME;
use oclc_syntax::preprocess::Unit;
use oclc_syntax::tree::find_placeholder;

/// Whether a text may hold something that is found here and no request; says no in one pass over the bytes.
#[must_use]
pub fn may_find(bytes: &[u8], options: &Options) -> bool {
    options.lint
        && (misspelt::may_stand_in(bytes) || (looks_for_names(options) && keyword_as_name::may_stand_in(bytes)))
}

/// What is found in the main file of a unit, beside what is `said` of it. Nothing is found in a template: what looks odd in it may be right once it is
/// filled.
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

fn looks_for_names(options: &Options) -> bool {
    options.levels.of(&KEYWORD_AS_NAME).is_some()
}
