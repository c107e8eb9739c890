//! What [`crate::unroll`] gives back.

use crate::rules::{Diagnostic, Severity};
use oclc_syntax::source::{Place, Sources};

/// The rewritten text and all there is to say about it.
///
/// It is for reading; [`crate::unroll`] makes it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The source with its requested loops unrolled; the source itself where nothing was to be done.
    pub text: Vec<u8>,
    /// Findings in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// What was found too, and is allowed by a comment or turned off. Nobody is told of it; it is the reason why a loop is
    /// left all the same.
    pub allowed: Vec<Diagnostic>,
    /// What became of each request, in the order of the source.
    pub requests: Vec<RequestReport>,
    /// What became of each `#pragma promote_to_registers`, in the order of the source.
    pub promotions: Vec<PromotionReport>,
    /// The files that the places in this outcome point into.
    pub sources: Sources,
    /// Whether the source was looked at: not where the system gave no thread to work on, or clunroll itself failed. The
    /// text is then the source.
    pub is_complete: bool,
}

impl Outcome {
    /// Whether a request breaks a rule of the extension, or anything was found that counts as an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// How far a loop is asked to be unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Amount {
    /// `#pragma unroll`: all iterations.
    Full,
    /// `#pragma unroll N`, N at least 2: that many copies of the body.
    By(u32),
    /// `__attribute__((opencl_unroll_hint))` or `#pragma clang loop unroll(enable)`: as the compiler likes.
    Auto,
    /// `#pragma unroll 1` and `0`, `#pragma nounroll`: not at all.
    No,
}

/// The form in which an unrolled loop is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// All iterations, one after the other.
    Full,
    /// A main loop of several copies, and what remains behind it.
    Counted,
    /// The author's loop over several copies, with its own test before each.
    Checked,
    /// As many copies as iterations are expected, each behind the loop's own test, and the author's loop behind them.
    Rechecked,
}

impl Form {
    /// The word that reports use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Counted => "counted",
            Self::Checked => "checked",
            Self::Rechecked => "re-checked",
        }
    }
}

/// What stands behind the copies of an unrolled loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemainderForm {
    /// Nothing: no iteration can be left.
    None,
    /// The iterations that are left, written out.
    Straight,
    /// The author's own loop.
    Loop,
    /// One copy for each iteration that may be left, each in the test of the one before.
    Nested,
    /// A jump into as many copies as are left.
    Switch,
}

impl RemainderForm {
    /// The word that reports use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Straight => "straight",
            Self::Loop => "loop",
            Self::Nested => "nested",
            Self::Switch => "switch",
        }
    }
}

/// What was done about one request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Done {
    /// The loop was rewritten.
    #[non_exhaustive]
    Unrolled {
        /// How.
        form: Form,
        /// Copies of the body in one pass of the main loop; `None` where there is no main loop.
        factor: Option<u32>,
        /// The trip count, where it is known.
        trips: Option<u64>,
        /// Copies of the body in the output, the remainder's included.
        copies: u64,
        /// What runs the iterations that the main loop leaves.
        remainder: RemainderForm,
        /// The macros of the host that the number of copies rests on, and for whose sake each copy is tested again; none
        /// where nobody can change that number.
        guards: Vec<String>,
    },
    /// The loop stands as written, as was asked for.
    NotAsked,
    /// The loop stands as written, for the reason given by the diagnostic with this code.
    Left {
        /// The diagnostic's code.
        code: &'static str,
    },
}

/// One request and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RequestReport {
    /// The pragma or attribute.
    pub place: Place,
    /// What it asks for; `None` where that cannot be told.
    pub amount: Option<Amount>,
    /// What was done.
    pub done: Done,
    /// By how many bytes the text has grown for it; `None` of a loop that is written as a part of another one.
    pub growth: Option<i64>,
}

/// What was done about arrays that were to become scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// Each element is a variable of its own.
    Promoted,
    /// They stand as written, for the reason given by the diagnostic with this code.
    Left {
        /// The diagnostic's code.
        code: &'static str,
    },
}

/// One `#pragma promote_to_registers` and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PromotionReport {
    /// The pragma.
    pub place: Place,
    /// The names of the arrays that are declared behind it.
    pub names: Vec<String>,
    /// How many elements they have together, as far as that is known.
    pub elements: u64,
    /// What was done.
    pub done: Promotion,
    /// By how many bytes the text has grown for it; `None` where all of it stands in loops that are written out.
    pub growth: Option<i64>,
}
