//! The findings of a lint, which the user must request. They are not errors in a request or reasons for a decline, but text that its author
//! can hardly have intended, and possible improvements.
//!
//! Each rule is checked only if it is on, so that rewriting costs no more, and nothing here influences the output. There are two kinds of
//! findings. Findings about the text come from the author's own text, before any of the stages that expand loops: each place is one in the
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
mod unreachable;
pub use corrections::correct;

pub use loops::{InConfiguration, found_in_all_variants, keep_common, of_loops};
pub use missing_restrict::keep_allowed;
pub use private_variable::add_private_variables;

use crate::options::Options;
use clunroll_loops::directive::find_requests;
use clunroll_rules::Finding;
use clunroll_rules::table::KEYWORD_AS_NAME;
use oclc_syntax::preprocess::Unit;
use oclc_syntax::tree::find_placeholder;

/// Whether a text may contain something that the lint finds and that is not a request. One pass over the bytes decides this.
#[must_use]
pub fn may_find(bytes: &[u8], options: &Options) -> bool {
    options.lint
        && (misspelt::may_stand_in(bytes) || (looks_for_names(options) && keyword_as_name::may_stand_in(bytes)))
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

fn looks_for_names(options: &Options) -> bool {
    options.levels.of(&KEYWORD_AS_NAME).is_some()
}
