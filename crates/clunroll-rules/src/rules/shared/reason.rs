//! Why a valid request is declined. Each stage uses these reasons, so each has one name.
//!
//! A reason to decline loops is a payload that many rules share: it says which rule it breaks, and the folder of that rule
//! has its words and the details.

use crate::rule::Rule;
use crate::rules::{
    changing_bound, configurations, directive_between, divergent_barrier, early_exit, endless_loop,
    full_unroll_without_trip_count, host_decides, include_limit, line_numbers, loop_from_macro, not_jammed, over_limit,
    uncopyable_body, undefined_name, unreadable, unsuitable_variable, unusual_header,
};
use crate::table::{
    CHANGING_BOUND, CONFIGURATIONS, DIRECTIVE_BETWEEN, DIVERGENT_BARRIER, EARLY_EXIT, ENDLESS_LOOP,
    FULL_UNROLL_WITHOUT_TRIP_COUNT, HOST_DECIDES, INCLUDE_LIMIT, LINE_NUMBERS, LOOP_FROM_MACRO, NOT_JAMMED, OVER_LIMIT,
    UNCOPYABLE_BODY, UNDEFINED_NAME, UNREADABLE, UNSUITABLE_VARIABLE, UNUSUAL_HEADER,
};
use crate::violation::Violation;
use crate::words::Wording;
use crate::{
    BoundProblem, Dependency, Difference, EndlessLoop, HeaderProblem, JamProblem, LabelProblem, MacroAtStop,
    NonConstantName, OnlyOnce,
};
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
    /// A directive is between the pragma and the loop.
    DirectiveBetween,
    /// A label, attribute or the like is between the pragma and the loop.
    PrefixBetween,
    /// The loop, or a part of its header, comes from a macro.
    MadeByMacro(String),
    /// The loop is in the argument of a macro or function.
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
    /// The object is volatile: it may change at any time.
    Volatile(String),
    /// The induction variable is not a private variable of the function.
    NotPrivate(String),
    /// The loop never ends, or its variable wraps around.
    NeverEnds(EndlessLoop),
    /// The bound is a value of the run, and the loop is to be unrolled fully.
    RuntimeTrips {
        /// The part that is not a constant.
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
    /// A declaration that may occur only once, or a counter.
    OnlyOnce(OnlyOnce),
    /// A directive inside the loop.
    DirectiveInside,
    /// The nest cannot be jammed.
    Jam(JamProblem),
    /// A conditional that contains only a part of the loop, or is in its header.
    ConditionalAcross,
    /// More configurations of the loop than are looked at.
    TooManyConfigurations {
        /// How many are.
        limit: usize,
        /// The macros that decide between them, as `-D` takes them.
        macros: Vec<String>,
    },
    /// The configurations of the loops before this one took all the work that one file may take.
    BudgetSpent {
        /// The macros that decide between configurations, as `-D` takes them.
        macros: Vec<String>,
        /// Whether an include that was not read may have a say in it.
        by_include: bool,
    },
    /// A request in the loop is in a branch, and no configuration contains all requests.
    RequestInBranch,
    /// Conditionals that choose loops nest too deeply to be written out.
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
        /// The name that it may declare.
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
    /// A barrier, and a test before each copy.
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
        /// How much of the limit remains.
        left: u64,
        /// How many copies of each loop's body there would be in the one around it, from the outside.
        nest: Vec<u64>,
    },
    /// An earlier run declined it, since the limit was reached.
    LeftBefore,
    /// Declined in this branch of a choice, since the loop is unrolled in the other one. It is not reported.
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
        /// Whether the place is where the parser stopped; otherwise it is a token that depends on the function.
        is_where: bool,
        /// The macro at which the parser stopped.
        by: Option<MacroAtStop>,
    },
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

impl Reason {
    /// The rule that it breaks.
    #[must_use]
    pub const fn rule(&self) -> &'static Rule {
        match self {
            Self::RuntimeTrips { .. } => &FULL_UNROLL_WITHOUT_TRIP_COUNT,
            Self::DirectiveBetween | Self::PrefixBetween => &DIRECTIVE_BETWEEN,
            Self::MadeByMacro(..) | Self::InsideArguments | Self::HiddenWord(..) => &LOOP_FROM_MACRO,
            Self::Header(..) | Self::LoopInHeader | Self::RunsAtMostOnce { .. } => &UNUSUAL_HEADER,
            Self::VariableType(..) | Self::Volatile(..) | Self::NotPrivate(..) => &UNSUITABLE_VARIABLE,
            Self::NeverEnds(..) => &ENDLESS_LOOP,
            Self::UndefinedName(..) => &UNDEFINED_NAME,
            Self::NotInvariant(..)
            | Self::ReadsMemory
            | Self::AddressTaken(..)
            | Self::Bound(..)
            | Self::DependsOn(..) => &CHANGING_BOUND,
            Self::HiddenBreak(..) | Self::Label(..) => &EARLY_EXIT,
            Self::OnlyOnce(..) | Self::DirectiveInside => &UNCOPYABLE_BODY,
            Self::Jam(..) => &NOT_JAMMED,
            Self::ConditionalAcross
            | Self::TooManyConfigurations { .. }
            | Self::TooManyRegions
            | Self::RequestInBranch
            | Self::ConfigurationsDiffer(..) => &CONFIGURATIONS,
            Self::BudgetSpent { .. }
            | Self::TooManyCopies(..)
            | Self::TooMuchText { .. }
            | Self::LeftBefore
            | Self::InOtherBranch => &OVER_LIMIT,
            Self::HostDecides(..)
            | Self::MayRequest(..)
            | Self::MayDeclare { .. }
            | Self::RunsNot(..)
            | Self::OneTrip
            | Self::MacroStack => &HOST_DECIDES,
            Self::Divergent(..)
            | Self::DivergentStep(..)
            | Self::TestsBetweenBarriers(..)
            | Self::ManyMeetings(..)
            | Self::TestedMeetings { .. }
            | Self::ConditionalMeetings { .. } => &DIVERGENT_BARRIER,
            Self::LineNumbers => &LINE_NUMBERS,
            Self::Unreadable { .. }
            | Self::TooDeep
            | Self::Overflow
            | Self::FunctionUnreadable { .. }
            | Self::Trigraph => &UNREADABLE,
            Self::IncludesItself => &INCLUDE_LIMIT,
        }
    }

    /// The words for it.
    pub(crate) fn words(&self, place: Place) -> Wording {
        match self {
            Self::RuntimeTrips { text, non_constant } => {
                full_unroll_without_trip_count::words::wording(place, text, non_constant.as_ref())
            }
            Self::DirectiveBetween => directive_between::words::directive(place),
            Self::PrefixBetween => directive_between::words::prefix(place),
            Self::MadeByMacro(name) => loop_from_macro::words::made_by(place, name),
            Self::InsideArguments => loop_from_macro::words::inside_arguments(place),
            Self::Header(problem) => unusual_header::words::wording(place, *problem),
            Self::LoopInHeader => unusual_header::words::holds_a_loop(place),
            Self::RunsAtMostOnce { runs } => unusual_header::words::runs_at_most_once(place, *runs),
            Self::VariableType(name) => unsuitable_variable::words::of_unknown_type(place, name),
            Self::Volatile(name) => unsuitable_variable::words::volatile(place, name),
            Self::NotPrivate(name) => unsuitable_variable::words::not_private(place, name),
            Self::NeverEnds(problem) => endless_loop::words::wording(place, *problem),
            Self::UndefinedName(name) => undefined_name::words::wording(place, name),
            Self::NotInvariant(name) => changing_bound::words::changes(place, name),
            Self::ReadsMemory => changing_bound::words::reads_memory(place),
            Self::AddressTaken(name) => changing_bound::words::address_taken(place, name),
            Self::Bound(problem) => changing_bound::words::bound(place, *problem),
            Self::DependsOn(part) => changing_bound::words::depends_on(place, *part),
            Self::HiddenBreak(name) => early_exit::words::hidden_break(place, name),
            Self::Label(problem) => early_exit::words::label(place, *problem),
            Self::OnlyOnce(what) => uncopyable_body::words::only_once(place, *what),
            Self::DirectiveInside => uncopyable_body::words::directive(place),
            Self::Jam(problem) => not_jammed::words::wording(place, problem),
            Self::ConditionalAcross => configurations::words::across(place),
            Self::TooManyConfigurations { limit, macros } => configurations::words::too_many(place, *limit, macros),
            Self::BudgetSpent { macros, by_include } => over_limit::words::budget_spent(place, macros, *by_include),
            Self::TooManyRegions => configurations::words::too_many_regions(place),
            Self::RequestInBranch => configurations::words::request_in_branch(place),
            Self::ConfigurationsDiffer(difference) => configurations::words::differ(place, *difference),
            Self::HostDecides(name) => host_decides::words::wording(place, name),
            Self::MayRequest(name) => host_decides::words::may_request(place, name),
            Self::MayDeclare { by, name } => host_decides::words::may_declare(place, by, name),
            Self::HiddenWord(word) => loop_from_macro::words::hidden_word(place, word),
            Self::RunsNot(name) => host_decides::words::runs_not(place, name),
            Self::OneTrip => host_decides::words::one_trip(place),
            Self::Divergent(name) => divergent_barrier::words::wording(place, name),
            Self::DivergentStep(name) => divergent_barrier::words::divergent_step(place, name),
            Self::TestsBetweenBarriers(name) => divergent_barrier::words::tests_between(place, name),
            Self::TestedMeetings { name, copies, left } => {
                divergent_barrier::words::tested_meetings(place, name, *copies, *left)
            }
            Self::ConditionalMeetings { name, most } => {
                divergent_barrier::words::conditional_meetings(place, name, *most)
            }
            Self::ManyMeetings(name, most) => divergent_barrier::words::many_meetings(place, name, *most),
            Self::TooManyCopies(copies, limit) => over_limit::words::too_many_copies(place, *copies, *limit),
            Self::TooMuchText { growth, left, nest } => over_limit::words::too_much_text(place, *growth, *left, nest),
            Self::LeftBefore | Self::InOtherBranch => over_limit::words::left_before(place),
            Self::LineNumbers => line_numbers::words::wording(place),
            Self::Unreadable { by } => unreadable::words::no_parse(place, by.as_ref()),
            Self::TooDeep => unreadable::words::too_deep(place),
            Self::Overflow => unreadable::words::too_much_expansion(place),
            Self::FunctionUnreadable { is_where, by } => unreadable::words::no_function(place, *is_where, by.as_ref()),
            Self::MacroStack => host_decides::words::macro_stack(place),
            Self::Trigraph => unreadable::words::trigraph(place),
            Self::IncludesItself => include_limit::words::includes_itself(place),
        }
    }
}

/// A valid request is declined.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Declined {
    /// Why.
    pub reason: Reason,
    /// An include that was not read and may define the name that is the reason.
    pub unread: Option<Place>,
}

impl Violation for Declined {
    fn words(&self, place: Place) -> Wording {
        self.reason.words(place)
    }

    fn unread(&self) -> Option<Place> {
        self.unread
    }

    fn visit(&mut self, visit: &mut dyn FnMut(&mut Place)) {
        self.unread.iter_mut().for_each(visit);
    }
}
