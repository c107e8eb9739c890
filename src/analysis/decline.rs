//! Why a valid request is left as written.

use super::culprit::Culprit;
use crate::preprocess::Unit;
use crate::source::Place;
use crate::syntax::NoTree;

/// One enumeration of all reasons, so that every stage speaks of the same ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A directive stands between the pragma and the loop.
    DirectiveBetween,
    /// A label, attribute or the like stands between the pragma and the loop.
    PrefixBetween,
    /// The loop, or a part of its header, comes from a macro.
    MadeByMacro(String),
    /// The loop stands in the argument of a macro or function.
    InsideArguments,
    /// The header has a form that is not handled; the text says what is missing.
    Header(&'static str),
    /// The header holds another loop with a request.
    LoopInHeader,
    /// The loop runs once, or not at all, by its test.
    RunsAtMostOnce {
        /// Whether it runs.
        runs: bool,
    },
    /// The induction variable has no integer type that is known.
    VariableType(String),
    /// The object may change behind the program's back.
    Volatile(String),
    /// The induction variable is not a private variable of the function.
    NotPrivate(String),
    /// The loop never ends, or its variable wraps around.
    NeverEnds(&'static str),
    /// The bound is a value of the run, and the loop is to be unrolled fully.
    RuntimeTrips {
        /// What is no constant.
        text: String,
        /// Which name in it is the reason, where one is.
        culprit: Option<Culprit>,
    },
    /// A name in the header is declared nowhere.
    UndefinedName(String),
    /// A variable of the bound, or the induction variable, changes while the loop runs.
    NotInvariant(String),
    /// A pointer to the variable exists.
    AddressTaken(String),
    /// The bound has a type, or holds something, that does not allow it to be computed before the loop.
    Bound(&'static str),
    /// A `break` that a macro makes, in a body that also holds a `continue`.
    HiddenBreak(String),
    /// A label that cannot get another name, or a case label of a `switch` around the loop.
    Label(&'static str),
    /// A declaration that may stand only once, or a counter.
    OnlyOnce(&'static str),
    /// A directive inside the loop.
    DirectiveInside,
    /// A conditional that holds a part of the loop only, or stands in its header.
    ConditionalAcross,
    /// More configurations of the loop than are looked at.
    TooManyConfigurations(usize),
    /// What may be looked at for the sake of configurations, in one file, has been looked at.
    BudgetSpent {
        /// One of the tests that the final compile makes, as far as one is known.
        test: Option<String>,
        /// Whether an include that was not read may have a say in it.
        by_include: bool,
    },
    /// A request in the loop stands in a branch, and no configuration holds all requests.
    RequestInBranch,
    /// Conditionals that choose loops stand in one another too often to be written out.
    TooManyRegions,
    /// The loop differs between configurations in a way that one text cannot serve.
    ConfigurationsDiffer(&'static str),
    /// A type, statement or operator may come from a macro that the host decides upon.
    HostDecides(String),
    /// A macro that the host decides upon, or that no file is known to define, may declare a name of the loop's anew.
    MayDeclare {
        /// The macro's name.
        by: String,
        /// What it may declare.
        name: String,
    },
    /// A word that unrolled loops are written with means something else here.
    HiddenWord(&'static str),
    /// With what is known of this macro, which the host decides upon, the loop runs not once.
    RunsNot(String),
    /// A barrier that not every iteration reaches, and a trip count that may differ between work-items.
    Divergent(String),
    /// A barrier, and a step that may differ between work-items.
    DivergentStep(String),
    /// A barrier in copies each of which would be tested.
    TestsBetweenBarriers(String),
    /// More copies than some compilers can take of a body that may leave out the operation of that name, and how many they can.
    ManyMeetings(String, u64),
    /// More copies than allowed: how many there would be, and the limit.
    TooManyCopies(u64, u64),
    /// More text than allowed.
    TooMuchText {
        /// By how many bytes it would grow, at least.
        growth: u64,
        /// What is left of the limit.
        left: u64,
        /// How many copies of each loop's body there would be in the one around it, from the outside.
        nest: Vec<u64>,
    },
    /// Left for want of room by an earlier run.
    LeftBefore,
    /// `__LINE__` would change.
    LineNumbers,
    /// The file saves and restores macros with `push_macro` and `pop_macro`.
    MacroStack,
    /// The file holds a trigraph.
    Trigraph,
    /// The file includes itself, and is then compiled with several states of its macros.
    IncludesItself,
    /// The function, or the loop, cannot be read.
    Unreadable,
    /// Brackets nest too deep.
    TooDeep,
    /// Macro expansion does not end within its limit.
    Overflow,
    /// Only the loop by itself can be read, and the function would have to be known.
    FunctionUnreadable {
        /// Whether the place is where the parser stopped; otherwise it is what hangs on the function.
        is_where: bool,
    },
}

impl Reason {
    /// Whether a second run may not find the reason again: once other loops of the file are written out, the room that
    /// they took and the configurations that they had are theirs no more, and a limit is what that run is told. A loop that
    /// runs not once stays where another one of its function does. A loop in a header may have no request any more, and loops
    /// around others nest less deep.
    #[must_use]
    pub const fn may_pass(&self) -> bool {
        matches!(
            self,
            Self::TooManyCopies(..)
                | Self::TooMuchText { .. }
                | Self::TooManyConfigurations(_)
                | Self::BudgetSpent { .. }
                | Self::TooManyRegions
                | Self::RequestInBranch
                | Self::RunsAtMostOnce { runs: false }
                | Self::LoopInHeader
                | Self::TooDeep
        )
    }
}

/// A reason and the token that it lies in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline {
    /// Why.
    pub reason: Reason,
    /// Where.
    pub place: Place,
}

impl Decline {
    /// For want of a tree: where the parser stopped, or else `here`.
    #[must_use]
    pub fn unread(unit: &Unit, error: NoTree, here: Place) -> Self {
        let (reason, stopped) = match error {
            NoTree::TooDeep(at) => (Reason::TooDeep, Some(at)),
            NoTree::Overflow => (Reason::Overflow, None),
            NoTree::Syntax(at) => (Reason::Unreadable, at),
        };
        Self { reason, place: stopped.map_or(here, |at| unit.code[at].place()) }
    }
}
