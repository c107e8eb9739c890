//! Problems with a factor. Each problem breaks a rule of its own.

use crate::correction::Correction;
use crate::rule::Rule;
use crate::rules::{
    factor_too_large, malformed_pragma, negative_factor, non_constant_factor, non_integer_factor, unknown_factor,
};
use crate::table::{
    FACTOR_TOO_LARGE, MALFORMED_PRAGMA, NEGATIVE_FACTOR, NON_CONSTANT_FACTOR, NON_INTEGER_FACTOR, UNKNOWN_FACTOR,
};
use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A problem with a factor. A name is the one without a constant value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FactorProblem {
    /// Less than 0.
    Negative(i128),
    /// A variable, a call, or a name that looks like a variable's.
    NotConstant(String),
    /// Division by zero or overflow.
    Undefinable,
    /// A floating-point number or a string.
    NotInteger,
    /// More than 2^31 - 1; the number may not fit into any type.
    TooLarge(String),
    /// Not an expression.
    Malformed,
    /// A name that may be a macro of the host, or have a declaration that clunroll does not see.
    Unknown(String),
    /// The name of a parameter, in the string of a `_Pragma` in a macro: no argument replaces it there.
    ParameterInString {
        /// The parameter.
        name: String,
        /// The macro.
        by: String,
    },
    /// A constant whose value is unknown here.
    NotKnown,
}

impl FactorProblem {
    /// The rule that it breaks.
    #[must_use]
    pub const fn rule(&self) -> &'static Rule {
        match self {
            Self::Negative(..) => &NEGATIVE_FACTOR,
            Self::NotConstant(..) | Self::Undefinable => &NON_CONSTANT_FACTOR,
            Self::NotInteger => &NON_INTEGER_FACTOR,
            Self::TooLarge(..) => &FACTOR_TOO_LARGE,
            Self::Malformed => &MALFORMED_PRAGMA,
            Self::Unknown(..) | Self::ParameterInString { .. } | Self::NotKnown => &UNKNOWN_FACTOR,
        }
    }

    /// The words for it.
    pub(crate) fn words(&self, place: Place) -> Wording {
        match self {
            Self::Negative(value) => negative_factor::words::wording(place, *value),
            Self::NotConstant(name) => non_constant_factor::words::wording(place, name),
            Self::Undefinable => non_constant_factor::words::without_value(place),
            Self::NotInteger => non_integer_factor::words::wording(place),
            Self::TooLarge(value) => factor_too_large::words::wording(place, value),
            Self::Malformed => malformed_pragma::words::no_expression(place),
            Self::Unknown(name) => unknown_factor::words::wording(place, name),
            Self::ParameterInString { name, by } => unknown_factor::words::in_string(place, name, by),
            Self::NotKnown => unknown_factor::words::not_known(place),
        }
    }
}

/// The factor breaks a rule or is unknown. The finding is at the factor, or at the wrong part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WrongFactor {
    /// The problem.
    pub problem: FactorProblem,
    /// The correction, if the lint can determine it.
    pub correction: Option<Correction>,
}

impl Violation for WrongFactor {
    fn words(&self, place: Place) -> Wording {
        self.problem.words(place).corrected(self.correction.as_ref())
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        self.correction.iter_mut().for_each(|right| visit(&mut right.place));
    }

    fn corrections(&self) -> &[Correction] {
        self.correction.as_slice()
    }
}
