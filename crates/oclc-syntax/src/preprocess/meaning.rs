//! The possible meanings of a name as a macro, in a configuration and without one.

use super::configuration::Configuration;
use super::definition::{Definition, Meaning};
use super::directives::DirectiveKind;
use super::moment::Moment;
use super::unit::Unit;

impl Unit {
    /// The meaning of `name` as a macro at a moment, without assumptions.
    #[must_use]
    pub fn meaning(&self, name: &str, moment: Moment) -> Meaning<'_> {
        self.meaning_in(&Configuration::default(), name, moment, self.group(moment))
    }

    /// The one of several definitions of a name that `-D` passes, whether final or not.
    #[must_use]
    pub fn given_among<'s>(&self, name: &str, definitions: &[&'s Definition]) -> Option<&'s Definition> {
        self.macros.given_among(name, definitions)
    }

    /// Those definitions of a name that come from the files or the host; all, if other text of the program gives all of them.
    /// They are likely, not certain.
    #[must_use]
    pub fn own_among<'s>(&self, name: &str, definitions: Vec<&'s Definition>) -> Vec<&'s Definition> {
        self.macros.own_among(name, definitions)
    }

    /// The definitions that a name can have at a moment in a configuration, out of several; all, if none of them is known
    /// there.
    #[must_use]
    pub fn possible_in<'s>(
        &'s self,
        configuration: &Configuration,
        name: &str,
        moment: Moment,
        definitions: Vec<&'s Definition>,
    ) -> Vec<&'s Definition> {
        let left = match self.meaning_in(configuration, name, moment, self.group(moment)) {
            Meaning::Sure(definition) => vec![definition],
            Meaning::Open(definitions) => definitions,
            Meaning::Ordinary => Vec::new(),
        };
        let is_left = |definition: &&&Definition| left.iter().any(|other| other.is_same(definition));
        let both: Vec<_> = definitions.iter().filter(is_left).copied().collect();
        if both.is_empty() { definitions } else { both }
    }

    /// Whether the text between two moments is the same in all configurations: it contains only pragmas and conditions that
    /// are decided.
    #[must_use]
    pub fn is_uniform(&self, configuration: &Configuration, from: Moment, to: Moment) -> bool {
        self.directives[from.min(to)..to.max(from)].iter().all(|directive| match (directive.kind, directive.chain) {
            (DirectiveKind::Pragma, _) => true,
            (_, Some(chain)) => !configuration.is_empty() && self.undecided(configuration, chain).is_none(),
            _ => false,
        })
    }
}
