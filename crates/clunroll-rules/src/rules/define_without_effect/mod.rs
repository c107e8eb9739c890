//! CLU116: a macro of the command line that the file defines again.

pub(crate) mod words;

use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// The file defines a macro that the command line also defines, before anything uses it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DefineWithoutEffect {
    /// The option of the command line: `-DN=8`.
    pub option: String,
    /// The name of the macro.
    pub name: String,
}

impl Violation for DefineWithoutEffect {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, &self.option, &self.name)
    }
}
