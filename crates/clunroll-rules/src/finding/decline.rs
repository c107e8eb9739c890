//! Why a valid request is left as written.

use super::body::{Difference, LabelProblem, OnlyOnce};
use super::header::{BoundProblem, Dependency, EndlessLoop, HeaderProblem};
use super::jam::JamProblem;
use oclc_syntax::source::Place;

/// A reason and the token that it lies in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decline {
    /// Why.
    pub reason: Reason,
    /// Where.
    pub place: Place,
}

/// All reasons to leave a loop as written. Every stage uses these, so that each reason has one name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A directive stands between the pragma and the loop.
    DirectiveBetween,
    /// A label, attribute or the like stands between the pragma and the loop.
    PrefixBetween,
    /// The loop, or a part of its header, comes from a macro.
    MadeByMacro(String),
    /// The loop stands in the argument of a macro or function.
    InsideArguments,
    /// The header has a form that is not handled.
    Header(HeaderProblem),
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
    NeverEnds(EndlessLoop),
    /// The bound is a value of the run, and the loop is to be unrolled fully.
    RuntimeTrips {
        /// What is no constant.
        text: String,
        /// Which name in it is the reason, where one is.
        non_constant: Option<NonConstantName>,
    },
    /// A name in the header is declared nowhere.
    UndefinedName(String),
    /// A variable of the bound, or the induction variable, changes while the loop runs.
    NotInvariant(String),
    /// The bound is read from memory, which may change while the loop runs.
    ReadsMemory,
    /// A pointer to the variable exists.
    AddressTaken(String),
    /// The bound has a type or a value that does not allow it to be computed before the loop.
    Bound(BoundProblem),
    /// The bound or the step contains something that does not allow it to be computed before the loop.
    DependsOn(Dependency),
    /// A `break` that a macro makes, in a body that also holds a `continue`.
    HiddenBreak(String),
    /// A label that cannot get another name, or a case label of a `switch` around the loop.
    Label(LabelProblem),
    /// A declaration that may stand only once, or a counter.
    OnlyOnce(OnlyOnce),
    /// A directive inside the loop.
    DirectiveInside,
    /// The nest cannot be jammed.
    Jam(JamProblem),
    /// A conditional that holds a part of the loop only, or stands in its header.
    ConditionalAcross,
    /// More configurations of the loop than are looked at.
    TooManyConfigurations {
        /// How many are.
        limit: usize,
        /// The macros that decide between them, as `-D` takes them.
        macros: Vec<String>,
    },
    /// What may be looked at for the sake of configurations, in one file, has been looked at.
    BudgetSpent {
        /// The macros that decide between configurations, as `-D` takes them.
        macros: Vec<String>,
        /// Whether an include that was not read may have a say in it.
        by_include: bool,
    },
    /// A request in the loop stands in a branch, and no configuration holds all requests.
    RequestInBranch,
    /// Conditionals that choose loops stand in one another too often to be written out.
    TooManyRegions,
    /// The loop differs between configurations in a way that one text cannot serve.
    ConfigurationsDiffer(Difference),
    /// A type, statement or operator may come from a macro that the host decides upon.
    HostDecides(String),
    /// The definition of this macro, which the host decides upon, says whether there is a request.
    MayRequest(String),
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
    /// With what is known of the macros that the host decides upon, the loop runs once: one copy gains nothing.
    OneTrip,
    /// A barrier that not every iteration reaches, and a trip count that may differ between work-items.
    Divergent(String),
    /// A barrier, and a step that may differ between work-items.
    DivergentStep(String),
    /// A barrier in copies each of which would be tested.
    TestsBetweenBarriers(String),
    /// More copies than some compilers can take of a body that may leave out the operation of that name, and how many they can.
    ManyMeetings(String, u64),
    /// More copies of a barrier with a test before each than some compilers can take in one function.
    TestedMeetings {
        /// The operation, or the function that holds it.
        name: String,
        /// How many such copies there would be.
        copies: u64,
        /// How many the function may still have.
        left: u64,
    },
    /// More barriers in a function, which an iteration may skip, than some compilers can take, and how many they can.
    ConditionalMeetings {
        /// The operation, or the function that holds it.
        name: String,
        /// How many there may be.
        most: u64,
    },
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
    /// Left in this branch of a choice, since the loop is unrolled in the other one. Nobody is told.
    InOtherBranch,
    /// `__LINE__` would change.
    LineNumbers,
    /// The file saves and restores macros with `push_macro` and `pop_macro`.
    MacroStack,
    /// The file holds a trigraph.
    Trigraph,
    /// The file includes itself, and is then compiled with several states of its macros.
    IncludesItself,
    /// The function, or the loop, cannot be read.
    Unreadable {
        /// The macro at which the parser stopped.
        by: Option<MacroAtStop>,
    },
    /// Brackets nest too deep.
    TooDeep,
    /// Macro expansion does not end within its limit.
    Overflow,
    /// Only the loop by itself can be read, and the function would have to be known.
    FunctionUnreadable {
        /// Whether the place is where the parser stopped; otherwise it is what hangs on the function.
        is_where: bool,
        /// The macro at which the parser stopped.
        by: Option<MacroAtStop>,
    },
}

/// A macro, or what looks like one, at which the parser stopped.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MacroAtStop {
    /// Its name.
    pub name: String,
    /// Whether a file that was read, or a `-D`, defines it.
    pub is_defined: bool,
}

/// A name without a constant value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NonConstantName {
    /// The name.
    pub name: String,
    /// What it is.
    pub what: Varying,
}

impl NonConstantName {
    /// The name that the others have their values from.
    #[must_use]
    pub fn root(&self) -> &Self {
        match &self.what {
            Varying::Initialised(_, Some(by)) => by.root(),
            _ => self,
        }
    }
}

/// What has no constant value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Varying {
    /// A parameter of the function.
    Parameter,
    /// A variable that is not `const`, though nothing changes it.
    Variable,
    /// A variable that something changes.
    Changing,
    /// A `const` variable whose initialiser, this text, is no constant; and the name in it that is the reason, if there is one.
    Initialised(String, Option<Box<NonConstantName>>),
    /// What an array holds, or a pointer leads to.
    Memory,
    /// The result of a function.
    Call,
    /// The result of a function that tells which work-item runs.
    WorkItem,
}

impl Reason {
    /// The name that the reason is, if it would be another one if more files were read.
    #[must_use]
    pub fn unknown_name(&self) -> Option<&str> {
        match self {
            Self::HostDecides(name)
            | Self::MayRequest(name)
            | Self::UndefinedName(name)
            | Self::MayDeclare { by: name, .. } => Some(name).filter(|name| !name.is_empty()).map(String::as_str),
            _ => None,
        }
    }
}
