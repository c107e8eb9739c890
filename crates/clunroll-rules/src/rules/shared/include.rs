//! An included file that was not read. Two rules share this finding of the preprocessor.

use crate::rule::Rule;
use crate::rules::{include_limit, missing_include};
use crate::table::{INCLUDE_LIMIT, MISSING_INCLUDE};
use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::preprocess::Unread;
use oclc_syntax::source::Place;

/// An included file was not read. The finding is at the name in the `#include`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnreadInclude {
    /// The reason why it was not read.
    pub unread: Unread,
}

impl UnreadInclude {
    /// The rule that it breaks.
    pub(crate) const fn rule(&self) -> &'static Rule {
        match self.unread {
            Unread::Missing(..) | Unread::Unreadable(..) | Unread::Unnamed | Unread::PerhapsBefore => &MISSING_INCLUDE,
            Unread::TooDeep | Unread::TooMuch | Unread::Itself => &INCLUDE_LIMIT,
        }
    }
}

impl Violation for UnreadInclude {
    fn words(&self, place: Place) -> Wording {
        match &self.unread {
            Unread::Missing(name) => missing_include::words::missing(place, name),
            Unread::Unreadable(name) => missing_include::words::unreadable(place, name),
            Unread::Unnamed => missing_include::words::unnamed(place),
            Unread::PerhapsBefore => missing_include::words::perhaps_before(place),
            Unread::TooDeep => include_limit::words::too_deep(place),
            Unread::TooMuch => include_limit::words::too_much(place),
            Unread::Itself => include_limit::words::includes_itself(place),
        }
    }
}
