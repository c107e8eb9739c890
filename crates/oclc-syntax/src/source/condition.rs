//! The condition of an `#if` that a step writes, as data: `#if (N) == 8 && (2 * N) == 16`.
//!
//! A step that writes a conditional hands its condition to the next steps beside the text ([`super::Replacement`]). So they
//! know which macros the condition pins, and compare conditions, without reading the text.

use std::fmt;
use std::sync::Arc;

/// One term of a condition: an operand, compared with the value that it must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equality {
    operand: Arc<str>,
    value: i128,
}

impl Equality {
    /// That an operand, without parentheses around all of it, has a value.
    #[must_use]
    pub fn new(operand: &str, value: i128) -> Self {
        Self { operand: operand.into(), value }
    }

    /// The macro that the operand is, if it is nothing else.
    #[must_use]
    pub fn pinned_macro(&self) -> Option<&str> {
        let is_name = self.operand.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !self.operand.starts_with(|c: char| c.is_ascii_digit());
        is_name.then_some(&*self.operand)
    }

    /// The value of the operand.
    #[must_use]
    pub const fn value(&self) -> i128 {
        self.value
    }
}

impl fmt::Display for Equality {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "({}) == {}", self.operand, self.value)
    }
}

/// A condition that is true if each of its terms is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresenceCondition(Arc<[Equality]>);

impl PresenceCondition {
    /// The terms, each once.
    #[must_use]
    pub fn terms(&self) -> &[Equality] {
        &self.0
    }
}

impl From<&[Equality]> for PresenceCondition {
    fn from(terms: &[Equality]) -> Self {
        Self(terms.into())
    }
}

impl fmt::Display for PresenceCondition {
    /// As `#if` reads it.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, term) in self.0.iter().enumerate() {
            if number > 0 {
                out.write_str(" && ")?;
            }
            write!(out, "{term}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_its_terms() {
        let terms = [Equality::new("N", 8), Equality::new("2 * (N)", 16), Equality::new("4", 4)];
        let condition = PresenceCondition::from(&terms[..]);
        assert_eq!(condition.to_string(), "(N) == 8 && (2 * (N)) == 16 && (4) == 4");
        let macros: Vec<_> = condition.terms().iter().map(Equality::pinned_macro).collect();
        assert_eq!(macros, [Some("N"), None, None]);
    }
}
