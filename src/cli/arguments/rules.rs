//! Which rules are on: `--select`, `--warn`, `--deny`, `--ignore`, and the keys of `[rules]` with these names.

use clap::Args;

use super::offered::selector;
use clunroll::rules::{Levels, Selector, Severity};

/// Each option takes codes (`CLU102`), names, the beginning of a code, `all`, `default`, and `errors`, `warnings` or
/// `notes`; several with commas or by giving the option again.
#[derive(Args, Clone, Debug, Default)]
pub(in crate::cli) struct RuleArguments {
    /// Turn on these rules and no others: codes or names, `all`, or `default`
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = selector(), hide_possible_values = true, help_heading = "Rules", hide_short_help = true)]
    pub(in crate::cli) select: Option<Vec<Selector>>,

    /// Report these rules as warnings
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = selector(), hide_possible_values = true, help_heading = "Rules", hide_short_help = true)]
    pub(in crate::cli) warn: Vec<Selector>,

    /// Report these rules as errors
    ///
    /// They are codes or names, or `warnings`. If clunroll rewrites a file in which such a rule finds something, it writes no output, unless --keep-going is given.
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = selector(), hide_possible_values = true, help_heading = "Rules")]
    pub(in crate::cli) deny: Vec<Selector>,

    /// Turn these rules off
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = selector(), hide_possible_values = true, help_heading = "Rules", hide_short_help = true)]
    pub(in crate::cli) ignore: Vec<Selector>,
}

impl RuleArguments {
    /// Changes `levels` as these arguments say.
    pub(in crate::cli) fn apply(&self, levels: &mut Levels) {
        // An empty list, which only a configuration can have, turns all rules off.
        if let Some(selectors) = &self.select {
            levels.select(selectors);
        }
        self.warn.iter().for_each(|selector| levels.set(selector, Severity::Warning));
        self.deny.iter().for_each(|selector| levels.set(selector, Severity::Error));
        self.ignore.iter().for_each(|selector| levels.ignore(selector));
    }
}
