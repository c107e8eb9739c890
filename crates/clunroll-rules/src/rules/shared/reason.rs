//! The reasons to decline a valid request. All stages use them, so that each reason has one name.
//!
//! A reason to decline a loop is a payload that many rules share. It determines the broken rule, and the folder of that rule has its words
//! and details.

use crate::rule::Rule;
use crate::rules::{
    changing_bound, configurations, directive_between, divergent_barrier, early_exit, endless_loop,
    full_unroll_without_trip_count, host_decides, include_limit, line_numbers, loop_from_macro, not_jammed, over_limit,
    trips_not_counted, uncopyable_body, undefined_name, unreadable, unsuitable_variable, unusual_header,
};
use crate::table::{
    CHANGING_BOUND, CONFIGURATIONS, DIRECTIVE_BETWEEN, DIVERGENT_BARRIER, EARLY_EXIT, ENDLESS_LOOP,
    FULL_UNROLL_WITHOUT_TRIP_COUNT, HOST_DECIDES, INCLUDE_LIMIT, LINE_NUMBERS, LOOP_FROM_MACRO, NOT_JAMMED, OVER_LIMIT,
    TRIPS_NOT_COUNTED, UNCOPYABLE_BODY, UNDEFINED_NAME, UNREADABLE, UNSUITABLE_VARIABLE, UNUSUAL_HEADER,
};
use crate::violation::Violation;
use crate::words::Wording;
use crate::{
    BoundProblem, ConfigurationDifference, Dependency, EndlessLoop, HeaderProblem, JamProblem, LabelProblem,
    MacroAtStop, NonConstantName, OnlyOnce,
};
use oclc_syntax::source::Place;

/// A reason and its token.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decline {
    /// The reason.
    pub reason: Reason,
    /// The token.
    pub place: Place,
}

/// All reasons to decline a loop.
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
    /// The header has an unsupported form.
    Header(HeaderProblem),
    /// The header contains another loop with a request.
    LoopInHeader,
    /// By its test, the loop runs once or never.
    RunsAtMostOnce {
        /// Whether the loop runs once.
        runs: bool,
    },
    /// The induction variable has no known integer type.
    VariableType(String),
    /// The object is volatile, so it may change at any time.
    Volatile(String),
    /// The induction variable is not a private variable of the function.
    NotPrivate(String),
    /// The loop never ends, or its variable wraps around.
    NeverEnds(EndlessLoop),
    /// A full unroll is requested, and the trip count is known only at run time.
    RuntimeTrips {
        /// The part that is not a constant.
        text: String,
        /// The name in it that is the reason, if any.
        non_constant: Option<NonConstantName>,
    },
    /// A name in the header has no declaration.
    UndefinedName(String),
    /// A variable of the bound, or the induction variable, changes while the loop runs.
    NotInvariant(String),
    /// The bound is read from memory, which may change while the loop runs.
    ReadsMemory,
    /// The bound is read from this memory, and something in the loop may store there.
    MayStoreTo(String),
    /// The bound is read from memory, and this name in the loop may store anywhere.
    MayStoreAnywhere(String),
    /// A pointer to the variable exists.
    AddressTaken(String),
    /// The trips cannot be counted for that reason, so that the loop would need a test before each copy.
    NotCounted(Box<Reason>),
    /// The bound cannot be computed before the loop, because of its type or value.
    Bound(BoundProblem),
    /// The bound or the step cannot be computed before the loop, because of a part of it.
    DependsOn(Dependency),
    /// A macro makes a `break`, in a body that also contains a `continue`.
    HiddenBreak(String),
    /// A label that cannot get another name, or a case label of a `switch` around the loop.
    Label(LabelProblem),
    /// The loop contains something that may occur only once, or a counter.
    OnlyOnce(OnlyOnce),
    /// A directive is inside the loop.
    DirectiveInside,
    /// The nest cannot be jammed.
    Jam(JamProblem),
    /// A conditional contains only a part of the loop, or is in its header.
    ConditionalAcross,
    /// The loop has more configurations than clunroll checks.
    TooManyConfigurations {
        /// The largest number that it checks.
        limit: usize,
        /// The macros that decide between them, in the form for `-D`.
        macros: Vec<String>,
    },
    /// The configurations of earlier loops have used all the work that is allowed for one file.
    BudgetSpent {
        /// The macros that decide between configurations, in the form for `-D`.
        macros: Vec<String>,
        /// Whether an unread include may affect them.
        by_include: bool,
    },
    /// A request in the loop is in a branch, so no configuration contains all requests.
    RequestInBranch,
    /// Conditionals that choose loops nest too deeply.
    TooManyRegions,
    /// The loop differs between configurations in a way that one text cannot handle.
    ConfigurationsDiffer(ConfigurationDifference),
    /// A type, statement or operator may come from a macro that the host decides.
    HostDecides(String),
    /// The definition of this macro, which the host decides, determines whether there is a request.
    MayRequest(String),
    /// A macro that the host decides, or that no file is known to define, may declare a name of the loop again.
    MayDeclare {
        /// The macro's name.
        by: String,
        /// The name that it may declare.
        name: String,
    },
    /// A word that unrolled loops use means something else here.
    HiddenWord(&'static str),
    /// With the known values of this macro, which the host decides, the loop never runs.
    RunsNot(String),
    /// With the known values of macros that the host decides, the loop runs once, so one copy has no benefit.
    OneTrip,
    /// The loop has a barrier that an iteration may skip, and a trip count that may differ between work-items.
    Divergent(String),
    /// The loop has a barrier, and a step that may differ between work-items.
    DivergentStep(String),
    /// The loop has a barrier, and would have a test before each copy.
    TestsBetweenBarriers(String),
    /// A barrier that an iteration may skip would have more copies than some compilers can handle: its name, and the limit.
    ManyMeetings(String, u64),
    /// A function would have more copies of a barrier with a test before each than some compilers can handle.
    TestedMeetings {
        /// The operation, or the function that contains it.
        name: String,
        /// The number of such copies.
        copies: u64,
        /// The number that the function may still have.
        left: u64,
    },
    /// A function would have more barriers that an iteration may skip than some compilers can handle.
    ConditionalMeetings {
        /// The operation, or the function that contains it.
        name: String,
        /// The largest number.
        most: u64,
    },
    /// There would be too many copies: their number, and the limit.
    TooManyCopies(u64, u64),
    /// There would be too much text.
    TooMuchText {
        /// By about how many bytes the file would grow.
        growth: u64,
        /// The remaining growth.
        left: u64,
        /// The growth that is enough for all requests of the file; 0 if no limit is.
        enough: u64,
        /// The number of copies of each loop's body in the loop around it, from the outside.
        nest: Vec<u64>,
    },
    /// An earlier run declined it, since the limit was reached.
    LeftBefore,
    /// The loop is declined in this branch of a choice, since it is unrolled in the other one. This is not reported.
    InOtherBranch,
    /// The value of `__LINE__` would change.
    LineNumbers,
    /// The file saves and restores macros with `push_macro` and `pop_macro`.
    MacroStack,
    /// The file contains a trigraph.
    Trigraph,
    /// The file includes itself, so it is compiled with several states of its macros.
    IncludesItself,
    /// The function, or the loop, cannot be parsed.
    Unreadable {
        /// The macro at which the parser stopped.
        by: Option<MacroAtStop>,
    },
    /// Brackets nest too deeply.
    TooDeep,
    /// Macro expansion exceeds its limit.
    Overflow,
    /// Only the loop can be parsed, but the function is needed too.
    FunctionUnreadable {
        /// Whether the parser stopped at the place; otherwise it is a token that depends on the function.
        is_where: bool,
        /// The macro at which the parser stopped.
        by: Option<MacroAtStop>,
    },
}

impl Reason {
    /// The name in the reason, if the reason may change when more files are read.
    #[must_use]
    pub fn unknown_name(&self) -> Option<&str> {
        match self {
            Self::HostDecides(name)
            | Self::MayRequest(name)
            | Self::UndefinedName(name)
            | Self::MayDeclare { by: name, .. } => Some(name).filter(|name| !name.is_empty()).map(String::as_str),
            Self::NotCounted(reason) => reason.unknown_name(),
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
            | Self::MayStoreTo(..)
            | Self::MayStoreAnywhere(..)
            | Self::AddressTaken(..)
            | Self::Bound(..)
            | Self::DependsOn(..) => &CHANGING_BOUND,
            Self::NotCounted(..) => &TRIPS_NOT_COUNTED,
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
            Self::MayStoreTo(memory) => changing_bound::words::may_store_to(place, memory),
            Self::MayStoreAnywhere(name) => changing_bound::words::may_store_anywhere(place, name),
            Self::NotCounted(reason) => trips_not_counted::words::wording(reason.words(place), reason),
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
            Self::TooMuchText { growth, left, enough, nest } => {
                over_limit::words::too_much_text(place, *growth, *left, *enough, nest)
            }
            Self::LeftBefore | Self::InOtherBranch => over_limit::words::declined_before(place),
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
    /// The reason.
    pub reason: Reason,
    /// The unread include that may define the name in the reason.
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
