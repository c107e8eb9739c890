//! CLU006: a malformed pragma.

pub(crate) mod words;

use crate::correction::Correction;
use crate::violation::Violation;
use crate::words::Wording;
use oclc_syntax::source::Place;

/// A malformed pragma.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MalformedPragma {
    /// The problem.
    pub problem: Malformed,
    /// The correction, if the lint can determine it.
    pub correction: Option<Correction>,
}

impl Violation for MalformedPragma {
    fn words(&self, place: Place) -> Wording {
        words::wording(place, self.problem, self.correction.as_ref())
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        self.correction.iter_mut().for_each(|right| visit(&mut right.place));
    }

    fn corrections(&self) -> &[Correction] {
        self.correction.as_slice()
    }
}

/// The forms of malformed requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Malformed {
    /// `unroll(4`
    Unclosed,
    /// `unroll()`
    Empty,
    /// `clang loop unroll(…)` with something other than `full`, `enable` and `disable`
    UnknownOption,
    /// `clang loop unroll`
    NoOption,
    /// `clang loop unroll_count()`
    NoCount,
    /// `nounroll 4`
    NeedlessFactor,
    /// `clang loop unroll(full) unroll_count(4)`
    AsksTwice,
}
