//! Which rules are on, and the severity of their findings.
//!
//! Each rule has a default level: on with its severity, or off. A command line or a configuration changes these levels, rule by rule or by
//! group. A [`Selector`] is a word that names rules. It is checked when it is read, so that a misspelt code is an error of the command
//! line.
//!
//! The order is fixed: first the rules that are on, then those that count as warnings, those that count as errors, and last those that are
//! ignored. The name of a severity (`warnings`) means the rules that are on with it at that moment. The name of a rule turns the rule on.

use std::fmt;
use std::str::FromStr;

use oclc_syntax::text_in_data;
use oclc_syntax::words::most_alike;

use crate::rule::{Rule, Severity};
use crate::table::ALL;

/// The level of each rule: its severity, or off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    severities: Vec<Option<Severity>>,
    /// Whether the rule was turned on by a word that names it, and not by one for all rules, the default ones or those of a severity.
    named: Vec<bool>,
}

impl Default for Levels {
    /// The default level of each rule.
    fn default() -> Self {
        Self {
            severities: ALL.iter().map(|rule| rule.is_on.then_some(rule.severity)).collect(),
            named: vec![false; ALL.len()],
        }
    }
}

impl Levels {
    /// The severity of the rule's findings; `None` if the rule is off.
    #[must_use]
    pub fn of(&self, rule: &Rule) -> Option<Severity> {
        let at = ALL.iter().position(|one| one.code == rule.code);
        at.map_or(Some(rule.severity), |at| self.severities[at])
    }

    /// Whether the rule is on because a word names it: its code, its name, or the beginning of its code. A rewrite then looks for it too,
    /// even if otherwise only the lint does.
    #[must_use]
    pub fn is_named(&self, rule: &Rule) -> bool {
        let at = ALL.iter().position(|one| one.code == rule.code);
        at.is_some_and(|at| self.named[at] && self.severities[at].is_some())
    }

    /// Turns on exactly the rules that `selectors` name, each with its own severity.
    pub fn select(&mut self, selectors: &[Selector]) {
        let default = Self::default();
        for (at, rule) in ALL.iter().enumerate() {
            let meant = || selectors.iter().filter(|selector| selector.names(rule, default.of(rule)));
            self.severities[at] = meant().next().map(|_| rule.severity);
            self.named[at] = meant().any(Selector::is_name);
        }
    }

    /// Gives all rules that `selector` names this severity, and turns them on.
    pub fn set(&mut self, selector: &Selector, severity: Severity) {
        self.change(selector, Some(severity));
    }

    /// Turns off all rules that `selector` names.
    pub fn ignore(&mut self, selector: &Selector) {
        self.change(selector, None);
    }

    fn change(&mut self, selector: &Selector, to: Option<Severity>) {
        for (at, rule) in ALL.iter().enumerate() {
            if selector.names(rule, self.severities[at]) {
                self.severities[at] = to;
                self.named[at] = to.is_some() && (self.named[at] || selector.is_name());
            }
        }
    }
}

/// The key of the rules that a word names, in data.
#[cfg(feature = "serde")]
const NAMED: &str = "named";

/// A value of the map that holds levels as data.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
enum LevelEntry {
    Of(Option<Severity>),
    Named(Vec<String>),
}

#[cfg(feature = "serde")]
impl serde::Serialize for Levels {
    /// A map from the code of each rule to its severity, `null` if the rule is off; and from `named` to the codes of the rules that a word
    /// names.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = ALL.iter().zip(&self.named).filter(|(_, is_named)| **is_named);
        let named = LevelEntry::Named(named.map(|(rule, _)| rule.code.to_owned()).collect());
        let levels = self.severities.iter().copied().map(LevelEntry::Of);
        serializer.collect_map(ALL.iter().map(|rule| rule.code).zip(levels).chain([(NAMED, named)]))
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Levels {
    /// Reads a map from codes or names of rules to severities. A rule that is not in the map has its default level.
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = std::collections::BTreeMap::<String, LevelEntry>::deserialize(deserializer)?;
        let mut levels = Self::default();
        let at = |word: String| {
            let at = find(&word).and_then(|rule| ALL.iter().position(|one| one.code == rule.code));
            at.ok_or_else(|| serde::de::Error::custom(UnknownSelector(word)))
        };
        for (word, entry) in map {
            match entry {
                LevelEntry::Of(level) => levels.severities[at(word)?] = level,
                LevelEntry::Named(codes) if word == NAMED => {
                    for code in codes {
                        levels.named[at(code)?] = true;
                    }
                }
                LevelEntry::Named(_) => return Err(serde::de::Error::custom(UnknownSelector(word))),
            }
        }
        Ok(levels)
    }
}

/// One word that names rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selector {
    /// `all`
    All,
    /// `default`: the rules that are on by default.
    Default,
    /// `errors`, `warnings` or `notes`: the rules that are on with this severity.
    Severity(Severity),
    /// A rule by its code or name.
    Rule(&'static Rule),
    /// The start of a code: `CLU2`.
    Prefix(String),
}

impl Selector {
    /// Whether it names certain rules, by a code, the beginning of one, or a name.
    fn is_name(&self) -> bool {
        matches!(self, Self::Rule(_) | Self::Prefix(_))
    }

    /// Whether it names this rule, which has this level now.
    fn names(&self, rule: &Rule, level: Option<Severity>) -> bool {
        match self {
            Self::All => true,
            Self::Default => rule.is_on,
            Self::Severity(severity) => level == Some(*severity),
            Self::Rule(named) => named.code == rule.code,
            // A prefix does not turn on rules that are off by default: the user must name them.
            Self::Prefix(prefix) => rule.is_on && rule.code.starts_with(prefix.as_str()),
        }
    }
}

impl fmt::Display for Selector {
    /// The word that names the rules.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::All => "all",
            Self::Default => "default",
            Self::Severity(Severity::Error) => "errors",
            Self::Severity(Severity::Warning) => "warnings",
            Self::Severity(Severity::Note) => "notes",
            Self::Rule(rule) => rule.code,
            Self::Prefix(prefix) => prefix,
        })
    }
}

impl FromStr for Selector {
    type Err = UnknownSelector;

    fn from_str(word: &str) -> Result<Self, UnknownSelector> {
        match word {
            "all" => Ok(Self::All),
            "default" => Ok(Self::Default),
            "errors" => Ok(Self::Severity(Severity::Error)),
            "warnings" => Ok(Self::Severity(Severity::Warning)),
            "notes" => Ok(Self::Severity(Severity::Note)),
            _ => match find(word) {
                Some(rule) => Ok(Self::Rule(rule)),
                None if is_prefix(word) => Ok(Self::Prefix(word.to_ascii_uppercase())),
                None => Err(UnknownSelector(word.to_owned())),
            },
        }
    }
}

text_in_data!(Selector);

/// The rule with this code, in either case, or with this name.
#[must_use]
pub fn find(word: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.name == word || rule.code.eq_ignore_ascii_case(word))
}

/// The name of a rule that `word` may be meant to be.
#[must_use]
pub fn similar(word: &str) -> Option<&'static str> {
    most_alike(&word.to_ascii_lowercase(), ALL.iter().map(|rule| rule.name))
}

fn is_prefix(word: &str) -> bool {
    let word = word.to_ascii_uppercase();
    word.len() > "CLU".len() && ALL.iter().any(|rule| rule.code.starts_with(&word))
}

/// A word that names no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSelector(String);

impl fmt::Display for UnknownSelector {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "there is no rule `{}`", self.0)?;
        if let Some(name) = similar(&self.0) {
            write!(out, "; did you mean `{name}`?")?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownSelector {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{NEGATIVE_FACTOR, ZERO_FACTOR};

    fn selector(word: &str) -> Selector {
        word.parse().expect("a selector")
    }

    #[test]
    fn a_rule_has_its_own_level_by_default() {
        let levels = Levels::default();
        for rule in ALL {
            assert_eq!(levels.of(rule), rule.is_on.then_some(rule.severity), "{}", rule.code);
        }
    }

    #[test]
    fn groups_mean_what_is_on_at_that_moment() {
        let mut levels = Levels::default();
        levels.set(&selector("negative-factor"), Severity::Warning);
        levels.set(&selector("warnings"), Severity::Error);
        assert_eq!(levels.of(&NEGATIVE_FACTOR), Some(Severity::Error));
        assert_eq!(levels.of(&ZERO_FACTOR), Some(Severity::Error));
        levels.ignore(&selector("CLU0"));
        assert_eq!(levels.of(&NEGATIVE_FACTOR), None);
        levels.set(&selector("errors"), Severity::Note);
        assert_eq!((levels.of(&NEGATIVE_FACTOR), levels.of(&ZERO_FACTOR)), (None, Some(Severity::Note)));
    }

    #[test]
    fn selecting_turns_all_others_off() {
        let mut levels = Levels::default();
        levels.select(&[selector("clu101")]);
        for rule in ALL {
            assert_eq!(levels.of(rule).is_some(), rule.code == "CLU101", "{}", rule.code);
        }
        levels.select(&[selector("default")]);
        assert_eq!(levels, Levels::default());
        levels.select(&[selector("all")]);
        assert!(ALL.iter().all(|rule| levels.of(rule) == Some(rule.severity)));
    }

    #[test]
    fn an_unknown_word_is_an_error_with_a_suggestion() {
        let error = "negative-facter".parse::<Selector>().expect_err("no rule");
        assert_eq!(error.to_string(), "there is no rule `negative-facter`; did you mean `negative-factor`?");
        let error = "CLU999".parse::<Selector>().expect_err("no rule");
        assert_eq!(error.to_string(), "there is no rule `CLU999`");
        for word in ["all", "default", "errors", "warnings", "notes", "CLU001", "CLU2"] {
            assert_eq!(selector(word).to_string(), word);
        }
        for word in ["", "C", "CLU", "warning s"] {
            assert!(word.parse::<Selector>().is_err(), "{word}");
        }
    }
}
