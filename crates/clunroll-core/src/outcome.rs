//! What comes out of a run: the text, what was found, and what became of each request.

use crate::Amount;
use crate::points::Point;
use clunroll_rules::{Cause, Finding, LoadsProblem, Severity};
use oclc_syntax::source::{Place, Sources};
use oclc_syntax::words;

/// A finding that is reported, with the level that the user gives to its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What was found; its places are in the user's files.
    pub finding: Finding,
    /// How severe it is.
    pub severity: Severity,
    /// Whether a program can make its correction: where the corrected text is the user's own, and no comment is lost.
    pub is_correctable: bool,
}

impl Found {
    /// A finding with its rule's own level.
    pub(crate) fn new(finding: Finding) -> Self {
        let severity = finding.rule().severity;
        Self { finding, severity, is_correctable: true }
    }
}

/// The rewritten text and what was found.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// The source with its requested loops unrolled; the source itself where nothing was to be done.
    pub text: Vec<u8>,
    /// Findings in the order of their places.
    pub found: Vec<Found>,
    /// Findings that a comment or an option turns off. They are not reported; a loop is left for them all the same.
    pub allowed: Vec<Found>,
    /// What became of each request, in the order of the source.
    pub requests: Vec<RequestReport>,
    /// What became of each `#pragma promote_to_registers`, in the order of the source.
    pub promotions: Vec<PromotionReport>,
    /// What became of each pointer parameter of a kernel, with `--assume restrict`, in the order of the source.
    pub pointers: Vec<PointerReport>,
    /// Where copies and remainders begin in the text, in rising order. There are none in the raw strings of a C++ file.
    pub points: Vec<Point>,
    /// The files that the places point into.
    pub sources: Sources,
    /// Whether the source was read: not where the system gave no thread to work on, or clunroll itself failed. The text is
    /// then the source.
    pub is_complete: bool,
}

/// The form in which an unrolled loop is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

words!(Form { Full => "full", Counted => "counted", Checked => "checked", Rechecked => "re-checked" });

/// How the copies of an unrolled loop are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrangement {
    /// One after the other.
    InTurn,
    /// Side by side in the loop's inner loop.
    Jammed,
}

words!(Arrangement { InTurn => "in-turn", Jammed => "jammed" });

/// What stands behind the copies of an unrolled loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// As many copies as are left, in one version of the loop for each number of them.
    Versions,
}

words!(RemainderForm { None => "none", Straight => "straight", Loop => "loop", Nested => "nested", Switch => "switch", Versions => "versions" });

/// When the loads of the copies of a loop run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LoadOrder {
    /// Where the author wrote them: nothing could be won, or nothing was asked for.
    InPlace,
    /// Before the stores of all copies.
    First,
    /// Where the author wrote them, since none of them may move.
    Blocked(LoadsProblem),
}

/// What was done about one request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Done {
    /// The loop was rewritten.
    Unrolled {
        /// How.
        form: Form,
        /// How the copies of its main loop are arranged, or all copies where there is no main loop.
        arrangement: Arrangement,
        /// Copies of the body in one pass of the main loop; `None` where there is no main loop.
        factor: Option<u32>,
        /// The trip count, where it is known.
        trips: Option<u64>,
        /// Copies of the body in the output, the remainder's included.
        copies: u64,
        /// What runs the iterations that the main loop leaves.
        remainder: RemainderForm,
        /// When the loads of the copies run.
        loads: LoadOrder,
        /// The macros of the host that the number of copies rests on, and for whose sake each copy is tested again; none
        /// where nobody can change that number.
        guards: Vec<String>,
        /// The condition for `#if` under which it is written so; elsewhere the loop is as it was. `None` where there is none.
        condition: Option<String>,
    },
    /// The loop stands as written, as was asked for.
    NotAsked,
    /// The loop stays as written.
    Left {
        /// Why.
        cause: Cause,
    },
}

/// One request and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// Each element is a variable of its own.
    Promoted {
        /// The condition for `#if` under which this is so; elsewhere the arrays are as they were. `None` where there is none.
        condition: Option<String>,
    },
    /// They stay as written.
    Left {
        /// Why.
        cause: Cause,
    },
}

impl Promotion {
    /// Whether the arrays became scalars.
    #[must_use]
    pub const fn is_promoted(&self) -> bool {
        matches!(self, Self::Promoted { .. })
    }
}

/// One `#pragma promote_to_registers` and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// One pointer parameter of a kernel that lacked the word `restrict`, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerReport {
    /// Its name in the parameter list.
    pub place: Place,
    /// The same as text.
    pub name: String,
    /// Whether the word was written there.
    pub is_restrict: bool,
}
