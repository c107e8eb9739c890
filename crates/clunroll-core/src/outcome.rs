//! The outcome of a run: the text, the findings, and the result for each request.

use std::fmt;
use std::ops::Range;

use crate::loop_choices::ChosenLoop;
use clunroll_loops::Amount;
use clunroll_loops::points::Point;
use clunroll_rules::{Cause, Finding, LoadsProblem, Severity};
use oclc_syntax::source::{Place, Sources};
use oclc_syntax::words;

/// A finding that is reported, with the level that the user gives to its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReportedFinding {
    /// The finding; its places are in the user's files.
    pub finding: Finding,
    /// How severe it is.
    pub severity: Severity,
    /// Whether a program can apply its correction: the corrected text is the user's own, and no comment is lost.
    pub is_correctable: bool,
}

impl ReportedFinding {
    /// A finding with its rule's own level.
    pub(crate) fn new(finding: Finding) -> Self {
        let severity = finding.rule().severity;
        Self { finding, severity, is_correctable: true }
    }
}

/// The rewritten text with all findings, as plain data, and all reports. The library's `Outcome` has diagnostics in place of findings.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EngineOutcome {
    /// The source with its requested loops unrolled; the source itself if there was nothing to do.
    pub text: Vec<u8>,
    /// Findings in the order of their places.
    pub findings: Vec<ReportedFinding>,
    /// Findings that a comment or an option turns off. They are not reported, but their loops are declined.
    pub allowed: Vec<ReportedFinding>,
    /// The result for each request, in the order of the source.
    pub requests: Vec<RequestReport>,
    /// The result for each `#pragma promote_to_registers`, in the order of the source.
    pub promotions: Vec<PromotionReport>,
    /// The result for each pointer parameter of a kernel, with `--assume restrict`, in the order of the source.
    pub pointers: Vec<PointerReport>,
    /// The starts of copies and remainders in the text, in rising order. There are none in the string literals of a host.
    pub points: Vec<Point>,
    /// The chosen loops of the options that are not in the source, or have several requests.
    pub unfit: Vec<ChosenLoop>,
    /// The files that the places in this outcome point into.
    pub sources: Sources,
    /// The reason why the source, or a part of it, was not processed; that part is in the text unchanged. `None` if all of it was
    /// processed.
    pub fault: Option<Fault>,
}

/// The reason why clunroll could not process a source, if the source is not at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The system could not start a thread, for this reason.
    NoThread(String),
    /// clunroll itself failed, with this message: please report it.
    Bug(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoThread(why) => write!(out, "there is no thread to work on: {why}"),
            Self::Bug(message) => write!(out, "clunroll has a bug: {message}"),
        }
    }
}

impl std::error::Error for Fault {}

/// The form in which an unrolled loop is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// All iterations, one after the other.
    Full,
    /// A main loop of several copies, and a remainder after it.
    Counted,
    /// The author's loop over several copies, with its own test before each.
    Checked,
    /// As many copies as iterations are expected, each after the loop's own test, and the author's loop after them.
    Rechecked,
}

words!(Form { Full => "full", Counted => "counted", Checked => "checked", Rechecked => "re-checked" });

/// How the copies of an unrolled loop are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Arrangement {
    /// One after the other.
    InTurn,
    /// Side by side in the loop's inner loop.
    Jammed,
}

words!(Arrangement { InTurn => "in-turn", Jammed => "jammed" });

/// The remainder: what follows the copies of an unrolled loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemainderForm {
    /// Nothing: no iteration can remain.
    None,
    /// The remaining iterations, written out.
    Straight,
    /// The author's own loop.
    Loop,
    /// One copy for each iteration that may remain, each in the test of the one before.
    Nested,
    /// A jump into as many copies as iterations remain.
    Switch,
    /// As many copies as iterations remain, in one version of the loop for each number of them.
    Versions,
}

words!(RemainderForm { None => "none", Straight => "straight", Loop => "loop", Nested => "nested", Switch => "switch", Versions => "versions" });

/// The order in which the loads of a loop's copies run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LoadOrder {
    /// At the author's places: a change could not help, or was not requested.
    InPlace,
    /// Before the stores of all copies.
    First,
    /// At the author's places, since none of them may move.
    Blocked(LoadsProblem),
}

/// The result for one request.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Done {
    /// The loop was rewritten.
    #[non_exhaustive]
    Unrolled {
        /// The form of the loop.
        form: Form,
        /// The arrangement of the copies of its main loop, or of all copies if there is no main loop.
        arrangement: Arrangement,
        /// Copies of the body in one pass of the main loop; `None` if there is no main loop.
        factor: Option<u32>,
        /// The trip count, if it is known.
        trips: Option<u64>,
        /// Copies of the body in the output, the remainder's included.
        copies: u64,
        /// The form of the remainder.
        remainder: RemainderForm,
        /// The order of the loads of the copies.
        loads: LoadOrder,
        /// The macros of the host on which the number of copies depends, so that each copy is tested again; none if that
        /// number is final.
        guards: Vec<String>,
        /// The condition for `#if` under which it is written so; otherwise the loop is unchanged. `None` if there is no condition.
        condition: Option<String>,
    },
    /// The loop stays as written, as requested: by its amount, or by `#pragma clunroll leave`, which leaves it to the compiler.
    NotAsked,
    /// The loop stays as written.
    Left {
        /// The cause.
        cause: Cause,
    },
}

/// One request with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RequestReport {
    /// The pragma or attribute.
    pub place: Place,
    /// The requested amount; `None` if it is unknown.
    pub amount: Option<Amount>,
    /// Whether the author promises that the trip count is a multiple of the factor (`#pragma clunroll exact`).
    pub is_exact: bool,
    /// The result.
    pub done: Done,
    /// The number of bytes by which the text has grown for it; `None` for a loop that is written as a part of another one.
    pub growth: Option<i64>,
    /// The bytes of the output that are written for it; `None` for a loop that stays, for one that is written as a part of another one, and
    /// in the raw strings of a C++ file.
    pub written: Option<Range<usize>>,
}

/// The result for arrays that should become scalars.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Promotion {
    /// Each element is a variable of its own.
    #[non_exhaustive]
    Promoted {
        /// The condition for `#if` under which this is so; otherwise the arrays are unchanged. `None` if there is no condition.
        condition: Option<String>,
    },
    /// They stay as written.
    Left {
        /// The cause.
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

/// One `#pragma promote_to_registers` with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PromotionReport {
    /// The pragma.
    pub place: Place,
    /// The names of the arrays that are declared after it.
    pub names: Vec<String>,
    /// The number of elements in all of them, as far as it is known.
    pub elements: u64,
    /// The result.
    pub done: Promotion,
    /// The number of bytes by which the text has grown for it; `None` if all of it is in expanded loops.
    pub growth: Option<i64>,
}

/// One pointer parameter of a kernel that lacked the word `restrict`, with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PointerReport {
    /// Its name in the parameter list.
    pub place: Place,
    /// Its name as text.
    pub name: String,
    /// The name of its kernel.
    pub kernel: String,
    /// Whether the word was written there.
    pub is_restrict: bool,
    /// Whether the files may have what outlives a launch and is no argument: a variable outside of functions that is not `__constant`, or a
    /// kernel that another one enqueues. A second build of the files has its own, so a program may not launch now one and now the other.
    pub may_keep_state: bool,
}
