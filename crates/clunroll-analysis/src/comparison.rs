//! How the test of a loop compares its variable with a bound (C99 6.5.8, 6.5.9).

use lang_c::ast::BinaryOperator;

/// The comparison of the variable, on the left, with the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `!=`
    NotEqual,
}

impl Comparison {
    /// The comparison of an operator; `None` for other operators.
    pub(super) fn of(operator: &BinaryOperator) -> Option<Self> {
        Some(match operator {
            BinaryOperator::Less => Self::Less,
            BinaryOperator::LessOrEqual => Self::LessEqual,
            BinaryOperator::Greater => Self::Greater,
            BinaryOperator::GreaterOrEqual => Self::GreaterEqual,
            BinaryOperator::NotEquals => Self::NotEqual,
            _ => return None,
        })
    }

    /// Whether the comparison is `<=` or `>=`, which are true for equal values.
    #[must_use]
    pub const fn is_inclusive(self) -> bool {
        matches!(self, Self::LessEqual | Self::GreaterEqual)
    }

    /// The text of the operator.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::NotEqual => "!=",
        }
    }

    /// The equivalent comparison after the two sides change places.
    pub(super) const fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            Self::NotEqual => Self::NotEqual,
        }
    }
}
