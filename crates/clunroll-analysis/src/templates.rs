//! Macros that conditions choose, and that are harmless in every case.
//!
//! Text is copied, not expanded. So a macro in a body need not be known exactly, if none of its possible definitions does anything that
//! matters where the loop is copied: it changes no variable, takes no address, leaves no expression, and calls only built-in functions that
//! work-items need not reach together. Such a definition is a *template*: names, constants and operators between brackets that match. The
//! names in it are followed, through all their definitions.
//!
//! This applies to macros that the file's own `#define`s alone define. A macro that the host may define has a role at most
//! ([`super::open_names`]), and a definition in an include that could not be read may contain anything. If a configuration has no
//! definition of such a name, the name counts as a function's: a host that defines it there as well breaks the contract.

use crate::limits::MAX_NAMES_OF_MACRO;
use rustc_hash::FxHashSet;

use oclc_syntax::limits::MAX_DEFINITIONS;
use oclc_syntax::preprocess::{Configuration, Definition, Meaning, Unit, Viewpoint};
use oclc_syntax::tree::{
    ReplacementName, convergent, expression_names, is_builtin_function, is_c_type_keyword, is_type_name,
};

/// Whether all possible expansions of an open macro at a moment are templates.
#[must_use]
pub fn is_template(unit: &Unit, configuration: &Configuration, name: &str, at: Viewpoint) -> bool {
    are_templates(unit, configuration, [name], at)
}

/// Whether all possible expansions of several macros are templates.
#[must_use]
pub fn are_templates<'n>(
    unit: &Unit,
    configuration: &Configuration,
    names: impl IntoIterator<Item = &'n str>,
    Viewpoint { moment, group }: Viewpoint,
) -> bool {
    let mut open: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let mut seen: FxHashSet<String> = open.iter().cloned().collect();
    while let Some(name) = open.pop() {
        if seen.len() > MAX_NAMES_OF_MACRO {
            return false;
        }
        let definitions = match unit.meaning_in(configuration, &name, moment, group) {
            Meaning::Ordinary => continue,
            Meaning::Sure(definition) => vec![definition],
            Meaning::Open(definitions)
                if !definitions.is_empty()
                    && unit.is_own(&name)
                    && !unit.may_come_from_include(configuration, &name, moment, group) =>
            {
                definitions
            }
            Meaning::Open(_) => return false,
        };
        if definitions.len() > MAX_DEFINITIONS {
            return false;
        }
        for definition in definitions {
            let Some(names) = names_in_template(unit, definition) else { return false };
            open.extend(names.into_iter().filter(|name| seen.insert(name.clone())));
        }
    }
    true
}

/// The names in a replacement list that is a template; `None` if it is not one.
fn names_in_template(unit: &Unit, definition: &Definition) -> Option<Vec<String>> {
    let names = expression_names(unit, definition)?;
    let is_harmless = |ReplacementName { text, is_called }: &ReplacementName| {
        !is_called
            || unit.has_definitions(text)
            || is_type_name(text)
            || is_c_type_keyword(text)
            || is_builtin_function(text) && convergent(text).is_none()
            || text == "sizeof"
    };
    names.iter().all(is_harmless).then(|| names.into_iter().map(|name| name.text).collect())
}
